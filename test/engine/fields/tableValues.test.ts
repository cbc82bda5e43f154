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
});
