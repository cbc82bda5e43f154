import type { IDataObject, ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { wrongShape } from '../execution/results';
import { textOf } from '../transport/json';
import { type Page, pageOf, WrongShape } from '../transport/paging';
import { JSON_HEADERS, openService } from '../transport/service';
import { places } from './places';

/** Records per page of a dropdown, and the longest wait for the rate limit, in ms, that a person bears. */
const PAGE_SIZE = 100;
const PATIENCE = 5_000;
/** Most pages looked at for one that holds what is searched for. */
const MOST_PAGES = 10;
/** How long a reply is good enough for a dropdown, in ms. */
const FRESH = 30_000;

interface Source {
	path: `/api/${string}`;
	/** Name of the array in `data`. */
	key: string;
	/** Set when the service searches itself. */
	searches?: true;
	entry: (record: IDataObject) => INodeListSearchItems;
}

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

const named = (record: IDataObject): INodeListSearchItems => ({
	name: textOf(record.name ?? record.domain ?? record.id),
	value: Number(record.id),
});

const CAMPAIGNS: Source = { path: '/api/campaigns', key: 'campaigns', entry: named };
const CHANNELS: Source = { path: '/api/channels', key: 'channels', entry: named };
const OVERLAYS: Source = { path: '/api/overlay', key: 'cta', entry: named };
const QR_CODES: Source = { path: '/api/qr', key: 'qrs', entry: named };
const SPLASH_PAGES: Source = { path: '/api/splash', key: 'splash', entry: named };
const DOMAINS: Source = { path: '/api/domains', key: 'domains', entry: named };
const LINKS: Source = {
	path: '/api/urls',
	key: 'urls',
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

async function recent(context: ILoadOptionsFunctions, { path, key }: Source, qs: IDataObject, until: number): Promise<Page> {
	const service = await openService(context);
	const kept = pages.get(service.ledger) ?? new Map<string, { at: number; page: Page }>();
	pages.set(service.ledger, kept);
	const name = `${path} ${JSON.stringify(qs)}`;
	for (const [old, { at }] of kept) if (Date.now() - at > FRESH) kept.delete(old);
	const known = kept.get(name);
	if (known) return known.page;
	const request = { method: 'GET' as const, baseURL: service.baseUrl, headers: JSON_HEADERS, url: path, qs };
	const page = pageOf(await service.send(request, { patience: until - Date.now() }), key);
	if (!page) throw wrongShape(new WrongShape(`a list under "${key}"`), context.getNode());
	kept.set(name, { at: Date.now(), page });
	return page;
}

/**
 * One page of a list as entries of a dropdown; the token is the number of the next page. Of a list that is searched here,
 * the next page with a match: n8n asks for more only where there is something already.
 */
async function searchPage(
	context: ILoadOptionsFunctions,
	source: Source,
	filter: string,
	token: string,
): Promise<INodeListSearchResult> {
	const until = Date.now() + PATIENCE;
	const [q, wanted] = source.searches ? [filter || undefined, ''] : [undefined, filter.toLowerCase()];
	const end = Number(token) + MOST_PAGES;
	for (let next = Number(token); ; ) {
		const { records, last = Infinity } = await recent(context, source, { limit: PAGE_SIZE, page: next++, q }, until);
		const results = records.map(source.entry).filter(({ name }) => name.toLowerCase().includes(wanted));
		const isLast = records.length === 0 || next > last;
		if (isLast || wanted === '' || results.length > 0 || next >= end || Date.now() > until) {
			return { results, paginationToken: isLast ? undefined : String(next) };
		}
	}
}

const search = (source: Source): Search =>
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
const DOMAIN_NAMES: Source = {
	...DOMAINS,
	entry: ({ domain }) => ({ name: textOf(domain), value: textOf(domain) }),
};

const REDIRECTS: INodeListSearchItems[] = [
	{ name: 'Direct', value: 'direct' },
	{ name: 'Frame', value: 'frame' },
	{ name: 'Splash', value: 'splash' },
];

/** The plain kinds of redirection, then the account's splash pages and CTA overlays. The token holds the next page of both. */
async function searchLinkTypes(this: ILoadOptionsFunctions, filter = '', token = ''): Promise<INodeListSearchResult> {
	const [splashPage, overlayPage] = token === '' ? ['1', '1'] : token.split(' ');
	const page = async (label: string, source: Source, next = '') => {
		const { results, paginationToken = '' } = next === '' ? { results: [] } : await searchPage(this, source, filter, next);
		return { entries: results.map((entry) => ({ ...entry, name: `${label}: ${entry.name}` })), next: textOf(paginationToken) };
	};
	const splash = await page('Splash Page', SPLASH_PAGES, splashPage);
	const overlays = await page('Overlay', OVERLAYS, overlayPage);
	const plain = REDIRECTS.filter(({ name }) => token === '' && name.toLowerCase().includes(filter.toLowerCase()));
	const more = `${splash.next} ${overlays.next}`;
	return { results: [...plain, ...splash.entries, ...overlays.entries], paginationToken: more === ' ' ? undefined : more };
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
};

export type ListSearchMethod = keyof typeof listSearch;
