/** Create or Update: how many requests a table takes. At 30 a minute, requests are time. */
import type { Json } from '../../support/engine';
import { setUpTestbed } from '../../support/engine/testbed';
import { actions, mapped, rows, upsert } from '../../support/upsert';

// It counts requests of thousands of items, whatever evaluates their expressions
const testbed = setUpTestbed();
const columns = mapped('custom', 'url', 'metatitle', 'description');
const PAGES_OF_100 = { maxPageSize: 100 };

/** The newest links of the account as rows of a table. */
async function rowsOfLinks(count: number): Promise<Json[]> {
	const table: Json[] = [];
	for (let page = 1; table.length < count; page++) {
		const { data } = (await testbed.ask(`GET /api/urls?limit=100&order=date&page=${page}`)) as {
			data: { urls: Json[] };
		};
		table.push(
			...data.urls.map(({ alias, longurl, title, description }) => ({
				...{ custom: alias, url: longurl, metatitle: title, description },
			})),
		);
	}
	return table.slice(0, count);
}

const countOf = (all: unknown[], action: string) => all.filter((one) => one === action).length;

test('400 rows equal among 1,400 links, in pages of 100: the pages of the list', async () => {
	await testbed.setScene({ seed: { links: 1_400 }, settings: PAGES_OF_100 });
	const items = await rowsOfLinks(400);
	const { reply, sent } = await testbed.run(
		{ parameters: upsert(columns), items },
		{ keep: true, freshKey: true },
	);
	expect(reply.error).toBeUndefined();
	expect(countOf(actions(reply), 'unchanged')).toBe(400);
	expect(sent.length).toBeLessThanOrEqual(20);
});

test('400 new rows in an account of 100,000 links: one request each', async () => {
	const { reply, sent } = await testbed.run(
		{ parameters: upsert(columns), items: rows(400) },
		{ seed: { links: 100_000 }, freshKey: true },
	);
	expect(reply.error).toBeUndefined();
	expect(countOf(actions(reply), 'created')).toBe(400);
	expect(sent.length).toBeLessThanOrEqual(405);
});

test('1,000 rows, of which 12 changed, in pages of 100, from the second production run on also with a campaign', async () => {
	await testbed.setScene({
		seed: { links: 1_000, campaigns: 3 },
		settings: PAGES_OF_100,
	});
	const table = (await rowsOfLinks(1_000)).map((item, n) => ({ ...item, campaign: (n % 3) + 1 }));
	const parameters = upsert(mapped('custom', 'url', 'metatitle', 'description', 'campaign'));
	const first = await testbed.run({ parameters, items: table, staticData: {} }, { keep: true });
	expect(first.reply.error).toBeUndefined();
	expect(countOf(actions(first.reply), 'updated')).toBe(1_000);
	expect(first.reply.hints.join()).toContain(
		'1000 links were updated only because of fields that no reading shows',
	);
	const { staticData } = first.reply;
	const changed = table.map((item, n) => {
		if (n % 100 === 7) return { ...item, metatitle: `New ${n}` };
		return n === 11 || n === 12 ? { ...item, campaign: 2 } : item;
	});
	const second = await testbed.run({ parameters, items: changed, staticData }, { keep: true });
	expect(countOf(actions(second.reply), 'unchanged')).toBe(988);
	expect(countOf(actions(second.reply), 'updated')).toBe(12);
	expect(second.sent.length).toBeLessThanOrEqual(40);
});

test.each(['slug'])(
	'rows equal to links whose aliases became a %s take requests only until the run knows it',
	async (customAlias) => {
		const items = rows(60).map((item, n) => ({ ...item, custom: `Row_${n}` }));
		const request = { parameters: upsert(mapped('custom', 'url')), items };
		await testbed.run(request, { settings: { customAlias } });
		const { reply, sent } = await testbed.run(request, { keep: true, freshKey: true });
		expect(countOf(actions(reply), 'unchanged')).toBe(60);
		expect(sent.length).toBeLessThanOrEqual(5);
	},
);

test('an expiry takes one reading for each row that gives one, and none once it is remembered', async () => {
	await testbed.setScene({ seed: { links: 50 } });
	const items = (await rowsOfLinks(50)).map((item, n) => ({
		...item,
		expiry: n < 5 ? '2031-01-01' : '',
	}));
	const parameters = upsert(mapped('custom', 'url', 'expiry'));
	const first = await testbed.run({ parameters, items }, { keep: true, freshKey: true });
	expect(countOf(actions(first.reply), 'updated')).toBe(5);
	// The creation of one row confirms the default domain
	expect(first.sent).toHaveLength(1 + 1 + 2 * 5);
	for (const readings of [5, 0]) {
		const again = await testbed.run({ parameters, items }, { keep: true });
		expect(countOf(actions(again.reply), 'unchanged')).toBe(50);
		expect(again.sent).toHaveLength(1 + readings);
	}
});
