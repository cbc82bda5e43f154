/** What a run costs the process: time, CPU, memory, and how long its event loop stood still. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

import type { Measures } from './protocol.ts';

const RESOLUTION_MS = 1;

/** Does the work and measures it. */
export async function measured<T>(work: () => Promise<T>): Promise<[T, Measures]> {
	const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
	delays.enable();
	await delay(5 * RESOLUTION_MS); // its first tick only starts the clock: work must not begin before it
	const cpu = process.cpuUsage();
	const start = performance.now();
	const result = await work();
	const durationMs = performance.now() - start;
	const { user, system } = process.cpuUsage(cpu);
	await delay(2 * RESOLUTION_MS); // lets the monitor see a stretch that ends with the work
	delays.disable();
	const measures = {
		durationMs,
		longestBlockMs: Math.max(0, delays.max / 1e6 - RESOLUTION_MS),
		cpuMs: (user + system) / 1000,
		peakRssMb: process.resourceUsage().maxRSS / 1024,
	};
	return [result, measures];
}
