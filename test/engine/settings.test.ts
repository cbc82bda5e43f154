/** What counts for all items of a run, when it is wrong: credential, proxy; and switches that expressions give as words. */
import { ENTRY_POINTS, type Json, type NodeSettings } from '../support/engine';
import { setUpTestbed } from '../support/engine/testbed';

const testbed = setUpTestbed();

const CREATE = { resource: 'link', operation: 'create', url: '={{ $json.url }}' };
const ITEMS = [1, 2, 3].map((n) => ({ url: `https://example.com/${n}`, own: n }));
const proxy = (address: string) => ({ ...CREATE, requestOptions: { proxy: address } });

describe('On Error: Continue', () => {
	const wrong: Array<
		[name: string, parameters: Json, credentials: Json | undefined, reason: RegExp]
	> = [
		[
			'a base URL that is none',
			CREATE,
			{ baseUrl: 'nowhere', apiKey: 'key' },
			/^Base URL: start it with https/,
		],
		[
			'no API key',
			CREATE,
			{ baseUrl: 'https://links.example.com', apiKey: '' },
			/^API Key: nothing is given/,
		],
	];
	const settings: NodeSettings[] = [
		{ onError: 'continueRegularOutput' },
		{ onError: 'continueErrorOutput' },
	];

	test.each(
		ENTRY_POINTS.flatMap((entryPoint) => wrong.map((row) => [entryPoint, ...row] as const)),
	)(
		'through the entry point %s: %s is the reason of each item, and nothing comes out as a success',
		async (entryPoint, _, parameters, credentials, reason) => {
			for (const setting of settings) {
				const { outputs, status } = await testbed.engine.run({
					parameters,
					items: ITEMS,
					credentials,
					entryPoint,
					settings: setting,
				});
				expect(status).toBe('success');
				const refused = outputs[setting.onError === 'continueErrorOutput' ? 1 : 0] ?? [];
				expect(refused.map(({ pairedItem }) => (pairedItem as Json).item)).toEqual([0, 1, 2]);
				for (const { json, error } of refused)
					expect(String(error?.message ?? json.error)).toMatch(reason);
				if (setting.onError === 'continueErrorOutput') expect(outputs[0] ?? []).toEqual([]);
				else expect(refused.map(({ json }) => json.own)).toEqual([undefined, undefined, undefined]);
			}
		},
	);

	test.each(['http://', 'user:100%@proxy.example.com:8080'])(
		'the proxy %s is the reason of each item',
		async (address) => {
			const [setting] = settings;
			const { outputs } = await testbed.engine.run({
				parameters: proxy(address),
				items: ITEMS,
				settings: setting,
			});
			expect(outputs[0]).toHaveLength(3);
			for (const { error } of outputs[0] ?? [])
				expect(error?.message).toBe('Proxy: this is not an address');
		},
	);
});

test('a proxy that is none stops a run with its label', async () => {
	const { error } = await testbed.engine.run({
		parameters: proxy('user:100%@proxy.example.com:8080'),
		items: ITEMS,
	});
	expect(error).toMatchObject({
		name: 'NodeOperationError',
		message: 'Proxy: this is not an address',
	});
	expect(error?.description).toContain('%25');
});

describe('A switch that an expression gives as a word', () => {
	const words = (value: string) => `={{ "${value}" }}`;
	const list = (returnAll: string) => ({
		resource: 'link',
		operation: 'getAll',
		returnAll: words(returnAll),
		limit: 2,
	});
	const get = (simplify: string) => ({
		resource: 'link',
		operation: 'get',
		linkId: 1,
		simplify: words(simplify),
	});
	const byShortUrl = (stop: string) => ({
		resource: 'link',
		operation: 'getByShortUrl',
		shortUrl: `${testbed.url}/nobody`,
		options: { stopIfNotFound: words(stop) },
	});

	test('Return All', async () => {
		expect((await testbed.bothEntryPoints({ parameters: list('false') })).reply.counts).toEqual([
			2,
		]);
		expect((await testbed.bothEntryPoints({ parameters: list('true') })).reply.counts).toEqual([5]);
	});

	test('Simplify', async () => {
		expect(
			(await testbed.bothEntryPoints({ parameters: get('false') })).reply.outputs[0]?.[0]?.json,
		).toHaveProperty('details');
		expect(
			(await testbed.bothEntryPoints({ parameters: get('yes') })).reply.outputs[0]?.[0]?.json,
		).not.toHaveProperty('details');
	});

	test('Stop If Not Found', async () => {
		expect((await testbed.bothEntryPoints({ parameters: byShortUrl('false') })).reply.status).toBe(
			'success',
		);
		expect(
			(await testbed.bothEntryPoints({ parameters: byShortUrl('true') })).reply.error?.message,
		).toMatch(/^No record matches/);
	});

	test.each([
		['Return All', () => list('perhaps')],
		['Simplify', () => get('perhaps')],
		['Stop If Not Found', () => byShortUrl('perhaps')],
	])('%s, neither true nor false: nothing is sent', async (label, parameters) => {
		const { reply, sent } = await testbed.bothEntryPoints({ parameters: parameters() });
		expect(reply.error?.message).toBe(`${label}: "perhaps" is neither true nor false [item 0]`);
		expect(sent).toEqual([]);
	});
});

test.each(['qr', 'bio'])(
	'an item of the type %s is not looked up among the links',
	async (itemType) => {
		const itemId = { __rl: true, mode: 'url', value: `${testbed.url}/s1` };
		const parameters = {
			resource: 'channel',
			operation: 'assignItem',
			channelId: 1,
			itemType,
			itemId,
		};
		const { reply, sent } = await testbed.bothEntryPoints({ parameters });
		expect(reply.error?.message).toBe('Item: By URL is for links [item 0]');
		expect(sent).toEqual([]);
	},
);

test('a link is assigned to a channel by its short URL', async () => {
	const itemId = { __rl: true, mode: 'url', value: `${testbed.url}/s4` };
	const parameters = {
		resource: 'channel',
		operation: 'assignItem',
		channelId: 1,
		itemType: 'links',
		itemId,
	};
	const { sent } = await testbed.bothEntryPoints({ parameters });
	expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
		'GET /api/urls',
		'POST /api/channel/1/assign/links/4',
	]);
});

test('an update of nothing but empty fields is refused', async () => {
	const parameters = {
		resource: 'channel',
		operation: 'update',
		channelId: 1,
		updateFields: { name: ' ', description: '={{ $json.none }}' },
	};
	const { reply, sent } = await testbed.bothEntryPoints({ parameters });
	expect(reply.error?.message).toBe('Update Fields: nothing is given [item 0]');
	expect(sent).toEqual([]);
});
