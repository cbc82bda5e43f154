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
export const unescaped = (text: string): string =>
	text.replace(/&(#?\w{2,4});/g, (entity, name: string) => ENTITIES[name.toLowerCase()] ?? entity);

/** A name to compare with another: what a service may change of it is left out. */
export const comparableText = (name: unknown): string =>
	unescaped(textOf(name)).trim().replace(/\s+/g, ' ');

/** As {@link comparableText}, in one case: services may send a name back in another capitalization. */
export const comparableName = (name: unknown): string => comparableText(name).toLowerCase();

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const WEB = /^https?:$/;

/** The parts of an address in one spelling: without percent codes, and without the scheme of a web address. */
interface Address {
	host: string;
	/** With its leading slash, without slashes at its end. */
	path: string;
	/** The parameters in order of the alphabet, as JSON. */
	query: string;
	fragment: string;
	/** All of it in the order in which it stands in the address. */
	whole: string;
}

/**
 * Percent codes as what they stand for.
 *
 * @param reserved what stays a code, because it means something else where it stands
 */
export function decoded(text: string, reserved: RegExp): string {
	return text.replace(/(?:%[\da-f]{2})+/gi, (codes) => {
		try {
			return decodeURIComponent(codes).replace(reserved, encodeURIComponent);
		} catch {
			return codes.toUpperCase();
		}
	});
}

/** Some services write a space as `+`, others as `%20`. */
const plusAsSpace = (text: string) => text.replace(/\+/g, ' ');
const decodedPath = (path: string) => decoded(plusAsSpace(path), /[%/]/g);
const decodedPart = (part: string) => decoded(plusAsSpace(part), /%/g);

/** Without the slashes at its end; a pattern would take the square of their number in steps. */
function withoutSlashesAtEnd(path: string): string {
	let end = path.length;
	while (path[end - 1] === '/') end--;
	return path.slice(0, end);
}

/** The parameters of a query in one order, as some services sort them. */
function sortedQuery(search: string): string {
	const pairs = search
		.slice(1)
		.split('&')
		.filter((pair) => pair !== '')
		.map((pair) => {
			const [name = '', ...value] = pair.split('=');
			return JSON.stringify([decodedPart(name), decodedPart(value.join('='))]);
		});
	return pairs.sort().join();
}

/** Takes an address apart; what is no address is all path. */
function addressOf(value: unknown): Address {
	const text = unescaped(textOf(value)).trim();
	const url = SCHEME.test(text) ? text : `http://${text}`;
	if (text === '' || !URL.canParse(url)) {
		const path = withoutSlashesAtEnd(text);
		return { host: '', path, query: '', fragment: '', whole: path };
	}
	const { protocol, username, password, host: place, pathname, search, hash } = new URL(url);
	const user = username === '' ? '' : `${username}:${password}@`;
	const host = `${WEB.test(protocol) ? '' : `${protocol}//`}${user}${place}`;
	const path = withoutSlashesAtEnd(decodedPath(pathname));
	const query = sortedQuery(search);
	const fragment = decodedPart(hash);
	return { host, path, query, fragment, whole: host + path + decodedPart(search) + fragment };
}

/** An address to compare with another: without what a service may or may not keep, as scheme, trailing slash and encoding. */
export function comparableUrl(address: unknown): string {
	const { host, path, query, fragment } = addressOf(address);
	return `${host}${path}${query === '' ? '' : `?${query}`}${fragment}`;
}

/** The host of an address, with its port, in lower case; '' without one. */
export const hostOf = (address: unknown): string => addressOf(address).host;

/** Where a database may cut an address, in characters; shorter ones are not cut. */
const MIN_CUT_LENGTH = 100;
const COLUMN_LENGTHS = [191, 2_083];
/** So much of an address is left when it is cut, without its scheme and percent codes, in characters. */
const MIN_LENGTH_LEFT = 60;
/** `&#039` without its semicolon, in characters. */
const MAX_BROKEN_ENTITY = 5;

const isPowerOfTwo = (number: number) => (number & (number - 1)) === 0;

/** Whether databases have columns of this length: round numbers, powers of two, and one less. */
const isColumnLength = (length: number): boolean =>
	length >= MIN_CUT_LENGTH &&
	(length % 10 === 0 ||
		isPowerOfTwo(length) ||
		isPowerOfTwo(length + 1) ||
		COLUMN_LENGTHS.includes(length));

/** Without the rest of a percent code, of a letter in several of them, or of an escape of HTML at its end. */
function withoutBrokenEnd(text: string): string {
	let end = text.length;
	if (text[end - 1] === '%') end -= 1;
	else if (text[end - 2] === '%') end -= 2;
	while (text[end - 3] === '%') end -= 3;
	const entity = text.lastIndexOf('&');
	return text.slice(0, entity >= end - MAX_BROKEN_ENTITY ? entity : end);
}

/** Whether a stored address is the beginning of another, up to a length at which databases cut. */
function isCut(stored: unknown, whole: string): boolean {
	const text = textOf(stored).trim();
	if (!isColumnLength(text.length) && !isColumnLength(unescaped(text).length)) return false;
	const rest = addressOf(withoutBrokenEnd(text)).whole;
	return rest.length >= MIN_LENGTH_LEFT && rest.length < whole.length && whole.startsWith(rest);
}

/**
 * Whether an address that a service stores is the one that was sent to it. Services change the scheme, the spelling of
 * the host, slashes at the end, percent codes and the order of the query; some strip the fragment, and some cut the
 * address at a length.
 */
export function isSameAddress(stored: unknown, sent: unknown): boolean {
	const [one, other] = [addressOf(stored), addressOf(sent)];
	const isSame =
		one.host === other.host &&
		one.path === other.path &&
		one.query === other.query &&
		(one.fragment === '' || one.fragment === other.fragment);
	return isSame || isCut(stored, other.whole);
}

/** What all addresses have in common that {@link isSameAddress} may take for this one: the beginning of host and path. */
export function commonPlace(address: unknown): string {
	const { host, path } = addressOf(address);
	return `${host}${path}`.slice(0, MIN_LENGTH_LEFT);
}

/** A short URL to compare with another: host and path. The case of the path counts, the scheme does not. */
export function comparableShortUrl(shortUrl: unknown): string {
	const { host, path, query } = addressOf(shortUrl);
	return path === '' ? `${host}?${query}` : host + path;
}

/** Whether a link has this short URL. A service may match the alias of a link on another host. */
export const isSameShortUrl = (stored: unknown, asked: unknown): boolean =>
	comparableShortUrl(stored) === comparableShortUrl(asked);
