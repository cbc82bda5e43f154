import { RateLimiter } from '../../sandbox/service/api/rateLimit.ts';
import { defaultSettings } from '../../sandbox/service/settings.ts';
import { client, type Reply, Tested } from './client';

const tested = new Tested('--key', 'first', '--key', 'second');
const { call, take } = tested;

const reset = (settings: object = {}) => tested.tell('/reset', { settings });
const header = (reply: Reply, name: string) => reply.headers.get(`X-RateLimit-${name}`);

test('30 requests a minute are allowed for each key, and every reply says how many are left', async () => {
	await reset();
	for (let left = 29; left >= 0; left--) {
		await take(['GET /sandbox/stats', { isBudgetSpent: false }]);
		const reply = await call('GET', '/account');
		expect(reply.body).toMatchObject({ error: 0 });
		expect([header(reply, 'Limit'), header(reply, 'Remaining')]).toEqual(['30', String(left)]);
		const secondsLeft = Number(header(reply, 'Reset')) - Date.now() / 1_000;
		expect(secondsLeft).toBeGreaterThan(0);
		expect(secondsLeft).toBeLessThanOrEqual(61);
	}
	await take(['GET /sandbox/stats', { isBudgetSpent: true }]);
	const refusal = await call('GET', '/account');
	const body = { error: 1, message: 'Too many requests' };
	expect(refusal).toMatchObject({ status: 429, body });
	expect(header(refusal, 'Remaining')).toBe('0');
	expect(refusal.headers.get('Retry-After')).toMatch(/^([1-9]|[1-5]\d|60)$/);
	const other = await client(tested.service, 'second')('GET', '/account');
	expect(other.body).toMatchObject({ error: 0 });
});

test('another client takes its part of each window', async () => {
	await reset({ limit: 6, stolenPerWindow: 2 });
	const left: unknown[] = [];
	while (left.length < 5) left.push(header(await call('GET', '/account'), 'Remaining'));
	expect(left).toEqual(['5', '3', '2', '0', '0']);
});

test.each([
	['body429', /^{"error":429,"message":"Too many requests","Retry-After":([1-9]|[1-3]\d|40)}$/],
	[
		'message',
		/"error":1,"message":"Too many requests\. Please try again in ([1-9]|[1-3]\d|40) seconds/,
	],
])('the refusal with %s', async (overLimit, expected) => {
	await reset({ limit: 1, window: 40, overLimit });
	await call('GET', '/account');
	const { status, headers, body } = await call('GET', '/account');
	expect([status, headers.has('Retry-After')]).toEqual([200, false]);
	expect(JSON.stringify(body)).toMatch(expected);
});

test('a window can be scaled, and is spent until it ends', () => {
	const limiter = new RateLimiter({ ...defaultSettings, limit: 2, window: 0.3 });
	const taken = [0, 100, 299, 300, 301, 599, 700].map((at) => limiter.take('key', at).isOver);
	expect(taken).toEqual([false, false, true, false, false, true, false]);
	limiter.take('key', 701);
	expect([999, 1_000].map((at) => limiter.isSpent(at))).toEqual([true, false]);
});

test.each([
	[{ resetOverride: '12345' }, '12345'],
	[{ resetFormat: 'seconds', window: 0.5 }, '1'],
	[{ resetFormat: 'seconds', window: 0.5, fractionalSeconds: true }, '0.5'],
])('the reset header with %j', async (settings, shown) => {
	await reset(settings);
	expect(header(await call('GET', '/account'), 'Reset')).toBe(shown);
});

test('a request with a bad key counts, and is noted', async () => {
	await reset();
	const reply = await client(tested.service, 'wrong')('GET', '/account');
	expect(reply).toMatchObject({ body: { message: expect.stringContaining('API key') } });
	expect(header(reply, 'Remaining')).toBe('29');
	await take(['GET /sandbox/requests', [{ keyOk: false }]]);
});
