/** What n8n's log gets: no key, no query of an address, and one line for each wait for the limit. */
import type { Caller } from '../../../nodes/LinkManagement/client/http';
import { LimitWaits, reasonOf, runLog } from '../../../nodes/LinkManagement/client/log';
import type { RateLimiter } from '../../../nodes/LinkManagement/client/rateLimit/rateLimiter';
import type { RateWindow } from '../../../nodes/LinkManagement/client/rateLimit/rateWindow';
import { plainTextWithout } from '../../../nodes/LinkManagement/text/plainText';

/** A log whose lines stand in `lines`. */
function newLog() {
	const lines: string[] = [];
	const writer = (level: string) => (line: string) => void lines.push(`${level} ${line}`);
	const logger = { debug: writer('debug'), info: writer('info'), warn: writer('warn') };
	const caller = { getNode: () => ({ name: 'Links' }), logger };
	return { lines, log: runLog(caller as unknown as Caller, plainTextWithout('a-secret-key')) };
}

test('a line begins with the name of the node, and holds no key and no query', () => {
	const { lines, log } = newLog();
	log.debug('reads http://sho.rt/a/b?q=1#f and HTTPS://sho.rt#f with a-secret-key');
	log.info('one');
	log.warn('two');
	expect(lines).toEqual([
		expect.stringMatching(/^debug Links: reads http:\/\/sho\.rt\/a\/b and HTTPS:\/\/sho\.rt with /),
		...['info Links: one', 'warn Links: two'],
	]);
	expect(lines.join()).not.toContain('a-secret-key');
	expect(() => runLog({} as Caller, plainTextWithout('')).warn('no logger')).not.toThrow();
});

test.each([
	['rateLimited', '429', 'rateLimited (429)'],
	['lostReply', undefined, 'lostReply'],
] as const)('the reason of %s with the code %s', (kind, httpCode, reason) => {
	expect(reasonOf({ kind, httpCode, message: 'https://example.com', advice: '' })).toBe(reason);
});

const windowOf = (limit: number | undefined, endsIn: number, length = 60_000) =>
	({ limit, endsIn, length }) as RateWindow;

const ONE_OF = "1 second for the service's limit of 30 requests; 0 of 1 item are done, 1 is left";
const OTHERS = "5 seconds for the service's rate limit; 1 of 3 items is done, 2 are left";

test.each<[endsIn: number, limit: number | undefined, items: number, done: number, line: string]>([
	[999, 30, 1, 0, ''],
	[1_000, 30, 1, 0, ONE_OF],
	[5_000, undefined, 3, 1, OTHERS],
])('a wait of %i ms for the limit %p, of %i items, %i done', (endsIn, limit, items, done, line) => {
	const { lines, log } = newLog();
	const window = windowOf(limit, endsIn);
	for (const counts of [undefined, { items, done }]) {
		const waits = new LimitWaits({} as RateLimiter, log, counts);
		for (const request of [{}, {}]) waits.begin(request, window);
	}
	const withoutCounts = line.replace(/;.*/, '');
	expect(lines).toEqual(
		line === '' ? [] : [`debug Links: waits ${withoutCounts}`, `info Links: waits ${line}`],
	);
});

test.each([
	[undefined, 60_000, 'rate limit'],
	[30, 0, 'limit of 30 requests'],
	[30, 60_000, 'limit of 30 requests a minute'],
])('the limit %p in windows of %i ms is the %s', (limit, length, words) => {
	const limiter = { window: windowOf(limit, 0, length) } as RateLimiter;
	expect(new LimitWaits(limiter, newLog().log).limitInWords).toBe(words);
});

test('waits at the same time count once, and the last one up to now', () => {
	let now = 500;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	const waits = new LimitWaits({} as RateLimiter, newLog().log);
	const [one, other] = [{}, {}];
	const totals: number[] = [];
	const after = (ms: number, action: () => void) => {
		now += ms;
		action();
		totals.push(waits.total);
	};
	after(0, () => waits.begin(one, windowOf(30, 0)));
	after(10, () => waits.begin(other, windowOf(30, 0)));
	after(20, () => waits.end(one));
	after(30, () => waits.end(other));
	after(40, () => waits.end(other));
	after(50, () => waits.begin(one, windowOf(30, 0)));
	after(5, () => undefined);
	jest.restoreAllMocks();
	expect(totals).toEqual([0, 10, 30, 60, 60, 60, 65]);
});
