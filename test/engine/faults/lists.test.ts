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
	limit?: number;
	/** Checks the IDs that come out. */
	holds: (ids: number[]) => void;
	/** Maximum number of requests. Default: the pages and two more */
	most?: number;
}

const onPage = (page: number, fault: Json): Json => ({
	match: { ...LIST, path: `[?&]page=${page}(&|$)` },
	fault,
});
const everyPage = (fault: Json): Json => ({ match: LIST, fault, times: 0 });
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
		name: 'links are created before every page',
		faults: [everyPage({ kind: 'insertLink', count: 2 })],
		holds: contains(newestFirst(LINKS)),
		most: 12,
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
		name: 'Limit, while links are created',
		faults: [everyPage({ kind: 'insertLink' })],
		limit: 25,
		holds: (ids) => expect(ids).toHaveLength(25),
	},
	{
		name: 'Limit, while a link is deleted',
		faults: [onPage(2, { kind: 'deleteLink' })],
		limit: 25,
		holds: (ids) => expect(ids).toHaveLength(25),
	},
	{
		name: 'every page is the first page',
		faults: [everyPage({ kind: 'repeatPage' })],
		holds: is(newestFirst(LINKS).slice(0, PAGE)),
		most: 12,
	},
	{
		name: 'maxpage is always the next page',
		faults: [everyPage({ kind: 'endless' })],
		holds: is(newestFirst(LINKS)),
		most: 16,
	},
	{
		name: 'maxpage is always the next page, and every page is the first',
		faults: [everyPage({ kind: 'endless' }), everyPage({ kind: 'repeatPage' })],
		holds: is(newestFirst(LINKS).slice(0, PAGE)),
		most: 12,
	},
	{
		name: 'pages arrive in another order',
		faults: [onPage(2, { kind: 'latency', ms: 250 }), onPage(4, { kind: 'latency', ms: 120 })],
		holds: is(newestFirst(LINKS)),
	},
	{
		name: 'the connection is lost for some pages',
		faults: [2, 4, 5].map((page) => onPage(page, { kind: 'resetBefore' })),
		holds: is(newestFirst(LINKS)),
		most: 9,
	},
	{
		name: 'some pages are refused by the rate limit',
		faults: [2, 4].map((page) =>
			onPage(page, { kind: 'status', status: 429, headers: { 'Retry-After': '0.2' } }),
		),
		holds: is(newestFirst(LINKS)),
		most: 9,
	},
	{
		name: 'an empty page ends the list, whatever maxpage says',
		faults: [
			onPage(4, {
				kind: 'wrongShape',
				body: {
					error: '0',
					data: {
						result: '60',
						perpage: '10',
						currentpage: '4',
						nextpage: '5',
						maxpage: '6',
						urls: [],
					},
				},
			}),
		],
		holds: is(newestFirst(LINKS).slice(0, 30)),
	},
	{
		name: 'numbers and IDs are text',
		faults: [
			onPage(6, {
				kind: 'wrongShape',
				body: {
					error: '0',
					data: {
						currentpage: '6',
						maxpage: '6',
						urls: [
							{ id: '11', alias: 'moved' },
							{ id: '1', alias: 's1' },
						],
					},
				},
			}),
		],
		holds: (ids) => expect(ids.map(Number)).toEqual([...newestFirst(LINKS).slice(0, 50), 1]),
	},
];

const idsOf = (outputs: Array<Array<{ json: Json }>>): number[] =>
	(outputs[0] ?? []).map(({ json }) => json.id as number);
const requestsOf = (sent: Sent[]): number => sent.filter(({ path }) => path === '/api/urls').length;

describe('A list that changes while it is read, or is paged strangely, has no record twice and ends', () => {
	const testbed = setUpTestbed();

	describe.each(ENTRY_POINTS)('through the entry point %s', (entryPoint) => {
		test.each(CASES)('$name', async ({ faults, limit, holds, most = LINKS / PAGE + 2 }) => {
			const parameters =
				limit === undefined ? RETURN_ALL : { ...RETURN_ALL, returnAll: false, limit };
			const { reply, sent } = await testbed.run(
				{ parameters, entryPoint },
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
