/** A day at 30 requests a minute, in virtual time: the pace, what is left behind, and how soon it ends when it is stopped. */
import { sleep } from 'n8n-workflow';

import { creations, NewLinkTrigger, remembered, WatchedSignal } from '../support/virtual/callers';
import { passing, startClock, stopClock, timersLeft } from '../support/virtual/clock';
import { type Habits, LIMIT, VirtualService, WINDOW } from '../support/virtual/service';

const DAY = 43_200;
const HOURS = 3_600;
/** Links of half an hour and a window: what lost creations are looked up by. */
const MOST_REMEMBERED = 31 * LIMIT;
/** The longest that any wait goes on when nobody waits any more, in ms. */
const AFTERGLOW = 1_000;

beforeEach(() => startClock(Date.parse('2030-01-31T10:00:00.300Z')));
afterEach(stopClock);

const bound = (requests: number, window = WINDOW) => (Math.ceil(requests / LIMIT) - 1) * window;
const refusals = ({ windows }: VirtualService) =>
	windows.reduce((sum, { refused }) => sum + refused, 0);
const servedTo = ({ windows }: VirtualService, name: string) =>
	windows.map(({ served }) => served[name] ?? 0);
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

async function expectNothingLeft(signal: WatchedSignal): Promise<void> {
	await passing(sleep(AFTERGLOW));
	expect({ timers: timersLeft(), listeners: signal.listeners }).toEqual({
		timers: 0,
		listeners: 0,
	});
}

/** How far two who share a key are apart in any ten windows, as a share of what both got. */
const imbalance = (one: number[], two: number[]) =>
	one.slice(0, -10).map((_, window) => {
		const [mine, other] = [one, two].map((served) => sum(served.slice(window, window + 10))) as [
			number,
			number,
		];
		return Math.abs(mine - other) / (mine + other);
	});

interface Case {
	name: string;
	habits: Habits;
	requests?: number;
	/** How long a window is, as far as can be told from outside; default: as long as it is. */
	announced?: number;
	/** Requests that may be one too many. */
	refused?: number;
}

const toSeconds = (round: (seconds: number) => number) => (end: number) => round(end / 1000) * 1000;
/** A service that counts in whole seconds: its windows really end where it says. */
const inSeconds = (begin: number) => toSeconds(Math.floor)(begin) + WINDOW;
const AHEAD = 40_400;

/** A window's end in whole seconds may be up to a second early or late; so may the clock by the Date header. */
const cases: Case[] = [
	{ name: 'reset to the millisecond', habits: {}, requests: DAY },
	{ name: 'a service that counts in whole seconds', habits: { end: inSeconds } },
	{ name: 'reset rounded up', habits: { told: toSeconds(Math.ceil) }, announced: WINDOW + 1000 },
	{
		name: 'reset rounded down',
		habits: { told: toSeconds(Math.floor) },
		announced: WINDOW + 1000,
		refused: 2,
	},
	{
		name: 'clock ahead, whole seconds',
		habits: { skew: AHEAD, end: inSeconds },
		announced: WINDOW + 1000,
	},
	{ name: 'clock ahead', habits: { skew: AHEAD }, announced: WINDOW + 1000 },
	{ name: 'clock behind', habits: { skew: -AHEAD }, announced: WINDOW + 1000 },
	{
		name: 'clock ahead, reset rounded up',
		habits: { skew: AHEAD, told: toSeconds(Math.ceil) },
		announced: WINDOW + 2000,
	},
	{
		name: 'windows end up to a second later than announced',
		habits: {
			end: (begin) => begin + WINDOW + ((begin * 7919) % 1000),
			told: (end) => end - ((end * 7919) % 1000),
		},
		announced: WINDOW + 2000,
		refused: 2,
	},
];

test.each(cases)(
	'$name',
	async ({ name, habits, requests = HOURS, announced = WINDOW, refused = 0 }) => {
		const service = new VirtualService(name.replace(/\W+/g, '-'), habits);
		const signal = new WatchedSignal();
		const begin = Date.now();
		const made = await passing(creations(service, 'one', requests, signal));

		expect(made).toHaveLength(requests);
		expect(service.links).toHaveLength(requests);
		expect((service.lastAt - begin) / bound(requests, announced)).toBeLessThan(1.01);
		expect(refusals(service)).toBeLessThanOrEqual(refused);
		expect(await remembered(service)).toBeLessThanOrEqual(MOST_REMEMBERED);
		await expectNothingLeft(signal);
	},
);

test('two executions and a trigger share a key for a day', async () => {
	const service = new VirtualService('shared');
	const signal = new WatchedSignal();
	const trigger = new NewLinkTrigger(service, 'trigger');
	const begin = Date.now();
	await passing(trigger.tick());
	const ticking = setInterval(() => void trigger.tick(), WINDOW);
	const runs = ['one', 'two'].map(async (name) => await creations(service, name, DAY / 2, signal));
	await passing(Promise.all(runs));
	clearInterval(ticking);

	expect((service.lastAt - begin) / bound(DAY + sum(servedTo(service, 'trigger')))).toBeLessThan(
		1.01,
	);
	expect(refusals(service)).toBe(0);
	const shares = imbalance(servedTo(service, 'one'), servedTo(service, 'two'));
	expect(Math.max(...shares)).toBeLessThan(0.08);
	expect(sum(shares) / shares.length).toBeLessThan(0.02);

	// who was turned away gets through the next time
	expect(
		trigger.polls.filter((answered, tick) => !answered && trigger.polls[tick - 1] === false),
	).toEqual([]);
	expect(trigger.told).toEqual(trigger.told.map((_, index) => index + 1));
	expect(trigger.told.length).toBeGreaterThan(DAY - 3 * LIMIT);
	await expectNothingLeft(signal);
});

test.each([
	['with requests in flight', 400],
	['waiting for a window', 20_000],
])('Stop ends a run %s within a second, and nothing is sent any more', async (name, after) => {
	const service = new VirtualService(name.replace(/\W+/g, '-'));
	const sending = jest.spyOn(service, 'answer');
	const signal = new WatchedSignal();
	const stop = { at: 0, sent: 0 };
	setTimeout(() => {
		Object.assign(stop, { at: Date.now(), sent: sending.mock.calls.length });
		signal.stop();
	}, after);
	await expect(passing(creations(service, 'one', 100, signal))).rejects.toThrow(/canceled/);

	expect(Date.now() - stop.at).toBeLessThanOrEqual(AFTERGLOW);
	expect(stop.sent).toBeGreaterThan(0);
	await passing(sleep(2 * WINDOW));
	expect(sending).toHaveBeenCalledTimes(stop.sent);
	await expectNothingLeft(signal);
});
