/** The request budget, told in every way and changed in mid-run: all is made once, how soon, and how often the service refuses. Virtual time. */
import { creations, WatchedSignal } from '../support/virtual/callers';
import { passing, startClock, stopClock } from '../support/virtual/clock';
import { type Change, LimitedService } from '../support/virtual/limited';
import { CASES, COUNT, FULL } from './faults/budgets';

/** In seconds; shorter than the minute that is waited when nothing is known. */
const WINDOW = 20;

beforeEach(() => startClock(Date.parse('2030-01-31T10:00:00.300Z')));
afterEach(stopClock);

test.each(CASES)('$name', async ({ name, settings, change, refusals, full = FULL }) => {
	const service = new LimitedService(
		name.replace(/\W+/g, '-'),
		{ ...settings, window: WINDOW },
		change as Change | undefined,
	);
	const begin = Date.now();
	const made = await passing(creations(service, 'one', COUNT, new WatchedSignal()));

	expect(made).toHaveLength(COUNT);
	expect(service.links).toHaveLength(COUNT);
	expect(service.refused).toBeLessThanOrEqual(refusals);
	expect((service.lastAt - begin) / 1_000).toBeLessThanOrEqual(1.1 * full * WINDOW);
});
