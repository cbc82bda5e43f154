/** Hours at 30 requests a minute, in virtual time: how fast it is, what stays in memory, and how soon Stop ends it. */
import { getEventListeners } from 'node:events';

import { sleep } from 'n8n-workflow';

import { accountFor } from '../../nodes/LinkManagement/client/account';
import { LISTS } from '../../nodes/LinkManagement/client/endpoints';
import { createdByUsAt, creationsOf } from '../../nodes/LinkManagement/recovery/createdRecords';
import { advanceUntil, timersLeft, useVirtualClock } from '../support/virtual/clock';
import {
	type Behavior,
	LIMIT,
	LimitedService,
	sum,
	WINDOW,
} from '../support/virtual/limitedService';
import { BUSY } from '../support/virtual/linkService';
import { virtualTrigger } from '../support/virtual/polls';
import {
	API_KEY,
	creating,
	newHost,
	runInVirtualTime,
	startRun,
	type VirtualRun,
	type VirtualScript,
} from '../support/virtual/scriptedRun';

const HOUR = 1_800;
/** In two hours, a run forgets its first links three times over. RUN_HOURS sets another length, such as a day. */
const LONGEST = Number(process.env.RUN_HOURS ?? 2) * HOUR;
/** Links of half an hour and a window: among these, lost creations are looked up. */
const MAX_REMEMBERED = 31 * LIMIT;
/** Longest time until all timers have ended after a run, in ms. */
const MAX_END = 1_000;

useVirtualClock();

const bound = (requests: number, window = WINDOW) => (Math.ceil(requests / LIMIT) - 1) * window;

async function expectNothingLeft(signal: AbortSignal): Promise<void> {
	await advanceUntil(sleep(MAX_END));
	expect([timersLeft(), getEventListeners(signal, 'abort')]).toEqual([0, []]);
}

/** @returns how many of the account's links the node still knows as its own creations */
function countRemembered({ links }: LimitedService, host: string): number {
	const account = accountFor(`https://${host}.example.com`, API_KEY);
	const creations = creationsOf({ account }, LISTS.links);
	return links.filter(({ id }) => createdByUsAt(creations, { id }) !== undefined).length;
}

/** An active trigger for new links: for each poll, whether the service answered it, and the IDs of the links that came out. */
function newLinkTrigger(service: LimitedService, host: string) {
	const answered: boolean[] = [];
	const emitted: number[] = [];
	const poll = virtualTrigger({ event: 'newLink' }, service.scriptFor('trigger'), host);
	const answers = () => sum(service.servedTo('trigger'));
	return {
		answered,
		emitted,
		poll: async () => {
			const before = answers();
			emitted.push(...(await poll()).ids.map(Number));
			answered.push(answers() > before);
		},
	};
}

/** The difference between two runs that share a key, in any ten windows while both run, as a share of what both got. */
function imbalance(one: number[], two: number[]): number[] {
	const ends = [one, two].map((served) =>
		Math.max(...served.map((count, window) => (count > 0 ? window : 0))),
	);
	return one.slice(0, Math.min(...ends) - 10).map((_, window) => {
		const [mine, other] = [one, two].map((served) => sum(served.slice(window, window + 10))) as [
			number,
			number,
		];
		return Math.abs(mine - other) / (mine + other);
	});
}

interface Case {
	name: string;
	behavior: Behavior;
	requests?: number;
	/** How long a window can seem to be from outside, in ms. Default: as long as it is. */
	announced?: number;
	/** Requests that the service may refuse. */
	refused?: number;
}

/** A service that counts in whole seconds: its windows end exactly when it says. */
const inSeconds = (begin: number) => Math.floor(begin / 1000) * 1000 + WINDOW;

/** An end in whole seconds can be up to a second early or late, and so can the clock in the Date header. */
const cases: Case[] = [
	{ name: 'reset to the millisecond', behavior: {}, requests: LONGEST },
	{
		name: 'clock ahead, whole seconds',
		behavior: { skew: 40_400, end: inSeconds },
		announced: WINDOW + 1000,
	},
	{
		name: 'windows end up to a second later than announced, clock slow by less than the Date header shows',
		behavior: { skew: -1_700, announce: (end) => Math.floor(end / 1000) },
		announced: WINDOW + 1000,
		refused: 2,
	},
];

