/**
 * How many requests work with many rows takes: at 30 a minute, requests are time. Create or Get reads the list of links
 * where that takes fewer requests than asking for each.
 */
import type { IDataObject } from 'n8n-workflow';

import { useVirtualClock } from '../support/virtual/clock';
import { BRAND, createdOf, nodeBeside, shortUrlsOf } from '../support/virtual/linkRows';
import {
	DEFAULT_DOMAIN,
	findsInUrlAndTitle,
	LinkService,
	type LinkServiceOptions,
} from '../support/virtual/linkService';
import { newHost } from '../support/virtual/scriptedRun';

useVirtualClock();

const rowsOf = (count: number, first = 0): IDataObject[] =>
	Array.from({ length: count }, (_, n) => ({ url: `https://example.com/page/${first + n}` }));

/** Runs of a service whose short URLs are on the host of the API know it; all others have a host of their own. */
const createOrGet = async (service: LinkService, items: IDataObject[]) => {
	const [, host] = /^https:\/\/(.+)\.example\.com$/.exec(service.home) ?? [];
	return await nodeBeside(service, {}, host).run('createOrGet', items, { continues: false });
};

/** A service on which these rows were created before by Create or Get, newest last. */
async function serviceWith(
	rows: IDataObject[],
	options: LinkServiceOptions = {},
	{ before = 0, after = 0 } = {},
): Promise<{ service: LinkService; shortUrls: unknown[] }> {
	const home = `https://${newHost()}.example.com`;
	const service = new LinkService({ home, ...options });
	service.fill(before);
	const made = rows.length > 0 ? await createOrGet(service, rows) : undefined;
	service.fill(after);
	return { service, shortUrls: made ? shortUrlsOf(made) : [] };
}

/** Links of others, before and after those of the rows, and what the service is like. */
interface Beside {
	before?: number;
	after?: number;
	options?: LinkServiceOptions;
}

/** At most so many requests for rows, of which these exist. */
type Case = [name: string, requests: number, rows: IDataObject[], existing: IDataObject[], Beside?];

const ROWS = rowsOf(400);
const shuffled = [...ROWS].sort((a, b) => (`${a.url}`.slice(-1) < `${b.url}`.slice(-1) ? -1 : 1));

const SLUGGED = ROWS.map(({ url }, n) => ({
	url,
	additionalFields: { custom: `Summer Sale ${n}` },
}));
const WITH_ALIAS = ROWS.map((row, n) => ({ ...row, additionalFields: { custom: `alias-${n}` } }));
const toSlug = (asked: string) => asked.toLowerCase().replace(/ /g, '-');

const SMALL = { maxPage: 100 };
/** As many links of others before those of the rows as after them. */
const amid = (count: number, options: LinkServiceOptions = SMALL): Beside => ({
	...{ before: count, after: count, options },
});
const below = (after: number, options: LinkServiceOptions = {}): Beside => ({ after, options });
const ofLinks = (before: number, options: LinkServiceOptions = {}): Beside => ({ before, options });
const at = (options: LinkServiceOptions): Beside => ({ options });

const [SECOND, ONE, FIRST] = [ROWS.filter((_, n) => n % 2 === 1), rowsOf(1), ROWS.slice(0, 1)];
const [SIX, SIXTY] = [rowsOf(6), rowsOf(60)];
const ELSEWHERE = { home: DEFAULT_DOMAIN };
const OWN = { home: BRAND, domains: [BRAND] };

const CASES: Case[] = [
	['just created', 20, ROWS, ROWS],
	['below 1,600 newer links, pages of 100', 40, ROWS, ROWS, below(1_600, SMALL)],
	['of 100,000 links, pages of 100', 40, ROWS, ROWS, ofLinks(100_000, SMALL)],
	['every second there, pages of 100', 260, ROWS, SECOND, amid(400)],
	['new, of 100,000 links', 400, ROWS, [], ofLinks(100_000)],
	['new but one, of 100,000 links, pages of 100', 405, ROWS, FIRST, amid(50_000)],
	['below 3,000 newer links, pages of 15', 180, SIXTY, SIXTY, below(3_000, { maxPage: 15 })],
	['on another host', 20, ROWS, ROWS, at({ ...ELSEWHERE, finds: findsInUrlAndTitle })],
	['one, on another host', 4, ONE, ONE, at(ELSEWHERE)],
	['few', 12, SIX, SIX, below(5)],
	['of any order', 60, shuffled, ROWS, below(1_000, SMALL)],
	['large pages are refused', 20, ROWS, ROWS, at({ ...SMALL, refusesLargePages: true })],
	['oldest first', 40, ROWS, ROWS, ofLinks(1_000, { ...SMALL, oldestFirst: true })],
	['slugs', 40, SLUGGED, SLUGGED, amid(500, { ...SMALL, aliasFor: toSlug })],
	['a default domain of the account', 40, WITH_ALIAS, WITH_ALIAS, amid(500, OWN)],
];

test.each(CASES)('Create or Get, rows %s: at most %i requests', async (...known) => {
	const [, requests, rows, existing, { options, ...others } = {}] = known;
	const { service, shortUrls } = await serviceWith(existing, options, others);
	const links = service.links.length;
	const outcome = await createOrGet(service, rows);

	expect(outcome.error).toBeUndefined();
	expect(outcome.requests.length).toBeLessThanOrEqual(requests);
	expect(createdOf(outcome)).toEqual(
		rows.map(({ url }) => !existing.some((row) => row.url === url)),
	);
	const given = new Map(existing.map(({ url }, index) => [url, shortUrls[index]]));
	for (const [index, { url }] of rows.entries())
		if (given.has(url)) expect(outcome.items[index]?.json.shorturl).toBe(given.get(url));
	expect(service.links).toHaveLength(links + rows.length - existing.length);
	expect(new Set(shortUrlsOf(outcome)).size).toBe(rows.length);
});

test('400 new rows with five campaigns that are missing: at most 412 requests', async () => {
	const campaigns: IDataObject[] = [];
	const { service } = await serviceWith([], { lists: { campaigns } });
	const rows = ROWS.map((row, n) => ({
		...row,
		additionalFields: { campaign: { mode: 'name', value: `Campaign ${n % 5}` } },
		options: { createMissing: ['campaigns'] },
	}));
	const { error, requests } = await createOrGet(service, rows);
	expect(error).toBeUndefined();
	expect(requests.length).toBeLessThanOrEqual(412);
	expect(campaigns).toHaveLength(5);
	const sent = requests.flatMap(({ body }) => body.campaign ?? []);
	expect([sent.length, new Set(sent).size]).toEqual([400, 5]);
});
