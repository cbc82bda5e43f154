/**
 * Services that announce their limit in odd ways, or send replies that cannot be read: a key must stay usable. Virtual
 * time.
 */
import fc from 'fast-check';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { keyFor } from '../../nodes/LinkManagement/client/memory';
import type { RequestOptions, Service } from '../../nodes/LinkManagement/client/service';
import { Abandoned, RateLimitBusy } from '../../nodes/LinkManagement/errors';
import { advanceUntil, startClock, stopClock, timersLeft } from '../support/virtual/clock';
import { createLinks, open, WatchedSignal } from '../support/virtual/runs';
import { LIMIT, VirtualService, WINDOW } from '../support/virtual/service';

const SECOND = 1_000;

beforeEach(() => startClock(Date.parse('2030-01-31T10:00:00.300Z')));
afterEach(stopClock);

/** Requests that are answered by a function instead: undefined for the usual reply, a promise for a late one. */
type Script = (
	request: IHttpRequestOptions,
	count: number,
) => IDataObject | Promise<IDataObject> | undefined;

/** Fixed windows of one length for each budget; which budget a request spends is up to the service. */
interface OwnBudget {
	limit: number;
	length: number;
	spentBy: (request: IHttpRequestOptions) => boolean;
}

class ScriptedService extends VirtualService {
	count = 0;
	script: Script = () => undefined;
	override async answer(sender: string, request: IHttpRequestOptions): Promise<IDataObject> {
		return (await this.script(request, ++this.count)) ?? (await super.answer(sender, request));
	}
}

const mapSet = Map.prototype.set;
const never = new Promise<never>(() => {});
const list = (page = 1): IHttpRequestOptions => ({ method: 'GET', url: '/api/urls', qs: { page } });
const create = (item: number): IHttpRequestOptions => ({
	method: 'POST',
	url: '/api/url/add',
	body: { url: `https://www.example.com/${item}` },
});
const times = <T>(count: number, work: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, index) => work(index));

/** Sends requests, 16 at a time at most, as a run does; @returns how long that took, in ms. */
async function sendAll(
	service: Service,
	requests: IHttpRequestOptions[],
	options?: RequestOptions,
): Promise<number> {
	const begin = Date.now();
	await advanceUntil(Promise.all(requests.map((request) => service.send(request, options))));
	return Date.now() - begin;
}

const nested = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as IDataObject;

describe('a reply that cannot be read gives its slot back', () => {
	test.each<[string, IDataObject]>([
		['under message', { error: 1, message: nested }],
		['under error', { error: nested }],
		['in a list of errors', { error: 1, message: 'No.', errors: [nested] }],
		['under Retry-After', { error: 1, message: 'No.', 'Retry-After': nested }],
	])('JSON nested thousands of levels deep, %s', async (where, body) => {
		const service = new ScriptedService(`nested-${where.replace(/\W+/g, '-')}`);
		service.script = (_, count) =>
			count === 1 ? { statusCode: 400, headers: {}, body } : undefined;
		const opened = await open(service);
		await expect(advanceUntil(opened.send(list()))).rejects.toThrow();
		expect(await sendAll(opened, [list()])).toBeLessThan(SECOND);
	});
});

describe('whatever is thrown, the slot comes back', () => {
	test('when a request is not wanted any more as it gets its slot', async () => {
		const service = new ScriptedService('abandoned');
		const opened = await open(service);
		let asked = 0;
		const abandoned = () => ++asked > 0;
		await expect(opened.send(list(), { abandoned })).rejects.toThrow(Abandoned);
		expect(await sendAll(opened, [list()])).toBeLessThan(SECOND);
		expect(service.count).toBe(1);
	});

	test('when reading the reply throws', async () => {
		const service = new ScriptedService('throws');
		const body = Object.defineProperty({}, 'error', { get: () => new Array(-1) });
		service.script = (_, count) =>
			count === 1 ? { statusCode: 200, headers: {}, body } : undefined;
		const opened = await open(service);
		await expect(advanceUntil(opened.send(list()))).rejects.toThrow('Invalid array length');
		expect(await sendAll(opened, [list()])).toBeLessThan(SECOND);
	});
});

