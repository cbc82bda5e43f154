/** Lists: page sizes, the numbers of a page, the order and the search. */
import type { Exchange, Json } from '../client.ts';
import type { OperationId } from '../endpoints.ts';
import { recordsOf } from '../records.ts';
import { objectIn, type Probe } from './probe.ts';

/** One more than the largest page that any service is known to give. */
const ASKED = 1_001;

/** The lists that need no ID, and the keys of their arrays. */
const LISTS = {
	listLinks: 'urls',
	listQrCodes: 'qrs',
	listCampaigns: 'campaigns',
	listChannels: 'channels',
	listPixels: 'pixels',
	listDomains: 'domains',
	listOverlays: 'cta',
	listSplashPages: 'splash',
} as const satisfies Partial<Record<OperationId, string>>;

type ListId = keyof typeof LISTS;
export type Pages = Partial<Record<ListId, Exchange>>;

const numbersOf = (exchange: Exchange) => {
	const { result, perpage, nextpage, maxpage } = objectIn(exchange.body.data);
	return {
		result: Number(result),
		perpage: Number(perpage),
		nextpage,
		maxpage: Number(maxpage),
	};
};

/**
 * Asks each list for a page that is larger than services give, and reads it in the largest size that is given.
 *
 * @returns the page of each list that works
 */
export async function measureLists(probe: Probe): Promise<Pages> {
	const pages: Pages = {};
	const sizes: Partial<Record<ListId, number>> = {};
	for (const list of Object.keys(LISTS) as ListId[]) {
		const exchange = await probe.try(list, { query: { limit: ASKED } });
		if (exchange.ok) {
			probe.findings.note(exchange);
			pages[list] = exchange;
			const size = givenSize(probe, list, exchange);
			if (size !== undefined) sizes[list] = size;
			continue;
		}
		const found = await largestPage(probe, list, exchange, Object.values(sizes));
		if (!found) {
			probe.findings.note(exchange);
			continue;
		}
		probe.findings.set('largePage', exchange.status >= 500 ? '500' : 'refusal');
		probe.findings.note(found.page);
		sizes[list] = found.size;
		pages[list] = found.page;
	}
	concludeSizes(probe, sizes, Object.keys(pages).length);
	await measureDefaults(probe);
	concludePages(probe, pages);
	return pages;
}

/** The size of a page that the service shortened; 0 when it gave as many as were asked for; undefined when it does not show. */
function givenSize({ findings }: Probe, list: ListId, exchange: Exchange): number | undefined {
	const records = recordsOf(exchange, LISTS[list]).filter(({ id }) => id !== null).length;
	const { result, perpage, maxpage } = numbersOf(exchange);
	const isFull = result > records && records > 0;
	if (perpage < ASKED) {
		findings.set('largePage', 'capped');
		if (result > perpage && maxpage > 0)
			findings.set(
				'cappedPage',
				maxpage === Math.ceil(result / perpage) ? 'given' : 'maxpageAsked',
			);
		return perpage;
	}
	if (!isFull) return records >= ASKED ? 0 : undefined;
	findings.set('largePage', 'capped');
	findings.set('cappedPage', 'asked');
	return records;
}

/**
 * The largest page that a list gives where it refuses larger ones: as its message says, as another list, or by halving.
 *
 * @returns undefined when it gives none
 */
async function largestPage(
	probe: Probe,
	list: ListId,
	refused: Exchange,
	known: number[],
): Promise<{ size: number; page: Exchange } | undefined> {
	const ask = async (limit: number) => await probe.try(list, { query: { limit } });
	const said = Number(/\b(\d{2,3}|1000)\b/.exec(refused.message)?.[1]);
	for (const size of new Set([said, ...known, 100])) {
		const page = size > 0 ? await ask(size) : undefined;
		if (page?.ok && !(await ask(size + 1)).ok) return { size, page };
	}
	let [good, bad] = [1, ASKED];
	let page = await ask(good);
	if (!page.ok) return undefined;
	while (bad - good > 1) {
		const middle = Math.floor((good + bad) / 2);
		const reply = await ask(middle);
		if (reply.ok) [good, page] = [middle, reply];
		else bad = middle;
	}
	return { size: good, page };
}

