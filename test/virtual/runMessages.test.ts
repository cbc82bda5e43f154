/** What a run tells that waits for the limit: in n8n's log while it lasts, and in a hint after it. */
import { type IDataObject, sleep } from 'n8n-workflow';

import { useVirtualClock } from '../support/virtual/clock';
import { LIMIT, LimitedService } from '../support/virtual/limitedService';
import { upsertItems } from '../support/virtual/linkRows';
import { answering, LinkService, refusal } from '../support/virtual/linkService';
import {
	creating,
	runInVirtualTime,
	type VirtualReply,
	type VirtualRun,
	type VirtualScript,
} from '../support/virtual/scriptedRun';

useVirtualClock();

describe('A run that waits for the limit', () => {
	test('logs each wait once, with the items done and left, and hints at the time it waited', async () => {
		const { logs, hints, items } = await runInVirtualTime(
			creating(65),
			new LimitedService().scriptFor('run'),
		);
		expect(items).toHaveLength(65);
		expect(logs.filter((line) => line.startsWith('info '))).toEqual([
			expect.stringMatching(
				/^info Node: waits (57|58|59) seconds for the service's limit of 30 requests; 30 of 65 items are done, 35 are left$/,
			),
			expect.stringMatching(/; 60 of 65 items are done, 5 are left$/),
		]);
		expect(hints).toEqual([
			"The run waited 2 minutes for the service's limit of 30 requests a minute.",
		]);
	});

	test('logs at debug what it learns, once: the limit, and how many records the service gives', async () => {
		const service = new LinkService({ maxPage: 100 });
		service.fill(250);
		const limited = new LimitedService({}, service);
		const lists = { resource: 'link', operation: 'getAll', items: [{ returnAll: true }, {}] };
		const { logs } = await runInVirtualTime(lists, limited.scriptFor('run'));
		expect(logs).toEqual([
			'debug Node: the service allows 30 requests in a window',
			'debug Node: reads /api/urls in smaller pages: the service gives no larger ones',
		]);
	});

	test('On Error: Stop: a refusal ends it at once, even while items wait for the next window', async () => {
		const taken = new LinkService({
			instead: ({ body }) => (body.custom === 'taken' ? refusal('The alias is taken') : undefined),
		});
		const inTime = new LimitedService({}, taken).scriptFor('run');
		const late: VirtualScript = async (request, count) => {
			if (request.body.custom === 'taken') await sleep(5_000);
			return await inTime(request, count);
		};
		const run = creating(40);
		run.items[20]!.additionalFields = { custom: 'taken' };
		const { error, requests, took } = await runInVirtualTime(run, late);
		expect(error?.description).toContain('28 of 40 items completed');
		// one that is on its way may already count
		expect(requests).toHaveLength(LIMIT - 1);
		expect(took).toBeLessThan(8_000);
	});
});

describe('In a tool, where no hint arrives, the item says', () => {
	/** One item of an operation that a model calls. */
	const called = (resource: string, operation: string, item: IDataObject): VirtualRun => ({
		...{ resource, operation, items: [item], node: { type: 'linkManagementTool' } },
	});
	const list = (records: object[]): VirtualReply => ({
		body: { error: 0, data: { maxpage: 1, campaigns: records, urls: records, qrs: records } },
	});
	const OLD = { id: 9, name: 'Old' };
	const link = { id: 5, alias: 'a', shorturl: 'https://sho.rt/a', longurl: 'https://e.com/x/' };
	const url = 'https://e.com/x';
	const columns = { mappingMode: 'defineBelow', value: { custom: 'b', url, campaign: 'Sprng' } };
	const upsert = (dryRun: boolean) => {
		const options = { createMissing: ['campaigns'] };
		return called('link', 'upsert', { matchOn: 'custom', columns, options, dryRun });
	};
	const toRename = { campaignId: { mode: 'name', value: 9 }, name: 'X' };
	const code = { qrCodeId: { mode: 'name', value: '9' }, output: 'simple' };
	const fields = { ...code, output: 'fields', outputFields: ['clicks'] };
	const clicks = { linkId: '5', groupBy: ['country'] };
	const toCode = { name: 'Old', type: 'text', data: 'x' };
	const toUrl = { returnAll: true, filters: { longUrl: url } };

	const toDelete = { linkId: { mode: 'alias', value: 'a' } };
	const warning = (said: string) => ({ warning: said });
	const isNone = (message: string) => ({ found: false, message });
	const CREATED = 'Campaign: "Sprng" was created, because no record was called so.';
	const PLANNED = 'Campaign: "Sprng" would be created, because no record is called so.';
	const ASSUMED = 'Default Domain: sho.rt was taken for it, because only the links show it.';
	const DELETED = { deleted: true, warning: ASSUMED };
	const BY_ID = 'Campaign: "9" was taken as an ID, because no record is called so.';
	const CODE_BY_ID = 'QR Code: "9" was taken as an ID, because no record is called so.';
	const KEPT = '1 QR code existed already and was not changed. To change it, use Update.';
	const NO_CLICKS = '1 link has no clicks of this kind, and so no row.';
	const NEARLY = `No link leads to exactly this URL. 1 link leads to one that differs only in its form, such as ${url}/.`;

	test.each<[string, VirtualRun, object[], object]>([
		['which campaign it created', upsert(false), [], warning(CREATED)],
		['which one a plan would create', upsert(true), [], warning(PLANNED)],
		['which domain was assumed', called('link', 'delete', toDelete), [link], DELETED],
		['that a code stays as it is', called('qrCode', 'createOrGet', toCode), [OLD], warning(KEPT)],
		['which record an ID was', called('campaign', 'update', toRename), [OLD], warning(BY_ID)],
		['which code an ID was', called('qrCode', 'get', code), [OLD], warning(CODE_BY_ID)],
		['it beside selected fields', called('qrCode', 'get', fields), [OLD], warning(CODE_BY_ID)],
		['that a link has no clicks', called('link', 'getClicks', clicks), [], isNone(NO_CLICKS)],
		[
			'that a link leads to nearly this URL',
			called('link', 'getAll', toUrl),
			[link, { ...link, id: 6 }],
			isNone(NEARLY),
		],
	])('%s', async (_, run, records, json) => {
		const { items } = await runInVirtualTime(run, ({ method, path, query }) => {
			if (path === '/api/url/5')
				return { body: { error: 0, id: 5, details: link, data: { clicks: 0 } } };
			if (path === '/api/qr/9')
				return { body: { error: 0, details: { id: 9 }, data: { clicks: 3 } } };
			if (path === '/api/domains') return { body: { error: 0, data: { maxpage: 1, domains: [] } } };
			if (query.short !== undefined) return list([]);
			return method === 'GET'
				? list(records)
				: { body: { error: 0, id: 7, shorturl: 'https://sho.rt/b' } };
		});
		expect(items.map((item) => item.json)).toEqual([expect.objectContaining(json)]);
	});
});

