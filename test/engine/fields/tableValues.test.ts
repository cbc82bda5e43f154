/** Values as tables hold them: what is sent for them, and what a row says that may not have the effect it was meant to have. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { FEWER_ISOLATES, type Json } from '../../support/engine';
import { ENTRY_POINTS } from '../../support/engine/protocol';
import { type ScriptedService, startScripted } from '../../support/engine/scriptedService';
import { type Scene, setUpTestbed } from '../../support/engine/testbed';

const testbed = setUpTestbed(FEWER_ISOLATES);

const LONG = 'https://example.com/landing';

const create = (additionalFields: Json, more: Json = {}): Json => ({
	...{ resource: 'link', operation: 'create', url: LONG },
	additionalFields,
	...more,
});

const target = (column: string) => ({ [column]: '={{ $json.name }}', link: `${LONG}/there` });

test('a date from an expression is text in every field that takes text, at top level and in a collection', async () => {
	const date = "={{ DateTime.fromISO('2030-01-31T10:00:00.000Z', { zone: 'utc' }) }}";
	const text = '2030-01-31T10:00:00.000Z';
	const { sent: links } = await testbed.bothEntryPoints({
		parameters: create({ description: date }),
	});
	expect(links[0]!.body).toMatchObject({ description: text });
	const { sent: campaigns } = await testbed.bothEntryPoints({
		parameters: { resource: 'campaign', operation: 'create', name: date },
	});
	expect(campaigns[0]!.body).toMatchObject({ name: text });
});

describe('Targeting', () => {
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
				'Geo Targeting, row 1, Country: "Atlantis" is a country that the service may not know.',
				undefined,
				'Geo Targeting, row 1, Country: "Mordor" is a country that the service may not know.',
				'Geo Targeting, row 1, Country: "Atlantis" is a country that the service may not know.',
			]);
		}
		expect(reply.hints).toEqual([
			'3 items have a value that is a country that the service may not know: "Atlantis", "Mordor".',
		]);
	});

	test('Create or Get keeps the warning of a link that exists', async () => {
		const parameters = create(
			{ custom: 'there', devicetarget: { rows: [{ device: 'iOS', link: LONG }] } },
			{ operation: 'createOrGet' },
		);
		const warning =
			'Device Targeting, row 1, Device: "iOS" is a device that the service may not know.';
		const first = await testbed.run({ parameters });
		expect(first.reply.outputs[0]![0]!.json).toMatchObject({ created: true, warning });
		const second = await testbed.run({ parameters }, { keep: true });
		expect(second.reply.outputs[0]![0]!.json).toMatchObject({ created: false, warning });
		expect(second.reply.hints).toEqual([
			'1 link existed already; its other fields were not changed. To change them, use Create or Update.',
			'1 item has a value that is a device that the service may not know: "iOS".',
		]);
	});
});

describe('An address without its scheme', () => {
	const sent = 'https://www.example.com';
	const given = '={{ $json.url }}';

	test.each<[string, Json, string]>([
		[
			'Create or Update',
			{
				operation: 'upsert',
				columns: { mappingMode: 'defineBelow', value: { url: given, custom: 'x' } },
			},
			'Long URL',
		],
		[
			'Create, as a target',
			{
				...{ operation: 'create', url: sent },
				additionalFields: { devicetarget: { rows: [{ device: 'iphone', link: given }] } },
			},
			'Device Targeting, row 1, Target URL',
		],
		['a QR code', { resource: 'qrCode', operation: 'create', type: 'link', data: given }, 'URL'],
	])('is sent with https:// by %s, and the output says so', async (_, operation, label) => {
		const { reply } = await testbed.bothEntryPoints({
			parameters: { resource: 'link', ...operation },
			items: [{ url: 'www.example.com' }],
		});
		expect(reply.outputs[0]![0]!.json.warning).toBe(
			`${label}: "www.example.com" has no scheme, so https:// was added.`,
		);
		expect(reply.hints.join(' ')).toContain(
			'1 item has a value that has no scheme, so https:// was added: "www.example.com".',
		);
	});
});

describe('Other Body Fields (JSON)', () => {
	let service: ScriptedService;
	beforeAll(async () => void (service = await startScripted()));
	afterAll(async () => await service.stop());

	/** The body that both entry points send to a service that has fields of its own. */
	const bodyOf = async (parameters: Json): Promise<unknown> => {
		service.answer(() => ({ error: 0, id: 9, shorturl: 'https://sho.rt/x', message: 'Done' }));
		const credentials = { baseUrl: service.url, apiKey: testbed.key, updatesReplace: 'no' };
		for (const entryPoint of ENTRY_POINTS) {
			const { error } = await testbed.engine.run({ parameters, credentials, entryPoint });
			expect(error).toBeUndefined();
		}
		const [body, again] = service.requests.map((request) => request.body);
		expect(service.requests).toHaveLength(2);
		expect(again).toEqual(body);
		return body;
	};
	const refused = async (parameters: Json) => {
		const { reply, sent } = await testbed.bothEntryPoints({ parameters });
		expect(sent).toEqual([]);
		return reply.error!.message;
	};
	const update = (more: Json): Json => ({
		...{ resource: 'link', operation: 'update', linkId: { __rl: true, mode: 'id', value: '1' } },
		...more,
	});

	test('are added to the body, as JSON or from an expression', async () => {
		for (const additionalBodyFields of ['{ "x_team": "red" }', '={{ ({ x_team: "red" }) }}']) {
			const body = await bodyOf(create({ custom: 'red' }, { options: { additionalBodyFields } }));
			expect(body).toEqual({ url: LONG, custom: 'red', x_team: 'red' });
		}
	});

	test('are enough for an update', async () => {
		const additionalBodyFields = '{ "x_team": "red" }';
		expect(await bodyOf(update({ options: { additionalBodyFields } }))).toEqual({ x_team: 'red' });
		for (const additionalBodyFields of ['', '{}', '={{ $json.none }}'])
			expect(await refused(update({ options: { additionalBodyFields } }))).toMatch(
				/^Update Fields: /,
			);
		expect(await refused(update({ options: { additionalBodyFields: '[1]' } }))).toBe(
			'Other Body Fields (JSON): the value is not a JSON object [item 0]',
		);
	});
});

