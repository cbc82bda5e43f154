/** Texts of a service for the terminal: nothing in them controls it, and none shows the key. */

/** Control characters, and characters without a shape of their own, such as marks of direction. */
const INVISIBLE = /(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Lines for the terminal. The key is hidden in every letter case, because services change the case of names. */
export function safeText(text: string, key = ''): string {
	const visible = text.replaceAll('\t', ' ').replace(INVISIBLE, '');
	return key === '' ? visible : visible.replace(keyPattern(key), '[key]');
}

/** The same in one line: a text of a service must not look like lines of ours. */
export const safeLine = (text: string, key?: string): string =>
	safeText(text.replace(/\s+/g, ' ').trim(), key);

const keyPattern = (key: string): RegExp =>
	new RegExp(key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'giu');
