/** When the requests of one budget may start: each state, and the edges between them. Virtual time without jitter. */
import {
	Budget,
	maxInFlight,
	minInterval,
	minRemaining,
} from '../../../nodes/LinkManagement/client/rateLimit/budget';
import { CurrentWindow } from '../../../nodes/LinkManagement/client/rateLimit/currentWindow';
import type { Figures } from '../../../nodes/LinkManagement/client/rateLimit/headers';
import { useVirtualClock } from '../../support/virtual/clock';

const MINUTE = 60_000;
useVirtualClock();
let budget: Budget;
beforeEach(() => {
	jest.spyOn(Math, 'random').mockReturnValue(0);
	budget = new Budget();
});

const pass = (ms: number) => jest.advanceTimersByTime(ms);
/** A request whose reply comes at once. */
const request = (figures?: Figures) => budget.endRequest(budget.startRequest(), figures);
const requests = (count: number, figures: Figures) => {
	for (let index = 0; index < count; index++) request(figures);
};
/** Spends the window and awaits the next one, which begins with two probes. */
function awaitNextWindow(length = MINUTE): void {
	request({ remaining: 0, resetIn: length });
	pass(length);
	expect(budget.dueIn()).toBe(0);
}

test('while nothing is known, one request starts, and the next one after its reply or ten seconds', () => {
	expect(budget.dueIn()).toBe(0);
	budget.endRequest(budget.startRequest(), undefined);
	expect(budget.dueIn()).toBe(0);
	expect(budget).toMatchObject({ window: { hasRequestsLeft: false }, resumesIn: 0, length: 0 });
	expect(budget.endsInAbout).toBe(MINUTE);
	budget.startRequest();
	pass(9_999);
	expect(budget.dueIn()).toBe(Infinity);
	pass(1);
	expect(budget.dueIn()).toBe(0);
});

describe('A window with requests left', () => {
	test('lets as many start as remain', () => {
		request({ remaining: 2, resetIn: MINUTE });
		expect(budget).toMatchObject({
			window: { hasRequestsLeft: true },
			length: MINUTE,
			endsInAbout: MINUTE,
		});
		budget.startRequest();
		expect(budget.dueIn()).toBe(0);
		budget.startRequest();
		expect(budget.dueIn()).toBe(Infinity);
		pass(20_000);
		expect(budget.dueIn()).toBe(Infinity);
		expect(budget.endsInAbout).toBe(40_000);
	});

	test('is followed by an unknown one at its end, without a wait', () => {
		request({ remaining: 2, resetIn: MINUTE });
		const windowNumber = budget.window.number;
		pass(MINUTE - 1);
		expect(budget.dueIn()).toBe(0);
		expect(budget.window.number).toBe(windowNumber);
		pass(1);
		expect(budget.dueIn()).toBe(0);
		expect(budget.window.number).toBe(windowNumber + 1);
		budget.startRequest();
		expect(budget.dueIn()).toBe(Infinity);
	});

	test('without an end is spent when a reply is overdue', () => {
		request({ remaining: 1 });
		budget.startRequest();
		expect(budget.dueIn()).toBe(Infinity);
		pass(10_000);
		expect(budget.dueIn()).toBe(1);
		pass(1);
		expect(budget.dueIn()).toBe(0);
		expect(budget.window.number).toBe(1);
	});

	test('keeps one request for urgent ones after one was rejected, for 20 minutes after the last of them', () => {
		const leaveOne = (isUrgent = false) => {
			budget.endRequest(budget.startRequest(isUrgent), { remaining: 1, resetIn: MINUTE });
			return budget.dueIn();
		};
		expect(leaveOne(true)).toBe(0);
		budget.reserve();
		// An urgent request has had its turn in this window
		expect(budget.dueIn()).toBe(0);
		awaitNextWindow();
		expect(leaveOne()).toBe(MINUTE);
		pass(18 * MINUTE);
		budget.dueIn();
		leaveOne(true);
		pass(19 * MINUTE);
		budget.dueIn();
		expect(leaveOne()).toBe(MINUTE);
		pass(MINUTE);
		budget.dueIn();
		leaveOne();
		pass(2_000);
		expect(budget.dueIn()).toBe(0);
	});

	test('is awaited for 65 seconds at most if only its figures say that it lasts longer', () => {
		request({ remaining: 1, resetIn: 50 * MINUTE });
		budget.reserve();
		expect(budget.dueIn()).toBe(65_000);
		expect(budget.resumesIn).toBe(65_000);
	});
});

