import { randomInt } from 'node:crypto';

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

/** First segments of paths that are not short links. */
const reserved = new Set([
	'api',
	'sandbox',
	'qr',
	'r',
	'list',
	'bio',
	'preview',
	'avatar.svg',
	'favicon.ico',
]);

/** Whether a custom alias can be the path of a short link. */
export function isUsableAlias(alias: string): boolean {
	return !reserved.has(alias.toLowerCase()) && /^[^\s/?#%\\.][^\s/?#%\\]*$/u.test(alias);
}

/** A random alias that is not taken. */
export function freeAlias(isTaken: (alias: string) => boolean): string {
	for (;;) {
		const alias = Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('');
		if (!isTaken(alias)) return alias;
	}
}

/** The slug of a text: in lower case, without accents, with a dash for other characters. */
export function slugOf(text: string): string {
	return text
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-|-$/g, '');
}
