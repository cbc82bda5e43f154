/** The row about the memory that Create or Update takes for a large table. */
import { root } from '../../scripts/lib/workspace.mjs';
import { startEngine } from '../../test/support/engine/index.ts';
import type { Json, Measures } from '../../test/support/engine/protocol.ts';
import { type RunningService, startService } from '../../test/support/service.ts';
import { median, short } from '../report.mts';
import { LARGE_TABLE, LARGE_TABLE_CHANGED, upsertOf } from '../tables.mts';
import type { Result } from '../types.mts';

const UPSERT = upsertOf('custom', 'url', 'metatitle', 'campaign');
/** The same links by the operation that compares only the long URL. */
const CREATE_OR_GET: Json = {
	...{ resource: 'link', operation: 'createOrGet', url: '={{ $json.url }}' },
	additionalFields: {
		...{ custom: '={{ $json.custom }}', metatitle: '={{ $json.metatitle }}' },
		campaign: { __rl: true, mode: 'recordId', value: '={{ $json.campaign }}' },
	},
	options: { includeInputFields: true },
};

interface Round {
	createOrGet: Measures;
	allNew: Measures;
	changed: Measures;
}

/** Runs in a process of its own, because memory is measured over the life of a process. @throws when an item fails */
async function run(
	{ url, key }: RunningService,
	parameters: Json,
	items: Json[],
	staticData: Json = {},
): Promise<{ measures: Measures; staticData: Json }> {
	const engine = await startEngine({ packageDirs: [root] });
	try {
		const credentials = { baseUrl: url, apiKey: key };
		const reply = await engine.run({
			...{ parameters, items, credentials, staticData },
			...{ keep: 1, isMeasured: true },
		});
		if (reply.error) throw new Error(reply.error.message);
		return { measures: reply.measures!, staticData: reply.staticData ?? {} };
	} finally {
		await engine.stop();
	}
}

async function measureRound(service: RunningService): Promise<Round> {
	const reset = async () => {
		const body = { settings: { limit: 0 }, seed: { campaigns: 1 } };
		await service.control('/reset', { method: 'POST', body });
	};
	await reset();
	const createOrGet = await run(service, CREATE_OR_GET, LARGE_TABLE);
	await reset();
	const allNew = await run(service, UPSERT, LARGE_TABLE);
	const changed = await run(service, UPSERT, LARGE_TABLE_CHANGED, allNew.staticData);
	return {
		createOrGet: createOrGet.measures,
		allNew: allNew.measures,
		changed: changed.measures,
	};
}

/** V8 lets memory grow before it collects garbage, so that equal work differs by some percent. */
const MAX_RATIO = 1.25;

function resultOf(rounds: Round[]): Result {
	const cell = (name: keyof Round) => {
		const middle = (part: keyof Measures) =>
			short(median(rounds.map((round) => round[name][part] ?? 0)));
		return `${middle('peakRssMb')} MB, longest freeze ${middle('longestBlockMs')} ms`;
	};
	const verdict = (what: string, name: keyof Round) => {
		const figure = median(
			rounds.map((round) => round[name].peakRssMb / round.createOrGet.peakRssMb),
		);
		const says = `memory for ${what} ≤ ${MAX_RATIO} × Create or Get of new rows`;
		return { says, figure, reached: figure <= MAX_RATIO };
	};
	return {
		id: 'upsert-memory',
		title: 'Create or Update of 10,000 rows, 4 columns: peak memory',
		cells: {
			node: `all new: ${cell('allNew')}<br>12 changed: ${cell('changed')}<br>Create or Get, all new: ${cell('createOrGet')}`,
		},
		verdicts: [verdict('new rows', 'allNew'), verdict('12 changed rows', 'changed')],
		rounds,
	};
}

async function measure(count: number): Promise<Result> {
	const service = await startService(['--no-response-validation', '--quiet']);
	try {
		const rounds: Round[] = [];
		while (rounds.length < count) rounds.push(await measureRound(service));
		return resultOf(rounds);
	} finally {
		await service.stop();
	}
}

export const upsertMemoryRow = { id: 'upsert-memory', measure };
