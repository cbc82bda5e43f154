/** What a run tells about its waits for the limit. */
import type { Budget } from '../../../nodes/LinkManagement/transport/rateLimit/budget';
import {
	type LimitWait,
	LimitWaits,
} from '../../../nodes/LinkManagement/transport/rateLimit/limitWaits';
import { startClock, stopClock } from '../../support/virtual/clock';

const MINUTE = 60_000;
let waits: LimitWaits;
let told: LimitWait[];
beforeEach(() => {
	startClock(Date.parse('2030-01-31T10:00:00Z'));
	told = [];
	waits = new LimitWaits((wait) => told.push(wait));
});
afterEach(stopClock);

const pass = (ms: number) => jest.setSystemTime(Date.now() + ms);
const budgetOf = (
	announcedLimit: number | undefined,
	{ length = MINUTE, windowNumber = 1, resumesIn = 5_000 } = {},
) => ({ announcedLimit, length, windowNumber, resumesIn }) as unknown as Budget;

test('names three different limits at most', () => {
	for (const limit of [30, 30, 10, 20, 40]) waits.noteBudget(budgetOf(limit));
	expect(waits.limitInWords).toBe(
		'limit of 30 requests a minute and 10 requests a minute and 20 requests a minute',
	);
});

test('names no length of a window that is not known, and no limit that is not known', () => {
	waits.noteBudget(budgetOf(undefined));
	expect(waits.limitInWords).toBe('rate limit');
	waits.noteBudget(budgetOf(30, { length: 0 }));
	expect(waits.limitInWords).toBe('limit of 30 requests');
	waits.noteBudget(budgetOf(30, { length: 1_000 }));
	expect(waits.limitInWords).toBe('limit of 30 requests and 30 requests in 1 second');
});

test('tells a wait once in each window of each budget', () => {
	const budget = budgetOf(30);
	waits.noteBudget(budget);
	waits.noteBudget(budget);
	waits.noteBudget(budgetOf(10, { resumesIn: 7_000 }));
	Object.assign(budget, { windowNumber: 2, resumesIn: 9_000 });
	waits.noteBudget(budget);
	expect(told).toEqual([
		{ limit: 30, duration: 5_000 },
		{ limit: 10, duration: 7_000 },
		{ limit: 30, duration: 9_000 },
	]);
});

test('adds up the time during which at least one request waits', () => {
	expect(waits.total).toBe(0);
	waits.begin();
	pass(1_000);
	waits.begin();
	pass(2_000);
	expect(waits.total).toBe(3_000);
	waits.end();
	pass(4_000);
	waits.end();
	expect(waits.total).toBe(7_000);
	pass(8_000);
	expect(waits.total).toBe(7_000);
	waits.begin();
	pass(500);
	waits.end();
	expect(waits.total).toBe(7_500);
});