test.each(cases)(
	'a long run at the limit takes no longer than it must: $name',
	async ({ behavior, requests = HOUR / 2, announced = WINDOW, refused = 0 }) => {
		const service = new LimitedService(behavior);
		const host = newHost();
		const { signal } = new AbortController();
		const begin = Date.now();
		const run = startRun(creating(requests, { host, signal }), service.scriptFor('one'));
		const { items } = await advanceUntil(run, Infinity);

		expect(items).toHaveLength(requests);
		expect(service.links).toHaveLength(requests);
		expect((service.lastServedAt - begin) / bound(requests, announced)).toBeLessThan(1.01);
		expect(service.refused).toBeLessThanOrEqual(refused);
		expect(countRemembered(service, host)).toBeLessThanOrEqual(MAX_REMEMBERED);
		await expectNothingLeft(signal);
	},
);

test('two executions and a trigger that share a key for hours get equal shares, and no poll is lost twice', async () => {
	const service = new LimitedService();
	const host = newHost();
	const { signal } = new AbortController();
	const trigger = newLinkTrigger(service, host);
	const begin = Date.now();
	await advanceUntil(trigger.poll());
	const polling = setInterval(() => void trigger.poll(), WINDOW);
	const runs = ['one', 'two'].map(
		async (name) =>
			await startRun(creating(LONGEST / 2, { host, signal }), service.scriptFor(name)),
	);
	await advanceUntil(Promise.all(runs), Infinity);
	clearInterval(polling);

	const least = bound(LONGEST + sum(service.servedTo('trigger')));
	expect((service.lastServedAt - begin) / least).toBeLessThan(1.01);
	expect(service.refused).toBe(0);
	const shares = imbalance(service.servedTo('one'), service.servedTo('two'));
	expect(Math.max(...shares)).toBeLessThan(0.08);
	expect(sum(shares) / shares.length).toBeLessThan(0.02);

	// a poll that found the limit used up is followed by one that is answered
	expect(
		trigger.answered.filter((answered, poll) => !answered && trigger.answered[poll - 1] === false),
	).toEqual([]);
	expect(trigger.emitted).toEqual(trigger.emitted.map((_, index) => index + 1));
	expect(trigger.emitted.length).toBeGreaterThan(LONGEST - 3 * LIMIT);
	await expectNothingLeft(signal);
});

const limited = () => new LimitedService().scriptFor('run');
const pages: VirtualScript = ({ query }) => ({
	body: { error: 0, data: { maxpage: 1_000, urls: [{ id: query.page }] } },
});
const toCreate = creating(100).items;
const allPages = { returnAll: true, options: { pageSize: 1 } };

test.each<[string, after: number, operation: string, VirtualRun['items'], VirtualScript]>([
	['with requests in flight', 400, 'create', toCreate, limited()],
	['waiting for a window', 20_000, 'create', toCreate, limited()],
	['that waits to send a request again', 1_000, 'delete', [{ linkId: '1' }], () => BUSY],
	['between pages of a list', 1_000, 'getAll', [allPages], pages],
])('Stop ends a run %s within a second, and nothing more is sent', async (...given) => {
	const [, after, operation, items, script] = given;
	const stop = new AbortController();
	setTimeout(() => stop.abort(), after);
	const { signal } = stop;
	const outcome = await runInVirtualTime({ resource: 'link', operation, items, signal }, script);
	expect(outcome.error?.message).toMatch(/canceled/);
	expect(outcome.took).toBeGreaterThanOrEqual(after);
	expect(outcome.took).toBeLessThanOrEqual(after + MAX_END);
	// One that was on its way arrives
	await advanceUntil(sleep(100));
	const sent = outcome.requests.length;
	expect(sent).toBeGreaterThan(0);
	await advanceUntil(sleep(2 * WINDOW));
	expect(outcome.requests).toHaveLength(sent);
	await expectNothingLeft(signal);
});
