/** Lists: all records once and in order with every form of paging, also while the list moves, and no more requests than necessary. */
import { beforeAll, describe, expect, test } from '@jest/globals';

import type { Json, RunReply } from '../../support/engine';
import { ENTRY_POINTS } from '../../support/engine/protocol';
import { setUpTestbed } from '../../support/engine/testbed';

const RETURN_ALL = { resource: 'link', operation: 'getAll', returnAll: true };

const testbed = setUpTestbed();
const idsOf = (reply: RunReply) => reply.outputs[0]?.map(({ json }) => Number(json.id)) ?? [];
const newestFirst = (count: number) => Array.from({ length: count }, (_, index) => count - index);

describe.each(ENTRY_POINTS)('Through the entry point %s', (entryPoint) => {
	const all = newestFirst(250);
	const settings = { maxPageSize: 100 };
	const run = async (more: Json) =>
		await testbed.run({ parameters: { ...RETURN_ALL, ...more }, entryPoint }, { keep: true });
	beforeAll(() => testbed.setScene({ seed: { links: all.length }, settings }));

	test.each([
		['Return All', {}, 250, [1, 2, 3]],
		['a limit behind the first page', { returnAll: false, limit: 101 }, 101, [1, 2]],
	])('%s is exact, in the order of the service', async (_, more, count, pages) => {
		const { reply, sent } = await run(more);
		expect(idsOf(reply)).toEqual(all.slice(0, count));
		expect(reply.outputs[0]?.every(({ pairedItem }) => (pairedItem as Json).item === 0)).toBe(true);
		expect(sent.map(({ query }) => Number(query.page)).sort()).toEqual(pages);
	});
});

test('the entry point oneItem refuses more than 100,000 links, which n8n cannot take, and says how to read them', async () => {
	const parameters = { ...RETURN_ALL, options: { pageSize: 1000 } };
	const { reply } = await testbed.run(
		{ parameters, entryPoint: 'oneItem', keep: 1 },
		{ seed: { links: 100_100 } },
	);
	expect(reply.error?.message).toMatch(/100,000.*\[item 0\]/);
	expect(reply.error?.description).toMatch(/Start Page.*Created After/);
});
