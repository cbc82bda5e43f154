import type { IDataObject, INodeListSearchItems } from 'n8n-workflow';

import { type ListEndpoint, LISTS, NAME_KEYS } from '../api/lists';
import { unescaped } from '../values/comparable';
import { textOf } from '../values/json';
import { numberFrom } from '../values/numbers';

/** A list of the service as the entries of a dropdown. */
export interface DropdownList {
	list: ListEndpoint;
	/** Set when the service can search. */
	searches?: true;
	/** What to do if the service or the plan does not have the list. Default: to enter the ID. */
	withoutList?: string;
	/** Undefined for a record that can't be chosen: some records of a list have no ID (services.md section 3). */
	entry: (record: IDataObject) => INodeListSearchItems | undefined;
}

/** A name is optional for a campaign (api.md section 4.5), so the ID stands for one that is empty. */
const namedEntry = (record: IDataObject): INodeListSearchItems | undefined => {
	const id = numberFrom(record.id);
	const texts = [...NAME_KEYS, 'id'].map((key) => textOf(record[key]));
	const name = texts.find((text) => text.trim() !== '') ?? '';
	return id === undefined ? undefined : { name: unescaped(name), value: id };
};

export const CAMPAIGNS: DropdownList = {
	list: { ...LISTS.campaigns, endpoint: 'list campaigns' },
	entry: namedEntry,
};
export const CHANNELS: DropdownList = {
	list: { ...LISTS.channels, endpoint: 'list channels' },
	entry: namedEntry,
};
export const PIXELS: DropdownList = {
	list: { ...LISTS.pixels, endpoint: 'list tracking pixels' },
	entry: namedEntry,
};
export const DOMAINS: DropdownList = {
	list: { ...LISTS.domains, endpoint: 'list branded domains' },
	entry: namedEntry,
};
export const QR_CODES: DropdownList = {
	list: { ...LISTS.qrCodes, endpoint: 'list QR codes' },
	entry: namedEntry,
};
export const LINKS: DropdownList = {
	list: { ...LISTS.links, endpoint: 'list short links' },
	searches: true,
	entry({ id, shorturl, longurl, title }) {
		const value = numberFrom(id);
		if (value === undefined) return undefined;
		const name =
			[textOf(shorturl), unescaped(textOf(title))].filter(Boolean).join(' · ') || String(value);
		return { name, value, url: textOf(shorturl), description: textOf(longurl) };
	},
};

/** A link takes the name of a domain, not its ID, which is looked up in the same list. */
export const DOMAIN_NAMES: DropdownList = {
	list: DOMAINS.list,
	withoutList: 'Choose By Domain and enter the domain with https://.',
	entry: ({ domain }) =>
		textOf(domain) === '' ? undefined : { name: textOf(domain), value: textOf(domain) },
};

/** Splash pages and overlays, in the form of a link's `type` (services.md section 4). */
export const SPLASH_PAGES: DropdownList = {
	list: LISTS.splashPages,
	entry(record) {
		const entry = namedEntry(record);
		return entry && { name: `Splash Page: ${entry.name}`, value: textOf(entry.value) };
	},
};
export const OVERLAYS: DropdownList = {
	list: LISTS.overlays,
	entry(record) {
		const entry = namedEntry(record);
		return entry && { name: `Overlay: ${entry.name}`, value: `overlay-${entry.value}` };
	},
};
