import { textOf } from './json';

const ENTITIES: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	'#039': "'",
	'#39': "'",
};

/** Without the escapes of HTML that some services store: `R&amp;D` is R&D. */
const unescaped = (text: string): string =>
	text.replace(/&(#?\w{2,4});/g, (entity, name: string) => ENTITIES[name.toLowerCase()] ?? entity);

/** A name to compare with another: what a service may change of it is left out. */
export const comparableText = (name: unknown): string =>
	unescaped(textOf(name)).trim().replace(/\s+/g, ' ');

/** As {@link comparableText}, in one case: services may send a name back in another capitalization. */
export const comparableName = (name: unknown): string => comparableText(name).toLowerCase();

/** Without the slashes at its end; a pattern would take the square of their number in steps. */
function withoutTail(address: string): string {
	let end = address.length;
	while (address[end - 1] === '/') end--;
	return address.slice(0, end);
}

const SCHEME = /^https?:\/\//i;

/** In one spelling: the host in lower case, `%C3%A9` and `&amp;` as what they stand for. */
function spelled(address: string): string {
	const text = unescaped(address);
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
export const comparableUrl = (address: unknown): string => {
	const text = textOf(address).trim();
	return text === '' ? '' : withoutTail(spelled(text).replace(SCHEME, ''));
};
