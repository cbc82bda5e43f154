/** Create or Update: what is sent for the rows of a table, what comes out, and runs at the same time. */
import type { Json } from '../../support/engine';
import { type Scene, setUpTestbed } from '../../support/engine/testbed';
import { actions, jsonOf, mapped, row, rows, upsert } from '../../support/upsert';

const testbed = setUpTestbed();

const LINKS = [
	row('same', { metatitle: 'Same' }),
	row('title', { metatitle: 'Old' }),
	row('expiry', { expiry: '2030-01-01 23:59:59' }),
	row('geo', { geotarget: [{ location: 'canada', link: 'https://example.com/ca' }] }),
];
const TABLE: Json[] = [
	row('title', { metatitle: 'New' }),
	row('expiry', { expiry: '2.1.2031' }),
	row('geo', {
		geotarget: '{"Canada": "https://example.com/ca", "France": "https://example.com/fr"}',
	}),
	row('new', { metatitle: 'R&D', pixels: '1, 2', status: 'Public' }),
	row('same', { metatitle: ' Same ' }),
];
const COLUMNS = mapped(
	...['custom', 'url', 'metatitle', 'expiry', 'geotarget', 'pixels', 'status'],
);

test.each(['manyItems', 'oneItem'] as const)(
	'every kind of row, through %s: plan, run, plan',
	async (entryPoint) => {
		const run = async (options: Json, scene: Scene = { keep: true }) => {
			const parameters = upsert(COLUMNS, { dateFormat: 'dayFirst', ...options });
			return await testbed.run({ parameters, items: TABLE, entryPoint }, scene);
		};
		const plan = await run({ dryRun: true }, { links: LINKS });
		expect(plan.reply.error).toBeUndefined();
		expect(plan.sent.every(({ method }) => method === 'GET')).toBe(true);
		expect(actions(plan.reply)).toEqual(['update', 'update', 'update', 'create', 'none']);
		const [from, to] = ['2030-01-01 23:59:59', '2031-01-02 23:59:59'];
		expect(jsonOf(plan.reply)[1]?.changes).toBe(`Expiry: ${from} → ${to}`);
		// A new link: only what its row does not show as it stands
		expect(jsonOf(plan.reply)[3]?.changes).toBe('Status: – → public');

		const real = await run({});
		expect(real.reply.error).toBeUndefined();
		expect(actions(real.reply)).toEqual([
			...['updated', 'updated', 'updated', 'created', 'unchanged'],
		]);

		const after = await run({ dryRun: true });
		expect(actions(after.reply)).toEqual(TABLE.map(() => 'none'));
		const all = await run({ sendAll: true });
		expect(actions(all.reply)).toEqual(TABLE.map(() => 'updated'));
	},
);

test('200 rows, of which 12 changed, in pages of 20, from the second production run on also with a campaign', async () => {
	await testbed.setScene({ seed: { links: 200, campaigns: 3 }, settings: { maxPageSize: 20 } });
	const { links } = await testbed.state();
	const table: Json[] = links.map(({ alias, longurl, title, description }, n) => ({
		...{ custom: alias, url: longurl, metatitle: title, description },
		campaign: (n % 3) + 1,
	}));
	const parameters = upsert(mapped('custom', 'url', 'metatitle', 'description', 'campaign'));
	const run = async (items: Json[], staticData: Json = {}) => {
		const { reply, sent } = await testbed.run({ parameters, items, staticData }, { keep: true });
		const updated = actions(reply).filter((action) => action === 'updated');
		return { reply, requests: sent.length, updated: updated.length };
	};
	const first = await run(table);
	expect([first.reply.error, first.updated]).toEqual([undefined, 200]);
	expect(first.reply.hints.join()).toContain(
		'200 links were updated only because of fields that no reading shows',
	);
	const changed = table.map((item, n) => {
		if (n % 20 === 7) return { ...item, metatitle: `New ${n}` };
		return n === 11 || n === 12 ? { ...item, campaign: 2 } : item;
	});
	const second = await run(changed, first.reply.staticData);
	expect([second.reply.error, second.updated]).toEqual([undefined, 12]);
	// At 30 a minute, requests are time
	expect(second.requests).toBeLessThanOrEqual(40);
});

test('rows that turn out to be for one link are not both sent, whatever Retry On Fail says', async () => {
	// The default domain, given and not
	const first = row('spring', { domain: testbed.url, description: 'Note' });
	const items = [first, row('x'), row('y'), row('spring', { metatitle: 'Other' })];
	const settings = { retryOnFail: true, waitBetweenTries: 0 };
	const given = upsert(mapped('custom', 'url', 'metatitle', 'description', 'domain'));
	const { reply } = await testbed.run(
		{ parameters: given, items, settings },
		{ links: [row('spring')] },
	);
	expect(reply.error?.message).toMatch(/items 0 and 3 are for the same link, and differ in/);
});

test('matched on the ID, a new row takes the alias that a row before it gives up', async () => {
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

test('two runs at the same time make each link once', async () => {
	await testbed.setScene({ seed: { links: 5 } });
	const request = { parameters: upsert(mapped('custom', 'url')), items: rows(20) };
	const [one, two] = await Promise.all([testbed.engine.run(request), testbed.engine.run(request)]);
	expect([one?.error, two?.error]).toEqual([undefined, undefined]);
	expect(jsonOf(one!).map(({ id }) => id)).toEqual(jsonOf(two!).map(({ id }) => id));
	expect((await testbed.state()).links).toHaveLength(25);
});
