/**
 * The limit, announced in every form and changed in mid-run: every link is created once, as soon as the limit allows,
 * and the service seldom has to refuse. Virtual time.
 */
import { CASES, COUNT, FULL } from '../support/faults/limitCases';
import { advanceUntil, useVirtualClock } from '../support/virtual/clock';
import { createLinks, WatchedSignal } from '../support/virtual/runs';
import { type Change, VirtualSandbox } from '../support/virtual/sandboxService';

/** In seconds; shorter than the minute that is waited when nothing is known. */
const WINDOW = 20;

useVirtualClock();

test.each(CASES)(
	'the limit is used up and not exceeded: $name',
	async ({ name, settings, change, refusals, full = FULL }) => {
		const service = new VirtualSandbox(
			name.replace(/\W+/g, '-'),
			{ ...settings, window: WINDOW },
			change as Change | undefined,
		);
		const begin = Date.now();
		const created = await advanceUntil(createLinks(service, 'one', COUNT, new WatchedSignal()));

		expect(created).toHaveLength(COUNT);
		expect(service.links).toHaveLength(COUNT);
		expect(service.refused).toBeLessThanOrEqual(refusals);
		expect((service.lastServedAt - begin) / 1_000).toBeLessThanOrEqual(1.1 * full * WINDOW);
	},
);
