/** Tables as people have them, in runs without n8n: headings, cells, and what an account shows beside them. */
import type { IDataObject } from 'n8n-workflow';

import { link } from '../../nodes/LinkManagement/actions/link';
import { useVirtualClock } from '../support/virtual/clock';
import { changesAmong, nodeBeside } from '../support/virtual/linkRows';
import { LinkService, refusal } from '../support/virtual/linkService';
import { newHost, runInVirtualTime } from '../support/virtual/scriptedRun';

useVirtualClock();

const URL = 'https://example.com/a';

/** Create or Update of a table with Map Automatically, with On Error: Stop. */
const upsert = async (
	input: IDataObject[],
	{
		service = new LinkService(),
		dryRun = false as boolean | string,
		host = newHost(),
		matchOn = 'custom',
	} = {},
) => {
	const columns = { mappingMode: 'autoMapInputData', value: null };
	const items = input.map(() => ({ matchOn, columns, dryRun, options: {} }));
	const run = { resource: 'link', operation: 'upsert', items, input, host };
	const { requests, ...outcome } = await runInVirtualTime(run, service.script);
	return { ...outcome, sent: requests.filter(({ method }) => method !== 'GET') };
};

test('an expression for Dry Run that gives nothing does not start the run', async () => {
	const { error, sent } = await upsert([{ alias: 'a', url: URL }], { dryRun: '={{ $json.dry }}' });
	expect(error?.message).toContain('Dry Run: the expression gives nothing');
	expect(sent).toEqual([]);
});

test('where Dry Run is on in some rows, the hint counts what the others changed', async () => {
	const rows = ['a', 'b', 'c'].map((alias) => ({ alias, url: URL, dry: alias === 'b' }));
	const { hints, sent } = await upsert(rows, { dryRun: '={{ $json.dry }}' });
	expect(sent).toHaveLength(2);
	expect(hints[0]).toBe(
		'2 created, 0 updated, 0 unchanged. The run would create 1, update 0, and leave 0 as they are.',
	);
});

test.each<[string, IDataObject, RegExp]>([
	['no', { pixels: '-' }, /Update Fields: a value is required/],
	['unknown', { campaign: { mode: 'name', value: 'none' } }, /Update Fields: a value is required/],
	['no', { campaign: { mode: 'name', value: 'none' } }, /To empty a field, use 'Fields to Clear'/],
	['no', { expiry: 'none' }, /To empty a field, use 'Fields to Clear'/],
	['yes', { pixels: '-', metatitle: 'New' }, /would empty .*Pixel/],
])(
	'updates replace: %s; with %j, a word for nothing is no value',
	async (updatesReplace, updateFields, problem) => {
		const service = new LinkService({ lists: { pixels: [], campaigns: [] } });
		const { id } = service.add({ url: URL });
		const items = [{ linkId: { mode: 'recordId', value: id }, updateFields, options: {} }];
		const outcome = await nodeBeside(service, { updatesReplace }).run('update', items);
		expect(outcome.items[0]?.error).toMatch(problem);
		expect(changesAmong(outcome)).toEqual([]);
	},
);

describe('An error about a missing column says what to do', () => {
	test.each<[IDataObject, string, string]>([
		[{ shorturl: 'https://go.example.com/a' }, 'Alias', 'To match on "shorturl", change Match On.'],
		[{ 'alias;url;title': 'a;b;c' }, 'Alias', 'set Delimiter to ; in Extract From File'],
		[{ alias: 'a', url: '' }, 'Long URL', 'Fill in the cell'],
	])('of %j', async (row, label, advice) => {
		const { error, sent } = await upsert([row]);
		expect(error?.message).toContain(`${label}: a value is required`);
		expect(error?.description).toContain(advice);
		expect(sent).toEqual([]);
	});
});

