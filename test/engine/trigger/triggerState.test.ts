/** The account behind a trigger changes between two polls: what the state that n8n keeps may not lose or repeat. */
import { randomUUID } from 'node:crypto';

import type { Json } from '../../support/engine';
import { setUpScriptedEngine } from '../../support/engine/scriptedEngine';
import { idsOf, TRIGGER_TYPE } from '../../support/engine/triggerPolls';

const scripted = setUpScriptedEngine();

interface Account {
	id: number;
	/** In the order of the list. */
	links: Json[];
}
const account = (id: number, ...links: number[]): Account => ({
	id,
	links: links.map((link) => ({ id: link })),
});

/** A trigger beside accounts by their keys. Its credential can change between polls, as a person changes it in n8n. */
function trigger(accounts: Record<string, Account>) {
	scripted.service.answer(({ headers, path }) => {
		const { id, links } = accounts[String(headers.authorization).replace('Bearer ', '')]!;
		return { error: 0, data: path === '/api/account' ? { id } : { maxpage: 1, urls: links } };
	});
	const request = {
		...{ nodeType: TRIGGER_TYPE, workflowId: randomUUID(), parameters: { event: 'newLink' } },
	};
	return async (apiKey: string, staticData: Json = {}) => {
		const credentials = { baseUrl: scripted.service.url, apiKey };
		const reply = await scripted.engine.poll({ ...request, staticData, credentials });
		return { ids: idsOf(reply), state: reply.staticData };
	};
}

test('another account behind the credential: links created there start the workflow', async () => {
	const [many, few] = [randomUUID(), randomUUID()];
	const small = account(2, 3, 2, 1);
	const poll = trigger({ [many]: account(1, 2_000, 1_999), [few]: small });
	const { state } = await poll(many);
	const changed = await poll(few, state);
	small.links.unshift({ id: 4 });
	const next = await poll(few, changed.state);
	expect([changed.ids, next.ids]).toEqual([null, [4]]);
});

test('a renewed key of the same account loses nothing, the state holds no key, and a database may reorder it', async () => {
	const [old, renewed] = [randomUUID(), randomUUID()];
	const same = account(1, 3, 2, 1);
	const poll = trigger({ [old]: same, [renewed]: same });
	const { state } = await poll(old);
	expect(JSON.stringify(state)).not.toContain(old);
	const reversed = (value: unknown): unknown =>
		typeof value === 'object' && value !== null && !Array.isArray(value)
			? Object.fromEntries(
					Object.entries(value)
						.reverse()
						.map(([name, inner]) => [name, reversed(inner)]),
				)
			: value;
	same.links.unshift({ id: 4 });
	expect((await poll(renewed, reversed(state) as Json)).ids).toEqual([4]);
});
