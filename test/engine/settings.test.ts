/**
 * Invalid settings that concern all items of a run, such as credential and proxy; and switches whose expressions give
 * text.
 */
import { type Json, type NodeSettings } from '../support/engine';
import { ENTRY_POINTS } from '../support/engine/protocol';
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
			'an invalid base URL',
			CREATE,
			{ baseUrl: 'nowhere', apiKey: 'key' },
			/^Base URL: start it with https/,
		],
		[
			'a missing API key',
			CREATE,
			{ baseUrl: 'https://links.example.com', apiKey: '' },
			/^API Key: a value is required/,
		],
	];
	const settings: NodeSettings[] = [
		{ onError: 'continueRegularOutput' },
		{ onError: 'continueErrorOutput' },
	];

	test.each(
		ENTRY_POINTS.flatMap((entryPoint) => wrong.map((row) => [entryPoint, ...row] as const)),
	)(
		'through the entry point %s: each item fails for %s, and none succeeds',
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
				else expect(refused.map(({ json }) => json.own)).toEqual(ITEMS.map(({ own }) => own));
			}
		},
	);

	test.each(['http://', 'user:100%@proxy.example.com:8080'])(
		'each item fails for the invalid proxy %s',
		async (address) => {
			const [setting] = settings;
			const { outputs } = await testbed.engine.run({
				parameters: proxy(address),
				items: ITEMS,
				settings: setting,
			});
			expect(outputs[0]).toHaveLength(3);
			for (const { json } of outputs[0] ?? [])
				expect(json.error).toMatch(/^Proxy: the value is not an address\. Enter it as /);
		},
	);
});

test('an invalid proxy stops a run, and the error names the field', async () => {
	const { error } = await testbed.engine.run({
		parameters: proxy('user:100%@proxy.example.com:8080'),
		items: ITEMS,
	});
	expect(error).toMatchObject({
		name: 'NodeOperationError',
		message: 'Proxy: the value is not an address',
	});
	expect(error?.description).toContain('%25');
});

describe('A switch whose expression gives text', () => {
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

	test('Return All: "true" and "false" are understood', async () => {
		expect((await testbed.bothEntryPoints({ parameters: list('false') })).reply.counts).toEqual([
			2,
		]);
		expect((await testbed.bothEntryPoints({ parameters: list('true') })).reply.counts).toEqual([5]);
	});

	test('Simplify: "yes" and "false" are understood', async () => {
		expect(
			(await testbed.bothEntryPoints({ parameters: get('false') })).reply.outputs[0]?.[0]?.json,
		).toHaveProperty('details');
		expect(
			(await testbed.bothEntryPoints({ parameters: get('yes') })).reply.outputs[0]?.[0]?.json,
		).not.toHaveProperty('details');
	});

	test('Stop If Not Found: "true" and "false" are understood', async () => {
		expect((await testbed.bothEntryPoints({ parameters: byShortUrl('false') })).reply.status).toBe(
			'success',
		);
		expect(
			(await testbed.bothEntryPoints({ parameters: byShortUrl('true') })).reply.error?.message,
		).toMatch(/^No link has the short URL/);
	});

	test.each([
		['Return All', () => list('perhaps')],
		['Simplify', () => get('perhaps')],
		['Stop If Not Found', () => byShortUrl('perhaps')],
	])('%s: other text is rejected, and nothing is sent', async (label, parameters) => {
		const { reply, sent } = await testbed.bothEntryPoints({ parameters: parameters() });
		expect(reply.error?.message).toBe(`${label}: "perhaps" is neither true nor false [item 0]`);
		expect(sent).toEqual([]);
	});
});

test.each(['qr', 'bio'])('a short URL is rejected for an item of type %s', async (itemType) => {
	const itemId = { __rl: true, mode: 'url', value: `${testbed.url}/s1` };
	const parameters = {
		resource: 'channel',
		operation: 'assignItem',
		channelId: 1,
		itemType,
		itemId,
	};
	const { reply, sent } = await testbed.bothEntryPoints({ parameters });
	expect(reply.error?.message).toBe('Item: By URL works only for links [item 0]');
	expect(sent).toEqual([]);
});

test('a short URL is resolved before the link is assigned to a channel', async () => {
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

test('an update with only empty fields is rejected', async () => {
	const parameters = {
		resource: 'channel',
		operation: 'update',
		channelId: 1,
		updateFields: { name: ' ', description: '={{ $json.none }}' },
	};
	const { reply, sent } = await testbed.bothEntryPoints({ parameters });
	expect(reply.error?.message).toBe('Update Fields: a value is required [item 0]');
	expect(sent).toEqual([]);
});
