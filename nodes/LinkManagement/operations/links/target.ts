import type { IDataObject } from 'n8n-workflow';

import { isSameAddress, isWholeAddress } from '../../values/comparable';
import { isObject, textOf } from '../../values/json';
import { parsedUrl } from '../../values/parsedUrl';

type Pair = [name: string, value: string];

/** The URL Parameters of a link's body (api.md section 4.8, `parameters`). */
const parametersOf = ({ parameters }: IDataObject): Pair[] =>
	(Array.isArray(parameters) ? parameters : [])
		.filter(isObject)
		.map(({ name, value }) => [textOf(name), textOf(value)]);

/** The address with the parameters at its end, after its fragment if it has one. */
const appended = (url: string, parameters: Pair[]) =>
	`${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams(parameters).toString()}`;

/** The address with the parameters in its query, each added by `add`. */
function inQuery(
	url: string,
	parameters: Pair[],
	add: (query: URLSearchParams, pair: Pair) => void,
): string {
	const address = parsedUrl(url);
	if (!address) return url;
	for (const pair of parameters) add(address.searchParams, pair);
	return address.href;
}

/** The long URLs that services may store for a link. api.md does not show how they store its URL Parameters. */
function storedTargets(body: IDataObject): string[] {
	const url = textOf(body.url);
	const parameters = parametersOf(body);
	if (parameters.length === 0) return [url];
	return [
		url,
		appended(url, parameters),
		inQuery(url, parameters, (query, pair) => query.append(...pair)),
		inQuery(url, parameters, (query, pair) => query.set(...pair)),
		inQuery(url, parameters, (query, [name, value]) => {
			if (!query.has(name)) query.append(name, value);
		}),
	];
}

/** Whether a link leads to the requested URL. The service may have added the parameters to the long URL. */
export const hasSameTarget = ({ longurl }: IDataObject, body: IDataObject): boolean =>
	textOf(longurl) !== '' && storedTargets(body).some((target) => isSameAddress(longurl, target));

/** Whether the long URL of such a link is surely the requested one. @see isWholeAddress */
export const hasWholeTarget = ({ longurl }: IDataObject, body: IDataObject): boolean =>
	storedTargets(body).some((target) => isWholeAddress(longurl, target));

/** An address without the query parameters that another one does not have. */
function withoutOtherParameters(address: string, other: string): string {
	const url = parsedUrl(address);
	const otherUrl = parsedUrl(other);
	if (!url || !otherUrl) return address;
	const names = new Set(otherUrl.searchParams.keys());
	const parameters = [...url.searchParams];
	const kept = parameters.filter(([name]) => names.has(name));
	// To delete one after the other takes quadratic time
	if (kept.length < parameters.length) url.search = new URLSearchParams(kept).toString();
	return url.href;
}

/** As {@link hasSameTarget}, for a link that may have parameters of its own, which the service adds to every new long URL. */
export const leadsTo = (link: IDataObject, body: IDataObject): boolean =>
	hasSameTarget(link, body) ||
	hasSameTarget({ longurl: withoutOtherParameters(textOf(link.longurl), textOf(body.url)) }, body);
