import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { type ListEndpoint, LISTS } from '../api/lists';
import { perKey } from '../client/memory';
import { openService, type Service } from '../client/service';
import { isFailure } from '../errors';
import type { ListSearchMethod } from '../fields/locator';
import { type Page, readPage } from '../lists/page';
import { LARGE_PAGE, pageSizesOf, USUAL_PAGE } from '../lists/pageSizes';
import { textOf } from '../values/json';
import { numberFrom } from '../values/numbers';
import { matchingFirst } from './matching';
import { staticLists } from './staticLists';

/** Longest wait for the rate limit, in ms, that is acceptable for a dropdown. */
const MAX_WAIT = 5_000;
/** Longest time for one search, in ms, whatever the service does. */
const MAX_DURATION = 20_000;
/** Longest wait for one reply to a search, in ms: after two large pages that do not come, a small one has time left. */
const SEARCH_TIMEOUT = 6_000;
/** Most pages that are searched for a match. */
const MAX_PAGES = 10;
/** How long a reply may be reused for a dropdown, in ms. */
const MAX_PAGE_AGE = 30_000;

interface DropdownList {
	list: ListEndpoint;
	/** Set when the service can search. */
	searches?: true;
	/** Undefined for a record that can't be chosen: some records of a list have no ID (services.md section 3). */
	entry: (record: IDataObject) => INodeListSearchItems | undefined;
}

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

const byName = (record: IDataObject): INodeListSearchItems | undefined => {
	const id = numberFrom(record.id);
	const name = textOf(record.name ?? record.campaign ?? record.domain ?? record.id);
	return id === undefined ? undefined : { name, value: id };
};

const CAMPAIGNS: DropdownList = {
	list: { ...LISTS.campaigns, endpoint: 'list campaigns' },
	entry: byName,
};
const CHANNELS: DropdownList = {
	list: { ...LISTS.channels, endpoint: 'list channels' },
	entry: byName,
};
const PIXELS: DropdownList = {
	list: { ...LISTS.pixels, endpoint: 'list tracking pixels' },
	entry: byName,
};
const DOMAINS: DropdownList = {
	list: { ...LISTS.domains, endpoint: 'list branded domains' },
	entry: byName,
};
const QR_CODES: DropdownList = {
	list: { ...LISTS.qrCodes, endpoint: 'list QR codes' },
	entry: byName,
};
const LINKS: DropdownList = {
	list: { ...LISTS.links, endpoint: 'list short links' },
	searches: true,
	entry({ id, shorturl, longurl, title }) {
		const value = numberFrom(id);
		if (value === undefined) return undefined;
		const name = [shorturl, title].map(textOf).filter(Boolean).join(' · ') || String(value);
		return { name, value, url: textOf(shorturl), description: textOf(longurl) };
	},
};

/** A link takes the name of a domain, not its ID. */
const DOMAIN_NAMES: DropdownList = {
	list: LISTS.domains,
	entry: ({ domain }) =>
		textOf(domain) === '' ? undefined : { name: textOf(domain), value: textOf(domain) },
};

/** Splash pages and overlays, in the form of a link's `type` (services.md section 4). */
const SPLASH_PAGES: DropdownList = {
	list: LISTS.splashPages,
	entry(record) {
		const entry = byName(record);
		return entry && { name: `Splash Page: ${entry.name}`, value: textOf(entry.value) };
	},
};
const OVERLAYS: DropdownList = {
	list: LISTS.overlays,
	entry(record) {
		const entry = byName(record);
		return entry && { name: `Overlay: ${entry.name}`, value: `overlay-${entry.value}` };
	},
};

/** The last pages by key and request: opening five dropdowns must not use up the minute. */
const recentPagesOf = perKey(() => new Map<string, { at: number; page: Page }>());

interface PageQuery {
	page: number;
	/** Records to ask for. */
	size: number;
	/** Keyword of the service's own search. */
	q?: string;
}

const keptPagesOf = (service: Service) => {
	const kept = recentPagesOf(service);
	for (const [old, { at }] of kept) if (Date.now() - at > MAX_PAGE_AGE) kept.delete(old);
	return kept;
};

const nameOf = ({ list }: DropdownList, query: PageQuery) =>
	`${list.path} ${JSON.stringify(query)}`;

async function readRecentPage(
	service: Service,
	source: DropdownList,
	query: PageQuery,
	until: number,
): Promise<Page> {
	const kept = keptPagesOf(service);
	const name = nameOf(source, query);
	const known = kept.get(name);
	if (known) return known.page;
	const { list } = source;
	const { size, ...parameters } = query;
	const options = { maxWait: until - Date.now() };
	const sizes = pageSizesOf(service).toTry(size);
	const page = await readPage(service, list, parameters, sizes, options);
	kept.set(name, { at: Date.now(), page });
	return page;
}

/** Whether a dropdown that was just opened showed the whole list. */
const isOnScreen = (service: Service, source: DropdownList): boolean =>
	keptPagesOf(service).get(nameOf(source, { page: 1, size: USUAL_PAGE }))?.page.last === 1;

interface PageSearch {
	filter: string;
	/** The number of the page, as text. */
	token: string;
	/** Set for a choice that n8n loads at once. */
	readsAll?: true;
}

