/** What n8n keeps of a trigger when one of its polls fails, and when the account behind it changes between two polls. */
import { randomUUID } from 'node:crypto';

import { setUpScriptedEngine } from '../../support/engine/scriptedEngine';
import { setUpTestbed } from '../../support/engine/testbed';
import { idsOf, pollTrigger } from '../../support/engine/triggerPolls';

const testbed = setUpTestbed();
const scripted = setUpScriptedEngine();

test('a failed poll changes nothing that is kept, and the next one continues', async () => {
	await testbed.setScene({ seed: { links: 5 } });
	const { poll, state } = pollTrigger(testbed.engine, { event: 'newLink' });
	await poll('init');
	await testbed.control('/seed', { method: 'POST', body: { links: 2 } });
	const before = JSON.stringify(state());
	const fault = { kind: 'wrongShape', body: { error: 1, message: 'Down for repair' } };
	await testbed.control('/faults', { method: 'POST', body: [{ match: {}, fault }] });
	const reply = await poll();
	expect(reply.error?.message).toBe('Down for repair');
	expect(JSON.stringify(state())).toBe(before);
	expect(idsOf(await poll())).toEqual([6, 7]);
});

/** A trigger beside accounts by their keys, with their links in the order of the list. A person changes its key between polls. */
function triggerBeside(accounts: Record<string, { id: number; links: number[] }>) {
	scripted.service.answer(({ headers, path }) => {
		const { id, links } = accounts[String(headers.authorization).replace('Bearer ', '')]!;
		const urls = links.map((link) => ({ id: link }));
		return { error: 0, data: path === '/api/account' ? { id } : { maxpage: 1, urls } };
	});
	const { poll, state } = pollTrigger(scripted.engine, { event: 'newLink' });
	const pollWith = async (apiKey: string) =>
		idsOf(await poll('update', { baseUrl: scripted.service.url, apiKey }));
	return { pollWith, state };
}

test('another account behind the credential: links created there start the workflow', async () => {
	const [many, few] = [randomUUID(), randomUUID()];
	const small = { id: 2, links: [3, 2, 1] };
	const { pollWith } = triggerBeside({ [many]: { id: 1, links: [2_000, 1_999] }, [few]: small });
	await pollWith(many);
	expect(await pollWith(few)).toBeNull();
	small.links.unshift(4);
	expect(await pollWith(few)).toEqual([4]);
});

test('a renewed key of the same account loses nothing, and the state holds no key', async () => {
	const [old, renewed] = [randomUUID(), randomUUID()];
	const account = { id: 1, links: [3, 2, 1] };
	const { pollWith, state } = triggerBeside({ [old]: account, [renewed]: account });
	await pollWith(old);
	expect(JSON.stringify(state())).not.toContain(old);
	account.links.unshift(4);
	expect(await pollWith(renewed)).toEqual([4]);
});