describe('Get Many with the filter Long URL', () => {
	const urls = [
		...['https://example.com/a', 'https://example.com/a/b', 'http://example.com/a/'],
		...['https://example.com/a?x=1', 'https://other.example.com/a', 'https://example.com/A'],
	];
	const scene = { seed: { links: 0 }, links: urls.map((url) => ({ url })) };
	const found = async (longUrl: string, more: Json = {}, links: Scene = scene) => {
		const parameters = {
			...{ resource: 'link', operation: 'getAll', returnAll: true, filters: { longUrl } },
			...more,
		};
		const { reply, sent } = await testbed.bothEntryPoints({ parameters }, links);
		return { urls: reply.outputs[0]!.map(({ json }) => json.longurl).sort(), sent };
	};

	test('gives exactly the links that lead there, and none with a similar URL', async () => {
		const { urls: there, sent } = await found('https://example.com/a');
		expect(there).toEqual(['https://example.com/a']);
		expect(sent.map(({ query }) => query.q)).toEqual(['example.com/a']);
		expect((await found('https://example.com/a?x=1')).urls).toEqual(['https://example.com/a?x=1']);
	});

	test('finds a URL with and without percent codes, by a part that has none', async () => {
		const both = ['https://example.com/m%C3%BCnchen/sale', 'https://example.com/münchen/sale'];
		const other = 'https://example.com/munchen/sale';
		const links = [...both, other].map((url) => ({ url }));
		for (const longUrl of both) {
			const { urls: there, sent } = await found(longUrl, {}, { seed: { links: 0 }, links });
			expect(there).toEqual(both);
			expect(sent.map(({ query }) => query.q)).toEqual(['nchen/sale']);
		}
		const search = async (longUrl: string) =>
			(await found(longUrl)).sent.map(({ query }) => query.q);
		expect(await search('https://example.com/caf%C3%A9/')).toEqual(['example.com/caf']);
		expect(await search('https://example.com/a?name=m%C3%BCller')).toEqual([
			...['example.com/a?name=m', 'example.com/a'],
		]);
		expect(await search("https://example.com/l'automne")).toEqual(['automne']);
		expect(await search('https://münchen.example/x')).toEqual(['/x']);
		expect(await search('https://münchen.example')).toEqual(['münchen.example']);
	});

	test('gives nothing where no link leads there, after two searches at most', async () => {
		const { urls: there, sent } = await found('https://example.com/none?x=1');
		expect(there).toEqual([]);
		expect(sent.map(({ query }) => query.q)).toEqual(['example.com/none?x=1', 'example.com/none']);
	});

	test('refuses what is no URL', async () => {
		const { reply, sent } = await testbed.bothEntryPoints({
			parameters: { resource: 'link', operation: 'getAll', filters: { longUrl: 'spring' } },
		});
		expect(sent).toEqual([]);
		expect(reply.error!.message).toBe('Long URL: "spring" is not a complete URL [item 0]');
	});
});
