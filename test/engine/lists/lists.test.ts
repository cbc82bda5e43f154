/** Lists: all records in order with every form of paging, and no more requests than necessary. */
import { beforeAll, describe, expect, test } from '@jest/globals';

import { type Json } from '../../support/engine';
import { ENTRY_POINTS } from '../../support/engine/protocol';
import { setUpScriptedEngine } from '../../support/engine/scriptedEngine';
import { type ScriptedReply, type ScriptedRequest } from '../../support/engine/scriptedService';
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
			[1, [1]],
			[99, [1]],
			[100, [1]],
			[101, [1, 2]],
			[200, [1, 2]],
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

/** Describes a page in the format of one service. */
type PageFormat = (page: number, records: Json[], maxpage: number) => ScriptedReply;

const envelope = (page: number, urls: Json[], maxpage: number): Json => ({
	error: '0',
	data: { result: 7, perpage: 2, currentpage: page, nextpage: page + 1, maxpage, urls },
});

const strings: PageFormat = (page, urls, maxpage) => ({
	error: '0',
	data: {
		result: '7',
		perpage: '2',
		currentpage: String(page),
		nextpage: String(page + 1),
		maxpage: String(maxpage),
		urls,
	},
});
const withoutMaximum: PageFormat = (page, urls) => ({
	error: '0',
	data: { currentpage: page, perpage: 2, urls },
});
const wrongResult: PageFormat = (page, urls, maxpage) => {
	const { data, error } = envelope(page, urls, maxpage);
	return { error, data: { ...(data as Json), result: 1 } };
};
const tooHighMaximum: PageFormat = (page, urls, maxpage) => envelope(page, urls, maxpage + 2);
const repeatsLast: PageFormat = (page, urls) => envelope(page, urls, 999);

describe('Services that describe their pages differently', () => {
	const TOTAL = 7;
	const all = Array.from({ length: TOTAL }, (_, index) => ({
		id: index + 1,
		alias: `a${index + 1}`,
	}));
	const scripted = setUpScriptedEngine();

	const replyWith =
		(format: PageFormat, stays = false) =>
		(request: ScriptedRequest): ScriptedReply => {
			const last = Math.ceil(TOTAL / 2);
			const asked = Number(request.query.page ?? 1);
			const page = stays ? Math.min(asked, last) : asked;
			return format(page, all.slice((page - 1) * 2, page * 2), last);
		};

	const cases: Array<[string, PageFormat, boolean, number]> = [
		['numbers as strings', strings, false, 4],
		['no maxpage: ends with the empty page', withoutMaximum, false, 5],
		['a "result" that is wrong, and a next page after the last', wrongResult, false, 5],
		['maxpage too high: ends with the empty page', tooHighMaximum, false, 6],
		['the last page is repeated', repeatsLast, true, 20],
	];

	describe.each(ENTRY_POINTS)('through the entry point %s', (entryPoint) => {
		test.each(cases)('every record comes out once: %s', async (_, format, stays, most) => {
			scripted.service.answer(replyWith(format, stays));
			const { outputs, error } = await scripted.engine.run({
				parameters: { ...RETURN_ALL, options: { pageSize: 2 } },
				entryPoint,
			});
			expect(error).toBeUndefined();
			expect(outputs[0]?.map(({ json }) => json.id)).toEqual(all.map(({ id }) => id));
			expect(scripted.service.requests.length).toBeLessThanOrEqual(most);
		});

		test('an empty list gives no items', async () => {
			scripted.service.answer(() => envelope(1, [], 1));
			const { outputs, status } = await scripted.engine.run({ parameters: RETURN_ALL, entryPoint });
			expect(status).toBe('success');
			expect(outputs.flat()).toEqual([]);
			expect(scripted.service.requests).toHaveLength(1);
		});

		test('a record that moved to the next page is given once', async () => {
			const moved = [[1, 2], [2, 3], [4]].map((ids) => ids.map((id) => ({ id })));
			scripted.service.answer(({ query }) =>
				envelope(Number(query.page), moved[Number(query.page) - 1] ?? [], 3),
			);
			const { outputs } = await scripted.engine.run({
				parameters: { ...RETURN_ALL, options: { pageSize: 2 } },
				entryPoint,
			});
			expect(outputs[0]?.map(({ json }) => json.id)).toEqual([1, 2, 3, 4]);
		});
	});
});
