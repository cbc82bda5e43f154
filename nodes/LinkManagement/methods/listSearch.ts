import {
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
	type INodePropertyOptions,
	NodeOperationError,
} from 'n8n-workflow';

import { type DropdownPage, forgetOlder } from '../client/account';
import { openService, type Service } from '../client/service';
import { isFailure, messageOf } from '../errors';
import { isShared } from '../lists/page';
import { LARGE_PAGE, PageReader, USUAL_PAGE } from '../lists/pageReader';
import { type DropdownList, DROPDOWNS, matchingFirst, safeEntry, staticLists } from './entries';

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

interface PageQuery {
	page: number;
	size: number;
	q?: string;
}

/** Two dropdowns may show one list in two ways. */
const nameOfPage = (source: DropdownList, query: PageQuery): string =>
	`${Object.values(DROPDOWNS).indexOf(source)} ${JSON.stringify(query)}`;

function knownPage({ account }: Service, source: DropdownList, query: PageQuery) {
	forgetOlder(account.dropdownPages, MAX_PAGE_AGE);
	return account.dropdownPages.get(nameOfPage(source, query));
}

async function readEntries(
	service: Service,
	source: DropdownList,
	query: PageQuery,
	maxWait: number,
): Promise<DropdownPage> {
	const known = knownPage(service, source, query);
	if (known) return known;
	const { list, entry } = source;
	const { size, page: number, ...parameters } = query;
	const limits = { pageSize: size, maxRequests: 1, resumes: true };
	const reader = new PageReader(service, { list, query: parameters }, limits, { maxWait });
	const { records = [], last = Infinity } = (await reader.page(number)) ?? {};
	const isLast = number >= last || records.every(isShared);
	// Those of all users stand at the end of every page (services.md section 3)
	const own = isLast ? records : records.filter((record) => !isShared(record));
	const entries = own.flatMap((record) => {
		const shown = entry(record);
		return (shown && safeEntry(shown)) ?? [];
	});
	const page = { at: Date.now(), entries, isLast };
	service.account.dropdownPages.set(nameOfPage(source, query), page);
	return page;
}

/** What to ask the service for, what to look for in the entries, and in how many pages at most. */
function searchOf(service: Service, source: DropdownList, filter: string) {
	const usual = { wanted: '', pages: 1, query: { size: USUAL_PAGE } };
	if (filter === '') return usual;
	if (source.searches) {
		const alias = filter.split('/').at(-1) ?? '';
		if (alias === '' || alias === filter)
			return { ...usual, query: { size: USUAL_PAGE, q: filter } };
		// The names begin with short URLs, of which a service may find only the alias, and with http:// where the browser has https://
		const wanted = filter.replace(/^https?:\/\//i, '');
		return { ...usual, wanted, query: { size: LARGE_PAGE, q: alias } };
	}
	const shown = knownPage(service, source, { page: 1, size: USUAL_PAGE });
	// A list that was shown whole just now is searched without a request
	const size = shown?.isLast ? USUAL_PAGE : LARGE_PAGE;
	return { wanted: filter, pages: MAX_PAGES, query: { size } };
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
	filter: string,
	start: number,
): Promise<INodeListSearchResult> {
	const timeout = filter === '' ? undefined : SEARCH_TIMEOUT;
	const service = await openService(context, { maxDuration: MAX_DURATION, timeout });
	const until = performance.now() + MAX_WAIT;
	const { wanted, pages, query } = searchOf(service, source, filter);
	for (let page = start; ; page++) {
		const maxWait = until - performance.now();
		const { entries, isLast } = await readEntries(service, source, { page, ...query }, maxWait);
		const results = matchingFirst(entries, wanted);
		const isEnough = results.length > 0 || page + 1 >= start + pages;
		if (isLast || isEnough || performance.now() > until)
			return { results, paginationToken: isLast ? undefined : String(page + 1) };
	}
}

/** For a choice that shows a whole list at once. */
async function readAllEntries(context: ILoadOptionsFunctions, source: DropdownList) {
	const options = { maxDuration: MAX_DURATION, timeout: SEARCH_TIMEOUT };
	const service = await openService(context, options);
	const all: INodeListSearchItems[] = [];
	for (let page = 1; page <= MAX_PAGES; page++) {
		const query = { page, size: LARGE_PAGE };
		const { entries, isLast } = await readEntries(service, source, query, MAX_WAIT);
		all.push(...entries);
		if (isLast) break;
	}
	return all;
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
		try {
			return await searchPage(this, source, typed.trim(), pageNumberOf(this, token));
		} catch (error) {
			throw withAdvice(error, source);
		}
	};

const searchLinks = searchMethod(DROPDOWNS.links);
const searchQrItems = searchMethod(DROPDOWNS.qrItems);

/** The items of the chosen type, for Assign Item. Bio pages have no list in the API. */
const searchItems: Search = async function (filter, token) {
	const type = this.getNodeParameter('itemType', 'links');
	if (type === 'links') return await searchLinks.call(this, filter, token);
	if (type === 'qr') return await searchQrItems.call(this, filter, token);
	return { results: [] };
};

const PLAIN_TYPES: INodeListSearchItems[] = [
	{ name: 'Direct', value: 'direct' },
	{ name: 'Frame', value: 'frame' },
	{ name: 'Splash (Default Page)', value: 'splash' },
];

/** A part of a dropdown. If it can't be read, the others are still shown: a plan may not include overlays. */
async function entriesIfReadable(context: ILoadOptionsFunctions, source: DropdownList) {
	try {
		return await readAllEntries(context, source);
	} catch (error) {
		context.logger.debug(
			`${source.list.path} is left out of the redirect types: ${messageOf(error)}`,
		);
		return [];
	}
}

const searchLinkTypes: Search = async function (filter = '') {
	const splashPages = entriesIfReadable(this, DROPDOWNS.splashPages);
	const overlays = entriesIfReadable(this, DROPDOWNS.overlays);
	const entries = [PLAIN_TYPES, await splashPages, await overlays];
	return { results: entries.flatMap((part) => matchingFirst(part, filter)) };
};

async function getPixels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const pixels = await readAllEntries(this, DROPDOWNS.pixels);
	return pixels.sort((a, b) => a.name.localeCompare(b.name));
}

export const loadOptions = { getPixels };

export const listSearch = {
	...staticLists,
	searchCampaigns: searchMethod(DROPDOWNS.campaigns),
	searchChannels: searchMethod(DROPDOWNS.channels),
	searchDomains: searchMethod(DROPDOWNS.domains),
	searchDomainNames: searchMethod(DROPDOWNS.domainNames),
	searchItems,
	searchLinks,
	searchLinkTypes,
	searchPixels: searchMethod(DROPDOWNS.pixels),
	searchQrCodes: searchMethod(DROPDOWNS.qrCodes),
};
