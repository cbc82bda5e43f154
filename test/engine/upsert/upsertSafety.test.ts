/** Create or Update: rows that contradict each other, links that are not there, lost replies, runs at the same time. */
import { setUpTestbed } from '../../support/engine/testbed';
import { actions, AUTOMATIC, jsonOf, mapped, row, rows, upsert } from '../../support/upsert';

const testbed = setUpTestbed();
const columns = mapped('custom', 'url', 'metatitle');
const parameters = upsert(columns);
const sentChanges = (sent: Array<{ method: string }>) =>
	sent.filter(({ method }) => method !== 'GET');

test('an equal row updates the link itself where the row before it failed', async () => {
	await testbed.setScene({ seed: { links: 0 }, links: rows(5) });
	const refusal = { kind: 'status', status: 200, body: { error: 1, message: 'Not now.' } };
	const faults = [{ match: { path: '/update$' }, fault: refusal }];
	await testbed.control('/faults', { method: 'POST', body: faults });
	const changed = row('row-0', { metatitle: 'New' });
	const items = [changed, row('row-1'), changed, row('row-2'), changed];
	const settings = { onError: 'continueRegularOutput' as const };
	const { reply, sent } = await testbed.run({ parameters, items, settings }, { keep: true });
	expect(actions(reply).sort()).toEqual([...Array(3).fill('unchanged'), 'updated', undefined]);
	expect(jsonOf(reply)[0]?.error).toMatch(/^Not now\./);
	expect(sent.filter(({ method }) => method === 'PUT')).toHaveLength(2);
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
	const { details } = await testbed.ask(`GET /api/url/${String(jsonOf(reply)[0]?.id)}`);
	const left = { description: link.description, expiry: link.expiry };
	expect(details).toMatchObject({
		...{ title: 'Title', longurl: link.url },
		...(emptyCells === 'clear' ? { description: '', expiry: null } : left),
	});
});

test('two runs at the same time make each link once', async () => {
	await testbed.setScene({ seed: { links: 5 } });
	const request = { parameters, items: rows(20) };
	const [one, two] = await Promise.all([testbed.engine.run(request), testbed.engine.run(request)]);
	expect([one?.error, two?.error]).toEqual([undefined, undefined]);
	expect(jsonOf(one!).map(({ id }) => id)).toEqual(jsonOf(two!).map(({ id }) => id));
	expect((await testbed.counts()).links).toBe(25);
});

test('a plan shows campaigns by their names and creates none that is missing, and the run does', async () => {
	const items = [
		row('a', { campaign: 'Spring' }),
		row('b', { campaign: 'Campaign 2' }),
		row('s1', { campaign: 'spring', url: 'https://www.example.com/page/1' }),
	];
	const given = (dryRun: boolean) =>
		upsert(mapped('custom', 'url', 'campaign'), { createMissing: ['campaigns'], dryRun });
	const plan = await testbed.run({ parameters: given(true), items });
	expect(sentChanges(plan.sent)).toEqual([]);
	expect(jsonOf(plan.reply).map(({ changes }) => changes)).toEqual([
		// Rows that are sent again only because of fields that no reading shows come last
		...['', '', 'Campaign: (not shown) → spring'],
	]);
	expect(plan.reply.hints[0]).toMatch(
		/leave 0 as they are\. It would create 1 campaign: Spring \(2 rows\)\.$/,
	);
	const { reply } = await testbed.run({ parameters: given(false), items }, { keep: true });
	expect(actions(reply)).toEqual(['created', 'created', 'updated']);
	expect((await testbed.counts()).campaigns).toBe(4);
});
