/** Several processes with one key, such as the workers of n8n's queue mode. They know each other only by the replies of the service. Virtual time. */
import { sleep } from 'n8n-workflow';

import { advanceUntil, useVirtualClock } from '../support/virtual/clock';
import {
	type Behavior,
	LIMIT,
	LimitedService,
	sum,
	WINDOW,
} from '../support/virtual/limitedService';
import { sendRequests } from '../support/virtual/senders';

/** Each process waits in slices of its own. */
const MANY_TIMERS = 500_000;

useVirtualClock();

const names = (count: number) => Array.from({ length: count }, (_, index) => `process-${index}`);
const refusedShare = ({ refused }: LimitedService, served: number) => refused / (refused + served);

/** In whole seconds. */
const ROUNDED: Behavior = {
	end: (begin) => Math.floor(begin / 1000) * 1000 + WINDOW,
	announce: (end) => end / 1000,
};

test.each<[processes: number, reset: string, behavior: Behavior, mostRefused: number]>([
	[1, 'to the millisecond', {}, 0],
	[3, 'to the millisecond', {}, 0.08],
	[3, 'in whole seconds', ROUNDED, 0.08],
	[5, 'to the millisecond', {}, 0.08],
	[10, 'to the millisecond', {}, 0.2],
])(
	'%i processes share a key in equal parts and are seldom refused, reset %s',
	async (processes, _, behavior, mostRefused) => {
		const service = new LimitedService(behavior);
		const count = 600 / processes;
		const sending = names(processes).map(
			async (name) => await sendRequests(service, name, { count }),
		);
		await advanceUntil(Promise.all(sending), MANY_TIMERS);

		const served = names(processes).map((name) => service.servedTo(name));
		expect(served.map(sum)).toEqual(names(processes).map(() => count));
		expect(service.windows.length).toBeLessThanOrEqual(1.1 * (600 / LIMIT));
		expect(refusedShare(service, 600)).toBeLessThanOrEqual(mostRefused);
		// once they know each other and until the first one ends, each has its share of every window
		const equal = LIMIT / processes;
		const shares = served.flatMap((windows) => windows.slice(2, -3));
		expect(Math.min(...shares)).toBeGreaterThanOrEqual(Math.floor(equal * 0.6));
		expect(Math.max(...shares)).toBeLessThanOrEqual(Math.ceil(equal * 1.5));
	},
);

test('a process that comes later soon has an equal share, and the one that stays has everything again', async () => {
	const service = new LimitedService();
	const run = async (name: string, count: number, later: number) => {
		if (later > 0) await sleep(later);
		await sendRequests(service, name, { count });
	};
	const runs = [
		run('first', 400, 0),
		run('second', 40, 2.4 * WINDOW),
		run('third', 40, 3.1 * WINDOW),
	];
	await advanceUntil(Promise.all(runs), MANY_TIMERS);

	const [first = [], second = [], third = []] = ['first', 'second', 'third'].map((name) =>
		service.servedTo(name),
	);
	expect([first, second, third].map(sum)).toEqual([400, 40, 40]);
	expect(first.slice(0, 3)).toEqual([LIMIT, LIMIT, LIMIT]);
	expect(second[3]).toBeGreaterThan(0);
	for (const window of [5, 6])
		for (const served of [first, second, third])
			expect(served[window]).toBeGreaterThanOrEqual(LIMIT / 4);
	const others = [second, third].flatMap((served) =>
		served.map((count, window) => (count > 0 ? window : 0)),
	);
	const left = Math.max(...others);
	expect(first.slice(left + 3, -1).length).toBeGreaterThan(2);
	expect(new Set(first.slice(left + 3, -1))).toEqual(new Set([LIMIT]));
	expect(refusedShare(service, 480)).toBeLessThanOrEqual(0.05);
});
