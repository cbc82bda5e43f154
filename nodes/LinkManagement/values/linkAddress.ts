import { comparableAlias, withoutCodes } from './aliases';
import { Address, hostOf } from './comparable';
import { isObject, textOf } from './json';

/** Where a link is: its domain, which is a host and perhaps a folder such as `sho.rt/s`, and its alias there. */
interface LinkAddress {
	domain: string;
	alias: string;
}

/** The path of a web address. An encoded slash in it separates nothing. */
const PATH = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*\/([^?#]*)/i;

const segmentsOf = (shortUrl: unknown): string[] =>
	(PATH.exec(textOf(shortUrl).trim())?.[1] ?? '').split('/').filter(Boolean).map(withoutCodes);

/** The path of a short URL as an alias is compared, without slashes at its ends. Without a folder, it is the alias. */
export const pathOfShortUrl = (shortUrl: unknown): string => segmentsOf(shortUrl).join('/');

/** '' when there is none. Of a path with folders, the last part. */
export const aliasInShortUrl = (shortUrl: unknown): string => segmentsOf(shortUrl).at(-1) ?? '';

/** @param asked the alias that was asked for, as it is compared, because replies to creations do not show the alias itself */
export function linkAddress(
	{ alias: own, shorturl }: Record<string, unknown>,
	asked = '',
): LinkAddress {
	const path = pathOfShortUrl(shorturl);
	const host = hostOf(shorturl);
	const shown = comparableAlias(own);
	if (path === '') return { domain: host, alias: shown };
	for (const alias of [shown, asked]) {
		if (alias === path) return { domain: host, alias };
		const isPart = alias !== '' && alias.length < path.length;
		if (isPart && path.endsWith(`/${alias}`))
			return { domain: `${host}/${path.slice(0, -alias.length - 1)}`, alias };
	}
	return { domain: host, alias: path };
}

/** The alias of a link; '' when nothing shows it. @param asked see {@link linkAddress} */
export const aliasOf = (link: unknown, asked?: string): string =>
	isObject(link) ? linkAddress(link, asked).alias : '';

/** A domain as {@link LinkAddress} has it. */
export const domainOf = (domain: unknown): string => `${hostOf(domain)}${new Address(domain).path}`;
