import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { type ListEndpoint, LISTS } from '../api/lists';
import type { ListSearchMethod } from '../fields/locator';
import { type Page, readPage } from '../transport/lists/page';
import { openService } from '../transport/service';
import { textOf } from '../values/json';
import { places } from './staticLists';

/** Records per page of a dropdown, and the longest wait for the rate limit, in ms, that a person bears. */
const PAGE_SIZE = 100;
const MAX_WAIT = 5_000;
/** Most pages looked at for one that holds what is searched for. */
const MAX_PAGES = 10;
/** How long a reply is good enough for a dropdown, in ms. */
const MAX_PAGE_AGE = 30_000;

interface DropdownList {
	list: ListEndpoint;
	/** Set when the service searches itself. */
	searches?: true;
	entry: (record: IDataObject) => INodeListSearchItems;
}

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

const byName = (record: IDataObject): INodeListSearchItems => ({
	name: textOf(record.name ?? record.domain ?? record.id),
	value: Number(record.id),
});

const CAMPAIGNS: DropdownList = { list: LISTS.campaigns, entry: byName };
const CHANNELS: DropdownList = { list: LISTS.channels, entry: byName };
const OVERLAYS: DropdownList = { list: LISTS.overlays, entry: byName };
const QR_CODES: DropdownList = { list: LISTS.qrCodes, entry: byName };
const SPLASH_PAGES: DropdownList = { list: LISTS.splashPages, entry: byName };
const DOMAINS: DropdownList = { list: LISTS.domains, entry: byName };
const LINKS: DropdownList = {
	list: LISTS.links,
	searches: true,
	entry: ({ id, shorturl, longurl, title }) => ({
		name: [shorturl, title].map(textOf).filter(Boolean).join(' · '),
		value: Number(id),
		url: textOf(shorturl),
		description: textOf(longurl),
	}),
};

/** The last pages by key and request: opening five dropdowns must not eat the minute's budget. */
const pages = new WeakMap<object, Map<string, { at: number; page: Page }>>();

async function readRecentPage(
	context: ILoadOptionsFunctions,
	{ list }: DropdownList,
	qs: IDataObject,
	until: number,
): Promise<Page> {
	const service = await openService(context);
	const kept = pages.get(service.createdRecords) ?? new Map<string, { at: number; page: Page }>();
	pages.set(service.createdRecords, kept);
	const name = `${list.path} ${JSON.stringify(qs)}`;
	for (const [old, { at }] of kept) if (Date.now() - at > MAX_PAGE_AGE) kept.delete(old);
	const known = kept.get(name);
	if (known) return known.page;
	const page = await readPage(service, list, qs, { maxWait: until - Date.now() });
	kept.set(name, { at: Date.now(), page });
	return page;
}

/**
 * One page of a list as entries of a dropdown; the token is the number of the next page. Of a list that is searched here,
 * the next page with a match: n8n asks for more only where there is something already.
 */
async function searchPage(
	context: ILoadOptionsFunctions,
	source: DropdownList,
	filter: string,
	token: string,
): Promise<INodeListSearchResult> {
	const until = Date.now() + MAX_WAIT;
	const [q, wanted] = source.searches
		? [filter || undefined, '']
		: [undefined, filter.toLowerCase()];
	const end = Number(token) + MAX_PAGES;
	for (let next = Number(token); ;) {
		const { records, last = Infinity } = await readRecentPage(
			context,
			source,
			{ limit: PAGE_SIZE, page: next++, q },
			until,
		);
		const results = records
			.map(source.entry)
			.filter(({ name }) => name.toLowerCase().includes(wanted));
		const isLast = records.length === 0 || next > last;
		if (isLast || wanted === '' || results.length > 0 || next >= end || Date.now() > until) {
			return { results, paginationToken: isLast ? undefined : String(next) };
		}
	}
}

const search = (source: DropdownList): Search =>
	async function (filter = '', token = '1') {
		return await searchPage(this, source, filter, token);
	};

/** What can be assigned to a channel follows the item type; bio pages have no list in the API. */
async function searchItems(this: ILoadOptionsFunctions, filter = '', token = '1') {
	const type = this.getNodeParameter('itemType', 'links');
	if (type === 'links') return await searchPage(this, LINKS, filter, token);
	if (type === 'qr') return await searchPage(this, QR_CODES, filter, token);
	return { results: [] };
}

/** The names of the domains are what a link takes, not their IDs. */
const DOMAIN_NAMES: DropdownList = {
	...DOMAINS,
	entry: ({ domain }) => ({ name: textOf(domain), value: textOf(domain) }),
};

const REDIRECTS: INodeListSearchItems[] = [
	{ name: 'Direct', value: 'direct' },
	{ name: 'Frame', value: 'frame' },
	{ name: 'Splash', value: 'splash' },
];

/** The plain kinds of redirection, then the account's splash pages and CTA overlays. The token holds the next page of both. */
async function searchLinkTypes(
	this: ILoadOptionsFunctions,
	filter = '',
	token = '',
): Promise<INodeListSearchResult> {
	const [splashPage, overlayPage] = token === '' ? ['1', '1'] : token.split(' ');
	const page = async (label: string, source: DropdownList, next = '') => {
		const { results, paginationToken = '' } =
			next === '' ? { results: [] } : await searchPage(this, source, filter, next);
		return {
			entries: results.map((entry) => ({ ...entry, name: `${label}: ${entry.name}` })),
			next: textOf(paginationToken),
		};
	};
	const splash = await page('Splash Page', SPLASH_PAGES, splashPage);
	const overlays = await page('Overlay', OVERLAYS, overlayPage);
	const plain = REDIRECTS.filter(
		({ name }) => token === '' && name.toLowerCase().includes(filter.toLowerCase()),
	);
	const more = `${splash.next} ${overlays.next}`;
	return {
		results: [...plain, ...splash.entries, ...overlays.entries],
		paginationToken: more === ' ' ? undefined : more,
	};
}

/** What fills the locators' lists. */
export const listSearch = {
	...places,
	searchCampaigns: search(CAMPAIGNS),
	searchChannels: search(CHANNELS),
	searchDomains: search(DOMAINS),
	searchDomainNames: search(DOMAIN_NAMES),
	searchItems,
	searchLinks: search(LINKS),
	searchLinkTypes,
	searchQrCodes: search(QR_CODES),
} satisfies Record<ListSearchMethod, unknown>;
