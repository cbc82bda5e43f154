/** What is found before the first change, and what a plan shows. */
import type { IDataObject } from 'n8n-workflow';

import { useVirtualClock } from '../support/virtual/clock';
import { nodeBeside, upsertItems } from '../support/virtual/linkRows';
import { LinkService, refusal } from '../support/virtual/linkService';
import type { VirtualReply, VirtualRun } from '../support/virtual/scriptedRun';

useVirtualClock();

const URL = 'https://example.com/a';
const CAMPAIGNS = [{ id: 7, name: 'Spring' }];
const TOOL = { node: { type: 'linkManagementTool' } };

/** Create or Get, or Create or Update, of rows at a service with the campaign Spring and the links `old` and `older`. */
const run = async (
	operation: string,
	rows: IDataObject[],
	more: Partial<VirtualRun> & { campaigns?: VirtualReply } = {},
) => {
	const { campaigns, ...others } = more;
	const service = new LinkService({
		lists: { campaigns: CAMPAIGNS },
		instead: ({ path, body }) => {
			if (body.custom === 'taken') return refusal('No.');
			return path === '/api/campaigns' ? campaigns : undefined;
		},
	});
	for (const custom of ['old', 'older']) service.add({ url: URL, custom });
	const items = rows.map(({ url = URL, dryRun = false, ...row }) =>
		operation === 'upsert'
			? upsertItems([{ url, ...row }], { dryRun })[0]!
			: { url, options: {}, additionalFields: row },
	);
	return await nodeBeside(service).run(operation, items, { continues: false, ...others });
};

const A = { custom: 'a' };
const B = { custom: 'b' };
const OTHER = { ...A, url: 'https://example.com/b' };
const differ = (one: number, other: number, fields = 'Long URL') =>
	`items ${one} and ${other} are for the same link, and differ in ${fields}.`;
const byName = (value: unknown) => ({ mode: 'name', value });
const withCampaign = (campaign: unknown, more = {}) => ({ ...A, campaign, ...more });

const SPRING = withCampaign('Spring');
const FALL = withCampaign('Fall', { metatitle: 'x' });
const IN_BOTH = differ(0, 1, 'Campaign, Meta Title');
const UNKNOWN = 'no campaign is called "Fall"';
const TWICE = 'item 0 (a) gives the same alias';
const PATHS = ['a', 'b', 'c', 'd', 'e', 'f'].map((path) => ({ ...A, url: `https://x.io/${path}` }));
const titled = (...titles: string[]) => titles.map((metatitle) => ({ ...A, metatitle }));
const withParameter = (value: string) => ({ ...A, parameters: { rows: [{ name: 'ref', value }] } });
const IN_PARAMETERS = [0, 1].map(() => `Alias: ${differ(0, 1, 'URL Parameters')}`);
const IN_TITLE = [0, 1].map(() => differ(0, 1, 'Meta Title'));

const ENCODED = { ...OTHER, custom: '%C3%A9-1' };

/** What becomes of each row: what was done, or part of its error. */
test.each<[string, string, IDataObject[], unknown[]]>([
	['one URL', 'createOrGet', [A, { ...A, url: 'https://EXAMPLE.com:443/a' }], [true, false]],
	['two URLs', 'createOrGet', [A, B, OTHER, A], [differ(0, 2), true, differ(0, 2), differ(2, 3)]],
	['six URLs', 'createOrGet', PATHS, [1, 1, 2, 3, 4, 5].map((item) => differ(0, item))],
	['two parameters', 'createOrGet', ['x', 'y'].map(withParameter), IN_PARAMETERS],
	['an alias in two forms', 'upsert', [{ custom: 'é-1' }, ENCODED], [differ(0, 1), differ(0, 1)]],
	['a campaign and its ID', 'upsert', [SPRING, withCampaign(7)], ['created', 'unchanged']],
	['two campaigns', 'upsert', [SPRING, FALL], [IN_BOTH, IN_BOTH]],
	['unknown campaigns', 'upsert', [withCampaign('Fal'), FALL], [IN_BOTH, UNKNOWN]],
	['titles that look like one URL', 'upsert', titled('https://x.io', 'https://x.io/'), IN_TITLE],
	['the same alias', 'create', [A, B, A], [undefined, undefined, TWICE]],
])('rows that give one link %s', async (_, operation, rows, ends) => {
	const { items } = await run(operation, rows, { continues: true });
	expect(items.map(({ json, error }) => error ?? json.created ?? json.action)).toEqual(
		ends.map((end) =>
			typeof end === 'string' && end.includes(' ') ? expect.stringContaining(end) : end,
		),
	);
});

