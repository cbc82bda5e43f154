/**
 * How many requests work with many rows takes: at 30 a minute, requests are time. Create or Get reads the list of links
 * where that takes fewer requests than asking for each; a short URL is looked up once in a run.
 */
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { useVirtualClock } from '../support/virtual/clock';
import { BRAND, createdOf, shortUrlsOf } from '../support/virtual/linkRows';
import {
	BUSY,
	DEFAULT_DOMAIN,
	findsInUrlAndTitle,
	LinkService,
	type LinkServiceOptions,
} from '../support/virtual/linkService';
import { runInVirtualTime, type VirtualOutcome } from '../support/virtual/scriptedRun';

useVirtualClock();

const rowsOf = (count: number, first = 0): IDataObject[] =>
	Array.from({ length: count }, (_, n) => ({ url: `https://example.com/page/${first + n}` }));

/** Runs of a service whose short URLs are on the host of the API know it; all others have a host of their own. */
const hostOf = ({ home }: LinkService) =>
	home === DEFAULT_DOMAIN ? undefined : new URL(home).hostname.replace('.example.com', '');

const createOrGet = async (
	service: LinkService,
	items: IDataObject[],
	continues = false,
): Promise<VirtualOutcome> =>
	await runInVirtualTime(
		{ resource: 'link', operation: 'createOrGet', items, continues, host: hostOf(service) },
		service.script,
	);

let services = 0;

