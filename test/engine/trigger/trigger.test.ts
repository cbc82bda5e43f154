/** The trigger, poll by poll: it emits each record once and in order, and keeps its state between the polls. */
import type { Json } from '../../support/engine';
import { setUpTestbed } from '../../support/engine/testbed';
import { idsOf, pollTrigger } from '../../support/engine/triggerPolls';

const testbed = setUpTestbed();

const trigger = (parameters: Json, credentials?: Json) =>
	pollTrigger(testbed.engine, parameters, credentials);
const seed = async (more: Json) => await testbed.control('/seed', { method: 'POST', body: more });
const requests = async () => {
	const sent = await testbed.requests();
	await testbed.control('/requests', { method: 'DELETE' });
	return sent.length;
};

describe.each([
	['newLink', 'links'],
	['newQrCode', 'qrs'],
])('%s', (event, kind) => {
	test('ignores the records that exist at activation, then emits new ones once and in order', async () => {
		await testbed.setScene({ seed: { [kind]: 5 } });
		const { poll } = trigger({ event });
		expect(idsOf(await poll('init'))).toBeNull();
		expect(idsOf(await poll())).toBeNull();
		await seed({ [kind]: 3 });
		expect(idsOf(await poll())).toEqual([6, 7, 8]);
		await requests();
		expect(idsOf(await poll())).toBeNull();
		expect(await requests()).toBe(1);
	});
});

test('a failed poll changes nothing that is kept, and the next one continues', async () => {
	await testbed.setScene({ seed: { links: 5 } });
	const { poll, state } = trigger({ event: 'newLink' });
	await poll('init');
	await seed({ links: 2 });
	const before = JSON.stringify(state());
	const fault = { kind: 'wrongShape', body: { error: 1, message: 'Down for repair' } };
	await testbed.control('/faults', { method: 'POST', body: [{ match: {}, fault }] });
	const reply = await poll();
	expect(reply.error?.message).toBe('Down for repair');
	expect(JSON.stringify(state())).toBe(before);
	expect(idsOf(await poll())).toEqual([6, 7]);
});

test('a poll does not wait for the next window, and loses nothing', async () => {
	await testbed.setScene({ seed: { links: 5 }, settings: { limit: 2, window: 30 } });
	// A key of its own, so that the other tests do not wait for its window
	const { poll, state } = trigger(
		{ event: 'newLink' },
		{ baseUrl: testbed.url, apiKey: testbed.freshKey() },
	);
	await poll('init');
	await poll();
	await seed({ links: 2 });
	const before = JSON.stringify(state());
	expect(await poll()).toMatchObject({ items: null });
	expect(JSON.stringify(state())).toBe(before);
	expect((await poll('manual')).error?.message).toMatch(/^The requests of this minute are used up/);
});