describe('A refusal', () => {
	test.each([
		[{ refusal: { retryAfter: 20_000 }, resetIn: 5_000 }, 20_000],
		[{ refusal: { retryAfter: undefined }, resetIn: 5_000 }, 5_000],
		[{ refusal: { retryAfter: undefined } }, MINUTE],
		[{ refusal: { retryAfter: 24 * 60 * MINUTE } }, 60 * MINUTE],
		[{ refusal: { retryAfter: 0 } }, 1_000],
	] as Array<[Figures, number]>)('with %j makes all wait for %d ms', (figures, wait) => {
		request(figures);
		expect([budget.dueIn(), budget.resumesIn]).toEqual([wait, wait]);
	});

	test('that says "at once" makes all wait for a tenth of a short window', () => {
		request({ remaining: 5, resetIn: 2_000 });
		request({ refusal: { retryAfter: 0 } });
		expect(budget.dueIn()).toBe(200);
	});

	test('that comes with others counts if it asks for the longest wait', () => {
		const windows = [1, 2, 3].map(() => budget.startRequest());
		for (const retryAfter of [10_000, 20_000, 5_000])
			budget.endRequest(windows.pop()!, { refusal: { retryAfter } });
		expect(budget.dueIn()).toBe(20_000);
	});

	test('of a request of an earlier window makes all wait, but does not show that others use the key', () => {
		const early = budget.startRequest();
		awaitNextWindow();
		budget.endRequest(early, { refusal: { retryAfter: 20_000 } });
		expect(budget.dueIn()).toBe(20_000);
		pass(20_000);
		expect(budget.dueIn()).toBe(0);
		request({ remaining: 29, resetIn: MINUTE });
		pass(2_000);
		request({ remaining: 28, resetIn: MINUTE - 2_000 });
		expect(budget.dueIn()).toBe(0);
	});

	test.each([
		['while requests are left shows that others use the key', 20, 500],
		['in a window that is spent shows nothing', 0, 0],
	])('%s', (_, remaining, due) => {
		budget.learnLimit(30);
		const refused = budget.startRequest();
		request({ remaining, resetIn: MINUTE });
		budget.endRequest(refused, { refusal: { retryAfter: MINUTE } });
		pass(MINUTE);
		expect(budget.dueIn()).toBe(0);
		request({ remaining: 29, resetIn: MINUTE });
		pass(2_000);
		request({ remaining: 28, resetIn: MINUTE - 2_000 });
		expect(budget.dueIn()).toBe(due);
	});

	test('delays the resumption by up to one percent, at most a quarter of a second', () => {
		jest.spyOn(Math, 'random').mockReturnValue(1);
		request({ refusal: { retryAfter: 20_000 } });
		expect(budget.dueIn()).toBe(20_200);
		budget = new Budget();
		request({ refusal: { retryAfter: 50_000 } });
		expect(budget.dueIn()).toBe(50_250);
	});
});