function concludeSizes(
	{ findings }: Probe,
	sizes: Partial<Record<ListId, number>>,
	lists: number,
): void {
	const all = Object.values(sizes);
	const first = all[0];
	if (first === undefined) {
		const reason = `no list has more records than a page of ${ASKED} could hold`;
		findings.unknown('maxPageSize', reason);
		findings.unknown('maxPageSizes', reason);
		findings.unknown('largePage', reason);
		return findings.unknown('cappedPage', reason);
	}
	const isComplete = all.length === lists;
	const count = (size: number) => all.filter((other) => other === size).length;
	const usual = all.reduce((best, size) => (count(size) > count(best) ? size : best), first);
	if (isComplete) findings.set('maxPageSize', usual);
	else findings.unknown('maxPageSize', 'some lists have too few records to show it');
	const others = Object.entries(sizes).filter(
		([, size]) => size > 0 && !(isComplete && size === usual),
	);
	findings.set('maxPageSizes', Object.fromEntries(others));
	const reason =
		findings.settings.largePage === 'capped'
			? 'no list has more records than its largest page'
			: 'larger pages are refused';
	findings.unknown('cappedPage', reason);
}

/** The page size without `limit`, and what an empty list looks like. */
async function measureDefaults(probe: Probe): Promise<void> {
	const { findings, name } = probe;
	const usual = await probe.use('listLinks');
	if (usual.ok) findings.set('pageSize', numbersOf(usual).perpage);
	const empty = await probe.use('listLinks', { query: { q: `${name}nothing` } });
	const { maxpage, result } = numbersOf(empty);
	if (empty.ok && result === 0 && (maxpage === 0 || maxpage === 1))
		findings.set('emptyMaxPage', String(maxpage) as '0' | '1');
	else findings.unknown('emptyMaxPage', 'no list is empty');
}

/** Whether a page holds all records of a list, and there are some. */
function isWhole(page: Exchange, array: string): boolean {
	const count = recordsOf(page, array).filter(({ id }) => id !== null).length;
	return count > 0 && count === numbersOf(page).result;
}

function concludePages({ findings }: Probe, pages: Pages): void {
	const all = Object.values(pages);
	if (all[0]) findings.set('listError', typeof all[0].body.error === 'string' ? 'text' : 'number');
	const last = (Object.entries(pages) as Array<[ListId, Exchange]>)
		.filter(([list, page]) => isWhole(page, LISTS[list]))
		.map(([, page]) => numbersOf(page))[0];
	if (last) findings.set('lastNextPage', last.nextpage === null ? 'null' : 'lastPage');
	else findings.unknown('lastNextPage', 'no list ended within the largest page');
	const data = objectIn(pages.listOverlays?.body.data);
	const key = (['cta', 'overlay'] as const).find((name) => Array.isArray(data[name]));
	if (key) findings.set('overlayKey', key);
	concludeNumbers(
		findings,
		(Object.entries(pages) as Array<[ListId, Exchange]>).flatMap(([list, page]) =>
			recordsOf(page, LISTS[list]),
		),
	);
	if (pages.listDomains) {
		const shared = recordsOf(pages.listDomains, 'domains').filter(({ id }) => id === null);
		// Their addresses are the service's own
		findings.set(
			'sharedDomains',
			shared.map((_, index) => `https://shared-${index + 1}.example.com`),
		);
	}
	const [campaign] = pages.listCampaigns ? recordsOf(pages.listCampaigns, 'campaigns') : [];
	const nameKey = (['name', 'domain'] as const).find((key) => campaign && key in campaign);
	if (nameKey) findings.set('campaignNameKey', nameKey);
	else findings.unknown('campaignNameKey', 'there is no campaign');
}

function concludeNumbers(findings: Probe['findings'], records: Json[]): void {
	const id = records
		.map((record) => record.id)
		.find((value) => value !== null && value !== undefined);
	if (id === undefined) return findings.unknown('recordNumbers', 'there is no record');
	if (typeof id === 'number') return findings.set('recordNumbers', 'number');
	const counts = records.map(({ clicks, scans }) => String(clicks ?? scans ?? ''));
	if (counts.some((count) => count.includes(','))) findings.set('recordNumbers', 'grouped');
	else if (counts.some((count) => /^\d{4,}$/.test(count))) findings.set('recordNumbers', 'text');
	else findings.unknown('recordNumbers', 'text, but no count of 1,000 shows whether it has commas');
}

/** The order of lists, from three channels of this run that were created in the order b, c, a. */
export function concludeOrder({ findings, name }: Probe, channels: Exchange | undefined): void {
	const own = (channels ? recordsOf(channels, 'channels') : [])
		.map((record) => String(record.name).toLowerCase())
		.filter((channel) => channel.startsWith(`${name}channel-`))
		.map((channel) => channel.slice(`${name}channel-`.length));
	const order = ({ 'a,c,b': 'newest', 'b,c,a': 'oldest', 'a,b,c': 'name' } as const)[own.join(',')];
	if (order) findings.set('listOrder', order);
	else findings.unknown('listOrder', 'the new channels are not in a known order');
}
