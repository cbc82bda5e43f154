/** What a run costs the process: time, CPU, memory, and how long the event loop was blocked. */
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { Measures, Vitals } from './protocol.ts';

const RESOLUTION_MS = 1;

/** Does the work and measures it. */
export async function measured<T>(work: () => Promise<T>): Promise<[T, Measures]> {
	const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
	delays.enable();
	let longestCollectionMs = 0;
	const collections = new PerformanceObserver((list) => {
		for (const { duration } of list.getEntries())
			longestCollectionMs = Math.max(longestCollectionMs, duration);
	});
	collections.observe({ entryTypes: ['gc'] });
	await delay(5 * RESOLUTION_MS); // the first tick only starts the monitor: work must not begin before it
	const cpu = process.cpuUsage();
	const start = performance.now();
	const result = await work();
	const durationMs = performance.now() - start;
	const { user, system } = process.cpuUsage(cpu);
	await delay(2 * RESOLUTION_MS); // lets the monitor see a block that ends with the work
	delays.disable();
	collections.disconnect();
	const measures = {
		durationMs,
		longestBlockMs: Math.max(0, delays.max / 1e6 - RESOLUTION_MS),
		longestCollectionMs,
		cpuMs: (user + system) / 1000,
		peakRssMb: process.resourceUsage().maxRSS / 1024,
	};
	return [result, measures];
}

/** What the process holds while nothing runs. A leak shows as growth between two readings. */
export async function vitals(): Promise<Vitals> {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	await delay(1_000); // connections close, pages go back to the system
	collect();
	collect();
	const { rss, heapUsed } = process.memoryUsage();
	return {
		rssMb: rss / 2 ** 20,
		heapMb: heapUsed / 2 ** 20,
		handles: process.getActiveResourcesInfo().length,
	};
}
