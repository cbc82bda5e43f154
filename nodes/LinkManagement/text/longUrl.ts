import { Address, decoded, parsedUrl, unescaped } from './comparable';
import { objectsIn, textOf } from './json';

/** A URL that a service shows is one that was sent, or differs by what services change without leading elsewhere, or is another one. */
export type Likeness = 'same' | 'alike' | 'different';

const FROM_UNLIKE_TO_LIKE: Likeness[] = ['different', 'alike', 'same'];

export const leastLike = (all: Likeness[]): Likeness =>
	FROM_UNLIKE_TO_LIKE.find((one) => all.includes(one)) ?? 'same';

type Pair = [name: string, value: string];

const pairsOf = (parameters: unknown): Pair[] =>
	objectsIn(parameters).map(({ name, value }) => [textOf(name), textOf(value)]);

/** Each parameter once, with its last value, in the place of those of the query that have its name. */
function withReplaced(pairs: Pair[], parameters: Pair[]): Pair[] {
	const values = new Map(parameters);
	const replaced = new Set<string>();
	const all: Pair[] = [];
	for (const [name, value] of [...pairs, ...parameters]) {
		if (replaced.has(name)) continue;
		if (values.has(name)) replaced.add(name);
		all.push([name, values.get(name) ?? value]);
	}
	return all;
}

/** The first of the parameters with each name that the query does not have. */
function withMissing(pairs: Pair[], parameters: Pair[]): Pair[] {
	const names = new Set(pairs.map(([name]) => name));
	const all = [...pairs];
	for (const [name, value] of parameters) {
		if (names.has(name)) continue;
		names.add(name);
		all.push([name, value]);
	}
	return all;
}

const parsed = (url: string): string => parsedUrl(url.trim())?.href ?? url.trim();

function withQuery(address: URL, pairs: Pair[]): string {
	address.search = new URLSearchParams(pairs).toString();
	return address.href;
}

/** The URLs that a service may store. Some write the URL Parameters of the link into it, each in its own way. */
function storedForms(url: string, parameters: Pair[]): Set<string> {
	const forms = new Set([parsed(url)]);
	if (parameters.length === 0) return forms;
	forms.add(
		parsed(`${url}${url.includes('?') ? '&' : '?'}${String(new URLSearchParams(parameters))}`),
	);
	const address = parsedUrl(url);
	if (!address) return forms;
	const pairs = [...address.searchParams];
	const appended = [...pairs, ...parameters];
	forms.add(withQuery(address, appended));
	// Otherwise, the two ways below give the same
	if (new Set(appended.map(([name]) => name)).size === appended.length) return forms;
	forms.add(withQuery(address, withReplaced(pairs, parameters)));
	const completed = withMissing(pairs, parameters);
	if (completed.length > pairs.length) forms.add(withQuery(address, completed));
	return forms;
}

function isAlike(shown: Address, sent: Address): boolean {
	return (
		shown.host === sent.host &&
		shown.path === sent.path &&
		shown.query === sent.query &&
		['', sent.fragment].includes(shown.fragment)
	);
}

/** A long URL of a row, to compare it with those that a service shows. It is prepared once, because to do so for each link would stop n8n. */
export class LongUrl {
	private readonly url: string;
	private knownForms: Set<string> | undefined;
	private knownAddresses: Address[] | undefined;

	/** @param parameters given with it: rows with `name` and `value` */
	constructor(
		url: unknown,
		private readonly parameters?: unknown,
	) {
		this.url = textOf(url);
	}

	get isEmpty(): boolean {
		return this.url.trim() === '';
	}

	/** @param shown by the service */
	compare(shown: unknown): Likeness {
		const stored = textOf(shown);
		if (stored === this.url) return 'same';
		if (this.forms.has(parsed(stored))) return 'same';
		const address = new Address(stored);
		return this.addresses.some((sent) => isAlike(address, sent)) ? 'alike' : 'different';
	}

	/** As {@link compare}, but HTML escapes that a service stored make no difference. */
	compareUnescaped(shown: unknown): Likeness {
		const how = this.compare(shown);
		return how === 'alike' ? this.compare(unescaped(textOf(shown))) : how;
	}

	private get forms(): Set<string> {
		return (this.knownForms ??= storedForms(this.url, pairsOf(this.parameters)));
	}

	private get addresses(): Address[] {
		return (this.knownAddresses ??= [...this.forms].map((form) => new Address(form)));
	}
}

/** The name of a parameter as it stands in a query. */
function nameOfPair(pair: string): string {
	const [written = ''] = pair.split('=', 1);
	return /[%+]/.test(written) ? decoded(written.replaceAll('+', ' ')) : written;
}

/** The URL with some of its query parameters. What is kept stays as it is written: a server may read `%20` and `+` differently. */
export function withSomePairs(
	url: string,
	isKept: (name: string, pair: string) => boolean,
): string {
	const [, start, query = '', fragment = ''] = /^([^?#]*)\?([^#]*)(.*)$/s.exec(url) ?? [];
	if (start === undefined) return url;
	const kept = query.split('&').filter((pair) => isKept(nameOfPair(pair), pair));
	return `${start}${kept.length > 0 ? `?${kept.join('&')}` : ''}${fragment}`;
}

/** Without the parameters that are given beside it, which a service would add once more; without all UTM parameters where they are emptied. */
export function withoutParameters(url: string, parameters: unknown): string {
	if (!Array.isArray(parameters)) return url;
	const names = new Set(pairsOf(parameters).map(([name]) => name));
	return withSomePairs(url, (name) =>
		names.size === 0 ? !name.toLowerCase().startsWith('utm_') : !names.has(name),
	);
}

/** The URL without query parameters that another one does not have: those that the link had before. */
export function withoutOtherParameters(url: string, other: unknown): string {
	const names = new Set(parsedUrl(textOf(other))?.searchParams.keys());
	return withSomePairs(url, (name) => names.has(name));
}
