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

const parsed = (url: string): string => parsedUrl(url.trim())?.href ?? url.trim();

/** The URLs that a service may store. Some append the URL Parameters of the link, as text or as a URL parser does. */
function storedForms(url: string, parameters: Pair[]): Set<string> {
	const forms = new Set([parsed(url)]);
	if (parameters.length === 0) return forms;
	forms.add(
		parsed(`${url}${url.includes('?') ? '&' : '?'}${String(new URLSearchParams(parameters))}`),
	);
	const address = parsedUrl(url);
	if (!address) return forms;
	// At once, because to append one after the other takes quadratic time
	address.search = String(new URLSearchParams([...address.searchParams, ...parameters]));
	return forms.add(address.href);
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
