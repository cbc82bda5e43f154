import { textOf } from './json';
import { decodeEntities } from './plainText';

/** A host with its user name that is longer than any is, in characters. In Node.js 20, to read one with an ü takes quadratic time. */
const LONG_HOST = /^(?:[^/?#\\:]*:[/\\]*|[/\\]{2,})[^/?#\\]{2049}/;
/** What `URL` leaves out wherever it is. */
const LEFT_OUT = /[\t\n\r]/g;

/** Undefined for a text that is no address. In Node.js 20 and 22, `URL.canParse` refuses hosts with an ü after some thousand calls. */
export function parsedUrl(address: string, base?: string | URL): URL | undefined {
	if (LONG_HOST.test(address.replace(LEFT_OUT, ''))) return undefined;
	try {
		return new URL(address, base);
	} catch {
		return undefined;
	}
}

/** Decodes the HTML escapes that some services store: `R&amp;D` becomes R&D. Other entities stay as they are. */
export const unescaped = (text: string): string =>
	text.replace(/&(?:amp|lt|gt|quot|apos|#0?39);/gi, (entity) => decodeEntities(entity));

/** A longer text is compared as it is, because a Unicode form of many accents takes quadratic time. In characters. */
const MAX_NORMALIZED = 500;

/** A text in a Unicode form: in NFC, a letter and its accent are one character, however they were written. */
export const normalized = (text: string, form: 'NFC' | 'NFKD'): string =>
	text.length > MAX_NORMALIZED ? text : text.normalize(form);

/** Characters that nobody sees, which come along when text is copied: a place for a line break, a soft hyphen, directions. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Text without characters that nobody sees and white space around it: for what is looked up or read, not for what is sent. */
export const visibleText = (text: string): string => text.replace(INVISIBLE, '').trim();

/** What tables and models write where there is no value. `NA` is Namibia. */
const WORDS_FOR_NOTHING = /^(?:[-–—]|n\/a|none|null|nil|nan|undefined)$/i;

/** Only as the whole value. */
export const standsForNothing = (value: unknown): boolean =>
	typeof value === 'string' && WORDS_FOR_NOTHING.test(visibleText(value));

/** Text without white space and characters that nobody sees around it. Those within may belong to it. */
export function trimmed(text: string): string {
	let start = 0;
	let end = text.length;
	while (start < end && visibleText(text.charAt(start)) === '') start++;
	while (start < end && visibleText(text.charAt(end - 1)) === '') end--;
	return text.slice(start, end);
}

/** A name without the details that a service may change, to compare it with another. */
export const comparableText = (name: unknown): string =>
	normalized(visibleText(unescaped(textOf(name))).replace(/\s+/g, ' '), 'NFC');

export const searchableText = (text: string): string => comparableText(text).toLowerCase();

/** The part of an address in which case does not matter. */
const SCHEME_AND_HOST = /^https?:\/\/[^/?#]+/i;

/** In lower case, some letters are one character with their accent, such as the j with a caron. */
export const withoutCase = (text: string): string => normalized(text.toLowerCase(), 'NFC');

/** As {@link comparableText}, in lower case: services may return a name in another capitalization. */
export function comparableName(name: unknown): string {
	const text = comparableText(name);
	// QR codes are named after the short URL of their link, whose alias may have capitals
	const [start = text] = (text.includes(' ') ? null : SCHEME_AND_HOST.exec(text)) ?? [];
	return `${withoutCase(start)}${text.slice(start.length)}`;
}

/** The order of two labels. `localeCompare` would load V8's data about languages, which takes time when the package is loaded. */
export function compareLabels(label: string, other: string): number {
	const one = label.toLowerCase();
	const two = other.toLowerCase();
	return Number(one > two) - Number(one < two);
}

/** For the closest text: longer ones are compared only up to here, in characters, and no more of them than this. */
const MAX_COMPARED = 60;
const MAX_TEXTS = 2_000;
/** More different letters are another name. */
const MAX_DISTANCE = 2;

/** Insertions, removals and replacements between two texts (Levenshtein); Infinity when there are more than `most`, which is small. */
function editDistance(one: string, other: string, most: number): number {
	let same = 0;
	while (same < one.length && one[same] === other[same]) same++;
	const length = Math.max(one.length, other.length) - same;
	if (same === Math.min(one.length, other.length)) return length <= most ? length : Infinity;
	if (most <= 0) return Infinity;
	const rest = one.slice(same);
	const otherRest = other.slice(same);
	const replaced = editDistance(rest.slice(1), otherRest.slice(1), most - 1);
	const removed = editDistance(rest.slice(1), otherRest, most - 1);
	const inserted = editDistance(rest, otherRest.slice(1), most - 1);
	return 1 + Math.min(replaced, removed, inserted);
}

const digitsIn = (text: string): string => text.replace(/\D/g, '');

/** The place of the most similar text: two letters differ at most, a third of the characters, and no digit, as in Sale 2030. */
export function closestTo(name: string, texts: string[]): number | undefined {
	const wanted = name.slice(0, MAX_COMPARED);
	let closest: number | undefined;
	let most = Infinity;
	const digits = digitsIn(wanted);
	for (const [at, text] of texts.slice(0, MAX_TEXTS).entries()) {
		const other = text.slice(0, MAX_COMPARED);
		if (digitsIn(other) !== digits) continue;
		const third = Math.floor(Math.max(wanted.length, other.length) / 3);
		const distance = editDistance(wanted, other, Math.min(third, MAX_DISTANCE, most - 1));
		if (distance >= most) continue;
		closest = at;
		most = distance;
	}
	return closest;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/** @param reserved characters that stay encoded, because they have a special meaning in this part of an address */
export function decoded(text: string, reserved = /(?!)/): string {
	return text.replace(/(?:%[\da-f]{2})+/gi, (codes) => {
		try {
			return decodeURIComponent(codes).replace(reserved, encodeURIComponent);
		} catch {
			return codes.toUpperCase();
		}
	});
}

/** Some services write a space as `+`, others as `%20`. */
const decodedPart = (part: string, reserved = /%/g) =>
	normalized(decoded(part.replace(/\+/g, ' '), reserved), 'NFC');

/** Some services sort the parameters. */
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

/** An address without percent codes, with composed letters, and without the scheme of a web address. */
export class Address {
	readonly host: string = '';
	/** With its leading slash, without trailing slashes. */
	readonly path: string;
	private readonly url: URL | undefined;
	private sorted: string | undefined;

	constructor(value: unknown) {
		const text = unescaped(textOf(value)).trim();
		const url = parsedUrl(SCHEME.test(text) ? text : `http://${text}`);
		this.url = url;
		const path = url ? decodedPart(url.pathname, /[%/]/g) : normalized(text, 'NFC');
		// Without the look-behind, many slashes would take quadratic time
		this.path = path.replace(/(?<!\/)\/+$/, '');
		if (!url) return;
		const { protocol, username, password, host } = url;
		const user = username === '' ? '' : `${username}:${password}@`;
		this.host = `${/^https?:$/.test(protocol) ? '' : `${protocol}//`}${user}${host}`;
	}

	/** In alphabetical order, as JSON. It is read when it is needed, because this takes most of the time. */
	get query(): string {
		return (this.sorted ??= sortedQuery(this.url?.search ?? ''));
	}

	get fragment(): string {
		return decodedPart(this.url?.hash ?? '');
	}
}

/** An address without what services change, such as scheme, trailing slash and encoding, to compare it with another. */
export function comparableUrl(address: unknown): string {
	const { host, path, query, fragment } = new Address(address);
	return `${host}${path}${query === '' ? '' : `?${query}`}${fragment}`;
}

/** A host as `URL` writes it, without `www.`: to parse it for each row and link would take most of the time of a comparison. */
const PLAIN_HOST = /^https?:\/\/(?:www\.)?((?:[a-z\d]+(?:-[a-z\d]+)*\.)+[a-z]+)(?:[/?#]|$)/;

const withoutWww = (host: string): string => host.replace(/^www\.(?=[^.]+\.)/, '');

/** The host of an address, with its port, in lower case and without `www.`, which some services drop; '' without one. */
export function hostOf(address: unknown): string {
	const text = textOf(address);
	// Most rows give no domain, and to parse nothing takes as long as to parse an address
	if (text === '') return '';
	return PLAIN_HOST.exec(text)?.[1] ?? withoutWww(new Address(text).host);
}

/** The scheme and the host of an address; '' without a scheme. */
export const schemeAndHost = (address: unknown): string =>
	(/^\w+:\/\/[^/?#]+/.exec(textOf(address).trim()) ?? [''])[0];

/** Host, without `www.`, and path of a short URL, to compare it with another. The case of the path matters, the scheme does not. */
export function comparableShortUrl(shortUrl: unknown): string {
	const address = new Address(shortUrl);
	const { host, path } = address;
	return `${withoutWww(host)}${path === '' ? `?${address.query}` : path}`;
}
