/** Services whose figures contradict each other: the windows are used up all the same. Virtual time. */
import type { IDataObject } from 'n8n-workflow';

import { advanceUntil, useVirtualClock } from '../support/virtual/clock';
import { ScriptedService, times } from '../support/virtual/requests';
import { createLinks, WatchedSignal } from '../support/virtual/runs';
import { LIMIT, VirtualService, WINDOW } from '../support/virtual/service';

useVirtualClock();

describe('figures that contradict the limit are ignored', () => {
	const windows = (service: VirtualService) =>
		service.windows.map(({ served, refused }) => [...Object.values(served), refused]);

	test.each([
		['more requests left than the limit', '1000000'],
		['a negative number', '-5'],
	])('%s, on the first reply of a window', async (name, remaining) => {
		const service = new ScriptedService(`remaining-${name.replace(/\W+/g, '-')}`);
		service.script = (request, count) =>
			count === LIMIT + 1
				? (async () => {
						const reply = await VirtualService.prototype.answer.call(service, 'one', request);
						const headers = {
							...(reply.headers as IDataObject),
							'x-ratelimit-remaining': remaining,
						};
						return { ...reply, headers };
					})()
				: undefined;
		const begin = Date.now();
		const items = 5 * LIMIT;
		await advanceUntil(createLinks(service, 'one', items, new WatchedSignal()));
		expect(windows(service)).toEqual(times(5, () => [LIMIT, 0]));
		expect(service.lastServedAt - begin).toBeLessThanOrEqual(4.1 * WINDOW);
	});

	test('without a limit to compare with, the windows are used up again two windows later', async () => {
		const service = new ScriptedService('no-limit-header');
		service.script = async (request, count) => {
			const reply = await VirtualService.prototype.answer.call(service, 'one', request);
			const headers = { ...(reply.headers as IDataObject) };
			delete headers['x-ratelimit-limit'];
			if (count === LIMIT + 1) headers['x-ratelimit-remaining'] = '1000000';
			return { ...reply, headers };
		};
		const begin = Date.now();
		await advanceUntil(createLinks(service, 'one', 8 * LIMIT, new WatchedSignal()));
		expect(windows(service).slice(3, -1)).toEqual(
			times(windows(service).length - 4, () => [LIMIT, 0]),
		);
		expect(service.lastServedAt - begin).toBeLessThanOrEqual(9.1 * WINDOW);
	});
});
