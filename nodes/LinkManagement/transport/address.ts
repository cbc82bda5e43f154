import { textOf } from './json';

/** Without the slashes at its end; a pattern would take the square of their number in steps. */
function withoutTail(address: string): string {
	let end = address.length;
	while (address[end - 1] === '/') end--;
	return address.slice(0, end);
}

const SCHEME = /^https?:\/\//i;

/** In one spelling: the host in lower case, `%C3%A9` and `&amp;` as what they stand for. */
function spelled(address: string): string {
	const text = address.replace(/&amp;/gi, '&');
	const whole = SCHEME.test(text) ? text : `http://${text}`;
	if (!URL.canParse(whole)) return text;
	const { href } = new URL(whole);
	try {
		return decodeURI(href);
	} catch {
		return href;
	}
}

/** An address to compare with another: without what a service may or may not keep, as scheme, trailing slash and encoding. */
export const bareAddress = (address: unknown): string => {
	const text = textOf(address).trim();
	return text === '' ? '' : withoutTail(spelled(text).replace(SCHEME, ''));
};
