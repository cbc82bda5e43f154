/** Create or Update: rows that turn out to be for one link, aliases that are given up, runs at the same time. */
import { setUpTestbed } from '../../support/engine/testbed';
import { actions, jsonOf, mapped, row, rows, upsert } from '../../support/upsert';

const testbed = setUpTestbed();

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
