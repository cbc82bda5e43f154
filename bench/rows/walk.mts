/** The row about an account that is too large for one run of the node. */
import { short } from '../report.mts';
import type { Result } from '../types.mts';
import { measureWalk, type WalkOutcome } from '../walk.mts';

const plan = { links: 1_000_000, slice: 10_000, pageSize: 1_000 };
/** How much n8n's memory may grow between a tenth of the walk and its end. */
const MAX_GROWTH = 1.25;

function resultOf(outcome: WalkOutcome): Result {
	const { wallMs, written, distinct, requests, slices, before, during } = outcome;
	const tenth = Math.ceil(during.length / 10);
	const [early, late] = [Math.max(...during.slice(0, tenth)), Math.max(...during.slice(-tenth))];
	const memory = `n8n ${short(before)} MB before, ${short(early)} MB at most in the first tenth, ${short(late)} MB in the last`;
	return {
		id: 'walk',
		title: '1,000,000 links, the example walk-large-account in an n8n server, slices of 10,000',
		cells: {
			node: `${written.toLocaleString('en')} links in ${slices} files, ${requests} requests, ${short(wallMs / 1000)} s; ${memory}`,
		},
		verdicts: [
			{
				says: 'each link once',
				figure: distinct,
				reached: written === plan.links && distinct === plan.links,
			},
			{
				says: `memory at the end ≤ ${MAX_GROWTH} × in the first tenth`,
				figure: late / early,
				reached: late / early <= MAX_GROWTH,
			},
		],
		rounds: [outcome],
	};
}

/** Always one round, because it takes minutes. */
export const walkRow = { id: 'walk', measure: async () => resultOf(await measureWalk(plan)) };
