import type { IDataObject, ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { isObject, textOf } from '../transport/json';
import { JSON_HEADERS, openService, type Service } from '../transport/service';
import { places } from './places';

/** Records per page of a dropdown, and the longest wait for the rate limit, in ms, that a person bears. */
const PAGE_SIZE = 100;
const PATIENCE = 5_000;
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

/** The last replies by key and request: opening five dropdowns must not eat the minute's budget. */
const replies = new WeakMap<object, Map<string, { at: number; body: IDataObject }>>();

async function recent(service: Service, url: string, qs: IDataObject): Promise<IDataObject> {
	const kept = replies.get(service.ledger) ?? new Map<string, { at: number; body: IDataObject }>();
	replies.set(service.ledger, kept);
	const name = `${url} ${JSON.stringify(qs)}`;
	for (const [old, { at }] of kept) if (Date.now() - at > FRESH) kept.delete(old);
	const known = kept.get(name);
	if (known) return known.body;
	const request = { method: 'GET' as const, baseURL: service.baseUrl, headers: JSON_HEADERS, url, qs };
	const body = await service.send(request, { patience: PATIENCE });
	kept.set(name, { at: Date.now(), body });
	return body;
}

/** One page of a list as entries of a dropdown; the token is the number of the next page. */
async function searchPage(
	context: ILoadOptionsFunctions,
	source: Source,
	filter = '',
	token = '1',
): Promise<INodeListSearchResult> {
	const service = await openService(context);
	const page = Number(token);
	const qs: IDataObject = { limit: PAGE_SIZE, page };
	if (source.searches && filter !== '') qs.q = filter;
	const body = await recent(service, source.path, qs);
	const data = isObject(body.data) ? body.data : {};
	const records = (Array.isArray(data[source.key]) ? data[source.key] : []) as IDataObject[];
	const wanted = filter.toLowerCase();
	const results = records
		.map(source.entry)
		.filter(({ name }) => source.searches === true || name.toLowerCase().includes(wanted));
	const more = records.length > 0 && page < Number(data.maxpage ?? 1);
	return { results, paginationToken: more ? String(page + 1) : undefined };
}

const search = (source: Source): Search =>
	async function (filter, token) {
		return await searchPage(this, source, filter, token);
	};

/** What can be assigned to a channel follows the item type; bio pages have no list in the API. */
async function searchItems(this: ILoadOptionsFunctions, filter?: string, token?: string) {
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

/** The plain kinds of redirection, then the account's splash pages and CTA overlays. */
async function searchLinkTypes(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const splash = await searchPage(this, SPLASH_PAGES, filter);
	const overlays = await searchPage(this, OVERLAYS, filter);
	const labelled = (label: string, { results }: INodeListSearchResult) =>
		results.map((entry) => ({ ...entry, name: `${label}: ${entry.name}` }));
	const plain = REDIRECTS.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()));
	return { results: [...plain, ...labelled('Splash Page', splash), ...labelled('Overlay', overlays)] };
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
