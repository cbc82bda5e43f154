/**
 * Hundreds of mixed operations in sequential and parallel runs, with random faults. At the end the service holds
 * exactly what the runs reported. SOAK_SEED changes the random numbers, SOAK_ITEMS the size. Which request a fault
 * hits also depends on the order of arrival.
 */
import { describe, expect, test } from '@jest/globals';

import type { Json, RunReply } from '../../support/engine';
import { setUpTestbeds, type Testbed } from '../../support/engine/testbed';
import { type Kind, kindsNamed, type State } from '../../support/faults/operationKinds';
import { accountsOf, doneBeforeStop, isUnknown, ON_ERROR } from '../../support/faults/runOutcome';
import { seededRandom } from '../../support/seededRandom';

const SEED = Number(process.env.SOAK_SEED ?? 1);
/** So many that each of the faults hits two requests at least. */
const ITEMS = Number(process.env.SOAK_ITEMS ?? 500);
const LANES = 8;
const MOST_ITEMS = 40;
/** In ms. Only a hanging request takes so long, also on a busy machine. */
const TIMEOUT = 4_000;

const KINDS = kindsNamed(
	...['link with alias', 'link without alias', 'channel', 'campaign', 'QR code with name'],
	...['get one', 'update'],
);

/** The faults, and how often they hit a request. */
const FAULTS: Array<[probability: number, fault: Json]> = [
	[0.02, { kind: 'resetBefore' }],
	[0.02, { kind: 'resetAfter' }],
	[0.02, { kind: 'status', status: 503 }],
	[0.02, { kind: 'statusAfter', status: 502 }],
	[0.01, { kind: 'truncated' }],
	[0.01, { kind: 'html', after: true }],
	[0.002, { kind: 'hang', after: true }],
	[0.02, { kind: 'status', status: 429, headers: { 'Retry-After': '0.1' } }],
	[0.01, { kind: 'status', status: 200, body: { error: 1, message: 'Refused at random.' } }],
];
/**
 * The faults of lists: only those that a look-up survives. A failed look-up leaves a record unknown, which the matrix
 * tests. Seven failed tries in a row happen once in ten million look-ups.
 */
const LIST_FAULTS: typeof FAULTS = [
	[0.05, { kind: 'resetBefore' }],
	[0.05, { kind: 'status', status: 503 }],
];
const LIST = '(urls|channels|campaigns|qr)(\\?|$)';
const rulesFor = (path: string, faults: typeof FAULTS) =>
	faults.map(([probability, fault]) => ({ match: { path }, probability, times: 0, fault }));
const RULES = [...rulesFor(`/api/(?!${LIST})`, FAULTS), ...rulesFor(`/${LIST}`, LIST_FAULTS)];

/** One run of the node and its result. */
interface Round {
	kind: Kind;
	names: string[];
	reply: RunReply;
}

/** The runs of one lane, chosen at random until its share of the items is used up. */
async function soak(testbed: Testbed, lane: number): Promise<Round[]> {
	const random = seededRandom(SEED + lane * 7919);
	const draw = (below: number): number => Math.floor(random() * below);
	const pick = <T>(values: readonly T[]): T => values[draw(values.length)] as T;
	const rounds: Round[] = [];
	const begin = async (index: number, count: number): Promise<void> => {
		const [kind, onError] = [pick(KINDS), pick(ON_ERROR)];
		// Some items have the same name: only the creation time distinguishes their records
		const twins = kind.creates?.column !== 'alias' && draw(4) === 0;
		const names = Array.from(
			{ length: count },
			(_, item) => `l${lane}r${index}i${twins ? item % 5 : item}e`,
		);
		const reply = await testbed.engine.run({
			parameters: { ...kind.parameters, requestOptions: { timeout: TIMEOUT } },
			items: names.map((name) => ({ name })),
			settings: { onError },
			credentials: { baseUrl: testbed.url, apiKey: testbed.key },
		});
		rounds.push({ kind, names, reply });
	};
	for (let left = ITEMS / LANES, index = 0; left > 0; index += 2) {
		const counts = [1 + draw(MOST_ITEMS), 1 + draw(MOST_ITEMS)];
		await Promise.all(counts.map((count, beside) => begin(index + beside, count)));
		left -= (counts[0] ?? 0) + (counts[1] ?? 0);
	}
	return rounds;
}

/** The names of a round's records in the service, one entry for each record. */
function held({ kind, names }: Round, state: State): string[] {
	const { table = '', column = '' } = kind.creates ?? {};
	const wanted = new Set(names);
	const nameIn = (row: Json): string => String(row[column]).replace('https://example.com/', '');
	return (state[table] ?? []).map(nameIn).filter((name) => wanted.has(name));
}

/**
 * The service holds each reported record once per report. With On Error: Stop, the number in the error is the report.
 */
function expectBalance(round: Round, state: State): void {
	const { reply, names, kind } = round;
	expect(reply.leaks).toEqual([]);
	const { done, refused } = accountsOf(reply);
	expect([...refused.values(), reply.error?.description ?? ''].filter(isUnknown)).toEqual([]);
	if (reply.error) {
		expect(reply.error.message).toMatch(/\[item \d+\]/);
		if (kind.creates && names.length > 1)
			expect(held(round, state)).toHaveLength(doneBeforeStop(reply));
		if (kind.creates && names.length === 1) expect(held(round, state)).toEqual([]);
		return;
	}
	expect(done.size + refused.size).toBe(names.length);
	if (!kind.creates) return;
	const reported = [...done.keys()].map((item) => names[item]!);
	expect(held(round, state).sort()).toEqual(reported.sort());
}

describe(`Soak with SOAK_SEED=${SEED}`, () => {
	const testbeds = setUpTestbeds(LANES);

	test(
		`${ITEMS} operations: the service holds exactly the records that the runs reported`,
		async () => {
			const seed = { links: MOST_ITEMS, channels: MOST_ITEMS };
			const limits = { limit: 60, window: 0.5, resetFormat: 'ms', fractionalSeconds: true };
			const lanes = testbeds.map(async (testbed, lane) => {
				const settings = { ...limits, seed: SEED + lane };
				await testbed.setScene({ settings, seed, faults: RULES });
				const rounds = await soak(testbed, lane);
				const state = await testbed.control<State>('/state');
				return rounds.map((round) => ({ round, state }));
			});
			const results = (await Promise.all(lanes)).flat();
			const refused = results.filter(({ round }) => accountsOf(round.reply).refused.size > 0);
			expect(refused.length).toBeGreaterThan(0);
			for (const { round, state } of results) expectBalance(round, state);
		},
		60_000 + ITEMS * 60,
	);
});
