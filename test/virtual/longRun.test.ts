/** Hours at 30 requests a minute, in virtual time: how fast it is, what stays in memory, and how soon Stop ends it. */
import { getEventListeners } from 'node:events';

import { type IDataObject, sleep } from 'n8n-workflow';

import { LISTS } from '../../nodes/LinkManagement/client/endpoints';
import { createdByUsAt, creationsOf } from '../../nodes/LinkManagement/recovery/createdRecords';
import { poll } from '../../nodes/LinkManagement/trigger/poll';
import { advanceUntil, timersLeft, useVirtualClock } from '../support/virtual/clock';
import { BUSY } from '../support/virtual/linkService';
import { pollContext } from '../support/virtual/polls';
import { baseContext, createLinks, open } from '../support/virtual/runs';
import {
	runInVirtualTime,
	type VirtualRun,
	type VirtualScript,
} from '../support/virtual/scriptedRun';
import { type Behavior, LIMIT, VirtualService, WINDOW } from '../support/virtual/service';

const HOUR = 1_800;
/** In two hours, a run forgets its first links three times over. RUN_HOURS sets another length, such as a day. */
const LONGEST = Number(process.env.RUN_HOURS ?? 2) * HOUR;
/** Links of half an hour and a window: among these, lost creations are looked up. */
const MAX_REMEMBERED = 31 * LIMIT;
/** Longest time until all timers have ended after a run, in ms. */
const MAX_END = 1_000;

useVirtualClock();

const bound = (requests: number, window = WINDOW) => (Math.ceil(requests / LIMIT) - 1) * window;
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

async function expectNothingLeft(signal: AbortSignal): Promise<void> {
	await advanceUntil(sleep(MAX_END));
	expect([timersLeft(), getEventListeners(signal, 'abort')]).toEqual([0, []]);
}

/** @returns how many of the account's links the node still knows as its own creations */
async function countRemembered(service: VirtualService): Promise<number> {
	const creations = creationsOf(await open(service), LISTS.links);
	return service.links.filter(({ id }) => createdByUsAt(creations, { id }) !== undefined).length;
}

/** An active trigger for new links: for each poll, whether the service answered it, and the IDs of the links that came out. */
function newLinkTrigger(service: VirtualService) {
	const answered: boolean[] = [];
	const emitted: number[] = [];
	const staticData: IDataObject = {};
	const caller = { ...baseContext(service, 'trigger'), logger: { warn: () => undefined } };
	const answers = () => sum(service.servedTo('trigger'));
	return {
		answered,
		emitted,
		poll: async () => {
			const before = answers();
			const more = { workflowId: 'trigger' };
			const output = await poll(pollContext(caller, { event: 'newLink' }, staticData, more));
			emitted.push(...(output?.[0] ?? []).map(({ json }) => Number(json.id)));
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
	async ({ name, behavior, requests = HOUR / 2, announced = WINDOW, refused = 0 }) => {
		const service = new VirtualService(name.replace(/\W+/g, '-'), behavior);
		const { signal } = new AbortController();
		const begin = Date.now();
		const created = await advanceUntil(createLinks(service, 'one', requests, signal), Infinity);

		expect(created).toHaveLength(requests);
		expect(service.links).toHaveLength(requests);
		expect((service.lastServedAt - begin) / bound(requests, announced)).toBeLessThan(1.01);
		expect(service.refused).toBeLessThanOrEqual(refused);
		expect(await countRemembered(service)).toBeLessThanOrEqual(MAX_REMEMBERED);
		await expectNothingLeft(signal);
	},
);

test('two executions and a trigger that share a key for hours get equal shares, and no poll is lost twice', async () => {
	const service = new VirtualService('shared');
	const { signal } = new AbortController();
	const trigger = newLinkTrigger(service);
	const begin = Date.now();
	await advanceUntil(trigger.poll());
	const polling = setInterval(() => void trigger.poll(), WINDOW);
	const runs = ['one', 'two'].map(
		async (name) => await createLinks(service, name, LONGEST / 2, signal),
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

/** The window that begins with the first request ends after a minute. */
const limited: VirtualScript = (_, count) => ({
	headers: {
		'x-ratelimit-limit': String(LIMIT),
		'x-ratelimit-remaining': String(LIMIT - count),
		'x-ratelimit-reset': '60',
	},
	body: { error: 0, id: count, shorturl: `https://sho.rt/${count}` },
});
const pages: VirtualScript = ({ query }) => ({
	body: { error: 0, data: { maxpage: 1_000, urls: [{ id: query.page }] } },
});
const toCreate = Array.from({ length: 100 }, (_, n) => ({ url: `https://example.com/${n}` }));
const allPages = { returnAll: true, options: { pageSize: 1 } };

test.each<[string, after: number, operation: string, VirtualRun['items'], VirtualScript]>([
	['with requests in flight', 400, 'create', toCreate, limited],
	['waiting for a window', 20_000, 'create', toCreate, limited],
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
