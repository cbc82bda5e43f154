import { RateLimiter } from '../../sandbox/service/api/rateLimit.ts';
import { defaultSettings } from '../../sandbox/service/settings.ts';
import { type RunningService, startService } from '../support/service';
import { type Call, client, type Reply } from './client';

let service: RunningService;
let call: Call;

beforeAll(async () => {
	service = await startService(['--key', 'first', '--key', 'second']);
	call = client(service);
});
afterAll(() => service.stop());

const reset = (settings: object = {}) =>
	service.control('/reset', { method: 'POST', body: { settings } });
const change = (settings: object) =>
	service.control('/settings', { method: 'PATCH', body: settings });
const remaining = (reply: Reply) => Number(reply.headers.get('X-RateLimit-Remaining'));
const resetHeader = (reply: Reply) => reply.headers.get('X-RateLimit-Reset');

/** Sends requests one after the other. */
async function send(count: number, through = call): Promise<Reply[]> {
	const replies: Reply[] = [];
	while (replies.length < count) replies.push(await through('GET', '/account'));
	return replies;
}
const accepted = (replies: Reply[]) => replies.filter((reply) => reply.body.error === 0).length;

describe('the window', () => {
	test('allows 30 requests a minute, and says so on every reply', async () => {
		await reset();
		const replies = await send(31);
		expect(replies[0]!.headers.get('X-RateLimit-Limit')).toBe('30');
		expect(replies.map(remaining)).toEqual([...Array.from({ length: 30 }, (_, i) => 29 - i), 0]);
		expect(accepted(replies)).toBe(30);
		const secondsLeft = Number(resetHeader(replies[0]!)) - Date.now() / 1000;
		expect(secondsLeft).toBeGreaterThan(0);
		expect(secondsLeft).toBeLessThanOrEqual(61);
	});

	test('is spent after its last request, until it ends', async () => {
		await reset({ limit: 2 });
		const stats = async () => await service.control('/stats');
		await send(1);
		expect(await stats()).toMatchObject({ isBudgetSpent: false });
		await send(1);
		expect(await stats()).toMatchObject({ isBudgetSpent: true });

		const limiter = new RateLimiter({ ...defaultSettings, limit: 1, window: 60 });
		limiter.take('key', 0);
		expect([limiter.isSpent(59_999), limiter.isSpent(60_000)]).toEqual([true, false]);
	});

	test('belongs to one key', async () => {
		await reset({ limit: 1 });
		expect(accepted(await send(2))).toBe(1);
		expect(accepted(await send(1, client(service, 'second')))).toBe(1);
	});

	test('can be scaled', () => {
		const limiter = new RateLimiter({ ...defaultSettings, limit: 2, window: 0.3 });
		const isOver = (now: number) => limiter.take('key', now).isOver;
		expect([0, 100, 299, 300, 301, 599, 700].map(isOver)).toEqual([
			false,
			false,
			true,
			false,
			false,
			true,
			false,
		]);
	});

	test('is shared with another client that uses the same key', async () => {
		await reset({ stolenPerWindow: 4 });
		const replies = await send(30);
		expect(accepted(replies)).toBe(26);
		expect(replies.slice(0, 7).map(remaining)).toEqual([29, 28, 27, 26, 25, 24, 22]);
	});

	test('can be switched off', async () => {
		await reset({ limit: 0 });
		const replies = await send(40);
		expect(accepted(replies)).toBe(40);
		expect(replies[0]!.headers.has('X-RateLimit-Limit')).toBe(false);
	});
});

describe('the reset header', () => {
	const shown = async (settings: object) => {
		await reset(settings);
		return resetHeader((await send(1))[0]!);
	};

	test('comes in every format', async () => {
		const inAMinute = (time: number) => Math.abs(time - Date.now() - 60_000) < 30_000;
		expect(inAMinute(Number(await shown({ resetFormat: 'ms' })))).toBe(true);
		expect(inAMinute(Date.parse((await shown({ resetFormat: 'date' }))!))).toBe(true);
		expect(await shown({ resetFormat: 'seconds' })).toBe('60');
		expect(await shown({ resetFormat: 'none' })).toBeNull();
		expect(await shown({ resetOverride: '12345' })).toBe('12345');
	});

	test('may have a fraction', async () => {
		expect(Number(await shown({ resetFormat: 'seconds', window: 0.5 }))).toBe(1);
		expect(
			Number(await shown({ resetFormat: 'seconds', window: 0.5, fractionalSeconds: true })),
		).toBe(0.5);
	});
});

describe('over the limit', () => {
	/** Of the window of 40 seconds, however long the requests took. */
	const isLeft = (seconds: unknown) => Number(seconds) > 0 && Number(seconds) <= 40;
	const refused = async (settings: object) => {
		await reset({ limit: 1, window: 40, ...settings });
		return (await send(2))[1]!;
	};

	test('answers HTTP 429', async () => {
		const reply = await refused({});
		expect(reply.status).toBe(429);
		expect(isLeft(reply.headers.get('Retry-After'))).toBe(true);
		expect(reply.body).toEqual({ error: 1, message: 'Too many requests' });
	});

	test('answers HTTP 200 with error 429', async () => {
		const reply = await refused({ overLimit: 'body429' });
		expect(reply.status).toBe(200);
		expect(reply.headers.has('Retry-After')).toBe(false);
		const { 'Retry-After': seconds, ...rest } = reply.body;
		expect(rest).toEqual({ error: 429, message: 'Too many requests' });
		expect([typeof seconds, isLeft(seconds)]).toEqual(['number', true]);
	});

	test('answers HTTP 200 with a message', async () => {
		const reply = await refused({ overLimit: 'message' });
		expect(reply.status).toBe(200);
		const [, seconds] = /^Too many requests\. Please try again in (\d+) seconds\.$/.exec(
			reply.body.message,
		)!;
		expect([reply.body.error, isLeft(seconds)]).toEqual([1, true]);
	});
});

describe('a bad key', () => {
	const stranger = () => client(service, 'wrong')('GET', '/account');

	test('is refused in every style, with the headers', async () => {
		await reset();
		const refusal = { error: 1, message: expect.stringContaining('API key') };
		expect(await stranger()).toMatchObject({ status: 403, body: refusal });
		await change({ badKey: '401' });
		expect(await stranger()).toMatchObject({ status: 401, body: refusal });
		await change({ badKey: '200' });
		expect(await stranger()).toMatchObject({ status: 200, body: refusal });
		await change({ badKey: 'html' });
		const page = await stranger();
		expect(page.headers.get('Content-Type')).toContain('text/html');
		expect(remaining(page)).toBe(26);
		const entries = await service.control<Array<{ keyOk: boolean }>>('/requests');
		expect(entries.map((entry) => entry.keyOk)).toEqual([false, false, false, false]);
	});
});
