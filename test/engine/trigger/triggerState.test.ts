/** What the trigger keeps between polls: which account it is about, and what a change of it may not lose or repeat. */
import { randomUUID } from 'node:crypto';

import type { Json } from '../../support/engine';
import { setUpScriptedEngine } from '../../support/engine/scriptedEngine';
import { idsOf, TRIGGER_TYPE } from '../../support/engine/triggerPolls';

const scripted = setUpScriptedEngine();

interface Account {
	id: number;
	/** As the list shows them. */
	links: Json[];
}

const PAGE = 100;
const newestFirst = (last: number, first = 1, more: Json = {}): Json[] =>
	Array.from({ length: last - first + 1 }, (_, n) => ({ id: last - n, ...more }));

/** Serves accounts by their keys, and refuses pages behind the end. */
const serve = (accounts: Record<string, Account>) =>
	scripted.service.answer(({ headers, path, query }) => {
		const { id, links } = accounts[String(headers.authorization).replace('Bearer ', '')]!;
		if (path === '/api/account') return { error: 0, data: { id } };
		const [page, maxpage] = [Number(query.page), Math.max(1, Math.ceil(links.length / PAGE))];
		if (page > maxpage) return { error: 1, message: 'Page out of range' };
		return { error: 0, data: { maxpage, urls: links.slice((page - 1) * PAGE, page * PAGE) } };
	});

/** A trigger whose credential can change between polls, as a person changes it in n8n. */
function trigger(parameters: Json) {
	let staticData: Json = {};
	const workflowId = randomUUID();
	const poll = async (
		apiKey: string,
		activation: 'init' | 'update' = 'update',
		isDurable = false,
	) => {
		return await scripted.engine.poll({
			...{ nodeType: TRIGGER_TYPE, workflowId, parameters, staticData, activation, isDurable },
			credentials: { baseUrl: scripted.service.url, apiKey },
		});
	};
	const next = async (apiKey: string) => {
		const reply = await poll(apiKey);
		staticData = reply.staticData;
		return reply;
	};
	return { poll, next, state: () => staticData, store: (state: Json) => (staticData = state) };
}

const NEW_LINK = { event: 'newLink' };

test('the durable scheduler: an empty cursor after publication, and two polls from one cursor', async () => {
	const key = randomUUID();
	const account = { id: 1, links: newestFirst(3) };
	serve({ [key]: account });
	const { poll } = trigger(NEW_LINK);
	await poll(key, 'init');
	account.links.unshift({ id: 4 });
	const durable = async () => await poll(key, 'update', true);
	const both = await Promise.all([durable(), durable()]);
	expect([...both, await durable()].map(idsOf)).toEqual([[4], null, null]);
});

test('another account behind the credential: links created there start the workflow', async () => {
	const [many, few] = [randomUUID(), randomUUID()];
	const small = { id: 2, links: newestFirst(3) };
	serve({ [many]: { id: 1, links: newestFirst(2_000, 1_950) }, [few]: small });
	const { next } = trigger(NEW_LINK);
	await next(many);
	expect(idsOf(await next(few))).toBeNull();
	small.links.unshift({ id: 4 });
	expect(idsOf(await next(few))).toEqual([4]);
});

test('a renewed key of the same account loses nothing, the state holds no key, and a database may reorder it', async () => {
	const [old, renewed] = [randomUUID(), randomUUID()];
	const account = { id: 1, links: newestFirst(3) };
	serve({ [old]: account, [renewed]: account });
	const { next, state, store } = trigger(NEW_LINK);
	await next(old);
	expect(JSON.stringify(state())).not.toContain(old);
	const reversed = (value: unknown): unknown =>
		typeof value === 'object' && value !== null && !Array.isArray(value)
			? Object.fromEntries(
					Object.entries(value)
						.reverse()
						.map(([name, inner]) => [name, reversed(inner)]),
				)
			: value;
	store(reversed(state()) as Json);
	account.links.unshift({ id: 4 });
	expect(idsOf(await next(renewed))).toEqual([4]);
});

test('clicks in a list that has become shorter start the workflow', async () => {
	const key = randomUUID();
	const account = { id: 1, links: newestFirst(1_500, 1, { clicks: 1 }) };
	serve({ [key]: account });
	const { next } = trigger({ event: 'linkClicksIncreased', increase: 10 });
	await next(key);
	account.links = newestFirst(500, 1, { clicks: 1 });
	for (let n = 0; n < 3; n++) expect(await next(key)).toMatchObject({ items: null });
	account.links = newestFirst(500, 1, { clicks: 20 });
	const fired: number[] = [];
	for (let n = 0; n < 3; n++) fired.push(...(idsOf(await next(key)) ?? []));
	expect(new Set(fired).size).toBe(500);
});

test('a count that is missing in one poll causes no event in the next', async () => {
	const key = randomUUID();
	const account: Account = { id: 1, links: [{ id: 1, clicks: 500 }] };
	serve({ [key]: account });
	const { next } = trigger({ event: 'linkClicksIncreased', increase: 10 });
	await next(key);
	for (const clicks of [undefined, 504]) {
		account.links = [{ id: 1, clicks }];
		expect(idsOf(await next(key))).toBeNull();
	}
	account.links = [{ id: 1, clicks: 510 }];
	expect((await next(key)).items?.map(({ json }) => json.previous)).toEqual([500]);
});

test('an event that this version does not have is an error that says what to do', async () => {
	const { error } = await trigger({ event: 'newCampaign' }).poll(randomUUID(), 'init');
	expect(error).toMatchObject({
		name: 'NodeOperationError',
		message: 'Trigger On: "newCampaign" is not an event of this node',
		description: expect.stringContaining('update the node'),
	});
});
