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

	test('a service that gives fewer is taken at what it gives', async () => {
		const reply = await scripted.run(getAll(), capped(rows(450), 100));
		expect(idsOf(reply)).toHaveLength(450);
		expect(scripted.service.requests).toHaveLength(5);
	});

	test('Limit 250 takes one request', async () => {
		const reply = await scripted.run(
			getAll({ returnAll: false, limit: 250 }),
			capped(LINKS, 1_000),
		);
		expect(idsOf(reply)).toHaveLength(250);
		expect(scripted.service.requests).toHaveLength(1);
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

	test('a Page Size above 1,000 is asked for', async () => {
		await scripted.run(getAll({ options: { pageSize: 2_500 } }), capped(rows(4_000), 5_000));
		expect(scripted.service.requests.map(({ query }) => query.limit)).toEqual(['2500', '2500']);
	});

	test('a Page Size that the service refuses is an error in its words, not another size', async () => {
		const reply = await scripted.run(
			getAll({ options: { pageSize: 500 } }),
			refusing(rows(450), 100, REFUSAL),
		);
		expect(reply.error?.message).toMatch(/^The limit may not be greater than allowed/);
		expect(scripted.service.requests.map(({ query }) => query.limit)).toEqual(['500']);
	});

	test('Start Page counts in steps of 100, whatever was learned', async () => {
		const reply = await scripted.run(
			getAll({ options: { startPage: 2 } }),
			capped(rows(450), 1_000),
		);
		expect(idsOf(reply)[0]).toBe(101);
		expect(scripted.service.requests[0]?.query).toMatchObject({ page: '2', limit: '100' });
	});
});

describe('A list that moves while it is read', () => {
	/** A list with 1,500 links in pages of 15, into which others put `inserted` links before each `every`th request. */
	const growing = (inserted: number, every: number, more: Row = {}) => {
		const all = rows(1_500);
		let next = 10_000;
		return ({ query }: ScriptedRequest, count: number) => {
			if (count > 1 && count % every === 0) all.unshift(...rows(inserted, (next += inserted)));
			return page(all, Number(query.page), 15, more);
		};
	};

	test.each([['grows by more than two pages every 30 requests', growing(31, 30)]])(
		'%s: every link that was there comes out once',
		async (_, script) => {
			const reply = await scripted.run(getAll({ options: { pageSize: 15 } }), script);
			const ids = idsOf(reply) as number[];
			const old = ids.filter((id) => id <= 1_500).sort((a, b) => a - b);
			expect(old).toEqual(rows(1_500).map(({ id }) => id));
			expect(new Set(ids).size).toBe(ids.length);
		},
	);
});

describe('A service that gives 100 but counts its pages as if it had given all that were asked for', () => {
	const COUNTED = 1_000;
	/** @param more what the envelope says beside the number of the last page */
	const read = async (count: number, more: Row) => {
		const all = rows(count);
		const reply = await scripted.run(getAll(), ({ query }) =>
			page(all, Number(query.page), 100, { maxpage: Math.ceil(count / COUNTED), ...more }),
		);
		expect(reply.error).toBeUndefined();
		return { ids: idsOf(reply), all: all.map(({ id }) => id) };
	};

	test.each([250, 2_300])('%i links: the number of all shows it', async (count) => {
		const { ids, all } = await read(count, { nextpage: null });
		expect(ids).toEqual(all);
		// The empty page behind the last one ends the list
		expect(scripted.service.requests).toHaveLength(Math.ceil(count / 100) + 1);
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

	test('an account that has only the domains of all users takes one request', async () => {
		const domains = [{ id: null, domain: 'https://a.example' }];
		const reply = await scripted.run(getAll({}, 'domain'), ({ query }) =>
			page([], Number(query.page), 15, { domains, urls: undefined }),
		);
		expect(reply.outputs[0]?.map(({ json }) => json.domain)).toEqual(['https://a.example']);
		expect(scripted.service.requests).toHaveLength(1);
	});

	test('overlays under "overlay" are the overlays', async () => {
		const reply = await scripted.run(getAll({}, 'overlay'), () =>
			page(rows(3), 1, 15, {}, 'overlay'),
		);
		expect(idsOf(reply)).toEqual([1, 2, 3]);
	});
});

describe('Created After', () => {
	const after = { filters: { createdAfter: '2030-06-15T00:00:00' } };
	const dated = (dates: string[]) => dates.map((date, n) => ({ id: n + 1, date }));
	const list = async (all: Row[], size: number, more: Row = {}) =>
		idsOf(
			await scripted.run(getAll({ ...after, ...more }), ({ query }) =>
				page(all, Number(query.page), size),
			),
		);
	const [OLD, NEW] = ['2030-06-01 10:00:00', '2030-06-20 10:00:00'];

	test('a list that begins with the oldest: the new links at its end come out', async () => {
		const all = dated([OLD, OLD, OLD, '2030-06-02 10:00:00', NEW, NEW]);
		expect(await list(all, 2)).toEqual([5, 6]);
	});

	test('a list that begins with the newest is read no further than the first older link', async () => {
		const all = dated([NEW, NEW, '2030-06-16 10:00:00', OLD, OLD, OLD, OLD, OLD]);
		expect(await list(all, 2)).toEqual([1, 2, 3]);
		expect(scripted.service.requests).toHaveLength(2);
	});
});
