/** A key stays usable, whatever comes back for a request: its slot comes back. And what a process keeps for it, and how long. Virtual time. */
import fc from 'fast-check';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { accountFor } from '../../nodes/LinkManagement/client/account';
import { RateLimitBusy } from '../../nodes/LinkManagement/errors';
import { advanceUntil, timeOutByClock, useVirtualClock } from '../support/virtual/clock';
import { open } from '../support/virtual/runs';
import { VirtualService } from '../support/virtual/service';

useVirtualClock();
beforeEach(timeOutByClock);

const SECOND = 1_000;
/** A service that a function answers instead: undefined for the usual reply, a promise for one that comes later or never. */
class ScriptedService extends VirtualService {
	private count = 0;
	script: (count: number) => IDataObject | Promise<IDataObject> | undefined = () => undefined;
	override async answer(sender: string, request: IHttpRequestOptions): Promise<IDataObject> {
		return (await this.script(++this.count)) ?? (await super.answer(sender, request));
	}
}

const LIST: IHttpRequestOptions = { method: 'GET', url: '/api/urls', qs: { page: 1 } };

test('a reply that cannot be read gives its slot back', async () => {
	const service = new ScriptedService('unreadable');
	const body = Object.defineProperty({}, 'error', { get: () => new Array(-1) });
	service.script = (count) => (count === 1 ? { statusCode: 400, headers: {}, body } : undefined);
	const opened = await open(service);
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
			service.script = (count) => replies[count - 1] as IDataObject | undefined;
			const opened = await open(service);
			const requests = replies.map(async () => await opened.request(LIST, { maxWait: SECOND }));
			for (const result of await advanceUntil(Promise.allSettled(requests)))
				if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(RateLimitBusy);
			expect(accountFor(service.url, 'key').openRequests).toBe(0);
		}),
		{ numRuns: 200 },
	);
});

describe('What is kept for a key', () => {
	test('stays while a request is on its way', async () => {
		const [one, other] = [new ScriptedService('busy'), new VirtualService('busy-other')];
		one.script = async () => await new Promise<never>(() => {});
		const before = await open(one);
		void before.send(LIST);
		await advanceUntil(Promise.resolve());
		jest.advanceTimersByTime(61 * 60 * SECOND);
		await open(other);
		expect((await open(one)).account).toBe(before.account);
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
		const service = new VirtualService('secret-address');
		await open(service);
		set.mockRestore();
		expect(names.length).toBeGreaterThan(0);
		expect(names.join(' ')).not.toMatch(/secret-address|key/);
	});
});
