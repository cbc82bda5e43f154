/** Create or Update: rows that contradict each other, links that are not there, lost answers, runs at the same time. */
import type { Json } from '../../support/engine';
import { setUpTestbed } from '../../support/engine/testbed';
import { actions, AUTOMATIC, jsonOf, mapped, row, rows, upsert } from '../../support/upsert';

const testbed = setUpTestbed();
const columns = mapped('custom', 'url', 'metatitle');
const parameters = upsert(columns);
const sentChanges = (sent: Array<{ method: string }>) =>
	sent.filter(({ method }) => method !== 'GET');

test.each(['manyItems', 'oneItem'] as const)(
	'%s: equal rows are one link, and the second is unchanged',
	async (entryPoint) => {
		const items = [row('a'), row('a'), row('b'), row('a')];
		const { reply } = await testbed.run({ parameters, items, entryPoint }, { seed: { links: 5 } });
		expect(actions(reply)).toEqual(['created', 'unchanged', 'created', 'unchanged']);
		expect(new Set(jsonOf(reply).map(({ id }) => id)).size).toBe(2);
		expect((await testbed.counts()).links).toBe(7);
	},
);

test('an equal row updates the link itself where the row before it failed', async () => {
	await testbed.setScene({ seed: { links: 0 }, links: rows(5) });
	const refusal = { kind: 'status', status: 200, body: { error: 1, message: 'Not now.' } };
	const faults = [{ match: { path: '/update$' }, fault: refusal }];
	await testbed.control('/faults', { method: 'POST', body: faults });
	const changed = row('row-0', { metatitle: 'New' });
	const items = [changed, row('row-1'), changed, row('row-2'), changed];
	const settings = { onError: 'continueRegularOutput' as const };
	const { reply, sent } = await testbed.run({ parameters, items, settings }, { keep: true });
	expect(actions(reply).sort()).toEqual([
		'unchanged',
		'unchanged',
		'unchanged',
		'updated',
		undefined,
	]);
	expect(jsonOf(reply)[0]?.error).toMatch(/^Not now\./);
	expect(sentChanges(sent)).toHaveLength(2);
});

test.each([
	{ onError: 'continueRegularOutput' as const },
	{ retryOnFail: true, waitBetweenTries: 0 },
])('rows whose aliases turn out to be one link are not both sent, with %o', async (settings) => {
	const { url } = row('spring');
	const items = [row('Spring', { url }), row('x'), row('y'), row('spring', { metatitle: 'Other' })];
	const { reply } = await testbed.run(
		{ parameters, items, settings },
		{ settings: { customAlias: 'lowerCase' }, links: [row('spring')] },
	);
	const failed = jsonOf(reply).map(({ error }) => error);
	const errors = [...failed, reply.error?.message].filter((error) => error !== undefined);
	expect(errors).toEqual([
		expect.stringMatching(/items 0 and 3 are for the same link, and differ in/),
	]);
});

test.each([
	[
		'no long URL',
		{ custom: 'nowhere', url: '' },
		'custom',
		/^Long URL: a value is required for a new/,
	],
	['ID', { id: 4711 }, 'id', /^No link has the ID 4711/],
])('fails without changes for a missing %s', async (_, item, matchOn, message) => {
	const given = upsert(mapped('custom', 'url', 'id', 'shorturl'), {}, { matchOn });
	const { reply, sent } = await testbed.bothEntryPoints({ parameters: given, items: [item] });
	expect(reply.error?.message).toMatch(message);
	expect(sentChanges(sent)).toEqual([]);
});

