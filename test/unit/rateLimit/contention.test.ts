/**
 * The estimate of how many processes share a key, from the figures of three windows: figures that make no sense neither
 * last nor lock a key.
 */
import fc from 'fast-check';

import { Contention } from '../../../nodes/LinkManagement/client/rateLimit/contention';
import { minRemaining } from '../../../nodes/LinkManagement/client/rateLimit/sharing';

const LIMIT = 30;
let contention: Contention;
beforeEach(() => {
	contention = new Contention();
});

/** A whole window in which this process sends so many requests, and others send so many for each of them. */
function spendWindow(own: number, othersPerRequest: number): void {
	for (let request = 0; request < own; request++) {
		contention.countRequest();
		contention.learnRemaining(LIMIT - 1 - request * (1 + othersPerRequest), 0);
	}
	contention.startNextWindow(1);
}

/** So many requests of this process, while the window loses so many. */
function spend(sent: number, lost: number): void {
	contention.learnRemaining(100, 0);
	for (let request = 0; request < sent; request++) contention.countRequest();
	contention.learnRemaining(100 - lost, 0);
}

test('is 1 for a process that is alone, and 3 for one of three', () => {
	spendWindow(30, 0);
	expect(contention.processes).toBe(1);
	contention = new Contention();
	spendWindow(10, 2);
	expect(contention.processes).toBeCloseTo(3, 1);
});

test('whatever the figures say, it stays between 1 and 16, and is 1 again after two windows alone', () => {
	const figure = fc.oneof(fc.integer(), fc.constantFrom(0, 1_000_000, Number.MAX_SAFE_INTEGER));
	const action = fc.oneof(
		fc.record({
			kind: fc.constant('remaining'),
			figure,
			inFlight: fc.integer({ min: 0, max: 16 }),
		}),
		fc.record({ kind: fc.constantFrom('request', 'refusal', 'window', 'moved') }),
	);
	fc.assert(
		fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
			contention = new Contention();
			for (const step of actions) {
				if ('figure' in step) contention.learnRemaining(step.figure, step.inFlight);
				else if (step.kind === 'request') contention.countRequest();
				else if (step.kind === 'refusal') contention.countUnexpectedRefusal();
				else if (step.kind === 'moved') contention.uncountRequest();
				else contention.startNextWindow(1);
				expect(contention.processes).toBeGreaterThanOrEqual(1);
				expect(contention.processes).toBeLessThanOrEqual(16);
			}
			contention.startNextWindow(1);
			spendWindow(30, 0);
			spendWindow(30, 0);
			expect(contention.processes).toBe(1);
		}),
		{ numRuns: 500 },
	);
});

test('never asks to leave more than a third of a window to others', () => {
	for (const limit of [1, 5, 30, 1_000]) {
		expect(minRemaining(16, limit)).toBeLessThanOrEqual(Math.max(1, limit / 3));
		expect(minRemaining(1, limit)).toBe(1);
	}
});

test('is 1 while nothing is known', () => {
	expect(contention.processes).toBe(1);
});

test('requests in flight at the first reply count, those before it do not', () => {
	for (let request = 0; request < 5; request++) contention.countRequest();
	contention.learnRemaining(29, 2);
	expect(contention.processes).toBe(1);
	contention.learnRemaining(23, 0);
	expect(contention.processes).toBe(3);
});

test('a request that spends another budget is not counted', () => {
	contention.learnRemaining(29, 3);
	contention.uncountRequest();
	contention.learnRemaining(23, 0);
	expect(contention.processes).toBe(3);
});

test('more requests that leave than were counted leave nothing behind', () => {
	contention.learnRemaining(29, 0);
	contention.uncountRequest();
	for (let request = 0; request < 4; request++) contention.countRequest();
	contention.learnRemaining(17, 0);
	expect(contention.processes).toBe(3);
});

test('an unexpected refusal proves two requests of others', () => {
	contention.countUnexpectedRefusal();
	expect(contention.processes).toBe(2);
	contention.countUnexpectedRefusal();
	expect(contention.processes).toBe(4);
});

test('is at most 16', () => {
	spend(2, 100);
	expect(contention.processes).toBe(16);
});

test.each([
	[1, 16 / 12],
	[2, 13 / 11],
	[2.5, 1],
])('a window that ended %d windows ago has its weight', (age, processes) => {
	spend(4, 12);
	contention.startNextWindow(age);
	spend(10, 10);
	expect(contention.processes).toBeCloseTo(processes, 6);
});

test('two earlier windows count together', () => {
	spend(4, 12);
	contention.startNextWindow(1);
	spend(4, 8);
	contention.startNextWindow(1);
	spend(10, 10);
	// 12 and 4 of two windows ago have a quarter of the weight, 8 and 4 of the last one half of it
	expect(contention.processes).toBeCloseTo((3 + 4 + 10) / (1 + 2 + 10), 6);
});

test('a window loses at most 16 requests for each one that was sent, so that it cannot outweigh the next', () => {
	spend(1, 100);
	contention.startNextWindow(1);
	spend(10, 10);
	expect(contention.processes).toBeCloseTo((8 + 10) / (0.5 + 10), 6);
});

test('what a refusal proved belongs to its window', () => {
	contention.countUnexpectedRefusal();
	contention.startNextWindow(1);
	spend(10, 10);
	expect(contention.processes).toBeCloseTo((1 + 10) / 10, 6);
});

test('the figures of a window are not those of the next', () => {
	spend(4, 12);
	contention.startNextWindow(3);
	contention.countRequest();
	expect(contention.processes).toBe(1);
	contention.learnRemaining(5, 1);
	expect(contention.processes).toBe(1);
});
