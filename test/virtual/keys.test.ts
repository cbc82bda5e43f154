/** A key stays usable, whatever comes back for a request: its slot comes back. And what a process keeps for it, and how long. Virtual time. */
import fc from 'fast-check';
import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { openService } from '../../nodes/LinkManagement/client/service';
import { RateLimitBusy } from '../../nodes/LinkManagement/errors';
import { advanceUntil, timeOutByClock, useVirtualClock } from '../support/virtual/clock';
import {
	newHost,
	virtualCaller,
	type VirtualReply,
	type VirtualScript,
} from '../support/virtual/scriptedRun';

useVirtualClock();
beforeEach(timeOutByClock);

const SECOND = 1_000;
const USUAL: VirtualReply = { body: { error: 0, data: { maxpage: 1, urls: [] } } };

/** The service as one run of the node sees it. */
async function open(script: VirtualScript, host = newHost()) {
	const { caller } = virtualCaller(host, script);
	return await openService(caller as unknown as IExecuteFunctions);
}

const LIST: IHttpRequestOptions = { method: 'GET', url: '/api/urls', qs: { page: 1 } };

test('a reply that cannot be read gives its slot back', async () => {
	const body = Object.defineProperty({}, 'error', { get: () => new Array(-1) });
	const opened = await open((_, count) => (count === 1 ? { status: 400, body } : USUAL));
	await expect(advanceUntil(opened.send(LIST))).rejects.toThrow();
	const begin = Date.now();
	await advanceUntil(opened.send(LIST));
	expect(Date.now() - begin).toBeLessThan(SECOND);
});

test('whatever comes back, a request ends, and gives its slot back', async () => {
	const nested = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as IDataObject;
	const text = fc.oneof(fc.string(), fc.double().map(String), fc.bigInt().map(String));
	const limits = ['limit', 'remaining', 'reset'].map((name) => `x-ratelimit-${name}`);
	const anyReply = fc.record({
		status: fc.oneof(fc.constantFrom(200, 400, 429, 503), fc.integer()),
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
	await fc.assert(
		fc.asyncProperty(fc.array(anyReply, { minLength: 1, maxLength: 6 }), async (replies) => {
			const opened = await open((_, count) => replies[count - 1] ?? USUAL);
			const requests = replies.map(async () => await opened.request(LIST, { maxWait: SECOND }));
			for (const result of await advanceUntil(Promise.allSettled(requests)))
				if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(RateLimitBusy);
			expect(opened.account.openRequests).toBe(0);
		}),
		{ numRuns: 200 },
	);
});

describe('What is kept for a key', () => {
	test('stays while a request is on its way', async () => {
		const host = newHost();
		const never: VirtualScript = async () => await new Promise(() => {});
		const before = await open(never, host);
		void before.send(LIST);
		await advanceUntil(Promise.resolve());
		jest.advanceTimersByTime(61 * 60 * SECOND);
		await open(never);
		expect((await open(never, host)).account).toBe(before.account);
	});

	test('holds neither the key nor the address in plain text', async () => {
		const mapSet = Map.prototype.set;
		const names: unknown[] = [];
		const set = jest.spyOn(Map.prototype, 'set').mockImplementation(function (
			this: never,
			name,
			value,
		) {
			names.push(name);
			return mapSet.call(this, name, value);
		});
		await open(() => USUAL, 'secret-address');
		set.mockRestore();
		expect(names.length).toBeGreaterThan(0);
		expect(names.join(' ')).not.toMatch(/secret-address|key/);
	});
});