describe('Matched on', () => {
	test.each(['id', 'shorturl'])(
		'%s, the alias is a field, and an empty cell is a new link',
		async (matchOn) => {
			await testbed.setScene({ seed: { links: 0 }, links: [row('one'), row('two')] });
			const { data } = (await testbed.ask('GET /api/urls?order=date')) as {
				data: { urls: Json[] };
			};
			const [two, one] = data.urls;
			const items = [
				{ match: one?.[matchOn], custom: 'one', url: 'https://example.com/one' },
				{ match: two?.[matchOn], custom: 'renamed', url: 'https://example.com/two' },
				{ match: '', url: 'https://example.com/three' },
				{ match: '', url: 'https://example.com/four', custom: 'four' },
			];
			const given = upsert(
				{
					...columns,
					value: {
						[matchOn]: '={{ $json.match }}',
						custom: '={{ $json.custom }}',
						url: '={{ $json.url }}',
					},
				},
				{},
				{ matchOn },
			);
			const run = async () => await testbed.run({ parameters: given, items }, { keep: true });
			const first = await run();
			expect(actions(first.reply)).toEqual(['unchanged', 'updated', 'created', 'created']);
			expect(jsonOf(first.reply)[1]?.shorturl).toMatch(/\/renamed$/);
			// The second run has the old short URL of the renamed link, so only the others can be repeated
			if (matchOn === 'shorturl') return;
			const again = await run();
			expect(actions(again.reply)).toEqual(items.map(() => 'unchanged'));
			expect((await testbed.counts()).links).toBe(4);
		},
	);

	test('ID, a production run that renames a link sends its campaign once', async () => {
		const items = [{ id: 1, custom: 'renamed', campaign: 2 }];
		const request = {
			...{ parameters: upsert(mapped('id', 'custom', 'campaign'), {}, { matchOn: 'id' }), items },
			mode: 'trigger' as const,
		};
		const first = await testbed.run({ ...request, staticData: {} });
		expect(actions(first.reply)).toEqual(['updated']);
		const { staticData } = first.reply;
		const second = await testbed.run({ ...request, staticData }, { keep: true });
		expect(actions(second.reply)).toEqual(['unchanged']);
	});

	test.each([['springsale', 'spring-sale']])(
		'ID, the alias %s becomes %s',
		async (before, custom) => {
			const given = upsert(mapped('id', 'custom'), {}, { matchOn: 'id' });
			const scene = { seed: { links: 0 }, links: [row(before)] };
			const { reply } = await testbed.run({ parameters: given, items: [{ id: 1, custom }] }, scene);
			expect(jsonOf(reply)[0]).toMatchObject({
				action: 'updated',
				shorturl: expect.stringContaining(`/${custom}`),
			});
		},
	);

	test('ID, a new row takes the alias that a row before it gives up', async () => {
		const items = [
			{ id: 1, custom: 'first-link' },
			...[2, 3, 4, 5].map((id) => ({ id })),
			{ id: '', custom: 's1', url: 'https://example.com/new' },
		];
		const given = upsert(mapped('id', 'custom', 'url'), {}, { matchOn: 'id' });
		const { reply } = await testbed.run({ parameters: given, items });
		expect(reply.error).toBeUndefined();
		expect(actions(reply)).toEqual(['updated', ...Array(4).fill('unchanged'), 'created']);
	});

	test('ID, another domain is invalid', async () => {
		const given = upsert(mapped('id', 'domain'), {}, { matchOn: 'id' });
		const items = [{ id: 1, domain: 'https://other.example.com' }];
		const { reply, sent } = await testbed.run({ parameters: given, items });
		expect(reply.error?.message).toMatch(
			/^Domain: the link is on \S+, and its domain cannot be changed/,
		);
		expect(sentChanges(sent)).toEqual([]);
	});
});

test.each([{ Canada: '', France: '' }, '[]'])(
	'targeting of the value %j is cleared like an empty cell',
	async (geotarget) => {
		const canada = [{ location: 'Canada', link: 'https://example.com/ca' }];
		const request = {
			parameters: upsert(AUTOMATIC, { emptyCells: 'clear' }),
			items: [row('a', { geotarget })],
		};
		const { reply, sent } = await testbed.run(request, {
			links: [row('a', { geotarget: canada })],
		});
		expect(actions(reply)).toEqual(['updated']);
		expect(sent.at(-1)?.body).toMatchObject({ geotarget: [] });
	},
);

test.each([
	['keep', 'unchanged'],
	['clear', 'updated'],
])('an empty cell with %s leaves a link %s', async (emptyCells, action) => {
	const link = row('a', { description: 'Note', metatitle: 'Title', expiry: '2031-01-01 10:00:00' });
	const items = [{ Alias: 'a', Description: '', expiry: ' ', 'Long URL': '' }];
	const given = upsert(AUTOMATIC, { emptyCells });
	const { reply } = await testbed.run({ parameters: given, items }, { links: [link] });
	expect(reply.error).toBeUndefined();
	expect(actions(reply)).toEqual([action]);
	const { details } = (await testbed.ask(`GET /api/url/${String(jsonOf(reply)[0]?.id)}`)) as {
		details: Json;
	};
	expect(details).toMatchObject({ title: 'Title', longurl: link.url });
	const cleared = emptyCells === 'clear';
	expect(details.description).toBe(cleared ? '' : 'Note');
	expect(details.expiry).toBe(cleared ? null : '2031-01-01 10:00:00');
});

test('fails and names the link where the service uses another alias', async () => {
	const settings = { customAlias: 'replaced' };
	const { reply } = await testbed.run({ parameters, items: [row('mine')] }, { settings });
	expect(reply.error?.message).toMatch(
		/^Alias not as requested: \w+ instead of mine\. The link http\S+ exists now/,
	);
	expect(reply.error?.description).toContain('Create or Update finds a link again');
});

