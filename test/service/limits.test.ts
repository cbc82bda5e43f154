import { RateLimiter } from '../../sandbox/service/api/rateLimit.ts';
import { defaultSettings } from '../../sandbox/service/settings.ts';
import { client, type Reply, Tested } from './client';

const tested = new Tested('--key', 'first', '--key', 'second');
const { call, take } = tested;

const reset = (settings: object = {}) => tested.tell('/reset', { settings });
const header = (reply: Reply | undefined, name: string) =>
	reply!.headers.get(`X-RateLimit-${name}`);
const remaining = (replies: Reply[]) => replies.map((reply) => Number(header(reply, 'Remaining')));

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
		expect(header(replies[0], 'Limit')).toBe('30');
		expect(remaining(replies)).toEqual([...Array.from({ length: 30 }, (_, i) => 29 - i), 0]);
		expect(accepted(replies)).toBe(30);
		const secondsLeft = Number(header(replies[0], 'Reset')) - Date.now() / 1000;
		expect(secondsLeft).toBeGreaterThan(0);
		expect(secondsLeft).toBeLessThanOrEqual(61);
	});

	test('is spent after its last request, until it ends, and belongs to one key', async () => {
		await reset({ limit: 2 });
		for (const isBudgetSpent of [false, true]) {
			await send(1);
			await take(['GET /sandbox/stats', { isBudgetSpent }]);
		}
		expect(accepted(await send(1))).toBe(0);
		expect(accepted(await send(1, client(tested.service, 'second')))).toBe(1);
	});

	test('can be scaled', () => {
		const limiter = new RateLimiter({ ...defaultSettings, limit: 2, window: 0.3 });
		const taken = [0, 100, 299, 300, 301, 599, 700].map((at) => limiter.take('key', at).isOver);
		expect(taken).toEqual([false, false, true, false, false, true, false]);
		limiter.take('key', 701);
		expect([999, 1_000].map((at) => limiter.isSpent(at))).toEqual([true, false]);
	});

	test('is shared with another client that uses the same key', async () => {
		await reset({ stolenPerWindow: 4 });
		const replies = await send(30);
		expect(accepted(replies)).toBe(26);
		expect(remaining(replies).slice(0, 7)).toEqual([29, 28, 27, 26, 25, 24, 22]);
	});
});

test.each([
	[{ resetOverride: '12345' }, '12345'],
	[{ resetFormat: 'seconds', window: 0.5 }, '1'],
	[{ resetFormat: 'seconds', window: 0.5, fractionalSeconds: true }, '0.5'],
])('the reset header with %j', async (settings, shown) => {
	await reset(settings);
	expect(header((await send(1))[0], 'Reset')).toBe(shown);
});

test('over the limit, it answers HTTP 429, or HTTP 200 with error 429 or a message, and when to come again', async () => {
	/** Of the window of 40 seconds, however long the requests took. */
	const isLeft = (seconds: unknown) => Number(seconds) > 0 && Number(seconds) <= 40;
	const over = async (overLimit: string) => {
		await reset({ limit: 1, window: 40, overLimit });
		return (await send(2))[1]!;
	};
	const { status, headers, body } = await over('429');
	expect([status, body]).toEqual([429, { error: 1, message: 'Too many requests' }]);
	expect(isLeft(headers.get('Retry-After'))).toBe(true);

	const asError = await over('body429');
	expect(asError).toMatchObject({ status: 200, body: { error: 429 } });
	expect(asError.headers.has('Retry-After')).toBe(false);
	expect(isLeft(asError.body['Retry-After'])).toBe(true);

	const asMessage = await over('message');
	const form = /^Too many requests\. Please try again in (\d+) seconds\.$/;
	expect(asMessage).toMatchObject({ status: 200, body: { error: 1 } });
	expect(isLeft(form.exec(asMessage.body.message)![1])).toBe(true);
});

test('a request with a bad key counts, and is noted', async () => {
	await reset();
	const reply = await client(tested.service, 'wrong')('GET', '/account');
	expect(reply).toMatchObject({ body: { message: expect.stringContaining('API key') } });
	expect(remaining([reply])).toEqual([29]);
	await take(['GET /sandbox/requests', [{ keyOk: false }]]);
});
