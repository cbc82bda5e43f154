/** What is known of one window of a budget, from replies that overtake each other. */
import { CurrentWindow } from '../../../nodes/LinkManagement/client/rateLimit/currentWindow';
import { useVirtualClock } from '../../support/virtual/clock';

const MINUTE = 60_000;
let start: number;
let window: CurrentWindow;
useVirtualClock();
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
