/** The estimate of how many processes share a key: figures that make no sense neither last nor lock a key. */
import fc from 'fast-check';

import { Contention } from '../../nodes/LinkManagement/transport/rateLimit/contention';
import { minRemaining } from '../../nodes/LinkManagement/transport/rateLimit/sharing';

const LIMIT = 30;

/** A window in which this process sends so many requests, and others send so many for each of them. */
function spendWindow(contention: Contention, own: number, othersPerRequest: number): void {
	for (let request = 0; request < own; request++) {
		contention.countRequest();
		contention.learnRemaining(LIMIT - 1 - request * (1 + othersPerRequest), 0);
	}
	contention.startNextWindow(1);
}

test('is 1 for a process that is alone, and 3 for one of three', () => {
	const alone = new Contention();
	spendWindow(alone, 30, 0);
	expect(alone.processes).toBe(1);
	const oneOfThree = new Contention();
	spendWindow(oneOfThree, 10, 2);
	expect(oneOfThree.processes).toBeCloseTo(3, 1);
});

test('rises after a refusal that nobody expected', () => {
	const contention = new Contention();
	contention.countUnexpectedRefusal();
	expect(contention.processes).toBeGreaterThan(1);
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
			const contention = new Contention();
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
			spendWindow(contention, 30, 0);
			spendWindow(contention, 30, 0);
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
