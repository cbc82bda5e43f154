/** Lists: all records in order with every form of paging, and no more requests than necessary. */
import { beforeAll, describe, expect, test } from '@jest/globals';

import { type Json } from '../../support/engine';
import { ENTRY_POINTS } from '../../support/engine/protocol';
import { setUpTestbed } from '../../support/engine/testbed';

const RETURN_ALL = { resource: 'link', operation: 'getAll', returnAll: true };

const pages = (sent: Array<{ query: Json }>) =>
	sent.map(({ query }) => Number(query.page ?? 1)).sort((a, b) => a - b);

describe('The sandbox service', () => {
	const LINKS = 250;
	const expected = Array.from({ length: LINKS }, (_, index) => LINKS - index); // newest first
	const testbed = setUpTestbed();
	beforeAll(() => testbed.setScene({ seed: { links: LINKS }, settings: { maxPageSize: 100 } }));

	describe.each(ENTRY_POINTS)('through the entry point %s', (entryPoint) => {
		test('Return All gives every link once, in the order of the service', async () => {
			const { reply, sent } = await testbed.run(
				{ parameters: RETURN_ALL, entryPoint },
				{ keep: true },
			);
			expect(reply.outputs[0]?.map(({ json }) => json.id)).toEqual(expected);
			expect(reply.outputs[0]?.every(({ pairedItem }) => (pairedItem as Json).item === 0)).toBe(
				true,
			);
			expect(pages(sent)).toEqual([1, 2, 3]);
			expect(sent.every(({ query }) => query.limit === '1000')).toBe(true);
		});

		test.each([
			[100, [1]],
			[101, [1, 2]],
			[1000, [1, 2, 3]],
		])('Limit %i is exact, with the fewest requests', async (limit, wanted) => {
			const parameters = { ...RETURN_ALL, returnAll: false, limit };
			const { reply, sent } = await testbed.run({ parameters, entryPoint }, { keep: true });
			expect(reply.outputs[0]?.map(({ json }) => json.id)).toEqual(expected.slice(0, limit));
			expect(pages(sent)).toEqual(wanted);
		});

		test('each of two items gets its own list', async () => {
			const parameters = { ...RETURN_ALL, returnAll: false, limit: '={{ $json.limit }}' };
			const items = [{ limit: 2 }, { limit: 3 }];
			const { reply } = await testbed.run({ parameters, items, entryPoint }, { keep: true });
			const given = reply.outputs[0]?.map(({ json, pairedItem }) => [
				json.id,
				(pairedItem as Json).item,
			]);
			expect(given).toEqual([
				...expected.slice(0, 2).map((id) => [id, 0]),
				...expected.slice(0, 3).map((id) => [id, 1]),
			]);
		});
	});
});
