/** Create or Update: rows that contradict each other, links that are not there, lost replies, runs at the same time. */
import type { Json } from '../../support/engine';
import { ENTRY_POINTS } from '../../support/engine/protocol';
import { setUpTestbed } from '../../support/engine/testbed';
import { actions, jsonOf, mapped, row, rows, upsert } from '../../support/upsert';

const testbed = setUpTestbed();
const columns = mapped('custom', 'url', 'metatitle');
const parameters = upsert(columns);

/** In each, items 0 and 2 contradict each other. */
test.each<[name: string, parameters: Json, items: Json[], fields: string, advice: string]>([
	[
		'one alias in two forms',
		parameters,
		[row('é-1'), row('b'), row('%C3%A9-1', { url: 'https://x.io/' })],
		'Long URL',
		'Remove one of them, or give both the same values.',
	],
	[
		'one derived alias',
		upsert(mapped('id', 'url', 'metatitle', 'description'), {}, { matchOn: 'id' }),
		[row('a', { description: 'Note' }), row('b'), row('a', { metatitle: 'Other' })],
		'Description, Meta Title',
		'or give each an alias of its own.',
	],
])('%s with different values: both are refused', async (_, given, items, fields, advice) => {
	const reason = `Columns: items 0 and 2 are for the same link, and differ in ${fields}.`;
	const { reply, sent } = await testbed.run({ parameters: given, items });
	expect(reply.error?.message).toBe('2 of 3 items cannot be sent. Nothing was changed.');
	expect(reply.error?.description).toMatch(/^Items 0 \([^)]+\), 2 \([^)]+\) · Columns/);
	expect(reply.error?.description).toContain(reason);
	expect(reply.error?.description).toContain(advice);
	expect(sent).toEqual([]);

	const settings = { onError: 'continueRegularOutput' } as const;
	for (const entryPoint of ENTRY_POINTS) {
		const { reply } = await testbed.run({ parameters: given, items, entryPoint, settings });
		const refused: unknown = expect.stringContaining(reason);
		expect(jsonOf(reply).map(({ error }) => error)).toEqual([refused, undefined, refused]);
	}
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
	const request = { parameters, items: rows(20) };
	const [one, two] = await Promise.all([testbed.engine.run(request), testbed.engine.run(request)]);
	expect([one?.error, two?.error]).toEqual([undefined, undefined]);
	expect(jsonOf(one!).map(({ id }) => id)).toEqual(jsonOf(two!).map(({ id }) => id));
	expect((await testbed.counts()).links).toBe(25);
});
