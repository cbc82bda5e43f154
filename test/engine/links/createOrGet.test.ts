/** Create or Get: bulk runs that can be repeated. */
import { setUpTestbed } from '../../support/engine/testbed';

const testbed = setUpTestbed();

const urls = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ url: `https://example.com/page/${n}` }));
const parameters = { resource: 'link', operation: 'createOrGet', url: '={{ $json.url }}' };
const withAlias = { ...parameters, additionalFields: { custom: '={{ $json.alias }}' } };
const shortUrls = (reply: { outputs: Array<Array<{ json: Record<string, unknown> }>> }) =>
	reply.outputs[0]?.map(({ json }) => json.shorturl);

test('gives the same fields for a link that exists as for a new one, so that it replaces no other input field', async () => {
	const options = { includeInputFields: true };
	const items = urls(2).map(({ url }) => ({ url, title: 'My title', clicks: 'my count' }));
	const run = async (scene: object) =>
		(await testbed.run({ parameters: { ...parameters, options }, items }, scene)).reply.outputs[0];
	const created = await run({});
	expect(created?.[0]?.json).toMatchObject({ title: 'My title', clicks: 'my count' });
	expect((await run({ keep: true }))?.map(({ json }) => json)).toEqual(
		created?.map(({ json }) => ({ ...json, created: false })),
	);
});

test('two runs at the same time get the same links', async () => {
	await testbed.setScene({ seed: { links: 5 } });
	const request = {
		parameters,
		items: urls(30),
		credentials: { baseUrl: testbed.url, apiKey: testbed.key },
	};
	const [one, two] = await Promise.all([testbed.engine.run(request), testbed.engine.run(request)]);
	expect([one?.status, two?.status]).toEqual(['success', 'success']);
	expect(shortUrls(one!)).toEqual(shortUrls(two!));
	expect((await testbed.counts()).links).toBe(35);
});

test.each(['resetAfter', 'tooMany'])(
	'creates every link once when the service answers some requests with %s',
	async (kind) => {
		const faults = [{ match: { path: '/api/url/add', every: 3 }, times: 4, fault: { kind } }];
		const settings = { limit: 1_000, window: 0.5, fractionalSeconds: true };
		const { reply } = await testbed.run(
			{ parameters, items: urls(10) },
			{ seed: { links: 5 }, settings, faults },
		);
		expect(reply.status).toBe('success');
		expect(new Set(reply.outputs[0]?.map(({ json }) => json.id)).size).toBe(10);
		expect((await testbed.counts()).links).toBe(15);
	},
);

describe('A service that makes something other than what was asked for', () => {
	const settings = { customAlias: 'replaced', unknownDomain: 'default' };
	const row = { url: 'https://example.com/x', alias: 'mine' };

	test('Create or Get fails once, whatever Retry On Fail says', async () => {
		const { reply } = await testbed.run(
			{
				parameters: withAlias,
				items: [row],
				settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
			},
			{ settings, seed: { links: 5 } },
		);
		expect(reply.error?.message).toMatch(
			/^Alias not as requested: \w+ instead of mine\. The link http\S+ exists now \[item 0\]$/,
		);
		expect((await testbed.counts()).links).toBe(6);
	});
});
