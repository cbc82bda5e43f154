import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { countryNames } from '../fields/countries';
import { DEVICES } from '../fields/devices';
import { languageOptions } from '../fields/languages';

/**
 * The entries whose name contains the filter. Those that begin with it come first: "ger" finds Germany before Algeria.
 *
 * @param filter in any case; '' matches all
 */
export function matchingFirst(
	entries: INodeListSearchItems[],
	filter: string,
): INodeListSearchItems[] {
	const wanted = filter.trim().toLowerCase();
	const places = entries.map((entry) => ({ entry, at: entry.name.toLowerCase().indexOf(wanted) }));
	return [...places.filter(({ at }) => at === 0), ...places.filter(({ at }) => at > 0)].map(
		({ entry }) => entry,
	);
}

const WEB_ADDRESS = /^https?:\/\//i;

/** n8n evaluates a saved text that begins with `=`, and the editor puts `=` before a typed one that has `{{`. */
const isExpression = (text: string): boolean => text.trimStart().startsWith('=');
const mayBecomeExpression = (text: string): boolean => isExpression(text) || text.includes('{{');

/**
 * An entry whose parts can be saved in a workflow. The editor saves the value, the name and the address of the chosen entry,
 * and n8n evaluates each of them as an expression if it begins with `=`. So a record that someone else named could run an
 * expression in this workflow.
 *
 * @returns with the name in quotes if it looks like an expression, without an address that is not of the web; undefined when
 *   the value looks like an expression
 */
export function safeEntry({
	url,
	...entry
}: INodeListSearchItems): INodeListSearchItems | undefined {
	const { name, value } = entry;
	if (typeof value === 'string' && mayBecomeExpression(value)) return undefined;
	return {
		...entry,
		name: isExpression(name) ? `"${name}"` : name,
		...(url !== undefined && WEB_ADDRESS.test(url) && { url }),
	};
}

const among = (entries: () => INodeListSearchItems[]) =>
	async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		return { results: matchingFirst(entries(), filter) };
	};

/** Lists for targeting that need no request. Services match names (services.md section 4); other names can be typed. */
export const staticLists = {
	searchCountries: among(() => countryNames().map((name) => ({ name, value: name }))),
	searchDevices: among(() => DEVICES),
	searchLanguages: among(languageOptions),
};