test.each([
	['assignItem', { channelId: '4', itemType: 'links' }, 'itemId', 'By Name'],
	['assignLink', { campaignId: '4' }, 'linkId', 'By Alias'],
])('%s: an alias among IDs is answered with the mode of the field', async (...row) => {
	const [operation, fields, name, mode] = row;
	const { error, requests } = await runInVirtualTime(
		{
			...{ resource: 'channelId' in fields ? 'channel' : 'campaign', operation },
			items: [{ ...fields, [name]: { __rl: true, mode: 'idOrUrl', value: 'promo' } }],
		},
		() => ({ body: { error: 0, data: { maxpage: 1 } } }),
	);
	expect(error?.description).toContain(`or choose ${mode}.`);
	expect(requests).toEqual([]);
});

test('where the one code of two equal rows is refused, no row names the other item', async () => {
	const row = { name: 'Door', type: 'text', data: 'Hello' };
	const run = { resource: 'qrCode', operation: 'createOrGet', items: [row, row], continues: true };
	const { items, requests } = await runInVirtualTime(run, ({ method }) => ({
		body: method === 'GET' ? { error: 0, data: { qrs: [] } } : { error: 1, message: 'No more.' },
	}));
	expect(items.map(({ error }) => error)).toEqual(['No more.', 'No more.']);
	expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
});

describe('A record that By Name takes by its ID', () => {
	const CAMPAIGNS = { result: 1, maxpage: 1, campaigns: [{ id: 2024, name: 'Spring' }] };
	const WARNING = 'Campaign: "2024" was taken as an ID, because no record is called so.';

	test.each([
		['assignLink', '2024', { warning: WARNING, hint: /was taken as an ID.*2024/ }],
		['update', '2024', undefined],
		[
			'update',
			2024,
			{ warning: undefined, hint: /the one with this ID was taken: 2024 \(Spring\)\./ },
		],
		['delete', '2024', undefined],
	])('is told after %s with %j', async (operation, value, told) => {
		const given = { campaignId: { mode: 'name', value }, linkId: { mode: 'idOrUrl', value: '5' } };
		const run = { resource: 'campaign', operation, items: [{ ...given, name: 'Summer' }] };
		const { items, hints, error } = await runInVirtualTime(run, ({ method }) => ({
			body: { error: 0, id: 2024, name: 'Summer', ...(method === 'GET' && { data: CAMPAIGNS }) },
		}));
		expect(items[0]?.json.warning).toBe(told?.warning);
		expect(hints).toEqual(told ? [expect.stringMatching(told.hint)] : []);
		expect(error?.message ?? '').toMatch(told ? /^$/ : /no campaign is called "2024"/);
	});
});

test('a service that needs the long URL in each update is not said to refuse that of the row', async () => {
	const noUrl = refusal('Please enter a valid URL.');
	const messageFor = async (url: string) => {
		const service = new LinkService(answering('PUT', noUrl));
		service.add({ custom: 'spring', url: 'https://x.example' });
		const items = upsertItems([{ custom: 'spring', url, metatitle: 'New' }]);
		const run = { resource: 'link', operation: 'upsert', items };
		const credentials = { updatesReplace: 'no', defaultDomain: 'sho.rt' };
		const { error } = await runInVirtualTime({ ...run, credentials }, service.script);
		return `${error?.message}: ${error?.description}`;
	};
	expect(await messageFor('https://x.example')).toMatch(
		/^Please enter a valid URL\. \[item 0\]: Some services need the long URL in each update\. Choose Unknown /,
	);
	expect(await messageFor('https://y.example')).toMatch(
		/^Long URL https:\/\/y\.example: Please enter a valid URL\. \[item 0\]: (?!Some services)/,
	);
});
