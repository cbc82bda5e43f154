/** What the trigger keeps between polls: which account it is about, and what a change of it may not lose or repeat. */
import type { Json } from '../../support/engine';
import { setUpScriptedEngine } from '../../support/engine/scriptedEngine';
import type { ScriptedRequest } from '../../support/engine/scriptedService';
import { idsOf, TRIGGER_TYPE } from '../../support/engine/triggerPolls';

const scripted = setUpScriptedEngine();

interface Link {
	id: unknown;
	date?: string;
	clicks?: unknown;
	scans?: number;
	name?: string;
}

const PAGE = 100;
const upTo = (last: number, first = 1): Link[] =>
	Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => ({ id: first + n }));
const newestFirst = (links: Link[]) => [...links].reverse();

/** Replies to a request with a page of these records. */
function pageReply(
	records: Link[],
	{ query }: ScriptedRequest,
	key: string,
	pageSize = PAGE,
): Json {
	const page = Number(query.page ?? 1);
	const maxpage = Math.max(1, Math.ceil(records.length / pageSize));
	const rows = records.slice((page - 1) * pageSize, page * pageSize);
	return { error: 0, data: { currentpage: page, maxpage, [key]: rows } } as unknown as Json;
}

/** Serves accounts by their keys; each has an ID and records. */
function serveAccounts(accounts: Record<string, { id: number; records: Link[] }>, key = 'urls') {
	scripted.service.answer((request) => {
		const { id = 0, records = [] } =
			accounts[request.headers.authorization?.replace('Bearer ', '') ?? ''] ?? {};
		if (request.path === '/api/account') return { error: 0, data: { id } };
		return pageReply(records, request, key);
	});
}

/** A trigger whose credential can change between polls, as a person changes it in n8n. */
function trigger(parameters: Json) {
	let staticData: Json = {};
	const workflowId = freshKey();
	const poll = async (apiKey: string, activation: 'init' | 'update' = 'update') => {
		const reply = await scripted.engine.poll({
			...{ nodeType: TRIGGER_TYPE, workflowId, parameters },
			...{ staticData, activation },
			credentials: { baseUrl: scripted.service.url, apiKey },
		});
		staticData = reply.staticData;
		return reply;
	};
	const changeState = (change: (state: Json) => Json) => (staticData = change(staticData));
	return { poll, changeState, state: () => staticData };
}

const freshKey = () => `key-${Math.random().toString(36).slice(2)}`;

test('the durable scheduler: an empty cursor after publication, and two polls from one cursor', async () => {
	const apiKey = freshKey();
	const account = { id: 1, records: newestFirst(upTo(3)) };
	serveAccounts({ [apiKey]: account });
	const credentials = { baseUrl: scripted.service.url, apiKey };
	const trigger = { nodeType: TRIGGER_TYPE, workflowId: freshKey(), credentials };
	const poll = async (isDurable: boolean) => {
		const activation = isDurable ? 'update' : 'init';
		const parameters = { event: 'newLink' };
		return await scripted.engine.poll({ ...trigger, parameters, isDurable, activation });
	};
	await poll(false);
	account.records.unshift({ id: 4 });
	const both = await Promise.all([poll(true), poll(true)]);
	expect([...both, await poll(true)].map(idsOf)).toEqual([[4], null, null]);
});

describe('Another account behind the credential', () => {
	test('from many links to few: links created there start the workflow', async () => {
		const [many, few] = [freshKey(), freshKey()];
		const small = { id: 2, records: newestFirst(upTo(3)) };
		serveAccounts({ [many]: { id: 1, records: newestFirst(upTo(2_000, 1_950)) }, [few]: small });
		const { poll } = trigger({ event: 'newLink' });
		await poll(many);
		expect(idsOf(await poll(few))).toBeNull();
		small.records.unshift({ id: 4 });
		expect(idsOf(await poll(few))).toEqual([4]);
	});

	test('a renewed key of the same account loses nothing', async () => {
		const [old, renewed] = [freshKey(), freshKey()];
		const account = { id: 1, records: newestFirst(upTo(3)) };
		serveAccounts({ [old]: account, [renewed]: account });
		const { poll } = trigger({ event: 'newLink' });
		await poll(old);
		account.records.unshift({ id: 4 });
		expect(idsOf(await poll(renewed))).toEqual([4]);
	});
});

