import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import {
	type ListEndpoint,
	listEndpoint,
	LISTS,
	type NamedList,
	nameOfRecord,
	recordIdOf,
} from '../client/endpoints';
import { countryNames, knownCountry } from '../fields/data/countries';
import { knownLanguage, languageOptions } from '../fields/data/languages';
import { DEVICES, knownDevice, type KnownName } from '../fields/knownNames';
import { searchableText, unescaped } from '../text/comparable';
import { textOf } from '../text/json';

export interface DropdownList {
	list: ListEndpoint;
	searches?: true;
	/** What to do if the service or the plan does not have the list. Default: to enter the ID. */
	withoutList?: string;
	/** Undefined for a record that can't be chosen: some records of a list have no ID (services.md section 3). */
	entry: (record: IDataObject) => INodeListSearchItems | undefined;
}

const namedEntry = (record: IDataObject): INodeListSearchItems | undefined => {
	const id = recordIdOf(record);
	return id === undefined ? undefined : { name: nameOfRecord(record) || String(id), value: id };
};

/** A record as the `type` of a link (services.md section 4). */
const linkTypeEntry =
	(label: string, prefix: string): DropdownList['entry'] =>
	(record) => {
		const entry = namedEntry(record);
		return entry && { name: `${label}: ${entry.name}`, value: `${prefix}${entry.value}` };
	};

const dropdownOf = (list: NamedList, more: Partial<DropdownList> = {}): DropdownList => ({
	list: listEndpoint(list),
	entry: namedEntry,
	...more,
});

export const DROPDOWNS = {
	campaigns: dropdownOf(LISTS.campaigns),
	channels: dropdownOf(LISTS.channels),
	pixels: dropdownOf(LISTS.pixels),
	domains: dropdownOf(LISTS.domains),
	/** A link takes the name of a domain, not its ID, which is looked up in the same list. */
	domainNames: dropdownOf(LISTS.domains, {
		withoutList: 'Choose By Domain and enter the domain with https://.',
		entry: ({ domain }) =>
			textOf(domain) === '' ? undefined : { name: textOf(domain), value: textOf(domain) },
	}),
	qrCodes: dropdownOf(LISTS.qrCodes),
	/** In a field that has the modes of a link. */
	qrItems: dropdownOf(LISTS.qrCodes, {
		withoutList: 'Choose By ID or Short URL and enter the ID.',
	}),
	links: dropdownOf(LISTS.links, {
		searches: true,
		withoutList: 'Choose By ID or Short URL and enter one of them.',
		entry(link) {
			const value = recordIdOf(link);
			if (value === undefined) return undefined;
			const url = textOf(link.shorturl);
			const names = [url, unescaped(textOf(link.title))].filter(Boolean);
			const name = names.join(' · ') || String(value);
			return { name, value, url, description: textOf(link.longurl) };
		},
	}),
	splashPages: dropdownOf(LISTS.splashPages, { entry: linkTypeEntry('Splash Page', '') }),
	overlays: dropdownOf(LISTS.overlays, { entry: linkTypeEntry('Overlay', 'overlay-') }),
};

/** Those that begin with the filter come first: "ger" finds Germany before Algeria. */
export function matchingFirst(entries: INodeListSearchItems[], filter: string) {
	const wanted = searchableText(filter);
	const places = entries.map(({ name, description = '' }) =>
		Math.sign(searchableText(`${name} ${description}`).indexOf(wanted)),
	);
	return [0, 1].flatMap((place) => entries.filter((_, index) => places[index] === place));
}

const WEB_ADDRESS = /^https?:\/\//i;

/** n8n evaluates a saved text that begins with `=`, and the editor puts `=` before a typed one that has `{{`. */
const isExpression = (text: string): boolean => text.trimStart().startsWith('=');
const mayBecomeExpression = (text: string): boolean => isExpression(text) || text.includes('{{');

/**
 * The editor saves the value, the name and the address of the chosen entry, and n8n evaluates each of them as an expression if
 * it begins with `=`. So a record that someone else named could run an expression in this workflow.
 */
export function safeEntry({ url, ...entry }: INodeListSearchItems) {
	const { name, value } = entry;
	if (typeof value === 'string' && mayBecomeExpression(value)) return undefined;
	return {
		...entry,
		name: isExpression(name) ? `"${name}"` : name,
		...(url !== undefined && WEB_ADDRESS.test(url) && { url }),
	};
}

/** @param known finds an entry also by another name or a code, such as UK */
const among = (entries: () => INodeListSearchItems[], known: KnownName) =>
	async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		const all = entries();
		const knownValue = known(filter);
		const found = all.filter(({ value }) => value === knownValue);
		return { results: [...new Set([...found, ...matchingFirst(all, filter)])] };
	};

/** Lists for targeting that need no request. Services match names (services.md section 4); other names can be typed. */
export const staticLists = {
	searchCountries: among(() => countryNames().map((name) => ({ name, value: name })), knownCountry),
	searchDevices: among(() => DEVICES, knownDevice),
	searchLanguages: among(languageOptions, knownLanguage),
};
