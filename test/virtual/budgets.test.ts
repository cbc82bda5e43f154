/**
 * The limit, announced in every form and changed in mid-run: every link is created once, as soon as the limit allows,
 * and the service seldom has to refuse. Virtual time.
 */
import type { IDataObject } from 'n8n-workflow';

import { CASES, COUNT, FULL } from '../support/faults/limitCases';
import { advanceUntil, useVirtualClock } from '../support/virtual/clock';
import { ScriptedService } from '../support/virtual/requests';
import { createLinks, WatchedSignal } from '../support/virtual/runs';
import { type Change, VirtualSandbox } from '../support/virtual/sandboxService';
import { LIMIT, VirtualService } from '../support/virtual/service';

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

test.each([
	['with the limit to compare with, are ignored', {}, 0],
	['without it, cost two windows', { 'x-ratelimit-limit': undefined }, 2],
])('a million requests left on the first reply of a window, %s', async (name, without, windows) => {
	const service = new ScriptedService(name.replace(/\W+/g, '-'));
	service.script = async (request, count) => {
		const { headers, ...reply } = await VirtualService.prototype.answer.call(
			service,
			'one',
			request,
		);
		const odd = count === LIMIT + 1 && { 'x-ratelimit-remaining': '1000000' };
		return { ...reply, headers: { ...(headers as IDataObject), ...without, ...odd } };
	};
	await advanceUntil(createLinks(service, 'one', 5 * LIMIT, new WatchedSignal()));
	const served = service.windows.map((window) => [...Object.values(window.served), window.refused]);
	const later = served.slice(1 + windows, 5);
	expect(later).toEqual(later.map(() => [LIMIT, 0]));
	expect(served.length).toBeLessThanOrEqual(5 + windows);
});
