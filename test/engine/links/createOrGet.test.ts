/** Create or Get: bulk runs that can be repeated. Created After: lists that only read what is new. */
import type { Json } from '../../support/engine';
import { setUpTestbed } from '../../support/engine/testbed';

const testbed = setUpTestbed();

const urls = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ url: `https://example.com/page/${n}` }));
const parameters = { resource: 'link', operation: 'createOrGet', url: '={{ $json.url }}' };
const withAlias = { ...parameters, additionalFields: { custom: '={{ $json.alias }}' } };
const shortUrls = (reply: { outputs: Array<Array<{ json: Record<string, unknown> }>> }) =>
	reply.outputs[0]?.map(({ json }) => json.shorturl);

test('takes one request for a new link, and three for six that exist: the list has them', async () => {
	const first = await testbed.run({ parameters, items: urls(6) }, { seed: { links: 5 } });
	expect(first.sent).toHaveLength(6);
	const again = await testbed.run({ parameters, items: urls(6) }, { keep: true });
	expect(again.sent).toHaveLength(3);
	expect(shortUrls(again.reply)).toEqual(shortUrls(first.reply));
	expect(first.reply.outputs[0]?.every(({ json }) => json.created === true)).toBe(true);
	expect(again.reply.outputs[0]?.every(({ json }) => json.created === false)).toBe(true);
	expect((await testbed.counts()).links).toBe(11);
});

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

describe('A second run with a key that the node does not know finds every link at a service with', () => {
	const rows = Array.from({ length: 20 }, (_, n) => ({
		url: `https://example.com/Page ${n}?b=${n}&a=x#top`.replace(' ', '%20'),
		alias: n % 2 === 0 ? undefined : `My Früh_${n}`,
		domain: n % 3 === 0 ? 'https://links.example.com' : undefined,
	}));
	const additionalFields = {
		custom: '={{ $json.alias }}',
		domain: '={{ $json.domain }}',
		parameters: { rows: [{ name: 'utm_source', value: 'news letter' }] },
	};
	const slugs = { customAlias: 'slug' };
	const otherHost = { shortLinkBase: 'https://sho.rt' };

	test.each<[string, Json]>([
		['slugs, and everything else, too', { ...slugs, ...otherHost, linkSearch: 'urlAndTitle' }],
		['small pages', { ...otherHost, maxPageSize: 15, largePage: 'refusal' }],
		['a default domain of the account', { shortLinkBase: 'https://links.example.com' }],
	])('%s', async (_, settings) => {
		const items =
			'customAlias' in settings && settings.customAlias === 'slug'
				? rows
				: rows.map((row) => ({ ...row, alias: row.alias?.replace(' ', '-') }));
		const request = { parameters: { ...parameters, additionalFields }, items };
		await testbed.setScene({ settings });
		await testbed.ask('POST /api/domain/add', { domain: 'https://links.example.com' });
		const before = (await testbed.counts()).links ?? 0;
		const first = await testbed.run(request, { keep: true, freshKey: true });
		expect(first.reply.error).toBeUndefined();
		expect(first.reply.outputs[0]?.map(({ json }) => json.created)).toEqual(rows.map(() => true));
		const again = await testbed.run(request, { keep: true, freshKey: true });
		expect(again.reply.error).toBeUndefined();
		expect(shortUrls(again.reply)).toEqual(shortUrls(first.reply));
		expect(again.reply.outputs[0]?.map(({ json }) => json.created)).toEqual(rows.map(() => false));
		expect((await testbed.counts()).links).toBe(before + rows.length);
	});
});

test.each(['manyItems', 'oneItem'] as const)(
	'%s reads the list instead of asking for each of 100 rows',
	async (entryPoint) => {
		await testbed.run({ parameters, items: urls(100), entryPoint }, { seed: { links: 5 } });
		await testbed.control('/seed', { method: 'POST', body: { links: 50 } });
		const { reply, sent } = await testbed.run(
			{ parameters, items: urls(100), entryPoint },
			{ keep: true, freshKey: true },
		);
		expect(reply.outputs[0]?.map(({ json }) => json.created)).toEqual(urls(100).map(() => false));
		expect(sent.length).toBeLessThanOrEqual(10);
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

describe('Created After', () => {
	const list = (filters: object, more = {}) => ({
		parameters: { resource: 'link', operation: 'getAll', returnAll: true, filters, ...more },
	});
	const dates = async () => {
		const { data } = (await testbed.ask('GET /api/urls?limit=1000&order=date')) as {
			data: { urls: Array<{ id: number; date: string }> };
		};
		return data.urls;
	};

	test('reads no page behind the new links of an account with 100,000', async () => {
		await testbed.setScene({ seed: { links: 100_000 } });
		const all = await dates();
		const createdAfter = all[49]!.date;
		const { reply, sent } = await testbed.run(list({ createdAfter }), { keep: true });
		const wanted = all.filter(({ date }) => date >= createdAfter).map(({ id }) => id);
		expect(reply.outputs[0]?.map(({ json }) => json.id)).toEqual(wanted);
		expect(sent.length).toBeLessThanOrEqual(2);
		expect(sent[0]?.query).toMatchObject({ order: 'date' });
	});

	test('keeps all links that were created in the same second', async () => {
		const links = urls(7);
		await testbed.setScene({ seed: { links: 0 }, links });
		const all = await dates();
		const createdAfter = all.at(-1)!.date;
		const { reply } = await testbed.run(list({ createdAfter }), { keep: true });
		expect(reply.counts).toEqual([7]);
	});
});