describe('After a wait', () => {
	test('two requests start one at a time, the second one a fiftieth of a window later', () => {
		awaitNextWindow();
		const first = budget.startRequest();
		expect(budget.dueIn()).toBe(Infinity);
		budget.endRequest(first, { remaining: 9, resetIn: MINUTE });
		expect(budget.dueIn()).toBe(1_200);
		pass(1_200);
		expect(budget.dueIn()).toBe(0);
		const second = budget.startRequest();
		pass(9_999);
		expect(budget.dueIn()).toBe(Infinity);
		budget.endRequest(second, { remaining: 8, resetIn: MINUTE - 10_000 });
		expect(budget.dueIn()).toBe(0);
		budget.startRequest();
		expect(budget.dueIn()).toBe(0);
	});

	test('the second one starts 1.25 seconds later at most', () => {
		awaitNextWindow(64_000);
		request({ remaining: 9, resetIn: 64_000 });
		expect(budget.dueIn()).toBe(1_250);
	});

	test('the second one starts without the reply to the first one after ten seconds', () => {
		awaitNextWindow();
		const first = budget.startRequest();
		budget.endRequest(first, { remaining: 9, resetIn: MINUTE });
		pass(1_200);
		budget.startRequest();
		pass(10_000);
		expect(budget.dueIn()).toBe(0);
	});

	test('a first request that comes a little too early shows how late the windows end', () => {
		awaitNextWindow();
		request({ refusal: { retryAfter: 600 } });
		// At least a second, and 600 ms later than announced
		expect(budget.dueIn()).toBe(1_600);
		pass(1_600);
		expect(budget.dueIn()).toBe(0);
		request({ refusal: { retryAfter: 600 } });
		expect(budget.dueIn()).toBe(2_000);
	});

	test('a first request that comes more than a second too early shows nothing about lateness', () => {
		awaitNextWindow();
		request({ refusal: { retryAfter: 1_000 } });
		expect(budget.dueIn()).toBe(2_000);
		budget = new Budget();
		awaitNextWindow();
		request({ refusal: { retryAfter: 1_001 } });
		expect(budget.dueIn()).toBe(1_001);
		pass(1_001);
		expect(budget.dueIn()).toBe(0);
		request({ refusal: { retryAfter: undefined } });
		expect(budget.dueIn()).toBe(MINUTE);
	});

	test('a first request that is refused "at once" again and again waits twice as long each time, a window at most', () => {
		const refusedWait = () => {
			pass(budget.dueIn());
			expect(budget.dueIn()).toBe(0);
			request({ refusal: { retryAfter: 0 } });
			return budget.dueIn() / 1_000;
		};
		request({ refusal: { retryAfter: 0 } });
		const waits = Array.from({ length: 9 }, refusedWait);
		expect(waits).toEqual([1, 1, 2, 4, 8, 16, 32, 60, 60]);
		pass(MINUTE);
		expect(budget.dueIn()).toBe(0);
		request({ remaining: 1 });
		request({ refusal: { retryAfter: 0 } });
		expect(budget.dueIn()).toBe(1_000);
	});

	test('a second request that is refused shows nothing about lateness', () => {
		awaitNextWindow();
		request({ remaining: 9, resetIn: MINUTE });
		request({ refusal: { retryAfter: 600 } });
		expect(budget.dueIn()).toBe(1_000);
	});
});

test('two ends that are less than half a window apart are the same', () => {
	request({ remaining: 5, resetIn: 1_000 });
	// 700 ms are less than half of 1,700 ms, so the lowest figure counts
	request({ remaining: 7, resetIn: 1_700 });
	for (let count = 0; count < 5; count++) budget.startRequest();
	expect(budget.window.hasRequestsLeft).toBe(false);
});

test('the length of a window is that of the last earlier one with figures', () => {
	awaitNextWindow();
	expect(budget.length).toBe(MINUTE);
	awaitNextWindow(30_000);
	expect(budget.length).toBe(30_000);
	request({ refusal: { retryAfter: 2_000 } });
	pass(2_000);
	expect(budget.dueIn()).toBe(0);
	expect(budget.length).toBe(30_000);
});

