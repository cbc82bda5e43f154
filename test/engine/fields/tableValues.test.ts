/** Tables as people have them: what is sent for their values and rows, and what comes out with a warning. */
import { describe, expect, test } from '@jest/globals';

import { FEWER_ISOLATES, type Json } from '../../support/engine';
import { setUpTestbed } from '../../support/engine/testbed';
import { jsonOf, mapped, upsert } from '../../support/upsert';

const testbed = setUpTestbed(FEWER_ISOLATES);

const LONG = 'https://example.com/landing';

const create = (additionalFields: Json, more: Json = {}): Json => ({
	...{ resource: 'link', operation: 'create', url: LONG },
	additionalFields,
	...more,
});
const TABLE: Json = {
	...{ resource: 'link', operation: 'upsert' },
	columns: { mappingMode: 'autoMapInputData', value: null },
};
const mappedTable = upsert({
	...mapped('alias', 'url'),
	value: { custom: '={{ $json.alias }}', url: '={{ $json.url }}', description: 'fixed' },
});
const rowsOf = create(
	{ custom: '={{ $json.alias }}', description: 'fixed' },
	{ url: '={{ $json.url }}' },
);

describe('Rows', () => {
	test('a field that expressions read, and no item has, is named', async () => {
		const value = { custom: '={{ $json.alias }}', description: '={{ $json["my note"] }}' };
		const rows = [1, 2].map((n): Json => ({ alias: `a${n}`, url: `${LONG}/${n}` }));
		const isNamed = async (parameters: Json, items = rows) => {
			const { reply } = await testbed.run({ parameters, items });
			return reply.hints.join(' ').includes('which expressions read: my note.');
		};
		const columns = { ...mapped('alias', 'url'), value: { ...value, url: '={{ $json.url }}' } };
		const plan = { ...upsert(columns), dryRun: true };
		const automatic = { ...plan, columns: { ...columns, mappingMode: 'autoMapInputData' } };
		expect(await isNamed(plan)).toBe(true);
		const inText = { custom: '={{ $json.alias }}', description: '=For {{ $json["my note"] }}' };
		expect(await isNamed(create(inText))).toBe(true);
		expect(await isNamed(create(value))).toBe(true);
		// It holds expressions of before
		expect(await isNamed(automatic)).toBe(false);
		expect(await isNamed(plan, rows.slice(1))).toBe(false);
		expect(await isNamed(plan, [rows[0]!, { ...rows[1], 'my note': '' }])).toBe(false);
	});

	test.each([
		['Create or Update', 'stopWorkflow', TABLE],
		['Create', 'continueRegularOutput', rowsOf],
		['Create or Update', 'stopWorkflow', mappedTable],
	] as const)('without any value are left out by %s, with On Error: %s', async (...given) => {
		const [, onError, parameters] = given;
		const blank = [{ row_number: 3, alias: '\u00a0', url: [''] }, {}];
		const items: Json[] = [
			{ alias: 'one', url: `${LONG}/1` },
			// An If node and n8n itself take an item with this key for a failed one
			...blank.map((row) => ({ ...row, error: '' })),
			{ alias: 'two', url: LONG },
		];
		const { reply, sent } = await testbed.run({ parameters, items, settings: { onError } });
		expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(2);
		expect(jsonOf(reply)).toHaveLength(4);
		expect(jsonOf(reply).slice(1, 3)).toEqual(blank);
		expect(reply.outputs[0]!.map(({ pairedItem }) => pairedItem)).toMatchObject(
			[0, 1, 2, 3].map((item) => ({ item })),
		);
		expect(reply.hints.join(' ')).toContain('2 rows have no value, and came out unchanged.');
	});

	test('are blank beside a fixed column, a date that is the same in all rows, and an option that is an expression', async () => {
		const value = { custom: '={{ $json.alias }}', url: '={{ $json.url }}', metatitle: 'fixed' };
		const expiry = "={{ $now.plus(30, 'days') }}";
		const columns = { ...mapped('alias', 'url'), value: { ...value, expiry } };
		const options = { sendAll: "={{ $json.alias === 'one' }}" };
		const update = { ...upsert(columns, options), dryRun: "={{ $json.alias === 'x' }}" };
		const fields = { custom: '={{ $json.alias }}', metatitle: 'fixed', expiry };
		const made = create(fields, { url: '={{ $json.url }}', addQrCode: '={{ !!$json.code }}' });
		for (const parameters of [update, made]) {
			const items = [{ alias: 'one', url: LONG }, { alias: '', url: '' }, { note: 'only a note' }];
			const { reply, sent } = await testbed.run({ parameters, items });
			expect([reply.status, reply.error?.message]).toEqual(['success', undefined]);
			expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
			expect(jsonOf(reply).slice(1)).toEqual(items.slice(1));
		}
	});

	test('with columns that the record needs come out under other names, without marks of an earlier run', async () => {
		const { reply } = await testbed.run({
			parameters: { ...rowsOf, options: { includeInputFields: true } },
			items: [{ alias: 'a', url: LONG, id: 'row-7', warning: 'old', changes: 'old' }],
		});
		const [json] = jsonOf(reply);
		expect(json).toMatchObject({ input_id: 'row-7', alias: 'a' });
		expect(json).not.toHaveProperty('changes');
		expect(json).not.toHaveProperty('warning');
		expect(reply.hints.join(' ')).toContain('came out under other names: input_id');
	});
});

