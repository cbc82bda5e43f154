/** Several processes with one key, such as the workers of n8n's queue mode. They know each other only by the replies of the service. Virtual time. */
import { advanceUntil, useVirtualClock } from '../support/virtual/clock';
import { inOtherProcess } from '../support/virtual/otherProcess';
import type * as Runs from '../support/virtual/runs';
import { type Behavior, LIMIT, VirtualService, WINDOW } from '../support/virtual/service';

/** Each process waits in slices of its own. */
const MANY_TIMERS = 500_000;

useVirtualClock();

/** Creates so many links in a process that starts so much later, in ms. */
async function run(
	service: VirtualService,
	name: string,
	items: number,
	later = 0,
): Promise<number> {
	const { createLinks } = inOtherProcess(() =>
		jest.requireActual<typeof Runs>('../support/virtual/runs'),
	);
	if (later > 0) await new Promise((resolve) => setTimeout(resolve, later));
	return (await createLinks(service, name, items)).length;
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `process-${index}`);
/** The largest share of requests that may be refused. */
const maxRefused = (processes: number) => (processes === 1 ? 0 : processes <= 5 ? 0.08 : 0.2);
const refusedShare = ({ refused, links }: VirtualService) => refused / (refused + links.length);

const inSeconds = (begin: number) => Math.floor(begin / 1000) * 1000 + WINDOW;
const cases: Array<{ processes: number; behavior: Behavior; reset: string }> = [
	{ processes: 1, behavior: {}, reset: 'to the millisecond' },
	{ processes: 3, behavior: {}, reset: 'to the millisecond' },
	{
		processes: 3,
		behavior: { end: inSeconds, announce: (end) => end / 1000 },
		reset: 'in whole seconds',
	},
	{ processes: 5, behavior: {}, reset: 'to the millisecond' },
	{ processes: 10, behavior: {}, reset: 'to the millisecond' },
];

test.each(cases)(
	'$processes processes share a key in equal parts and are seldom refused, reset $reset',
	async ({ processes, behavior, reset }) => {
		const items = 600 / processes;
		const service = new VirtualService(`${processes}-${reset.replace(/\W+/g, '-')}`, behavior);
		const created = await advanceUntil(
			Promise.all(names(processes).map(async (name) => await run(service, name, items))),
			MANY_TIMERS,
		);

		expect(created).toEqual(names(processes).map(() => items));
		expect(service.links).toHaveLength(600);
		expect(new Set(service.links.map(({ longurl }) => longurl)).size).toBe(600);
		expect(service.windows.length).toBeLessThanOrEqual(1.1 * (600 / LIMIT));
		expect(refusedShare(service)).toBeLessThanOrEqual(maxRefused(processes));
		// once they know each other and until the first one ends, each has its share of every window
		const equal = LIMIT / processes;
		const shares = names(processes).map((name) => service.servedTo(name).slice(2, -3));
		expect(Math.min(...shares.flat())).toBeGreaterThanOrEqual(Math.floor(equal * 0.6));
		expect(Math.max(...shares.flat())).toBeLessThanOrEqual(Math.ceil(equal * 1.5));
	},
);

test('a process that comes later soon has an equal share, and the one that stays has everything again', async () => {
	const service = new VirtualService('later');
	const others = [
		run(service, 'second', 40, 2.4 * WINDOW),
		run(service, 'third', 40, 3.1 * WINDOW),
	];
	await advanceUntil(Promise.all([run(service, 'first', 400), ...others]), MANY_TIMERS);

	expect(service.links).toHaveLength(480);
	const [first, second, third] = ['first', 'second', 'third'].map((name) =>
		service.servedTo(name),
	) as [number[], number[], number[]];
	expect(first.slice(0, 3)).toEqual([LIMIT, LIMIT, LIMIT]);
	expect(second[3]).toBeGreaterThan(0);
	for (const window of [5, 6])
		for (const served of [first, second, third])
			expect(served[window]).toBeGreaterThanOrEqual(LIMIT / 4);
	const left = Math.max(
		...[second, third].flatMap((served) => served.map((count, window) => (count > 0 ? window : 0))),
	);
	expect(first.slice(left + 3, -1).length).toBeGreaterThan(2);
	expect(new Set(first.slice(left + 3, -1))).toEqual(new Set([LIMIT]));
	expect(refusedShare(service)).toBeLessThanOrEqual(0.05);
});
