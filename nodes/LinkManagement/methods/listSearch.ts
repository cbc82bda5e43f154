import {
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
	type INodePropertyOptions,
	NodeOperationError,
} from 'n8n-workflow';
import { forgetOlder, perKey } from '../client/account';
import { openService, type Service } from '../client/service';
import { isFailure, messageOf } from '../errors';
import type { ListSearchMethod } from '../fields/locators';
import { isShared } from '../lists/page';
import { PageReader } from '../lists/pageReader';
import { LARGE_PAGE, USUAL_PAGE } from '../lists/pageSizes';
import { textOf } from '../text/json';
import {
	CAMPAIGNS,
	CHANNELS,
	DOMAIN_NAMES,
	DOMAINS,
	type DropdownList,
	LINKS,
	matchingFirst,
	OVERLAYS,
	PIXELS,
	QR_CODES,
	safeEntry,
	SPLASH_PAGES,
	staticLists,
} from './entries';

/** For the rate limit, in ms. */
const MAX_WAIT = 5_000;
/** For one search, in ms, whatever the service does. */
const MAX_DURATION = 20_000;
/** Longest wait for one reply to a search, in ms: after two large pages that do not come, a small one has time left. */
const SEARCH_TIMEOUT = 6_000;
/** Most pages that are searched for a match, or read for a multiple choice. */
const MAX_PAGES = 10;
/** In ms. */
const MAX_PAGE_AGE = 30_000;

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

interface Entries {
	entries: INodeListSearchItems[];
	/** The list ends here. */
	isEmpty: boolean;
	last: number | undefined;
}

/** The last pages of dropdowns: opening five dropdowns must not use up the minute. At most those of half a minute. */
const recentPagesOf = perKey(() => new Map<DropdownList, Map<string, Entries & { at: number }>>());

function keptPagesOf(service: Service, source: DropdownList) {
	const recentPages = recentPagesOf(service);
	for (const pages of recentPages.values()) forgetOlder(pages, MAX_PAGE_AGE);
	const kept = recentPages.get(source) ?? new Map<string, Entries & { at: number }>();
	recentPages.set(source, kept);
	return kept;
}

async function readEntries(
	service: Service,
	source: DropdownList,
	query: { page: number; size: number; q?: string },
	until: number,
): Promise<Entries> {
	const kept = keptPagesOf(service, source);
	const name = JSON.stringify(query);
	const known = kept.get(name);
	if (known) return known;
	const { list, entry } = source;
	const { size, page: number, ...parameters } = query;
	const options = { maxWait: until - performance.now() };
	const limits = { pageSize: size, maxRequests: 1, resumes: true };
	const reader = new PageReader(service, { list, query: parameters }, limits, options);
	const { records = [], last } = (await reader.page(number)) ?? {};
	const entries = records
		.map(entry)
		.map((shown) => shown && safeEntry(shown))
		.filter((shown) => shown !== undefined);
	const page = { entries, isEmpty: records.every(isShared), last };
	kept.set(name, { at: Date.now(), ...page });
	return page;
}

const isOnScreen = (service: Service, source: DropdownList): boolean =>
	keptPagesOf(service, source).get(JSON.stringify({ page: 1, size: USUAL_PAGE }))?.last === 1;

interface PageSearch {
	filter: string;
	/** What the service is asked for, in one large page. Default: the filter, which then is not looked for in the names. */
	keyword?: string;
	token: string;
	/** Set for a choice that n8n loads at once. */
	readsAll?: true;
}