test('whatever comes back, a request ends, and gives its slot back', async () => {
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
			fc.constant({ error: 1, message: nested }),
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

describe('a request with a maximum wait ends in time', () => {
	test('while the only reply that could tell the limit never comes', async () => {
		const service = new ScriptedService('hanging');
		service.script = () => never;
		const opened = await open(service);
		void opened.send(list());
		const begin = Date.now();
		const poll = opened.send(list(2), { maxWait: 5 * SECOND });
		setTimeout(() => undefined, 10 * SECOND);
		await expect(advanceUntil(poll)).rejects.toThrow(RateLimitBusy);
		expect(Date.now() - begin).toBeLessThanOrEqual(8.5 * SECOND);
	});

	test('while 16 requests never end', async () => {
		const service = new ScriptedService('all-hanging');
		const opened = await open(service);
		await sendAll(opened, [list()]);
		service.script = () => never;
		for (const request of times(16, create)) void opened.send(request);
		const begin = Date.now();
		const poll = opened.send(list(), { maxWait: 5 * SECOND });
		setTimeout(() => undefined, 10 * SECOND);
		await expect(advanceUntil(poll)).rejects.toThrow(RateLimitBusy);
		expect(Date.now() - begin).toBeLessThanOrEqual(8.5 * SECOND);
	});
});

test('Stop ends a wait for a reply that never comes', async () => {
	const service = new ScriptedService('stop-while-hanging');
	service.script = () => never;
	const [, signal] = [await open(service), new WatchedSignal()];
	void (await open(service)).send(list());
	const waiting = (await open(service, signal.signal)).send(list());
	setTimeout(() => signal.stop(), 2 * SECOND);
	const begin = Date.now();
	await expect(advanceUntil(waiting)).rejects.toThrow(/canceled/);
	expect(Date.now() - begin).toBeLessThanOrEqual(3 * SECOND);
});

test('a first request that never ends does not keep the others waiting', async () => {
	const service = new ScriptedService('first-hangs');
	service.script = (_, count) => (count === 1 ? never : undefined);
	const opened = await open(service);
	void opened.send(list());
	expect(await sendAll(opened, times(20, create))).toBeLessThanOrEqual(15 * SECOND);
});

describe('figures that contradict the limit are ignored', () => {
	const windows = (service: VirtualService) =>
		service.windows.map(({ served, refused }) => [...Object.values(served), refused]);

	test.each([
		['more requests left than the limit', '1000000'],
		['a number of 400 digits', '9'.repeat(400)],
		['a negative number', '-5'],
		['no number', 'NaN'],
	])('%s, on the first reply of a window', async (name, remaining) => {
		const service = new ScriptedService(`remaining-${name.replace(/\W+/g, '-')}`);
		service.script = (request, count) =>
			count === LIMIT + 1
				? (async () => {
						const reply = await VirtualService.prototype.answer.call(service, 'one', request);
						const headers = {
							...(reply.headers as IDataObject),
							'x-ratelimit-remaining': remaining,
						};
						return { ...reply, headers };
					})()
				: undefined;
		const begin = Date.now();
		const items = 5 * LIMIT;
		await advanceUntil(createLinks(service, 'one', items, new WatchedSignal()));
		expect(windows(service)).toEqual(times(5, () => [LIMIT, 0]));
		expect(service.lastServedAt - begin).toBeLessThanOrEqual(4.1 * WINDOW);
	});

	test('without a limit to compare with, the windows are used up again two windows later', async () => {
		const service = new ScriptedService('no-limit-header');
		service.script = async (request, count) => {
			const reply = await VirtualService.prototype.answer.call(service, 'one', request);
			const headers = { ...(reply.headers as IDataObject) };
			delete headers['x-ratelimit-limit'];
			if (count === LIMIT + 1) headers['x-ratelimit-remaining'] = '1000000';
			return { ...reply, headers };
		};
		const begin = Date.now();
		await advanceUntil(createLinks(service, 'one', 8 * LIMIT, new WatchedSignal()));
		expect(windows(service).slice(3, -1)).toEqual(
			times(windows(service).length - 4, () => [LIMIT, 0]),
		);
		expect(service.lastServedAt - begin).toBeLessThanOrEqual(9.1 * WINDOW);
	});
});

test('figures that announce an hour without requests are tried out after a minute', async () => {
	const service = new ScriptedService('an-hour');
	service.script = (_, count) =>
		count === 1
			? {
					statusCode: 200,
					headers: {
						'x-ratelimit-limit': '30',
						'x-ratelimit-remaining': '0',
						'x-ratelimit-reset': '3599',
					},
					body: { error: 0, data: { urls: [] } },
				}
			: undefined;
	expect(await sendAll(await open(service), times(20, create))).toBeLessThanOrEqual(
		WINDOW + 10 * SECOND,
	);
});

/** A service with several budgets, each with windows of its own. */
class SeveralBudgets extends VirtualService {
	served = 0;
	refused = 0;
	private readonly state: Array<{ used: number; endsAt: number }>;

	constructor(
		name: string,
		private readonly budgets: OwnBudget[],
	) {
		super(name);
		this.state = budgets.map(() => ({ used: 0, endsAt: -Infinity }));
	}

	protected override reply(_: string, request: IHttpRequestOptions): IDataObject {
		const now = Date.now();
		const index = this.budgets.findIndex(({ spentBy }) => spentBy(request));
		const [budget, window] = [this.budgets[index]!, this.state[index]!];
		if (now >= window.endsAt) Object.assign(window, { used: 0, endsAt: now + budget.length });
		const isOver = window.used >= budget.limit;
		if (isOver) this.refused++;
		else {
			window.used++;
			this.served++;
			this.lastServedAt = now;
		}
		const headers = {
			date: new Date(now).toUTCString(),
			'x-ratelimit-limit': String(budget.limit),
			'x-ratelimit-remaining': String(budget.limit - window.used),
			'x-ratelimit-reset': String(Math.ceil(window.endsAt / 1000)),
			...(isOver && { 'retry-after': String(Math.ceil((window.endsAt - now) / 1000)) }),
		};
		return isOver
			? { statusCode: 429, headers, body: { error: 1, message: 'Too many requests' } }
			: { statusCode: 200, headers, body: { error: 0, id: this.served, data: { urls: [] } } };
	}
}

describe('endpoints with budgets of their own', () => {
	const isRead = ({ method }: IHttpRequestOptions) => method === 'GET';
	const any = () => true;

	test.each([
		['lists get fewer requests', 10, 30, WINDOW],
		['lists get more requests', 60, 30, WINDOW],
		['lists have shorter windows', 10, 30, 20 * SECOND],
	])(
		'%s: both budgets are used up, and the end is two windows late at most',
		async (name, lists, others, length) => {
			const service = new SeveralBudgets(name.replace(/\W+/g, '-'), [
				{ limit: lists, length, spentBy: isRead },
				{ limit: others, length: WINDOW, spentBy: any },
			]);
			const [reads, creations] = [4 * lists, 4 * others];
			const begin = Date.now();
			const opened = await open(service);
			await sendAll(opened, [...times(reads, list), ...times(creations, create)]);
			const took = service.lastServedAt - begin;
			expect(service.served).toBe(reads + creations);
			expect(took).toBeLessThanOrEqual(3 * WINDOW + 2 * WINDOW);
			expect(service.refused).toBeLessThanOrEqual(4);
		},
	);

	test('40 look-ups between creations take no longer than their budget asks for, and two windows', async () => {
		const length = 5 * SECOND;
		const service = new SeveralBudgets('look-ups', [
			{ limit: 8, length, spentBy: isRead },
			{ limit: 30, length, spentBy: any },
		]);
		const opened = await open(service);
		const requests = times(80, (index) => (index % 2 === 0 ? list(index) : create(index)));
		const bound = (Math.ceil(40 / 8) - 1) * length;
		expect(await sendAll(opened, requests)).toBeLessThanOrEqual(bound + 2 * length);
		expect(service.refused).toBeLessThanOrEqual(2);
	});
});

describe('a reset in milliseconds to go', () => {
	test.each([8, 60])('windows of %s s are not taken for longer ones', async (seconds) => {
		const length = seconds * SECOND;
		let endsAt = 0;
		const service = new ScriptedService(`ms-to-go-${length}`, {
			end: (begin) => (endsAt = begin + length),
			announce: () => endsAt - Date.now(),
		});
		const begin = Date.now();
		await advanceUntil(createLinks(service, 'one', 5 * LIMIT, new WatchedSignal()));
		expect((service.lastServedAt - begin) / (4 * length)).toBeLessThanOrEqual(1.5);
		expect(service.windows.reduce((sum, { refused }) => sum + refused, 0)).toBe(0);
	});
});

describe('what is kept for a key', () => {
	test('is dropped when nobody used it for an hour', async () => {
		const [one, other] = [new VirtualService('kept'), new VirtualService('kept-other')];
		const before = await open(one);
		await sendAll(before, [list()]);
		jest.advanceTimersByTime(61 * 60 * SECOND);
		await open(other);
		expect((await open(one)).key).not.toBe(before.key);
	});

	test('stays while a request is on its way', async () => {
		const [one, other] = [new ScriptedService('busy'), new VirtualService('busy-other')];
		one.script = () => never;
		const before = await open(one);
		void before.send(list());
		await advanceUntil(Promise.resolve());
		jest.advanceTimersByTime(61 * 60 * SECOND);
		await open(other);
		expect((await open(one)).key).toBe(before.key);
	});

	test('holds neither the key nor the address in plain text', async () => {
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

	test('stays while a run of several hours uses it', async () => {
		const [one, other] = [new VirtualService('long'), new VirtualService('long-other')];
		const before = await open(one);
		for (let poll = 0; poll < 4; poll++) {
			jest.advanceTimersByTime(40 * 60 * SECOND);
			await sendAll(before, [list()]);
			await open(other);
		}
		expect((await open(one)).key).toBe(before.key);
		expect(timersLeft()).toBeLessThanOrEqual(1);
	});
});
