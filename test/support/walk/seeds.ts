/** What random walks have in common: one test for each seed, the choices that follow from it, and the processes of the node. */
import { test } from '@jest/globals';

import { seededRandom } from '../seededRandom';
import type * as Polls from '../virtual/polls';
import type * as Runs from '../virtual/scriptedRun';

const FIRST = Number(process.env.WALK_SEED ?? 1);
const COUNT = Number(process.env.WALK_SEEDS ?? (process.env.WALK_SEED ? 1 : 60));
/** Of the story of a walk that fails, apart from how it begins. */
const LINES_SHOWN = 4;

/**
 * `WALK_SEED=4711 npm run test:walk` repeats one walk, and WALK_SEEDS is how many there are from that seed on.
 *
 * @param walk adds what happens to the lines: first how it begins
 */
export function testWalks(
	title: string,
	walk: (seed: number, lines: string[]) => Promise<void>,
): void {
	test.each(Array.from({ length: COUNT }, (_, index) => FIRST + index))(
		`${title}, seed %d`,
		async (seed) => {
			const lines: string[] = [];
			try {
				await walk(seed, lines);
			} catch (error) {
				const [beginning, ...steps] = lines;
				const shown = [beginning, '…', ...steps.slice(-LINES_SHOWN)].join('\n');
				process.stdout.write(`\nWALK_SEED=${seed} npm run test:walk\n${shown}\n`);
				throw error;
			}
		},
	);
}

/** Choices by chance, the same ones for each seed. */
export function choicesOf(seed: number) {
	const random = seededRandom(seed);
	/** A whole number from 0, below this. */
	const draw = (below: number): number => Math.floor(random() * below);
	const pick = <T>(values: readonly T[]): T => values[draw(values.length)]!;
	return { draw, pick };
}

export type Choices = ReturnType<typeof choicesOf>;

/** The node with a memory of its own, as another process has it. The clock and n8n's own module are shared. */
export interface WalkProcess {
	runs: typeof Runs;
	polls: typeof Polls;
}

export const startProcesses = (count: number): WalkProcess[] =>
	Array.from({ length: count }, () => {
		const workflow = jest.requireActual<object>('n8n-workflow');
		const clock = jest.requireActual<object>('../virtual/clock');
		let loaded: WalkProcess | undefined;
		jest.isolateModules(() => {
			jest.doMock('n8n-workflow', () => workflow);
			jest.doMock('../virtual/clock', () => clock);
			loaded = {
				runs: jest.requireActual<typeof Runs>('../virtual/scriptedRun'),
				polls: jest.requireActual<typeof Polls>('../virtual/polls'),
			};
		});
		return loaded!;
	});

/** What a plan says of a row, by what the run does. */
export const PLANNED: Record<string, string> = {
	created: 'create',
	updated: 'update',
	unchanged: 'none',
};

/** What came out, in the order of the items. */
export const inOrder = ({ items }: Runs.VirtualOutcome) =>
	[...items].sort((a, b) => a.item - b.item);