test('a date from an expression is text in every field that takes text, at top level and in a collection', async () => {
	const date = "={{ DateTime.fromISO('2030-01-31T10:00:00.000Z', { zone: 'utc' }) }}";
	const text = '2030-01-31T10:00:00.000Z';
	const link = await testbed.bothEntryPoints({ parameters: create({ description: date }) });
	expect(link.sent[0]!.body).toMatchObject({ description: text });
	const campaign = { resource: 'campaign', operation: 'create', name: date };
	const { sent } = await testbed.bothEntryPoints({ parameters: campaign });
	expect(sent[0]!.body).toMatchObject({ name: text });
});

describe('Cells', () => {
	test('that stand for nothing send nothing and create nothing, and one hint counts them', async () => {
		const columns = ['password', 'campaign', 'channel', 'pixels', 'expiry', 'domain', 'type'];
		const cells = { password: 'No', pixels: 'n/a', campaign: 'none', expiry: 'None' };
		const item: Json = { ...Object.fromEntries(columns.map((name) => [name, '-'])), ...cells };
		const additionalFields = Object.fromEntries(
			columns.map((name) => [name, `={{ $json.${name} }}`]),
		);
		const locators = { campaign: 'name', channel: 'name', domain: 'domain', type: 'nameOrId' };
		for (const [name, mode] of Object.entries(locators))
			additionalFields[name] = { __rl: true, mode, value: `={{ $json.${name} }}` } as never;
		const options = { createMissing: ['campaigns', 'channels'] };
		const { reply, sent } = await testbed.bothEntryPoints({
			parameters: create(additionalFields, { options }),
			items: [item, { ...item, password: 'nope' }],
		});
		const posts = sent.filter(({ method }) => method === 'POST');
		expect(posts.map(({ path }) => path)).toEqual(['/api/url/add', '/api/url/add']);
		expect(posts.map(({ body }) => body)).toEqual([{ url: LONG }, { url: LONG, password: 'nope' }]);
		expect(jsonOf(reply).map(({ warning }) => warning)).toEqual([undefined, undefined]);
		expect(reply.hints.join(' ')).toContain('counted as not given: ');
		for (const counted of ['Password (1 value)', 'Campaign (2 values)', 'Expiry (2 values)'])
			expect(reply.hints.join(' ')).toContain(counted);
	});

	test('of URLs without a scheme are counted in a hint with some of their hosts, and no link has a warning', async () => {
		const hosts = ['a.com', 'b.com/x', 'c.com', 'd.com', 'https://e.com'];
		const { reply } = await testbed.run({
			parameters: create({}, { url: '={{ $json.url }}' }),
			items: hosts.map((url) => ({ url })),
		});
		expect(jsonOf(reply).map(({ warning }) => warning)).toEqual(hosts.map(() => undefined));
		expect(reply.hints).toContain(
			'https:// was added to 4 URLs without a scheme: a.com, b.com, c.com and 1 more.',
		);
	});
});

test('an unknown country is sent as it is, with a warning and one hint after the run', async () => {
	const names = ['Atlantis', 'Canada', 'Mordor', 'Atlantis'];
	const target = { location: '={{ $json.name }}', link: `${LONG}/there` };
	const { reply, one, sent } = await testbed.bothEntryPoints({
		parameters: create({ geotarget: { rows: [target] } }),
		items: names.map((name) => ({ name })),
	});
	const locations = sent.map(({ body }) => (body as { geotarget: Json[] }).geotarget[0]!.location);
	expect(locations.sort()).toEqual([...names].sort());
	const warning = (name: string) =>
		`Geo Targeting, row 1, Country: "${name}" is a country that the service may not know.`;
	for (const done of [reply, one])
		expect(jsonOf(done).map((json) => json.warning)).toEqual([
			...[warning('Atlantis'), undefined, warning('Mordor'), warning('Atlantis')],
		]);
	expect(reply.hints).toEqual([
		'3 items have a value that is a country that the service may not know: "Atlantis", "Mordor".',
	]);
});