test('an error about an unknown name in a cell names no list to choose from', async () => {
	const service = new LinkService({ lists: { campaigns: [] } });
	const { error } = await upsert([{ alias: 'a', url: URL, campaign: 'Fall' }], { service });
	expect(error?.message).toContain('no campaign is called "Fall"');
	expect(error?.description).toMatch(/^Check the name\. Create Missing under Options creates it\./);
});

test('refusals in the same words are one reason, whichever aliases they are about', async () => {
	const node = nodeBeside({ script: () => refusal('This alias is blocked.') });
	const { hints } = await node.create(['a', 'b', 'c'].map((custom) => ({ url: URL, custom })));
	expect(hints[1]).toBe(
		'Items 0 (a), 1 (b), 2 (c) · Alias a: This alias is blocked, Alias b: This alias is blocked, and so on for 1 other item.',
	);
});

test('an error about several pixels in a cell says what separates them', async () => {
	const service = new LinkService({ lists: { pixels: [{ id: 1, name: 'A' }] } });
	for (const pixels of ['A|B', 'A\nB']) {
		const { error } = await upsert([{ alias: 'a', url: URL, pixels }], { service });
		expect(error?.description).toContain('Write commas between several names.');
	}
});

test('the hint about some of the UTM parameters does not come for a row as it was last sent', async () => {
	const service = new LinkService();
	service.add({ url: URL, custom: 'a' });
	const node = nodeBeside(service);
	const hintsAfter = async (utm_source: string, options: IDataObject) => {
		const { hints } = await node.upsert([{ custom: 'a', utm_source }], options);
		return hints.join(' ');
	};
	const some = /update gives UTM parameters, but not all/;
	expect(await hintsAfter('mail', { dryRun: true })).toMatch(some);
	expect(await hintsAfter('mail', {})).toMatch(some);
	for (const dryRun of [true, false])
		expect(await hintsAfter('mail', { dryRun, sendAll: true })).not.toMatch(some);
	expect(await hintsAfter('web', {})).toMatch(some);
});

test.each([
	['id', { alias: 'a', url: URL }, /^Links are matched on ID, and the table has no column for it/],
	['shorturl', { alias: 'a', url: URL }, /^Links are matched on Short URL/],
	['id', { alias: 'a', url: URL, id: '' }, /^(?!Links)/],
	['custom', { alias: 'a', url: URL }, /^(?!Links)/],
])('matched on %s, a table with %j may have each row as a new link', async (matchOn, row, said) => {
	for (const dryRun of [true, false]) {
		const { hints } = await upsert([row, { ...row, alias: 'b' }], { matchOn, dryRun });
		expect(hints[1] ?? '').toMatch(said);
	}
});

test('everything that Get Many and Get give of a link is a column, or cannot be changed', async () => {
	const { getAll, get } = link.operations;
	const names = Object.keys({ ...getAll!.reply.output, ...get!.reply.output });
	const row = Object.fromEntries(names.map((name) => [name, '']));
	const { hints } = await upsert([{ row_number: 2, ...row, alias: 'a', longurl: URL }]);
	const [, ignored = ''] = /and ignored: (.*?)\./.exec(hints.join(' ')) ?? [];
	expect(ignored.split(', ').filter((name) => !/lick|^top/.test(name))).toEqual([
		...['id', 'shorturl', 'date'],
	]);
});

test('a round trip changes what was edited, targets included', async () => {
	const service = new LinkService();
	const known = service.add({ url: URL, custom: 'a' });
	const edited = {
		...known,
		title: 'New',
		location: { canada: { all: 'https://example.com/ca' } },
	};
	const { sent, error } = await upsert([edited as unknown as IDataObject], { service });
	expect(error).toBeUndefined();
	expect(sent[0]!.body).toMatchObject({
		metatitle: 'New',
		geotarget: [{ location: 'Canada', link: 'https://example.com/ca' }],
	});
});

