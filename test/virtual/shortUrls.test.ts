/** A link that is given by its short URL is looked up once in a run, and never taken for another one. */
import type { IDataObject } from 'n8n-workflow';

import { useVirtualClock } from '../support/virtual/clock';
import { idsOf, nodeBeside } from '../support/virtual/linkRows';
import {
	BUSY,
	DEFAULT_DOMAIN,
	LinkService,
	type LinkServiceOptions,
} from '../support/virtual/linkService';
import { runInVirtualTime } from '../support/virtual/scriptedRun';

useVirtualClock();

const service = (count = 40, options: LinkServiceOptions = {}) => {
	const links = new LinkService(options);
	for (let n = 1; n <= count; n++) links.add({ url: `https://example.com/${n}`, custom: `s${n}` });
	return links;
};
const play = async (operation: string, items: IDataObject[], script = service().script) =>
	await nodeBeside({ script }).run(operation, items, { continues: false });
const shortUrl = (n: number) => `${DEFAULT_DOMAIN}/s${n}`;

test.each([
	['get', 1, () => ({ linkId: shortUrl(7), output: 'raw' })],
	['getByShortUrl', 4, (n: number) => ({ shortUrl: shortUrl((n % 4) + 1), output: 'raw' })],
])(
	'%s looks each short URL up once for 40 rows: %i requests',
	async (operation, count, itemFor) => {
		const items = Array.from({ length: 40 }, (_, n) => itemFor(n));
		const outcome = await play(operation, items);
		const ids = outcome.items.map(({ json }) => json.id);
		expect([ids.length, new Set(ids).size]).toEqual([40, count]);
		// A row must not change the record of another
		expect(outcome.items[0]?.json.details).not.toBe(outcome.items[4]?.json.details);
		expect(outcome.requests).toHaveLength(count);
	},
);

test.each([
	[['total'], 1],
	[['total', 'country'], 40],
])('clicks of 40 links, grouped by %j, take %i requests', async (groupBy, requests) => {
	for (const linkOf of [Number, shortUrl]) {
		const items = Array.from({ length: 40 }, (_one, n) => ({ linkId: linkOf(n + 1), groupBy }));
		const outcome = await play('getClicks', items);
		expect(outcome.hints).toEqual([]);
		expect(outcome.items.map(({ json }) => json)).toEqual(
			items.map((_one, n) => ({
				...{ id: n + 1, shorturl: shortUrl(n + 1), title: 'Title' },
				...{ by: 'total', value: 'all', clicks: 0, share: 0 },
			})),
		);
		expect(outcome.requests).toHaveLength(requests);
	}
});

test.each([
	['40 assignments of 4 links', 41, { count: 40, links: 4, others: 36, maxPage: 1_000 }],
	['400 of 1,000 links, 100 a page,', 410, { count: 400, links: 400, others: 600, maxPage: 100 }],
])('%s by short URL take %i requests', async (_, requests, { count, links, others, maxPage }) => {
	const account = service(links, { maxPage });
	account.fill(others);
	const idOf = (n: number) => (n % links) + 1;
	const items = Array.from({ length: count }, (_one, n) => ({
		campaignId: 1,
		linkId: shortUrl(idOf(n)),
	}));
	const run = { resource: 'campaign', operation: 'assignLink', items };
	const outcome = await runInVirtualTime(run, account.script);
	expect(outcome.error).toBeUndefined();
	const assigned = outcome.requests.filter(({ method }) => method === 'POST');
	expect(assigned.map(({ path }) => path).sort()).toEqual(
		items.map((_one, n) => `/api/campaign/1/assign/${idOf(n)}`).sort(),
	);
	expect(outcome.requests).toHaveLength(requests);
});

test('a look-up of a short URL that fails is the error of one item only', async () => {
	const { script } = service();
	let failures = 4;
	const { run } = nodeBeside({
		script: (request, count) => (failures-- > 0 ? BUSY : script(request, count)),
	});
	const items = Array.from({ length: 5 }, () => ({ linkId: shortUrl(3) }));
	const busy: unknown = expect.stringMatching(/^Busy\. /);
	expect(idsOf(await run('get', items))).toEqual([busy, 3, 3, 3, 3]);
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