const WRONG = { ...B, url: 'n/a' };
const SAYS = 'Long URL: "n/a" is not a complete URL';
const SAID = `Item 1 (b) · ${SAYS}. Start it with https://.`;
const ALIAS =
	'Item 2 (https://example.com/a) · Alias: "x?" cannot be part of a short URL. Leave out ?, #, \\ and double slashes.';
const NO_ALIAS = { custom: 'x?' };
const TO_SEE = 'To see the plan of the others, set On Error to Continue.';
const NEEDS_CAMPAIGN = { custom: 'c', campaign: byName('Spring') };
const NO_KEY: VirtualReply = { status: 401, body: { message: 'Unauthorized.' } };
const planned = (...rows: IDataObject[]) => rows.map((row) => ({ ...row, dryRun: true }));

describe('The check before a run', () => {
	test.each<[string, IDataObject[], Parameters<typeof run>[2], string, number | undefined]>([
		['one item of two', [A, WRONG], {}, SAID, 1],
		['two items', [A, WRONG, NO_ALIAS], {}, `${SAID}<br>${ALIAS}`, undefined],
		['two calls of a tool', [A, WRONG, NO_ALIAS], TOOL, `${SAID} ${ALIAS}`, undefined],
		['one item of a plan', planned(A, WRONG), {}, `${SAID}<br>${TO_SEE}`, 1],
		['all of a plan', planned(WRONG, WRONG), {}, SAID.replace('Item', 'Items 0 (b),'), undefined],
		['an item, before the key', [A, WRONG, NEEDS_CAMPAIGN], { campaigns: NO_KEY }, SAID, 1],
	])('refuses %s, and nothing is sent', async (_, rows, more, description, item) => {
		const { error, requests } = await run(rows[0]!.dryRun ? 'upsert' : 'create', rows, more);
		expect(error?.message).toMatch(/^\d of \d items cannot be sent\. Nothing was changed\./);
		expect([error?.description, error?.context.itemIndex]).toEqual([description, item]);
		expect(error?.message.endsWith(description)).toBe(more === TOOL);
		expect(requests.filter(({ path }) => path !== '/api/campaigns')).toEqual([]);
	});

	test('of one item says what it is, and so does the key', async () => {
		expect((await run('create', [WRONG])).error?.message).toBe(`${SAYS} [item 0]`);
		const { error, requests } = await run('create', [A, NEEDS_CAMPAIGN], { campaigns: NO_KEY });
		expect([error?.message, requests.length]).toEqual(['Unauthorized.', 1]);
	});

	test('of another try says what the first one has made', async () => {
		const data = {};
		await run('create', [A, { custom: 'taken' }], { data });
		const { error, requests } = await run('create', [A, WRONG], { data });
		expect([error?.message, error?.description]).toEqual([
			'1 of 2 items cannot be sent.',
			`${SAID} 1 of 2 items completed; nothing further was sent. Already created: https://sho.rt/a.`,
		]);
		expect(requests).toEqual([]);
	});

	test('is that of each item, one item at a time', async () => {
		const { error, requests } = await run('create', [A, WRONG], { oneByOne: true });
		expect(error?.message).toBe(`${SAYS} [item 1]`);
		expect(requests).toHaveLength(1);
		const { items } = await run('create', [A, WRONG], { oneByOne: true, continues: true });
		expect(items[1]?.error).toBe(`${SAYS}. Start it with https://.`);
	});
});

test('a plan shows what failed first, then what would change, and before its row what would be done', async () => {
	const changed = { custom: 'older', metatitle: 'New' };
	const rows = planned({ custom: 'old' }, { custom: 'new' }, WRONG, changed);
	const input = [{ note: 1, error: 'x' }, { note: 2 }, { note: 3 }, { note: 4 }];
	const { items, hints, requests } = await run('upsert', rows, { continues: true, input });
	expect(items.map(({ json, item }) => [item, ...Object.entries(json).flat()].join())).toEqual([
		expect.stringMatching(/^2,error,Long URL/),
		'3,action,update,shorturl,https://sho.rt/older,changes,Meta Title: Title → New,note,4,id,2',
		'1,action,create,shorturl,,changes,,note,2',
		'0,action,none,shorturl,https://sho.rt/old,changes,,note,1,id,1',
	]);
	expect(hints[0]).toBe(
		'Nothing was changed. The run would create 1, update 1, and leave 1 as they are. 1 of 4 items cannot be sent.',
	);
	expect(requests.every(({ method }) => method === 'GET')).toBe(true);
});

