/** Create or Update: how many requests a table takes. At 30 a minute, requests are time. */
import type { Json } from '../../support/engine';
import { setUpTestbed } from '../../support/engine/testbed';
import { actions, mapped, rows, upsert } from '../../support/upsert';

// It counts requests of hundreds of items, whatever evaluates their expressions
const testbed = setUpTestbed();
const columns = mapped('custom', 'url', 'metatitle', 'description');

/** The links of the account as rows of a table. */
async function rowsOfLinks(): Promise<Json[]> {
	const { links } = await testbed.control<{ links: Json[] }>('/state');
	return links.map(({ alias, longurl, title, description }) => ({
		custom: alias,
		url: longurl,
		metatitle: title,
		description,
	}));
}

const countOf = (all: unknown[], action: string) => all.filter((one) => one === action).length;

test('400 rows equal among 1,400 links, in pages of 100: the pages of the list', async () => {
	await testbed.setScene({ seed: { links: 1_400 }, settings: { maxPageSize: 100 } });
	const items = (await rowsOfLinks()).slice(-400);
	const { reply, sent } = await testbed.run(
		{ parameters: upsert(columns), items },
		{ keep: true, freshKey: true },
	);
	expect(reply.error).toBeUndefined();
	expect(countOf(actions(reply), 'unchanged')).toBe(400);
	expect(sent.length).toBeLessThanOrEqual(20);
});

test('400 new rows in an account whose list has more pages than a tenth of them: one request each', async () => {
	const { reply, sent } = await testbed.run(
		{ parameters: upsert(columns), items: rows(400) },
		{ seed: { links: 5_000 }, settings: { maxPageSize: 100 }, freshKey: true },
	);
	expect(reply.error).toBeUndefined();
	expect(countOf(actions(reply), 'created')).toBe(400);
	expect(sent.length).toBeLessThanOrEqual(405);
});

test('200 rows, of which 12 changed, in pages of 20, from the second production run on also with a campaign', async () => {
	await testbed.setScene({
		seed: { links: 200, campaigns: 3 },
		settings: { maxPageSize: 20 },
	});
	const table = (await rowsOfLinks()).map((item, n) => ({ ...item, campaign: (n % 3) + 1 }));
	const parameters = upsert(mapped('custom', 'url', 'metatitle', 'description', 'campaign'));
	const first = await testbed.run({ parameters, items: table, staticData: {} }, { keep: true });
	expect(first.reply.error).toBeUndefined();
	expect(countOf(actions(first.reply), 'updated')).toBe(200);
	expect(first.reply.hints.join()).toContain(
		'200 links were updated only because of fields that no reading shows',
	);
	const { staticData } = first.reply;
	const changed: Json[] = table.map((item, n) => {
		if (n % 20 === 7) return { ...item, metatitle: `New ${n}` };
		return n === 11 || n === 12 ? { ...item, campaign: 2 } : item;
	});
	const second = await testbed.run({ parameters, items: changed, staticData }, { keep: true });
	expect(countOf(actions(second.reply), 'unchanged')).toBe(188);
	expect(countOf(actions(second.reply), 'updated')).toBe(12);
	expect(second.sent.length).toBeLessThanOrEqual(40);
});