describe('Replies without figures', () => {
	test('mean that there is no limit', () => {
		request({});
		for (let inFlight = 0; inFlight < 20; inFlight++) {
			expect(budget.dueIn()).toBe(0);
			budget.startRequest();
		}
	});

	test('mean it only after three if the service has sent figures before', () => {
		budget.learnLimit(30);
		requests(2, { remaining: 5, resetIn: MINUTE });
		budget.learnLimit(60);
		requests(3, {});
		expect(budget.window.hasRequestsLeft).toBe(false);
		request({});
		expect(budget.window.hasRequestsLeft).toBe(true);
	});

	test('count in a row', () => {
		request({ remaining: 5, resetIn: MINUTE });
		budget.learnLimit(30);
		requests(3, {});
		request({ remaining: 5, resetIn: MINUTE });
		budget.learnLimit(60);
		request({});
		expect(budget.window.hasRequestsLeft).toBe(false);
	});

	test('leave the figures of the window as they are', () => {
		request({ remaining: 1, resetIn: MINUTE });
		requests(5, {});
		budget.startRequest();
		expect(budget.dueIn()).toBe(Infinity);
	});

	test('include those whose figure is above the limit, but not at it', () => {
		budget.learnLimit(5);
		request({ remaining: 5, resetIn: 30_000 });
		expect(budget.endsInAbout).toBe(30_000);
		budget = new Budget();
		budget.learnLimit(5);
		request({ remaining: 6, resetIn: 1_000 });
		expect(budget).toMatchObject({ length: 0, window: { hasRequestsLeft: true } });
	});
});

test('a limit that changes voids the figures', () => {
	budget.learnLimit(30);
	request({ remaining: 5, resetIn: MINUTE });
	budget.learnLimit(30);
	expect(budget.window.hasRequestsLeft).toBe(true);
	budget.learnLimit(60);
	expect(budget.window.hasRequestsLeft).toBe(false);
	expect(budget.announcedLimit).toBe(60);
});

describe('When others use the key', () => {
	/** Two replies between which the window lost 13 requests, one of them ours. */
	function share(): void {
		budget.learnLimit(30);
		request({ remaining: 29, resetIn: MINUTE });
		request({ remaining: 16, resetIn: MINUTE });
	}

	test('few requests are in flight, and they start over a quarter of the window', () => {
		share();
		expect(budget.dueIn()).toBe(500);
		pass(500);
		expect(budget.dueIn()).toBe(0);
		budget.startRequest();
		expect(budget.dueIn()).toBe(500);
		pass(500);
		budget.startRequest();
		pass(500);
		expect(budget.dueIn()).toBe(Infinity);
	});

	test('three requests are left to them, at most a tenth of the limit, at least one', () => {
		expect([30, 1_000, 20, 2].map(minRemaining)).toEqual([3, 3, 2, 1]);
		share();
		request({ remaining: 3, resetIn: MINUTE });
		expect(budget.dueIn()).toBe(500);
		request({ remaining: 2, resetIn: MINUTE });
		expect(budget.dueIn()).toBe(MINUTE);
	});

	test('an eighth of what remains is in flight, at least one, and they start over a quarter of the window', () => {
		expect([30, 32, 2].map(maxInFlight)).toEqual([3, 4, 1]);
		expect(minInterval(MINUTE, 30)).toBe(500);
	});

	test('requests are spread over a quarter of this window, also when the one before was announced as an hour', () => {
		budget.learnLimit(30);
		request({ remaining: 29, resetIn: 60 * MINUTE });
		request({ remaining: 0, resetIn: 60 * MINUTE });
		pass(65_000);
		expect(budget.dueIn()).toBe(0);
		request({ remaining: 29, resetIn: MINUTE });
		pass(1_250);
		request({ remaining: 20, resetIn: MINUTE - 1_250 });
		expect(budget.dueIn()).toBe(500);
	});

	test.each([
		[MINUTE, 1, 500],
		[MINUTE, 3, 0],
		[30_000, 2, 0],
	])(
		'windows of %d ms: %d windows later, the next request is due in %d ms',
		(length, windows, due) => {
			budget.learnLimit(30);
			request({ remaining: 29, resetIn: length });
			request({ remaining: 16, resetIn: length });
			pass(length * (1 + windows));
			expect(budget.dueIn()).toBe(0);
			request({ remaining: 29, resetIn: length });
			expect(budget.dueIn()).toBe(due);
		},
	);

	test('a limit that changes counts as a window', () => {
		share();
		budget.learnLimit(60);
		request({ remaining: 59, resetIn: MINUTE });
		expect(budget.dueIn()).toBe(250);
		pass(2 * MINUTE);
		expect(budget.dueIn()).toBe(0);
		request({ remaining: 59, resetIn: MINUTE });
		expect(budget.dueIn()).toBe(0);
	});

	test.each([
		[2, 500],
		[3, 0],
	])(
		'windows that the service begins early count: %d later, the next request is due in %d ms',
		(windows, due) => {
			share();
			for (let window = 0; window < windows; window++) {
				pass(30_000);
				request({ remaining: 29, resetIn: MINUTE });
			}
			expect(budget.dueIn()).toBe(due);
		},
	);

	test('requests are not spread over a window whose end is no longer known', () => {
		share();
		request({ remaining: 15 });
		expect(budget.dueIn()).toBe(0);
	});
});

