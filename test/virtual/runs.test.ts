/** What a run takes from its items, and what it gives back for each: input fields, files, blank rows, settings, other tries. */
import type { IDataObject } from 'n8n-workflow';

import { useVirtualClock } from '../support/virtual/clock';
import { nodeBeside, serviceWith } from '../support/virtual/linkRows';
import { LinkService, refusal } from '../support/virtual/linkService';
import {
	runInVirtualTime,
	type VirtualRun,
	type VirtualScript,
} from '../support/virtual/scriptedRun';

useVirtualClock();

const URL = 'https://example.com/a';

/** Creates a link for each item with the fields of the input, at a service that refuses the alias `sale`. */
const create = async (
	input: IDataObject[],
	more: Partial<VirtualRun> = {},
	script: VirtualScript = new LinkService({
		instead: ({ body }) => (body.custom === 'sale' ? refusal('That alias is taken.') : undefined),
	}).script,
) => {
	const items = input.map(({ url = URL, alias }) => ({
		...{ url, additionalFields: alias === undefined ? {} : { custom: alias }, options: {} },
	}));
	const run = { resource: 'link', operation: 'create', items, input, ...more };
	return await runInVirtualTime(run, script);
};

const TAKEN = 'Alias sale is taken. Use another alias, or Create or Get.';
const MADE = { id: 1, shorturl: 'https://sho.rt/a' };
const ROW = { alias: 'a', note: 'x' };
const FAILED = { alias: 'sale', note: 'x' };
const WEBHOOK = {
	...{ headers: {}, params: {}, query: {}, body: {}, webhookUrl: 'https://n8n.example' },
	...{ executionMode: 'test', jwtPayload: {} },
};
const OF_RUN = { id: 5, shorturl: 'https://sho.rt/z', created: true, warning: 'w', error: 'e' };
const RENAMED = { input_id: 5, input_shorturl: OF_RUN.shorturl, created: true };
const PLANNED = { action: 'create', shorturl: '', changes: '' };
const OWN = { id: 5, qr: 'code.png' };
const ofWebhook = { ...WEBHOOK, ...ROW };
const included = (includeInputFields: boolean) => ({
	...{ url: URL, additionalFields: { custom: 'a' }, options: { includeInputFields } },
});
const byName = (value: unknown) => ({ mode: 'name', value });
const TOOL = { node: { type: 'linkManagementTool' } };
const ERROR_OUTPUT = { node: { onError: 'continueErrorOutput' } } as const;

/** The row, more of the run, what comes out, and whether the files of the row do. */
const OUTPUTS: Record<string, [IDataObject, Partial<VirtualRun>, IDataObject, boolean]> = {
	'a row': [ROW, {}, { ...MADE, ...ROW }, true],
	'a row of an earlier run': [{ ...ROW, ...OF_RUN }, {}, { ...MADE, ...ROW, ...RENAMED }, true],
	'a Webhook': [ofWebhook, {}, { ...MADE, ...ROW }, false],
	'a Webhook, if wanted': [ofWebhook, { saved: included(true) }, { ...ofWebhook, ...MADE }, false],
	'a row that is not wanted': [ROW, { items: [included(false)] }, MADE, false],
	'a tool': [ROW, TOOL, MADE, false],
	'a failed row': [FAILED, {}, { ...FAILED, error: TAKEN }, true],
	'a failed row of before': [
		{ ...FAILED, ...OF_RUN, qr: {} },
		{},
		{ ...FAILED, error: TAKEN },
		true,
	],
	'a failed row of a plan': [
		{ ...FAILED, ...PLANNED, ...OWN },
		{},
		{ ...FAILED, ...OWN, error: TAKEN },
		true,
	],
	'a failed row with an error output': [FAILED, ERROR_OUTPUT, { error: TAKEN }, true],
	'a tool that failed': [FAILED, TOOL, { error: TAKEN }, false],
};

test.each(Object.entries(OUTPUTS))(
	'what comes out of %s',
	async (_, [row, more, json, hasFiles]) => {
		const files = [{ own: { data: '', mimeType: 'text/plain' } }];
		for (const oneByOne of [false, true]) {
			const { items } = await create([row], { continues: true, oneByOne, files, ...more });
			const [{ binary, ...item }] = items as [(typeof items)[0]];
			const { error } = json;
			expect(item).toEqual({ json, item: 0, ...(error !== undefined && { error }) });
			expect(binary).toEqual(hasFiles ? files[0] : undefined);
		}
	},
);

test('a hint names the columns that the record replaced, but for those with a name of their own', async () => {
	const row = { ...ROW, input_shorturl: 'own', id: 5, shorturl: 'x' };
	const { items, hints } = await create([row]);
	expect(items[0]?.json).toEqual({ ...ROW, ...MADE, input_id: 5, input_shorturl: 'own' });
	expect(hints).toEqual(['Columns that the record replaced came out under other names: input_id.']);
});

