/**
 * Invalid settings that concern all items of a run, such as credential and proxy; and switches whose expressions give
 * text.
 */
import { type Json, type NodeSettings } from '../../support/engine';
import { ENTRY_POINTS } from '../../support/engine/protocol';
import { setUpTestbed } from '../../support/engine/testbed';
import { byId } from '../../support/operationCases';

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
			{ baseUrl: 'ftp://nowhere', apiKey: 'key' },
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
	test('Return All: "true" and "false" are understood', async () => {
		expect((await testbed.bothEntryPoints({ parameters: list('false') })).reply.counts).toEqual([
			2,
		]);
		expect((await testbed.bothEntryPoints({ parameters: list('true') })).reply.counts).toEqual([5]);
	});

	test('other text is rejected, and nothing is sent', async () => {
		const { reply, sent } = await testbed.bothEntryPoints({ parameters: list('perhaps') });
		expect(reply.error?.message).toBe('Return All: "perhaps" is neither true nor false [item 0]');
		expect(sent).toEqual([]);
	});
});

describe('Output', () => {
	const get = (more: Json, resource = 'link') => ({
		...{ resource, operation: 'get', linkId: byId(1), qrCodeId: byId(1) },
		...more,
	});
	const itemOf = async (parameters: Json) =>
		(await testbed.bothEntryPoints({ parameters })).reply.outputs[0]![0]!;

	test('raw gives details and data as the service sent them', async () => {
		const { json } = await itemOf(get({ output: '={{ "raw" }}' }));
		const { error, ...asSent } = await testbed.ask('GET /api/url/1');
		expect(error).toBeDefined();
		expect(json).toEqual(asSent);
	});

	test('fields gives the chosen fields of the flat record, in their order', async () => {
		const chosen = get({ output: 'fields', outputFields: ['clicks', 'shorturl'] });
		const { json } = await itemOf(chosen);
		expect(Object.entries(json)).toEqual([
			['clicks', expect.any(Number)],
			['shorturl', expect.stringContaining('http')],
		]);
		const asText = get({ output: 'fields', outputFields: '={{ "shorturl, id" }}' });
		expect(Object.keys((await itemOf(asText)).json)).toEqual(['shorturl', 'id']);
		const byShortUrl = {
			...{ resource: 'link', operation: 'getByShortUrl', shortUrl: json.shorturl },
			...{ output: 'fields', outputFields: ['id'] },
		};
		expect((await itemOf(byShortUrl as Json)).json).toEqual({ id: 1 });
	});

	test('fields keeps the image of a QR code, whose address need not be chosen', async () => {
		const more = { output: 'fields', outputFields: ['scans'], downloadImage: true };
		const { json, binary } = await itemOf(get(more, 'qrCode'));
		expect(Object.keys(json)).toEqual(['scans']);
		expect(Object.keys(binary ?? {})).toEqual(['data']);
	});
});