/** What is known of one window, from replies that overtake each other. */
let window: CurrentWindow;
let start: number;
beforeEach(() => {
	start = performance.now();
	window = new CurrentWindow(7);
});

const learn = (remaining: number, resetIn?: number, length = MINUTE) =>
	window.learnFrom(remaining, resetIn, length);

test('within a window the lowest figure is the latest one, and the latest end counts', () => {
	expect(learn(20, MINUTE)).toBe(false);
	expect(learn(22, MINUTE + 500)).toBe(false);
	expect(window).toMatchObject({ remaining: 20, endsAt: start + MINUTE + 500 });
	expect(learn(18, MINUTE - 500)).toBe(false);
	expect(window).toMatchObject({ remaining: 18, endsAt: start + MINUTE + 500 });
});

test('an end that is 1.1 seconds away or more is that of another window', () => {
	learn(20, MINUTE);
	expect(learn(25, MINUTE + 1_099)).toBe(false);
	expect(window.remaining).toBe(20);
	window = new CurrentWindow(8);
	learn(20, MINUTE);
	expect(learn(25, MINUTE + 1_100)).toBe(true);
	expect(window).toMatchObject({ remaining: 25, endsAt: start + MINUTE + 1_100 });
	expect(learn(29, MINUTE - 5_000)).toBe(true);
});

test('in short windows half of their length is another window', () => {
	learn(20, 1_000, 1_000);
	expect(learn(25, 1_499, 1_000)).toBe(false);
	expect(learn(25, 1_999, 1_000)).toBe(true);
});

test('a reply without an end voids the end that was known, and is no other window', () => {
	learn(20, MINUTE);
	expect(learn(25)).toBe(false);
	expect(window).toMatchObject({ remaining: 25, endsAt: undefined, endsIn: 0 });
	expect(learn(24, MINUTE)).toBe(false);
	expect(window).toMatchObject({ remaining: 24, endsAt: start + MINUTE });
});

test('the highest figures are kept until the limit is another one', () => {
	learn(20, MINUTE);
	learn(10, 30_000);
	expect(window).toMatchObject({ maxRemaining: 20, maxResetIn: MINUTE });
	window.inFlight = 3;
	window.forgetFigures();
	expect(window).toMatchObject({ maxRemaining: 0, maxResetIn: 0, inFlight: 3 });
	expect([window.remaining, window.endsAt]).toEqual([undefined, undefined]);
});

describe('Others use the key', () => {
	const send = (count: number) => {
		for (let sent = 0; sent < count; sent++) window.addRequest();
	};

	test('when the window loses more requests than this process sent', () => {
		learn(29, MINUTE);
		send(3);
		learn(26, MINUTE);
		expect(window.hasOthers).toBe(false);
		learn(25, MINUTE);
		expect(window.hasOthers).toBe(true);
	});

	test('not when the requests in flight at the first reply are lost', () => {
		send(2);
		learn(29, MINUTE);
		learn(27, MINUTE);
		expect(window.hasOthers).toBe(false);
		learn(26, MINUTE);
		expect(window.hasOthers).toBe(true);
	});

	test('not by the figures of the window before, or of another limit', () => {
		learn(29, MINUTE);
		learn(10, 2 * MINUTE);
		expect(window.hasOthers).toBe(false);
		learn(5, 2 * MINUTE);
		expect(window.hasOthers).toBe(true);
		window.forgetFigures();
		expect(window.hasOthers).toBe(false);
		learn(2, 2 * MINUTE);
		expect(window.hasOthers).toBe(false);
	});
});
