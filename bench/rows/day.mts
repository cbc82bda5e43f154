/** The row about a long run: as many creations as a limit of 30 a minute allows in a day, with shorter windows. */
import { root } from '../../scripts/lib/workspace.mjs';
import { type Engine, startEngine, type Vitals } from '../../test/support/engine/index.ts';
import { type RunningService, startService } from '../../test/support/service.ts';
import { short } from '../report.mts';
import { requestFor } from '../subjects.mts';
import type { Result, Work } from '../types.mts';

const EXECUTIONS = 10;
const work: Work & { kind: 'create' } = { kind: 'create', items: 4_320, fields: 1 };
const LIMIT = 30;
const WINDOW = 200;
/** The memory that the node may use for a created record, which it remembers for half an hour, in bytes. */
const REMEMBERED = 300;
const BOUND = ((EXECUTIONS * work.items) / LIMIT - 1) * WINDOW;

interface Day {
	wallMs: number;
	created: number;
	refused: number;
	/** After each execution. */
	held: Vitals[];
}

async function live(engine: Engine, { url, key, control }: RunningService): Promise<Day> {
	const credentials = { baseUrl: url, apiKey: key };
	let wallMs = 0;
	const held: Vitals[] = [];
	for (let execution = 0; execution < EXECUTIONS; execution++) {
		const { status, error, measures } = await engine.run({
			...requestFor('node', { work }, url),
			credentials,
			keep: 0,
			isMeasured: true,
		});
		if (status !== 'success') throw new Error(error?.message);
		wallMs += measures!.durationMs;
		held.push(await engine.vitals({}));
	}
	const { links = 0 } = await control<Record<string, number>>('/state?counts=1');
	const refused = (await control<Array<{ status: number }>>('/requests')).filter(
		({ status }) => status === 429,
	).length;
	return { wallMs, created: links, refused, held };
}

function resultOf(day: Day): Result {
	const { wallMs, created, refused, held } = day;
	const [early, middle, late] = [held[0]!, held[EXECUTIONS / 2 - 1]!, held.at(-1)!];
	const pace = wallMs / BOUND;
	const perCreation = ((late.heapMb - early.heapMb) * 2 ** 20) / (created - work.items);
	const [memory, handles] = [late.rssMb / middle.rssMb, late.handles - early.handles];
	const says = ({ rssMb, heapMb, handles }: Vitals) =>
		`${short(rssMb)} MB (heap ${short(heapMb)}), ${handles} handles`;
	return {
		id: 'day',
		title: `43,200 creations in ${EXECUTIONS} executions, 30 per window of ${WINDOW} ms`,
		cells: {
			node: `${short(created)} created, ${refused} refused, ${short(pace)} × the bound; ${says(early)} after a tenth, ${says(middle)} after half, ${says(late)} at the end`,
		},
		verdicts: [
			{ says: 'all created', figure: created, reached: created === EXECUTIONS * work.items },
			{
				says: `bytes on the heap for each creation since a tenth ≤ ${REMEMBERED}`,
				figure: perCreation,
				reached: perCreation <= REMEMBERED,
			},
			{ says: 'memory ≤ 1.1 × after half', figure: memory, reached: memory <= 1.1 },
			{ says: 'more handles than after a tenth', figure: handles, reached: handles <= 0 },
			{ says: 'pace ≤ 1.1 × the bound', figure: pace, reached: pace <= 1.1 },
		],
		rounds: [day],
	};
}

/** Always one round, because its goals are either met or not. */
async function measure(): Promise<Result> {
	const settings = ['--limit', String(LIMIT), '--window', String(WINDOW / 1000)];
	const service = await startService(['--no-response-validation', '--quiet', ...settings]);
	const engine = await startEngine({ packageDirs: [root], env: { N8N_LOG_LEVEL: 'info' } });
	try {
		await service.control('/settings', { method: 'PATCH', body: { resetFormat: 'ms' } });
		return resultOf(await live(engine, service));
	} finally {
		await Promise.all([engine.stop(), service.stop()]);
	}
}

export const dayRow = { id: 'day', measure };