test.each<[string, IDataObject, unknown]>([
	['fields', { output: 'fields' }, { clicks: 0, id: 1 }],
	['raw', { output: 'raw' }, { id: 1, details: expect.anything(), data: expect.anything() }],
	['simple', { output: '={{ "simple" }}' }, expect.objectContaining({ id: 1, topCountries: {} })],
])('the output %s of a link', async (output, saved, json) => {
	const service = serviceWith();
	const linkId = { mode: 'idOrUrl', value: '1' };
	const fields = { linkId, outputFields: ['clicks', 'id', 'location'], options: {} };
	const items = [{ ...fields, output }];
	const outcome = await nodeBeside(service).run('get', items, { saved: { ...fields, ...saved } });
	expect(outcome.items.map((item) => item.json)).toStrictEqual([json]);
});

describe('Of a table with blank rows,', () => {
	const rows = [
		{ url: '', alias: ' ', warning: 'w' },
		{ url: URL, alias: 'a' },
		{ url: '', alias: 'b' },
		{ url: ' ', alias: '', own: '' },
	];
	const ALIAS = { custom: '={{ $json.alias }}' };
	const JSON_URL = '={{ $json.url }}';
	const GIVES_NOTHING =
		'Long URL: the expression gives nothing. Fill in the cell, or check whether the column was renamed.';

	test.each([
		...['$json.url', '$("Form").item.json.url', '$node.Form.json.url', '$input.item.json.url'],
		...['$item(0).json.url', '$items()[0].json.url', '$binary.file.url'],
		...['$("F (1)")\n\t.item.json.url', '$("Form").itemMatching($itemIndex).json.url'],
		...['$("Form")?.pairedItem().json.url', '$items("Form")[$itemIndex].json.url'],
	])('those in which %s and the others give nothing come out as they were', async (read) => {
		for (const url of [`={{ ${read} }}`, `=\n{{\n${read}\n}}`]) {
			const fixed = { metatitle: 'a=$json.url' };
			const addQrCode = '={{ $json.qr.code }}';
			const saved = { url, addQrCode, additionalFields: { ...ALIAS, ...fixed }, options: {} };
			const { items, hints } = await create(rows, { continues: true, saved });
			const ends = items.map(({ json, error }) => error ?? json.id);
			expect(ends).toEqual([undefined, 1, GIVES_NOTHING, undefined]);
			expect(items[0]?.json).toEqual({ url: '', alias: ' ' });
			expect(hints.join(' ')).toContain(`Item 2 (b) · ${GIVES_NOTHING}`);
			expect(hints).toContain('2 rows have no value, and came out unchanged.');
		}
	});

	test.each([
		...[
			'$("Config").first().json.item',
			'$("Config").last().json.title',
			'$("Config").params.title',
		],
		...['$("Config").all()[0].json.title', '$input.first().json.title', '$input.all().length'],
		...['$items("Config")[0].json.title', '$now.item', '$vars.title'],
	])('%s is the same in all rows, and does not count', async (read) => {
		const additionalFields = { metatitle: 'Title' };
		const saved = { url: JSON_URL, additionalFields: { metatitle: `={{ ${read} }}` }, options: {} };
		const items = [URL, ''].map((url) => ({ url, additionalFields }));
		const { requests } = await create(rows.slice(0, 2), { items, saved });
		expect(requests).toHaveLength(1);
	});

	const TITLE = { additionalFields: { metatitle: '={{ $json.alias || 1 }}' } };
	const titled = rows.map((row) => ({ ...row, additionalFields: { metatitle: 1 } }));
	const CAMPAIGN = { additionalFields: { campaign: byName('={{ $json.x.y }}') } };
	const given = rows.map((row) => ({ ...row, additionalFields: { campaign: byName('Spring') } }));
	const names = rows.map(({ alias }) => ({ name: alias }));

	test.each<[string, IDataObject, Partial<VirtualRun>, number]>([
		['no expression reads an item', { url: '={{ $now }}' }, {}, 3],
		['an expression beside them gives a value', { url: JSON_URL, ...TITLE }, { items: titled }, 3],
		['a locator beside them gives a value', { url: JSON_URL, ...CAMPAIGN }, { items: given }, 4],
		['the operation has no row', { name: ALIAS.custom }, { resource: 'campaign', items: names }, 4],
		['a tool is called', { url: JSON_URL }, TOOL, 3],
		['all are blank', { url: '={{ $json.none }}' }, {}, 4],
	])('none is blank where %s', async (_, saved, more, failed) => {
		const run = { ...more, continues: true, saved: { ...saved, options: {} } };
		const { items } = await create(rows, run);
		expect(items.filter(({ error }) => error)).toHaveLength(failed);
	});

	test.each(['defineBelow', 'autoMapInputData'])(
		'Create or Update leaves those without a cell as they were (%s)',
		async (mappingMode) => {
			const columnsOf = (custom: unknown, url: unknown) => ({
				...{ matchOn: 'custom', dryRun: false, options: {} },
				columns: { mappingMode, value: { custom, url } },
			});
			const isMapped = mappingMode === 'defineBelow';
			const before = '={{ $json.before }}';
			const saved = isMapped ? columnsOf(ALIAS.custom, JSON_URL) : columnsOf(before, before);
			const items = rows.map((row) =>
				isMapped ? columnsOf(row.alias, row.url) : columnsOf('', ''),
			);
			const run = { operation: 'upsert', items, saved, continues: true };
			const outcome = await create(rows, run);
			const noUrl = expect.stringContaining('a value is required for a new link');
			const ends = outcome.items.map(({ json, error }) => error ?? json.id);
			expect(ends).toEqual([undefined, 1, noUrl, undefined]);
		},
	);
});