test.each<[string, Json]>([
	['slugs of aliases', { customAlias: 'slug' }],
	['updates that replace', { linkUpdate: 'replace', linkUpdateNeedsUrl: true, ownAlias: 'taken' }],
	[
		'a search over long URL and title',
		{ linkSearch: 'urlAndTitle', shortLinkBase: 'https://sho.rt' },
	],
])('comes to rest at a service with %s', async (_, settings) => {
	const items = rows(8).map((item, n) => ({
		...item,
		custom: `Früh_${n}`,
		description: `Note ${n}`,
	}));
	const given = upsert(mapped('custom', 'url', 'metatitle', 'description'));
	const first = await testbed.run({ parameters: given, items }, { settings, seed: { links: 20 } });
	expect(first.reply.error).toBeUndefined();
	expect(actions(first.reply)).toEqual(items.map(() => 'created'));
	const changed = items.map((item) => ({ ...item, url: `https://example.com/new/${item.custom}` }));
	const second = await testbed.run(
		{ parameters: given, items: changed },
		// An alias that the service rewrote is recognized by the long URL, or as what this node made for the row
		{ keep: true, freshKey: !('customAlias' in settings) },
	);
	expect(second.reply.error).toBeUndefined();
	expect(actions(second.reply)).toEqual(items.map(() => 'updated'));
	const third = await testbed.run(
		{ parameters: given, items: changed },
		{ keep: true, freshKey: true },
	);
	expect(third.reply.error).toBeUndefined();
	expect(actions(third.reply)).toEqual(items.map(() => 'unchanged'));
	expect((await testbed.counts()).links).toBe(28);
});

test.each(['resetAfter', 'tooMany'])(
	'makes and changes every link once when the service answers some requests with %s',
	async (kind) => {
		const faults = ['/api/url/add', '/api/url/7/update'].map((path) => ({
			...{ match: { path, every: 2 }, times: 3, fault: { kind } },
		}));
		const settings = { limit: 1_000, window: 0.5, fractionalSeconds: true };
		const scene = { seed: { links: 5 }, settings, faults };
		const first = await testbed.run({ parameters, items: rows(6) }, scene);
		expect(first.reply.status).toBe('success');
		const changed = rows(6, { metatitle: 'New' });
		const second = await testbed.run({ parameters, items: changed }, { keep: true });
		expect(second.reply.error).toBeUndefined();
		expect(actions(second.reply)).toEqual(changed.map(() => 'updated'));
		expect((await testbed.counts()).links).toBe(11);
	},
);

test('a link that is deleted before it is updated is named by its short URL', async () => {
	const links = rows(5);
	await testbed.setScene({ seed: { links: 0 }, links });
	// Before the first link is read, to keep its other fields
	const deletion = { match: { path: '^/api/url/' }, fault: { kind: 'deleteLink', count: 1 } };
	await testbed.control('/faults', { method: 'POST', body: [deletion] });
	const { reply } = await testbed.run(
		{
			parameters,
			items: rows(5, { metatitle: 'New' }),
			settings: { onError: 'continueRegularOutput' },
		},
		{ keep: true, freshKey: true },
	);
	expect(actions(reply).slice(0, 4)).toEqual(Array(4).fill('updated'));
	expect(jsonOf(reply)[4]?.error).toBe(
		`The link ${testbed.url}/row-4 was deleted meanwhile. Run the workflow again to create it anew.`,
	);
});

test('two runs at the same time make each link once', async () => {
	await testbed.setScene({ seed: { links: 5 } });
	const request = {
		parameters,
		items: rows(20),
		credentials: { baseUrl: testbed.url, apiKey: testbed.key },
	};
	const [one, two] = await Promise.all([testbed.engine.run(request), testbed.engine.run(request)]);
	expect([one?.error, two?.error]).toEqual([undefined, undefined]);
	expect(jsonOf(one!).map(({ id }) => id)).toEqual(jsonOf(two!).map(({ id }) => id));
	expect((await testbed.counts()).links).toBe(25);
});

test('a plan leaves a link alone whose alias has one hyphen less', async () => {
	const items = [...rows(5), row('spring-sale')];
	const links = [row('springsale', { url: 'https://example.com/other' })];
	const run = async (dryRun: boolean, scene: object) =>
		await testbed.run({ parameters: upsert(columns, { dryRun }), items }, scene);
	const plan = await run(true, { links });
	expect(actions(plan.reply)).toEqual(items.map(() => 'create'));
	const { reply } = await run(false, { keep: true });
	expect(actions(reply)).toEqual(items.map(() => 'created'));
});

test('a plan shows campaigns by their names and creates none that is missing, and the run does', async () => {
	const items = [row('a', { campaign: 'Spring' }), row('b', { campaign: 'Campaign 2' })];
	const given = (dryRun: boolean) =>
		upsert(mapped('custom', 'url', 'campaign'), { createMissing: ['campaigns'], dryRun });
	const plan = await testbed.run({ parameters: given(true), items });
	expect(sentChanges(plan.sent)).toEqual([]);
	expect(jsonOf(plan.reply).map(({ changes }) => changes)).toEqual([
		expect.stringContaining('Campaign: – → Spring'),
		expect.stringContaining('Campaign: – → Campaign 2'),
	]);
	const { reply } = await testbed.run({ parameters: given(false), items }, { keep: true });
	expect(actions(reply)).toEqual(['created', 'created']);
	expect((await testbed.counts()).campaigns).toBe(4);
});
