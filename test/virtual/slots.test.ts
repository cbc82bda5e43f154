/** Whatever comes back for a request, or never comes, its slot of the rate limit comes back: a key stays usable. Virtual time. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { keyFor } from '../../nodes/LinkManagement/client/memory';
import { RateLimitBusy } from '../../nodes/LinkManagement/errors';
import { advanceUntil, timeOutByClock, useVirtualClock } from '../support/virtual/clock';
import {
	create,
	list,
	never,
	ScriptedService,
	SECOND,
	sendAll,
	times,
} from '../support/virtual/requests';
import { open } from '../support/virtual/runs';

useVirtualClock();
beforeEach(timeOutByClock);

test('a reply that cannot be read gives its slot back', async () => {
	const service = new ScriptedService('unreadable');
	const body = Object.defineProperty({}, 'error', { get: () => new Array(-1) });
	service.script = (_, count) => (count === 1 ? { statusCode: 400, headers: {}, body } : undefined);
	const opened = await open(service);
	await expect(advanceUntil(opened.send(list()))).rejects.toThrow();
	expect(await sendAll(opened, [list()])).toBeLessThan(SECOND);
});

test('whatever comes back, a request ends, and gives its slot back', async () => {
	const nested = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as IDataObject;
	const text = fc.oneof(fc.string(), fc.double().map(String), fc.bigInt().map(String));
	const limits = ['limit', 'remaining', 'reset'].map((name) => `x-ratelimit-${name}`);
	const anyReply = fc.record({
		statusCode: fc.oneof(fc.constantFrom(200, 400, 429, 503), fc.integer()),
		headers: fc.dictionary(fc.constantFrom(...limits, 'retry-after', 'date', 'location'), text),
		body: fc.oneof(
			fc.record(
				{ error: fc.anything(), message: fc.anything(), 'Retry-After': fc.anything() },
				{ requiredKeys: [] },
			),
			fc.anything(),
			fc.constantFrom({ error: 1, message: nested }, { error: 1, errors: [nested] }),
		),
	});
	let run = 0;
	await fc.assert(
		fc.asyncProperty(fc.array(anyReply, { minLength: 1, maxLength: 6 }), async (replies) => {
			const service = new ScriptedService(`anything-${++run}`);
			service.script = (_, count) => replies[count - 1] as IDataObject | undefined;
			const opened = await open(service);
			const requests = replies.map(async () => await opened.request(list(), { maxWait: SECOND }));
			for (const result of await advanceUntil(Promise.allSettled(requests)))
				if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(RateLimitBusy);
			expect(keyFor(service.url, 'key').openRequests).toBe(0);
		}),
		{ numRuns: 200 },
	);
});

test('a first request that never ends does not keep the others waiting', async () => {
	const service = new ScriptedService('first-hangs');
	service.script = (_, count) => (count === 1 ? never : undefined);
	const opened = await open(service);
	void opened.send(list());
	expect(await sendAll(opened, times(20, create))).toBeLessThanOrEqual(15 * SECOND);
});
