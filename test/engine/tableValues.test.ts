/** Values as tables hold them: what is sent for them, and what a row says that may not have the effect it was meant to have. */
import { describe, expect, test } from '@jest/globals';

import type { Json } from '../support/engine';
import { setUpTestbed } from '../support/engine/testbed';

const testbed = setUpTestbed();

const LONG = 'https://example.com/landing';

const create = (additionalFields: Json, more: Json = {}): Json => ({
	...{ resource: 'link', operation: 'create', url: LONG },
	additionalFields,
	...more,
});

const target = (column: string) => ({ [column]: '={{ $json.name }}', link: `${LONG}/there` });

describe('Targeting', () => {
	test.each([
		['geotarget', 'location', 'Deutschland', 'Germany'],
		['geotarget', 'location', 'us', 'United States'],
		['devicetarget', 'device', 'iPhone', 'iphone'],
		['languagetarget', 'language', 'German', 'de'],
	])('%s: the %s %s is sent as %s', async (field, column, name, known) => {
		const { reply, sent } = await testbed.bothEntryPoints({
			parameters: create({ [field]: { rows: [target(column)] } }),
			items: [{ name }],
		});
		expect(sent[0]!.body).toMatchObject({ [field]: [{ [column]: known, link: `${LONG}/there` }] });
		expect(reply.outputs[0]![0]!.json).not.toHaveProperty('warning');
		expect(reply.hints).toEqual([]);
	});

	test('an unknown name is sent as it is, with a warning and one hint after the run', async () => {
		const names = ['Atlantis', 'Canada', 'Mordor', 'Atlantis'];
		const request = {
			parameters: create({ geotarget: { rows: [target('location')] } }),
			items: names.map((name) => ({ name })),
		};
		const { reply, one, sent } = await testbed.bothEntryPoints(request);
		const locations = sent.map(
			({ body }) => (body as { geotarget: Json[] }).geotarget[0]!.location,
		);
		expect(locations.sort()).toEqual([...names].sort());
		for (const { outputs } of [reply, one]) {
			expect(outputs[0]!.map(({ json }) => json.warning)).toEqual([
				'Geo Targeting: the service may not know "Atlantis".',
				undefined,
				'Geo Targeting: the service may not know "Mordor".',
				'Geo Targeting: the service may not know "Atlantis".',
			]);
		}
		expect(reply.hints).toEqual([
			'3 rows name a country that the service may not know: "Atlantis", "Mordor".',
		]);
	});

	test('Create or Get keeps the warning of a link that exists', async () => {
		const parameters = create(
			{ custom: 'there', devicetarget: { rows: [{ device: 'iOS', link: LONG }] } },
			{ operation: 'createOrGet' },
		);
		const warning = 'Device Targeting: the service may not know "iOS".';
		const first = await testbed.run({ parameters });
		expect(first.reply.outputs[0]![0]!.json).toMatchObject({ created: true, warning });
		const second = await testbed.run({ parameters }, { keep: true });
		expect(second.reply.outputs[0]![0]!.json).toMatchObject({ created: false, warning });
		expect(second.reply.hints).toEqual([
			'1 row names a device that the service may not know: "iOS".',
		]);
	});

	test('Update warns, too', async () => {
		const { reply } = await testbed.run({
			parameters: {
				...{
					resource: 'link',
					operation: 'update',
					linkId: { __rl: true, mode: 'id', value: '1' },
				},
				updateFields: { languagetarget: { rows: [{ language: 'xx', link: LONG }] } },
			},
		});
		expect(reply.outputs[0]![0]!.json.warning).toBe(
			'Language Targeting: the service may not know "xx".',
		);
	});
});
