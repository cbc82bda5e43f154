/** Whether creations fail, and who finds that out (DESIGN: no more than three requests for each further item). */
import { FailingCreations } from '../../../nodes/LinkManagement/recovery/pastCreations';
import { failureOf } from '../../support/stubService';
import { advanceUntil, startClock, stopClock } from '../../support/virtual/clock';

const serverError = failureOf('unavailable');

let failing: FailingCreations;
beforeEach(() => {
	startClock(Date.parse('2030-01-31T10:00:00Z'));
	failing = new FailingCreations();
});
afterEach(stopClock);

test('a failure counts for five minutes', () => {
	failing.noteFailure(serverError);
	jest.setSystemTime(Date.now() + 5 * 60_000);
	expect(failing.areKnownAs(serverError)).toBe(true);
	jest.setSystemTime(Date.now() + 1);
	expect(failing.areKnownAs(serverError)).toBe(false);
});

test('they fail in the way in which one failed last, and in no other', () => {
	failing.noteFailure(serverError);
	expect(failing.areKnownAs({ ...serverError, message: 'HTTP 502' })).toBe(true);
	expect(failing.areKnownAs({ ...serverError, late: true })).toBe(false);
	expect(failing.areKnownAs(failureOf('lostReply'))).toBe(false);
	failing.noteFailure(failureOf('webPage'));
	expect(failing.areKnownAs(failureOf('webPage'))).toBe(true);
	expect(failing.areKnownAs(serverError)).toBe(false);
});

describe('The first item to fail finds out', () => {
	/** Items that fail, with what each of them does. */
	function investigations() {
		const log: string[] = [];
		let end: (error?: Error) => void = () => undefined;
		const item = async (name: string, signal?: AbortSignal) => {
			const found = await failing.investigate(signal, async () => {
				log.push(`${name} investigates`);
				await new Promise<void>((resolve, reject) => {
					end = (error) => (error ? reject(error) : resolve());
				});
				return `${name} found out`;
			});
			return found ?? `${name} waited`;
		};
		return { log, item, end: (error?: Error) => end(error) };
	}

	test('while those that fail meanwhile wait for it', async () => {
		const { log, item, end } = investigations();
		const all = [item('one'), item('two'), item('three')];
		await Promise.resolve();
		expect(log).toEqual(['one investigates']);
		end();
		const outcomes = await advanceUntil(Promise.all(all));
		expect(outcomes).toEqual(['one found out', 'two waited', 'three waited']);
		expect(log).toHaveLength(1);
	});

	test('and the next one does so again after it failed', async () => {
		const { log, item, end } = investigations();
		const one = item('one').catch((error: Error) => error.message);
		const two = item('two');
		end(new Error('not created'));
		expect(await advanceUntil(Promise.all([one, two]))).toEqual(['not created', 'two waited']);
		const three = item('three');
		end();
		expect(await three).toBe('three found out');
		expect(log).toEqual(['one investigates', 'three investigates']);
	});
});