/** The service's part of a search, and the node's part. */
function querySplit(service: Service, source: DropdownList, { filter, readsAll }: PageSearch) {
	if (source.searches)
		return { wanted: '', query: { size: USUAL_PAGE, ...(filter && { q: filter }) } };
	const readsMany = readsAll ?? (filter !== '' && !isOnScreen(service, source));
	return { wanted: filter, query: { size: readsMany ? LARGE_PAGE : USUAL_PAGE } };
}

/**
 * One page of a list as entries of a dropdown; the token is the number of the next page. For a list that the node
 * searches, it is the next page with a match, because n8n requests more entries only after it got some.
 */
async function searchPage(
	context: ILoadOptionsFunctions,
	source: DropdownList,
	pageSearch: PageSearch,
): Promise<INodeListSearchResult> {
	const { filter, readsAll } = pageSearch;
	const timeout = filter !== '' || readsAll ? SEARCH_TIMEOUT : undefined;
	const service = await openService(context, { maxDuration: MAX_DURATION, timeout });
	const until = Date.now() + MAX_WAIT;
	const { wanted, query } = querySplit(service, source, pageSearch);
	const start = Number(pageSearch.token);
	for (let page = start; ;) {
		const asked = { page: page++, ...query };
		const { records, last = Infinity } = await readRecentPage(service, source, asked, until);
		const entries = records.map(source.entry).filter((entry) => entry !== undefined);
		const results = matchingFirst(entries, wanted);
		const isLast = records.length === 0 || page > last;
		const isEnough = wanted === '' || results.length > 0 || page >= start + MAX_PAGES;
		if (isLast || isEnough || Date.now() > until) {
			return { results, paginationToken: isLast ? undefined : String(page) };
		}
	}
}

/** What to do without the list, if the service or the plan does not have it. */
const WITHOUT_LIST = 'Choose By ID and enter the ID.';

/** Adds it to the message, which the editor shows in place of the list. @returns the same error */
function withAdvice(error: unknown): unknown {
	if (isFailure(error, 'forbidden', 'invalidKey', 'notFound', 'notOffered', 'refused')) {
		error.message = `${error.message.replace(/\.$/, '')}. ${WITHOUT_LIST}`;
	}
	return error;
}

const search = (source: DropdownList): Search =>
	async function (filter = '', token = '1') {
		return await searchPage(this, source, { filter, token }).catch((error: unknown) => {
			throw withAdvice(error);
		});
	};

/** The items of the chosen type, for Assign Item. Bio pages have no list in the API. */
async function searchItems(this: ILoadOptionsFunctions, filter = '', token = '1') {
	const type = this.getNodeParameter('itemType', 'links');
	if (type === 'links') return await searchPage(this, LINKS, { filter, token });
	if (type === 'qr') return await searchPage(this, QR_CODES, { filter, token });
	return { results: [] };
}

const PLAIN_TYPES: INodeListSearchItems[] = [
	{ name: 'Direct', value: 'direct' },
	{ name: 'Frame', value: 'frame' },
	{ name: 'Splash (Default Page)', value: 'splash' },
];

/** One part of a dropdown. If it can't be read, the others are still shown: a plan may not include overlays. */
async function searchPart(
	context: ILoadOptionsFunctions,
	source: DropdownList,
	filter: string,
	token: string,
): Promise<INodeListSearchResult> {
	if (token === '') return { results: [] };
	try {
		return await searchPage(context, source, { filter, token });
	} catch (error) {
		const reason = error instanceof Error ? error.message : textOf(error);
		context.logger.debug(`${source.list.path} is left out of the redirect types: ${reason}`);
		return { results: [] };
	}
}

/** The plain types, then the account's splash pages and CTA overlays. The token holds the next page of both. */
async function searchLinkTypes(
	this: ILoadOptionsFunctions,
	filter = '',
	token = '',
): Promise<INodeListSearchResult> {
	const [splashPage = '', overlayPage = ''] = token === '' ? ['1', '1'] : token.split(' ');
	const [splash, overlays] = await Promise.all([
		searchPart(this, SPLASH_PAGES, filter, splashPage),
		searchPart(this, OVERLAYS, filter, overlayPage),
	]);
	const plain = token === '' ? matchingFirst(PLAIN_TYPES, filter) : [];
	const next = [splash, overlays].map(({ paginationToken }) => textOf(paginationToken)).join(' ');
	return {
		results: [...plain, ...splash.results, ...overlays.results],
		paginationToken: next === ' ' ? undefined : next,
	};
}

/** A page of the account's pixels for a multiple choice, which n8n loads at once. */
export const readPixels = async (context: ILoadOptionsFunctions, token: string) =>
	await searchPage(context, PIXELS, { filter: '', token, readsAll: true });

/** What fills the locators' lists. */
export const listSearch = {
	...staticLists,
	searchCampaigns: search(CAMPAIGNS),
	searchChannels: search(CHANNELS),
	searchDomains: search(DOMAINS),
	searchDomainNames: search(DOMAIN_NAMES),
	searchItems,
	searchLinks: search(LINKS),
	searchLinkTypes,
	searchPixels: search(PIXELS),
	searchQrCodes: search(QR_CODES),
} satisfies Record<ListSearchMethod, unknown>;
