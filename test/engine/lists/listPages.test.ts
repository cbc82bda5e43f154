/** How many requests a list costs, and that nothing is missing where services page in other ways or the list moves. */
import { describe, expect, test } from '@jest/globals';

import type { Json } from '../../support/engine';
import { setUpScriptedEngine } from '../../support/engine/scriptedEngine';
import type { ScriptedReply, ScriptedRequest } from '../../support/engine/scriptedService';

const scripted = setUpScriptedEngine();

type Row = Record<string, unknown>;

const rows = (count: number, first = 1): Row[] =>
	Array.from({ length: count }, (_, n) => ({ id: first + n }));

/** A page of a list as api.md section 2.1 describes it; what is given in `more` stands in its place. */
function page(all: Row[], number: number, size: number, more: Row = {}, name = 'urls'): Json {
	const maxpage = Math.ceil(all.length / size);
	const data = {
		result: all.length,
		perpage: size,
		currentpage: number,
		nextpage: number < maxpage ? number + 1 : null,
		maxpage,
		[name]: all.slice((number - 1) * size, number * size),
		...more,
	};
	return { error: '0', data } as unknown as Json;
}

const numbersOf = ({ query }: ScriptedRequest) => ({
	number: Number(query.page ?? 1),
	limit: query.limit === undefined ? undefined : Number(query.limit),
});

/** A service with this many links that gives at most `max` per page, or `own` where no limit is named. */
const capped =
	(all: Row[], max: number, own = 15) =>
	(request: ScriptedRequest): ScriptedReply => {
		const { number, limit = own } = numbersOf(request);
		return page(all, number, Math.min(limit, max));
	};

/** A service that refuses or breaks over pages of more than `max`. */
const refusing =
	(all: Row[], max: number, refusal: ScriptedReply) =>
	(request: ScriptedRequest): ScriptedReply => {
		const { number, limit = 15 } = numbersOf(request);
		return limit > max ? refusal : page(all, number, limit);
	};

const REFUSAL = { error: 1, message: 'The limit may not be greater than allowed.' };
const BROKEN = { status: 500, content: '<html>Server Error</html>' };

const getAll = (more: Row = {}, resource = 'link') => ({
	parameters: { resource, operation: 'getAll', returnAll: true, ...more } as Json,
});

const idsOf = (reply: { outputs: Array<Array<{ json: Json }> | null> }) =>
	reply.outputs[0]?.map(({ json }) => json.id) ?? [];

describe('Requests of a list', () => {
	const LINKS = rows(10_000);

	test('Return All of 10,000 links takes ten pages of 1,000', async () => {
		const reply = await scripted.run(getAll(), capped(LINKS, 1_000));
		expect(idsOf(reply)).toEqual(LINKS.map(({ id }) => id));
		expect(scripted.service.requests).toHaveLength(10);
	});

	test.each([
		['pages over 100 are refused', 100, REFUSAL, 5 + 1],
		['pages over 50 break the service', 50, BROKEN, 30 + 4],
	])('where %s, all 450 links come out', async (_, max, refusal, requests) => {
		const reply = await scripted.run(getAll(), refusing(rows(450), max, refusal));
		expect(idsOf(reply)).toEqual(rows(450).map(({ id }) => id));
		expect(scripted.service.requests).toHaveLength(requests);
	});

	test('what was learned is kept for the key', async () => {
		const credentials = scripted.newCredentials();
		const script = refusing(rows(450), 100, REFUSAL);
		await scripted.run({ ...getAll(), credentials }, script);
		await scripted.run({ ...getAll(), credentials }, script);
		expect(scripted.service.requests).toHaveLength(5);
	});

	test('a Page Size that the service refuses is an error in its words, not another size', async () => {
		const reply = await scripted.run(
			getAll({ options: { pageSize: 500 } }),
			refusing(rows(450), 100, REFUSAL),
		);
		expect(reply.error?.message).toMatch(/^The limit may not be greater than allowed/);
		expect(scripted.service.requests.map(({ query }) => query.limit)).toEqual(['500']);
	});
});

describe('Records and arrays in other forms', () => {
	test('domains without an ID at the end of every page come out once each, and none is dropped', async () => {
		const shared = [
			{ id: null, domain: 'https://a.example' },
			{ id: null, domain: 'https://b.example' },
			{ id: '', domain: 'https://c.example' },
		];
		const all = rows(30).map(({ id }) => ({ id, domain: `https://d${String(id)}.example` }));
		const reply = await scripted.run(getAll({}, 'domain'), ({ query }) => {
			const number = Number(query.page);
			const own = all.slice((number - 1) * 15, number * 15);
			return page(all, number, 15, { domains: [...own, ...shared], urls: undefined });
		});
		const names = reply.outputs[0]?.map(({ json }) => json.domain);
		expect(names?.sort()).toEqual([...all, ...shared].map(({ domain }) => domain).sort());
	});
});