test.each([true, false])(
	'an alias that lost its zeros has a warning (dry run: %s)',
	async (dryRun) => {
		const service = new LinkService();
		for (const custom of ['0012', '8', '0x9', '00', '05x', 'a04'])
			service.add({ url: URL, custom });
		const rows = [12, '8', 'x9', '09', '0', '5', '4'].map((alias) => ({ alias, url: URL }));
		const { items, hints } = await upsert(rows, { service, dryRun });
		expect(items.map(({ json }) => json.warning)).toEqual([
			'Alias: "12" differs from the alias of another link only in leading zeros, which spreadsheets remove.',
			...Array<undefined>(6).fill(undefined),
		]);
		expect(hints.join(' ')).toContain('1 item has a value that differs from the alias');
	},
);

test.each([
	[0, undefined],
	[120, 'UTC+02:00'],
	[-210, 'UTC-03:30'],
	[-12 * 60, 'UTC-12:00'],
	[-12 * 60 - 15, undefined],
	[14 * 60, 'UTC+14:00'],
	[14 * 60 + 15, undefined],
	// A link that was there before is no new one
	[37, undefined],
])(
	'where new links have dates %i minutes from the Time Zone, one hint names %s',
	async (minutes, offset) => {
		const service = new LinkService();
		const host = newHost();
		const rows = ['a', 'b', 'c', 'd'].map((alias) => ({ alias, url: URL }));
		await upsert(rows, { service, host });
		for (const made of service.links) {
			const date = new Date(Date.parse(`${made.date.replace(' ', 'T')}Z`) + minutes * 60_000);
			made.date = date.toISOString().slice(0, 19).replace('T', ' ');
		}
		const { hints } = await upsert(rows, { service, host });
		const said = /The service writes its dates in (\S+), and Time Zone/.exec(hints.join(' '));
		expect(said?.[1]).toBe(offset);
	},
);

const INTERNATIONAL = ['https://münchen.example', 'https://xn--mnchen-3ya.example'];

test.each([INTERNATIONAL, [...INTERNATIONAL].reverse()])(
	'a short URL on %s is found where the service writes %s, and letters in the alias',
	async (given, domain) => {
		const service = new LinkService({
			domains: INTERNATIONAL,
			pathOf: (alias) => alias,
			findsShort: ({ shorturl }, short) => shorturl === short,
		});
		service.add({ url: URL, custom: 'früh', domain });
		const row = { shorturl: `${given}/früh`, url: URL };
		const { hints } = await nodeBeside(service).upsert([row], { matchOn: 'shorturl' });
		expect(hints.join(' ')).toContain('0 created, 0 updated, 1 unchanged.');
	},
);

const [LETTERS = '', ASCII = ''] = INTERNATIONAL;
test.each([
	[LETTERS, ASCII, ''],
	[ASCII, LETTERS, ''],
	['MÜNCHEN.example', LETTERS, 'münchen.example'],
])(
	'a link of a row with the domain %s is made on it where the service calls it %s (default: %s)',
	async (given, domain, defaultDomain) => {
		const service = new LinkService({ domains: [domain] });
		const node = nodeBeside(service, { defaultDomain });
		const { items } = await node.upsert([{ custom: 'a', url: URL, domain: given }]);
		expect(items[0]?.json.shorturl).toBe(`${domain}/a`);
	},
);

const FORBIDDEN = refusal('You do not have permission to access this endpoint.', 403);
test.each([7, '7'])(
	'a campaign is given by its ID, %j, where the plan does not show the list',
	async (campaign) => {
		const service = new LinkService({
			instead: ({ path }) => (path === '/api/campaigns' ? FORBIDDEN : undefined),
		});
		const { items, sent } = await upsert([{ alias: 'a', url: URL, campaign }], { service });
		expect(sent[0]?.body.campaign).toBe(7);
		expect(items[0]?.json.warning).toBe(
			'Campaign: "7" was taken as an ID, because the service does not show the names.',
		);
	},
);