/** A service on which these rows were created before by Create or Get, newest last. */
async function serviceWith(
	rows: IDataObject[],
	options: LinkServiceOptions = {},
	{ before = 0, after = 0 } = {},
): Promise<{ service: LinkService; shortUrls: unknown[] }> {
	const home = `https://counted-${++services}.example.com`;
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

describe('Create or Get', () => {
	test.each(CASES)('rows %s: at most %i requests', async (...known) => {
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

	test('asks for 100 pages of domains at most, once in a run', async () => {
		// The same alias on two hosts, of which neither is known to be the default domain
		const hosts = ['https://a.example', 'https://b.example'];
		const service = new LinkService({
			domains: hosts,
			isUniqueOnAllDomains: true,
			instead: ({ path, query }) => {
				if (path !== '/api/domains') return undefined;
				const domains = [{ id: query.page, domain: `https://d${String(query.page)}.example` }];
				return { body: { error: '0', data: { maxpage: 6_000, domains } } };
			},
		});
		for (const [index, domain] of hosts.entries())
			service.add({ url: `https://example.com/${index}`, custom: 'spring', domain });
		const rows = [1, 2].map(() => ({
			url: 'https://example.com/page/1',
			additionalFields: { custom: 'spring' },
		}));
		const outcome = await createOrGet(service, rows, true);
		for (const { error } of outcome.items)
			expect(error).toMatch(/^The alias spring is taken: .* set Default Domain/);
		const pages = outcome.requests.filter(({ path }) => path === '/api/domains');
		expect(pages.length).toBeGreaterThan(0);
		expect(pages.length).toBeLessThanOrEqual(2 * 100);
	});
});

describe('A link that is given by its short URL', () => {
	const service = () => {
		const links = new LinkService();
		for (let n = 1; n <= 40; n++) links.add({ url: `https://example.com/${n}`, custom: `s${n}` });
		return links;
	};
	const play = async (
		operation: string,
		items: IDataObject[],
		script = service().script,
		resource = 'link',
	) => await runInVirtualTime({ resource, operation, items }, script);
	const shortUrl = (n: number) => `${DEFAULT_DOMAIN}/s${n}`;

	test.each([
		['get', 1, () => ({ linkId: shortUrl(7), output: 'raw' })],
		['getByShortUrl', 4, (n: number) => ({ shortUrl: shortUrl((n % 4) + 1), output: 'raw' })],
	])('%s looks each one up once for 40 rows: %i requests', async (operation, count, itemFor) => {
		const items = Array.from({ length: 40 }, (_, n) => itemFor(n));
		const outcome = await play(operation, items);
		const ids = outcome.items.map(({ json }) => json.id);
		expect([ids.length, new Set(ids).size]).toEqual([40, count]);
		// A row must not change the record of another
		expect(outcome.items[0]?.json.details).not.toBe(outcome.items[4]?.json.details);
		expect(outcome.requests).toHaveLength(count);
	});

	const id = (n: number) => n;
	test.each<
		[given: string, groupBy: string[], requests: number, linkOf: (n: number) => number | string]
	>([
		['ID', ['total'], 1, id],
		['short URL', ['total'], 1, shortUrl],
		['ID', ['total', 'country'], 40, id],
		['short URL', ['total', 'country'], 40, shortUrl],
	])(
		'clicks of 40 links by %s, grouped by %j, take %i requests',
		async (_, groupBy, requests, linkOf) => {
			const items = Array.from({ length: 40 }, (_one, n) => ({ linkId: linkOf(n + 1), groupBy }));
			const outcome = await play('getClicks', items);
			expect(outcome.items.map(({ json }) => json)).toEqual(
				items.map((_one, n) => ({
					...{ id: n + 1, shorturl: shortUrl(n + 1), title: 'Title' },
					...{ by: 'total', value: 'all', clicks: 0, share: 0 },
				})),
			);
			expect(outcome.requests).toHaveLength(requests);
		},
	);

	test.each([
		['40 assignments of 4 links', 41, { count: 40, links: 4, others: 36, maxPage: 1_000 }],
		['400 of all links, 100 a page,', 404, { count: 400, links: 400, others: 0, maxPage: 100 }],
		['400 of 1,000 links, 100 a page,', 410, { count: 400, links: 400, others: 600, maxPage: 100 }],
	])('%s take %i requests', async (_, requests, { count, links, others, maxPage }) => {
		const account = new LinkService({ maxPage });
		for (let n = 1; n <= links; n++)
			account.add({ url: `https://example.com/${n}`, custom: `s${n}` });
		account.fill(others);
		const idOf = (n: number) => (n % links) + 1;
		const items = Array.from({ length: count }, (_one, n) => ({
			campaignId: 1,
			linkId: shortUrl(idOf(n)),
		}));
		const outcome = await play('assignLink', items, account.script, 'campaign');
		expect(outcome.error).toBeUndefined();
		expect(
			outcome.requests
				.filter(({ method }) => method === 'POST')
				.map(({ path }) => path)
				.sort(),
		).toEqual(items.map((_one, n) => `/api/campaign/1/assign/${idOf(n)}`).sort());
		expect(outcome.requests).toHaveLength(requests);
	});

	test('a search that gives no statistics takes another request', async () => {
		const { script } = service();
		const outcome = await play('get', [{ linkId: shortUrl(3) }], async (request, count) => {
			const reply = await script(request, count);
			if (request.query.short === undefined || typeof reply === 'string') return reply;
			const { details } = reply.body as IDataObject;
			return { body: { error: '0', data: { maxpage: 1, urls: [details] } } };
		});
		expect(outcome.items[0]?.json).toMatchObject({ id: 3 });
		expect(outcome.requests.map(({ path }) => path)).toEqual(['/api/urls', '/api/url/3']);
	});

	test('a look-up that fails is the error of one item only', async () => {
		const { script } = service();
		let failures = 4;
		const outcome = await runInVirtualTime(
			{
				resource: 'link',
				operation: 'get',
				continues: true,
				items: Array.from({ length: 5 }, () => ({ linkId: shortUrl(3) })),
			},
			(request, count) => (failures-- > 0 ? BUSY : script(request, count)),
		);
		expect(outcome.items.map(({ json, error }) => error ?? json.id)).toEqual([
			expect.stringMatching(/^Busy\. /),
			3,
			3,
			3,
			3,
		]);
	});

	test.each([
		['get', { linkId: 'https://bit.ly/s7' }],
		['getByShortUrl', { shortUrl: `${DEFAULT_DOMAIN}/s70`, options: { stopIfNotFound: true } }],
		// Only a link that is read may be the one that the service shows for another case
		['delete', { linkId: `${DEFAULT_DOMAIN}/S7` }],
	])('%s takes no link with another short URL', async (operation, parameters) => {
		const { links, script } = service();
		const outcome = await play(operation, [parameters], async (request, count) => {
			if (request.query.short === undefined) return await script(request, count);
			return await script({ ...request, query: { short: links[6]?.shorturl } }, count);
		});
		expect(outcome.error?.message).toMatch(/^No link has the short URL \S+ \[item 0\]$/);
		expect(outcome.requests.every(({ method }) => method === 'GET')).toBe(true);
	});
});