test('the key is not stored in the state', async () => {
	const key = freshKey();
	serveAccounts({ [key]: { id: 1, records: newestFirst(upTo(3)) } });
	const { poll, state } = trigger({ event: 'newLink' });
	await poll(key);
	expect(JSON.stringify(state())).not.toContain(key);
});

test('an activation that finds the minute used up fails with a reason', async () => {
	const key = freshKey();
	scripted.service.answer(() => ({
		status: 429,
		headers: { 'retry-after': '50' },
		content: '{"error":429,"message":"Too many requests"}',
	}));
	const { poll, state } = trigger({ event: 'newLink' });
	const { error } = await poll(key);
	expect(error?.message).toMatch(/requests of this minute are used up/);
	expect(state()).toEqual({});
});

test('a state whose keys the database reordered is still known', async () => {
	const key = freshKey();
	const account = { id: 1, records: newestFirst(upTo(3)) };
	serveAccounts({ [key]: account });
	const { poll, changeState } = trigger({ event: 'newLink' });
	await poll(key);
	const reversed = (value: unknown): unknown =>
		typeof value === 'object' && value !== null && !Array.isArray(value)
			? Object.fromEntries(
					Object.entries(value)
						.reverse()
						.map(([name, inner]) => [name, reversed(inner)]),
				)
			: value;
	changeState((state) => reversed(state) as Json);
	account.records.unshift({ id: 4 });
	expect(idsOf(await poll(key))).toEqual([4]);
});

describe('A service that refuses pages behind the end', () => {
	/** Links, newest first, whose pages hold 100. */
	const serveLinks = (count: number, clicks: number, reportsLast: boolean) =>
		scripted.service.answer((request) => {
			if (request.path === '/api/account') return { error: 0, data: { id: 1 } };
			const page = Number(request.query.page);
			const maxpage = Math.ceil(count / PAGE);
			if (page > maxpage) return { error: 1, message: 'Page out of range' };
			const links = newestFirst(upTo(count)).map(({ id }) => ({ id, clicks }));
			const urls = links.slice((page - 1) * PAGE, page * PAGE);
			return { error: 0, data: { ...(reportsLast && { maxpage }), urls } };
		});

	test.each([['has become shorter', 1_500, 500, true]])(
		'clicks in a list that %s start the workflow',
		async (_, before, after, reportsLast) => {
			const key = freshKey();
			const { poll } = trigger({ event: 'linkClicksIncreased', increase: 10 });
			serveLinks(before, 1, reportsLast);
			await poll(key);
			serveLinks(after, 1, reportsLast);
			for (let n = 0; n < 3; n++) expect(await poll(key)).toMatchObject({ items: null });
			serveLinks(after, 20, reportsLast);
			const fired: number[] = [];
			for (let n = 0; n < 3; n++) fired.push(...(idsOf(await poll(key)) ?? []));
			expect(new Set(fired).size).toBe(after);
		},
	);
});

test.each([['linkClicksIncreased', { increase: 10 }, undefined]])(
	'%s %j: a count that is %p in one poll causes no event in the next',
	async (event, amount, clicks) => {
		const key = freshKey();
		const account = { id: 1, records: [{ id: 1, clicks: 500 }] as Link[] };
		serveAccounts({ [key]: account });
		const { poll } = trigger({ event, ...amount });
		await poll(key);
		account.records = [{ id: 1, clicks }];
		expect(idsOf(await poll(key))).toBeNull();
		account.records = [{ id: 1, clicks: 504 }];
		expect(idsOf(await poll(key))).toBeNull();
		account.records = [{ id: 1, clicks: 510 }];
		expect((await poll(key)).items?.map(({ json }) => json.previous)).toEqual([
			event === 'linkClicksReached' ? 504 : 500,
		]);
	},
);
