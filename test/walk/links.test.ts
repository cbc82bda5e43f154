/**
 * Random walks over the rules of links: domains, aliases, what is remembered, colleagues, loops and restarts. Each run changes
 * exactly the links that it reports, at the address of the row, and sends no more than needed. `walk.test.ts` says how to repeat one.
 */
import { expect, test } from '@jest/globals';

import { useVirtualClock } from '../support/virtual/clock';
import { inOtherProcess } from '../support/virtual/otherProcess';
import type * as Runs from '../support/virtual/scriptedRun';
import { LinkWalk } from '../support/walk/linkWalk';

const FIRST = Number(process.env.WALK_SEED ?? 1);
const COUNT = Number(process.env.WALK_SEEDS ?? (process.env.WALK_SEED ? 1 : 60));
const LINES_SHOWN = 4;

const startProcess = () =>
	inOtherProcess(() => jest.requireActual<typeof Runs>('../support/virtual/scriptedRun'));
const processes = [startProcess(), startProcess(), startProcess()];

useVirtualClock();

test.each(Array.from({ length: COUNT }, (_, index) => FIRST + index))(
	'each row changes its own link only, seed %d',
	async (seed) => {
		const walk = new LinkWalk(seed, `links-${seed}`, processes);
		try {
			await walk.walk();
		} catch (error) {
			const [account, ...lines] = walk.lines;
			const last = lines.slice(-LINES_SHOWN).join('\n');
			process.stdout.write(`\nWALK_SEED=${seed} npm run test:walk\n${account}\n…\n${last}\n`);
			throw error;
		}
		expect(walk.lines.length).toBeGreaterThan(1);
	},
);
