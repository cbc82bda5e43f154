import { type Address, addressOf, parsedUrl, unescaped } from './comparable';
import { isObject, textOf } from './json';

/**
 * How a URL that a service shows compares with one that was sent: a URL parser gives the same address; the same with HTML
 * escapes undone; the same but for what services change without leading elsewhere (services.md section 2); or another one.
 */
export type Likeness = 'same' | 'escaped' | 'alike' | 'different';

const FROM_UNLIKE_TO_LIKE: Likeness[] = ['different', 'alike', 'escaped', 'same'];

export const leastLike = (all: Likeness[]): Likeness =>
	FROM_UNLIKE_TO_LIKE.find((one) => all.includes(one)) ?? 'same';

type Pair = [name: string, value: string];

const pairsOf = (parameters: unknown): Pair[] =>
	(Array.isArray(parameters) ? parameters : [])
		.filter(isObject)
		.map(({ name, value }) => [textOf(name), textOf(value)]);

function withParameters(
	url: string,
	parameters: Pair[],
	add: (query: URLSearchParams, pair: Pair) => void,
): string {
	const address = parsedUrl(url);
	if (!address) return url;
	for (const pair of parameters) add(address.searchParams, pair);
	return address.href;
}

/** The URLs that a service may store. Some write the URL Parameters of the link into it, each in its own way. */
function storedForms(url: string, parameters: Pair[]): string[] {
	if (parameters.length === 0) return [url];
	const query = new URLSearchParams(parameters).toString();
	return [
		url,
		`${url}${url.includes('?') ? '&' : '?'}${query}`,
		withParameters(url, parameters, (all, pair) => all.append(...pair)),
		withParameters(url, parameters, (all, pair) => all.set(...pair)),
		withParameters(url, parameters, (all, [name, value]) => {
			if (!all.has(name)) all.append(name, value);
		}),
	];
}

const parsed = (url: string): string => parsedUrl(url.trim())?.href ?? url.trim();

function isAlike(one: Address, other: Address): boolean {
	return (
		one.host === other.host &&
		one.path === other.path &&
		one.query === other.query &&
		['', other.fragment].includes(one.fragment)
	);
}

/** @param given the URL that was sent, or is to be sent. @param parameters given with it: rows with `name` and `value` */
export function likeness(shown: unknown, given: unknown, parameters?: unknown): Likeness {
	const [stored, sent] = [textOf(shown), textOf(given)];
	if (stored === sent) return 'same';
	const forms = storedForms(sent, pairsOf(parameters));
	// To parse a long URL takes time
	const parsedForms = new Set(forms.map(parsed));
	if (parsedForms.has(parsed(stored))) return 'same';
	const plain = unescaped(stored);
	if (plain !== stored && parsedForms.has(parsed(plain))) return 'escaped';
	const address = addressOf(stored);
	return forms.some((form) => isAlike(address, addressOf(form))) ? 'alike' : 'different';
}

/** Databases cut no address that is shorter, in characters. */
const MIN_CUT_LENGTH = 100;
/** `&#039` without its semicolon, in characters. */
const MAX_BROKEN_ENTITY = 5;

/** Without an incomplete percent code, multi-byte character or HTML escape at its end. */
function withoutBrokenEnd(text: string): string {
	let end = text.length;
	if (text[end - 1] === '%') end -= 1;
	else if (text[end - 2] === '%') end -= 2;
	while (text[end - 3] === '%') end -= 3;
	const entity = text.lastIndexOf('&');
	return text.slice(0, entity >= end - MAX_BROKEN_ENTITY ? entity : end);
}

/** Whether a URL that a service shows may be the beginning of the one that was sent: some databases cut long texts. */
export function isCutFrom(shown: unknown, given: unknown, parameters?: unknown): boolean {
	const text = textOf(shown).trim();
	if (text.length < MIN_CUT_LENGTH) return false;
	const { whole } = addressOf(withoutBrokenEnd(text));
	return storedForms(textOf(given), pairsOf(parameters)).some((form) => {
		const sent = addressOf(form).whole;
		return sent.length > whole.length && sent.startsWith(whole);
	});
}

/** Without the parameters given beside it: a service that writes them into the long URL would add them once more. */
export function withoutParameters(url: string, parameters: unknown): string {
	const given = new Set(pairsOf(parameters).map((pair) => JSON.stringify(pair)));
	return withQuery(url, (pair) => !given.has(JSON.stringify(pair)));
}

/** The URL without query parameters that another one does not have: those that the link had before. */
export function withoutOtherParameters(url: string, other: unknown): string {
	const names = new Set(parsedUrl(textOf(other))?.searchParams.keys());
	return withQuery(url, ([name]) => names.has(name));
}

/** The URL with some of its query parameters. To delete one after the other would take quadratic time. */
function withQuery(url: string, isKept: (pair: Pair) => boolean): string {
	const address = parsedUrl(url);
	if (!address) return url;
	const pairs = [...address.searchParams];
	const kept = pairs.filter(isKept);
	if (kept.length === pairs.length) return url;
	address.search = new URLSearchParams(kept).toString();
	return address.href;
}