/** What to ask for, what to look for in the names, and in how many pages at most. */
function querySplit(service: Service, source: DropdownList, search: PageSearch) {
	const { filter, keyword, readsAll } = search;
	if (keyword !== undefined) {
		// The list may show http:// where the browser has https://
		const wanted = filter.replace(/^https?:\/\//i, '');
		return { wanted, pages: 1, query: { size: LARGE_PAGE, q: keyword } };
	}
	if (source.searches)
		return { wanted: '', pages: 1, query: { size: USUAL_PAGE, ...(filter && { q: filter }) } };
	const readsMany = readsAll ?? (filter !== '' && !isOnScreen(service, source));
	const pages = filter === '' ? 1 : MAX_PAGES;
	return { wanted: filter, pages, query: { size: readsMany ? LARGE_PAGE : USUAL_PAGE } };
}

/** The number of a page. The token comes from the browser, and a number that can't be counted on would never end the search. */
function pageNumberOf(context: ILoadOptionsFunctions, token: string): number {
	const number = /^[1-9]\d*$/.test(token) ? Number(token) : NaN;
	if (Number.isSafeInteger(number + MAX_PAGES)) return number;
	throw new NodeOperationError(context.getNode(), 'The page is not a whole number of at least 1', {
		description: 'Close the list and open it again.',
	});
}

/** A page as entries of a dropdown. Where the node searches, the next one with a match: n8n asks for more only after some came. */
async function searchPage(
	context: ILoadOptionsFunctions,
	source: DropdownList,
	pageSearch: PageSearch,
): Promise<INodeListSearchResult> {
	const { filter, readsAll } = pageSearch;
	const start = pageNumberOf(context, pageSearch.token);
	const timeout = filter !== '' || readsAll ? SEARCH_TIMEOUT : undefined;
	const service = await openService(context, { maxDuration: MAX_DURATION, timeout });
	const until = performance.now() + MAX_WAIT;
	const { wanted, pages, query } = querySplit(service, source, pageSearch);
	for (let page = start; ;) {
		const asked = { page: page++, ...query };
		const { entries, isEmpty, last = Infinity } = await readEntries(service, source, asked, until);
		const results = matchingFirst(entries, wanted);
		const isLast = isEmpty || page > last;
		const isEnough = results.length > 0 || page >= start + pages;
		if (isLast || isEnough || performance.now() > until) {
			return { results, paginationToken: isLast ? undefined : String(page) };
		}
	}
}

/** Where the service or the plan does not have the list, the editor shows the message in its place. */
function withAdvice(error: unknown, { withoutList }: DropdownList): unknown {
	if (isFailure(error, 'forbidden', 'invalidKey', 'notFound', 'notOffered', 'refused')) {
		const advice = withoutList ?? 'Choose By ID and enter the ID.';
		// A refusal for want of a permission can read like one of the key
		const first = isFailure(error, 'invalidKey')
			? 'Check the API key of the credential. If it is right: '
			: '';
		error.message = `${error.message.replace(/\.$/, '')}. ${first}${advice}`;
	}
	return error;
}

const searchMethod = (source: DropdownList): Search =>
	async function (typed = '', token = '1') {
		const filter = typed.trim();
		const search = async (keyword?: string) =>
			await searchPage(this, source, { filter, keyword, token }).catch((error: unknown) => {
				throw withAdvice(error, source);
			});
		const found = await search();
		// The names begin with short URLs, of which a service may find only the alias
		const alias = source.searches && filter.split('/').at(-1);
		return alias && alias !== filter && found.results.length === 0 ? await search(alias) : found;
	};

const searchLinks = searchMethod(LINKS);
const searchQrCodes = searchMethod(QR_CODES);

/** The items of the chosen type, for Assign Item. Bio pages have no list in the API. */
const searchItems: Search = async function (filter, token) {
	const type = this.getNodeParameter('itemType', 'links');
	if (type === 'links') return await searchLinks.call(this, filter, token);
	if (type === 'qr') return await searchQrCodes.call(this, filter, token);
	return { results: [] };
};

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
		context.logger.debug(
			`${source.list.path} is left out of the redirect types: ${messageOf(error)}`,
		);
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

/** The account's pixels, by name, for a multiple choice, which n8n loads at once, without a search. */
async function getPixels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const pixels: INodePropertyOptions[] = [];
	for (let page = 0, token = '1'; page < MAX_PAGES && token !== ''; page++) {
		const found = await searchPage(this, PIXELS, { filter: '', token, readsAll: true });
		pixels.push(...found.results.map(({ name, value }) => ({ name, value })));
		token = textOf(found.paginationToken);
	}
	return pixels.sort((a, b) => a.name.localeCompare(b.name));
}

export const loadOptions = { getPixels };

export const listSearch = {
	...staticLists,
	searchCampaigns: searchMethod(CAMPAIGNS),
	searchChannels: searchMethod(CHANNELS),
	searchDomains: searchMethod(DOMAINS),
	searchDomainNames: searchMethod(DOMAIN_NAMES),
	searchItems,
	searchLinks,
	searchLinkTypes,
	searchPixels: searchMethod(PIXELS),
	searchQrCodes,
} satisfies Record<ListSearchMethod, unknown>;
