/**
 * Random walks over all operations of both nodes. After each step, the sandbox holds exactly what the outputs reported: no
 * record twice, none lost, none that was not reported, and nothing unchanged that the output calls changed, or the other way
 * round. Virtual time; the sandbox is in this process.
 *
 * `WALK_SEED=4711 npm run test:walk` repeats one walk, and WALK_SEEDS is how many there are from that seed on. Each walk uses the
 * node in two processes: the modules of nodes/ twice, each with its own memory.
 */
import { afterAll, describe, expect, test } from '@jest/globals';

import { resources } from '../../nodes/LinkManagement/actions';
import { useVirtualClock } from '../support/virtual/clock';
import { inOtherProcess } from '../support/virtual/otherProcess';
import { MAKERS } from '../support/walk/operations';
import { Walk, type WalkProcess } from '../support/walk/walk';

const FIRST = Number(process.env.WALK_SEED ?? 1);
const COUNT = Number(process.env.WALK_SEEDS ?? (process.env.WALK_SEED ? 1 : 60));
/** Of the story of a walk that fails, apart from its settings. */
const LINES_SHOWN = 4;
const SEEDS = Array.from({ length: COUNT }, (_, index) => FIRST + index);

const startProcess = (): WalkProcess =>
	inOtherProcess(() => ({
		runs: jest.requireActual<WalkProcess['runs']>('../support/virtual/scriptedRun'),
		polls: jest.requireActual<WalkProcess['polls']>('../support/virtual/polls'),
	}));

const processes = [startProcess(), startProcess()];
const sums = { items: 0, failed: 0, unknown: 0 };

useVirtualClock();
afterAll(() =>
	console.log(
		`WALK_SEED=${FIRST} WALK_SEEDS=${COUNT}: ${sums.items} items, ${sums.failed} failed, ${sums.unknown} unknown`,
	),
);

describe('Random walks', () => {
	test('know every operation', () => {
		const declared = Object.entries(resources).flatMap(([resource, { operations: all }]) =>
			Object.keys(all).map((operation) => `${resource}:${operation}`),
		);
		expect(Object.keys(MAKERS).sort()).toEqual(declared.sort());
	});

	test.each(SEEDS)('the service holds what the outputs report, seed %d', async (seed) => {
		const walk = new Walk(seed, `walk-${seed}`, processes);
		try {
			await walk.walk();
		} catch (error) {
			const [settings, ...lines] = walk.story.lines;
			const last = lines.slice(-LINES_SHOWN).join('\n');
			process.stdout.write(`\nWALK_SEED=${seed} npm run test:walk\n${settings}\n…\n${last}\n`);
			throw error;
		}
		sums.items += walk.story.items;
		sums.failed += walk.story.failed;
		sums.unknown += walk.story.unknown;
	});
});