test('a plan that ends with a failure says so, and how to see the others', async () => {
	const rows = planned({ custom: 'old' }, { custom: 'new', url: '' });
	const { error } = await run('upsert', rows);
	expect(error?.description).toMatch(
		/1 of 2 items completed; nothing was changed\. To see the plan of the others, set On Error to Continue\.$/,
	);
	expect((await run('upsert', rows.slice(1))).error?.description).not.toContain('To see');
});

test.each(['createOrGet', 'upsert'])(
	'the error of %s names only links that the run made',
	async (operation) => {
		const rows = ['old', 'new', 'taken'].map((custom) => ({ custom }));
		for (const oneByOne of [false, true]) {
			const { error } = await run(operation, rows, { oneByOne });
			expect(error?.description).toContain(
				'2 of 3 items completed; nothing further was sent. Already created: https://sho.rt/new. 1 ',
			);
		}
		// An agent gives all tools that it calls its own data, so each call is a run
		const agent = { oneByOne: true, data: { node: { name: 'Agent' } } };
		expect((await run(operation, rows, agent)).error?.description).not.toContain('of 3 items');
	},
);

const SCHEME = 'Long URL: "example.com" has no scheme, so https:// was added.';
const FTP = 'Long URL: "ftp://x.example" has a scheme that browsers may not know.';
const PAST = 'Expiry: "2020-01-01" is in the past.';

const ODD = { custom: 'old', url: 'ftp://x.example', expiry: '2020-01-01' };

test.each<[string, string, IDataObject, Partial<VirtualRun>, unknown]>([
	['a new link', 'create', { ...ODD, custom: 'new' }, {}, `${FTP} ${PAST}`],
	['a link that is there', 'upsert', ODD, {}, FTP],
	['a link that is found', 'createOrGet', { ...ODD, url: URL }, {}, undefined],
	['what is only counted', 'create', { url: 'example.com' }, {}, undefined],
	['what is only counted, in a tool', 'create', { url: 'example.com' }, TOOL, SCHEME],
])('the warning about %s', async (_, operation, row, more, warning) => {
	const { items } = await run(operation, [row], more);
	expect(items[0]?.json.warning).toBe(warning);
});

test('a tool that reads a list gets no warnings, and words where it is empty', async () => {
	const service = new LinkService();
	const { run: runTool } = nodeBeside(service);
	const items = [{ returnAll: true, filters: { longUrl: 'example.com/a' }, options: {} }];
	const empty = await runTool('getAll', items, TOOL);
	expect(empty.items.map(({ json }) => json)).toEqual([
		{ found: false, message: 'No record was found' },
	]);
	service.add({ url: URL });
	const found = await runTool('getAll', items, TOOL);
	expect(found.items.map(({ json }) => json.warning ?? json.id)).toEqual([1]);
	const { hints } = await runTool('getAll', items);
	expect(hints.join()).toContain('https:// was added to 1 URL without a scheme: example.com.');
});

test('names that a run has read are read again after a change of a campaign, and not after that of a link', async () => {
	const service = new LinkService({
		lists: { campaigns: CAMPAIGNS },
		instead: ({ path }) =>
			path.startsWith('/api/campaign/') ? { body: { error: 0, id: 7 } } : undefined,
	});
	const node = nodeBeside(service);
	const listsReadFor = async (resource: string, operation: string, item: IDataObject) => {
		const more = { resource, continues: false };
		const { error, requests } = await node.run(operation, [item], more);
		expect(error).toBeUndefined();
		return requests.filter(({ path }) => path === '/api/campaigns').length;
	};
	const link = { url: URL, additionalFields: { campaign: byName('Spring') } };
	const campaign = { campaignId: { mode: 'recordId', value: '7' }, name: 'Spring' };
	const title = { linkId: '1', updateFields: { metatitle: 'New' } };
	expect([
		await listsReadFor('link', 'create', link),
		await listsReadFor('link', 'update', title),
		await listsReadFor('link', 'create', link),
		await listsReadFor('campaign', 'update', campaign),
		await listsReadFor('link', 'create', link),
	]).toEqual([1, 0, 0, 0, 1]);
});
