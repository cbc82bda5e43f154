/**
 * Lists that change while they are read, and services with unusual paging: no record twice, in order, and the list
 * ends.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';

import { type Json } from '../../support/engine';
import { ENTRY_POINTS } from '../../support/engine/protocol';
import { type Sent, setUpTestbed } from '../../support/engine/testbed';

const LINKS = 60;
const PAGE = 10;
const RETURN_ALL = {
	resource: 'link',
	operation: 'getAll',
	returnAll: true,
	options: { pageSize: PAGE },
};
const LIST = { method: 'GET', path: '/urls' };

const newestFirst = (count: number): number[] =>
	Array.from({ length: count }, (_, index) => count - index);

interface Case {
	name: string;
	faults: Json[];
	/** Checks the IDs that come out. */
	holds: (ids: number[]) => void;
	/** Maximum number of requests. Default: the pages and two more */
	most?: number;
}

const onPage = (page: number, fault: Json): Json => ({
	match: { ...LIST, path: `[?&]page=${page}(&|$)` },
	fault,
});
const contains =
	(expected: number[]) =>
	(ids: number[]): void =>
		expect(ids.filter((id) => id <= LINKS)).toEqual(expected);
const is =
	(expected: number[]) =>
	(ids: number[]): void =>
		expect(ids).toEqual(expected);

const CASES: Case[] = [
	{
		name: 'a link is created before the third page is read',
		faults: [onPage(3, { kind: 'insertLink' })],
		holds: contains(newestFirst(LINKS)),
	},
	{
		name: 'a whole page of links is created',
		faults: [onPage(2, { kind: 'insertLink', count: PAGE })],
		holds: contains(newestFirst(LINKS)),
	},
	{
		name: 'a link is deleted before the third page is read',
		faults: [onPage(3, { kind: 'deleteLink' })],
		holds: (ids) => expect(ids.length).toBeGreaterThanOrEqual(LINKS - 3),
	},
	{
		name: 'pages arrive in another order',
		faults: [onPage(2, { kind: 'latency', ms: 250 }), onPage(4, { kind: 'latency', ms: 120 })],
		holds: is(newestFirst(LINKS)),
	},
];

const idsOf = (outputs: Array<Array<{ json: Json }>>): number[] =>
	(outputs[0] ?? []).map(({ json }) => json.id as number);
const requestsOf = (sent: Sent[]): number => sent.filter(({ path }) => path === '/api/urls').length;

describe('A list that changes while it is read, or is paged strangely, has no record twice and ends', () => {
	const testbed = setUpTestbed();

	describe.each(ENTRY_POINTS)('through the entry point %s', (entryPoint) => {
		test.each(CASES)('$name', async ({ faults, holds, most = LINKS / PAGE + 2 }) => {
			const { reply, sent } = await testbed.run(
				{ parameters: RETURN_ALL, entryPoint },
				{ seed: { links: LINKS }, faults, freshKey: true },
			);
			expect(reply.error).toBeUndefined();
			const ids = idsOf(reply.outputs);
			expect(new Set(ids.map(String)).size).toBe(ids.length);
			const known = ids.map(Number).filter((id) => id <= LINKS);
			expect(known).toEqual([...known].sort((a, b) => b - a));
			holds(ids);
			expect(requestsOf(sent)).toBeLessThanOrEqual(most);
		});
	});

	describe('more than 100,000 links', () => {
		const TOTAL = 100_100;
		const parameters = { ...RETURN_ALL, options: { pageSize: 1000 } };
		beforeAll(() => testbed.setScene({ seed: { links: TOTAL } }));

		test('the entry point manyItems gives all of them', async () => {
			const { reply } = await testbed.run(
				{ parameters, entryPoint: 'manyItems', keep: 1 },
				{ keep: true },
			);
			expect(reply.error).toBeUndefined();
			expect(reply.counts).toEqual([TOTAL]);
		});

		test('the entry point oneItem fails and says how to read them', async () => {
			const { reply } = await testbed.run(
				{ parameters, entryPoint: 'oneItem', keep: 1 },
				{ keep: true },
			);
			expect(reply.status).toBe('error');
			expect(reply.error?.message).toMatch(/100,000.*\[item 0\]/);
			expect(reply.error?.description).toMatch(/Start Page/);
			expect(reply.error?.description).toMatch(/Created After/);
		});
	});
});