const PROXY = { host: 'host', port: 80, protocol: 'http' };
const AUTH = { username: 'u ', password: 'p%' };

test.each([
	[{}, {}],
	[
		{ timeout: 60_000, proxy: 'u%20:p%25@host:80', allowUnauthorizedCerts: true },
		{ timeout: 60_000, unsafe: true, proxy: { ...PROXY, auth: AUTH } },
	],
	[{ proxy: 'https://host' }, { proxy: { ...PROXY, port: 443, protocol: 'https' } }],
	[{ proxy: 'http://host:8080' }, { proxy: { ...PROXY, port: 8080 } }],
	[{ proxy: 'host' }, { proxy: PROXY }],
])('the Request Options %j are those of each request', async (requestOptions, connection) => {
	const { requests } = await create([ROW], { saved: { url: URL, options: {}, requestOptions } });
	expect(requests.map((request) => request.connection)).toEqual([connection]);
});

test('a proxy that is no address fails for each item, before anything is sent', async () => {
	const saved = { url: URL, options: {}, requestOptions: { proxy: 'u:100%@host' } };
	const said = 'Proxy: the value is not an address';
	expect((await create([ROW, ROW], { saved })).error?.message).toBe(said);
	const { items, hints, requests } = await create([ROW, ROW], { saved, continues: true });
	const ends = items.map(({ json, error }) => `${String(json.note)}: ${String(error)}`);
	expect(ends).toEqual([1, 2].map(() => expect.stringMatching(`^x: ${said}. Enter it`)));
	expect(hints).toEqual(['2 of 2 items failed.', expect.stringMatching(`^Items 0, 1 · ${said}`)]);
	expect(requests).toEqual([]);
});

test('columns that no item of several has are named', async () => {
	const additionalFields = { custom: '={{ $json.Alias }}' };
	const saved = { url: '={{ $json.url }}', additionalFields, options: {} };
	const hintsFor = async (...input: IDataObject[]) => (await create(input, { saved })).hints;
	expect(await hintsFor({ url: URL })).toEqual([]);
	expect(await hintsFor({ url: URL }, { url: URL, Alias: 'a' })).toEqual([]);
	expect(await hintsFor({ url: URL }, { url: URL })).toEqual([
		'No item has these fields, which expressions read: Alias. Check whether columns were renamed.',
	]);
});

test.each<[string, string, IDataObject, string]>([
	['link', 'create', included(true), 'a'],
	['link', 'create', { url: URL }, URL],
	['link', 'get', { linkId: { mode: 'idOrUrl', value: '7' } }, '7'],
	['link', 'get', { linkId: { mode: 'alias', value: 'spring' } }, 'spring'],
	['link', 'getByShortUrl', { shortUrl: 'https://sho.rt/x' }, 'https://sho.rt/x'],
	['campaign', 'create', { name: 'Spring' }, 'Spring'],
	['campaign', 'update', { campaignId: byName('Spring'), name: 'Fall' }, 'Spring'],
	['domain', 'create', { domain: 'https://b.example' }, 'https://b.example'],
	['account', 'update', { updateFields: { email: 'a@b.example' } }, ''],
])('an item of %s %s with %j is called "%s" in a hint', async (resource, operation, item, name) => {
	const run = { resource, operation, items: [item], continues: true };
	const { hints } = await runInVirtualTime(run, () => refusal('No.'));
	expect(hints[1]).toContain(name === '' ? 'Item 0 ·' : `Item 0 (${name}) ·`);
});

test('updates of one record wait for one another, others do not', async () => {
	const service = serviceWith({}, ['a', 'b']);
	const items = [1, 2, 1, 1].map((id) => ({
		...{ linkId: { mode: 'idOrUrl', value: String(id) }, updateFields: { metatitle: 'New' } },
	}));
	const { requests } = await nodeBeside(service).run('update', items);
	const ofFirst = requests.filter(({ path }) => path.startsWith('/api/url/1'));
	expect(ofFirst.map(({ method }) => method).join()).toBe('GET,PUT,GET,PUT,GET,PUT');
	expect(requests[3]).toMatchObject({ method: 'GET', path: '/api/url/1' });
});
