/** What n8n keeps of a trigger when one of its polls fails. */
import { setUpTestbed } from '../../support/engine/testbed';
import { idsOf, pollTrigger } from '../../support/engine/triggerPolls';

const testbed = setUpTestbed();

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
