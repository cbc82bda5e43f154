/** Tables as people have them: what is sent for their values and rows, and what comes out with a warning. */
import { expect, test } from '@jest/globals';

import { FEWER_ISOLATES, type Json } from '../../support/engine';
import { setUpTestbed } from '../../support/engine/testbed';
import { mapped, upsert } from '../../support/upsert';

const testbed = setUpTestbed(FEWER_ISOLATES);

const LONG = 'https://example.com/landing';

const create = (additionalFields: Json): Json => ({
	...{ resource: 'link', operation: 'create', url: LONG },
	additionalFields,
});

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

test('a date from an expression is text in every field that takes text, at top level and in a collection', async () => {
	const date = "={{ DateTime.fromISO('2030-01-31T10:00:00.000Z', { zone: 'utc' }) }}";
	const text = '2030-01-31T10:00:00.000Z';
	const link = await testbed.bothEntryPoints({ parameters: create({ description: date }) });
	expect(link.sent[0]!.body).toMatchObject({ description: text });
	const campaign = { resource: 'campaign', operation: 'create', name: date };
	const { sent } = await testbed.bothEntryPoints({ parameters: campaign });
	expect(sent[0]!.body).toMatchObject({ name: text });
});
