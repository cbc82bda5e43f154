/** Rows about tables, names, texts and lists of two sizes: n8n has one thread, which all of its workflows share. */
import { root } from '../../scripts/lib/workspace.mjs';
import { type Engine, startEngine } from '../../test/support/engine/index.ts';
import type { Json, Measures } from '../../test/support/engine/protocol.ts';
import { type RunningService, startService } from '../../test/support/service.ts';
import { median, short } from '../report.mts';
import { rowsOf, tableOf, upsertOf } from '../tables.mts';
import type { Result } from '../types.mts';

const UPSERT = upsertOf('custom', 'url', 'metatitle', 'description');
const CREATE: Json = { resource: 'link', operation: 'create', url: '={{ $json.url }}' };
const byName = (name: string) => ({ __rl: true, mode: 'name', value: name });

/** Work of a size: rows, records or characters. It is measured at `from` and at twice as many. */
interface Work {
	title: string;
	from: number;
	seed?: (size: number) => Json;
	/** What the account holds before, beside the seed. */
	before?: (size: number) => { parameters: Json; items: Json[] };
	run: (size: number) => { parameters: Json; items: Json[] };
	/** The items are to fail. */
	fails?: true;
}

const equalRows = (size: number) => ({
	parameters: UPSERT,
	items: tableOf(size, { metatitle: 'Title', description: 'Note' }),
});

/** Columns of every form. */
const CELLS = [
	...['custom', 'url', 'metatitle', 'description', 'expiry', 'pixels', 'campaign'],
	...['geotarget', 'parameters'],
];

const WORKS: Work[] = [
	{ title: 'equal rows of Create or Update', from: 10_000, before: equalRows, run: equalRows },
	{ title: 'equal rows of Create or Update', from: 25_000, before: equalRows, run: equalRows },
	{
		title: 'rows whose campaigns do not exist, 1,000 campaigns',
		from: 20_000,
		seed: () => ({ campaigns: 1_000 }),
		run: (size) => ({
			parameters: { ...CREATE, additionalFields: { campaign: byName('={{ $json.campaign }}') } },
			items: rowsOf(size).map((row, index) => ({ ...row, campaign: `Campaing ${index}` })),
		}),
		fails: true,
	},
	{
		title: 'campaigns of the list, a name that none has',
		from: 5_000,
		seed: (size) => ({ campaigns: size }),
		run: () => ({
			parameters: { ...CREATE, additionalFields: { campaign: byName('Campaing') } },
			items: rowsOf(1),
		}),
		fails: true,
	},
	{
		title: 'characters in each of 9 cells',
		from: 500_000,
		run: (size) => ({
			parameters: upsertOf(...CELLS),
			items: [Object.fromEntries(CELLS.map((name) => [name, 'a, -'.repeat(size / 4)]))],
		}),
		fails: true,
	},
];

/** Runs in a process of its own, and in a first run that is not measured, the code is compiled. */
async function measured(service: RunningService, work: Work, size: number): Promise<Measures> {
	const { seed = () => ({}), before, run, fails } = work;
	const body = { settings: { limit: 0 }, seed: seed(size) };
	await service.control('/reset', { method: 'POST', body });
	const engine = await startEngine({ packageDirs: [root] });
	const credentials = { baseUrl: service.url, apiKey: service.key };
	const runOnce = async (
		given: ReturnType<Work['run']>,
		staticData: Json = {},
	): ReturnType<Engine['run']> => {
		const reply = await engine.run({
			...given,
			...{ credentials, staticData, keep: 1, isMeasured: true },
		});
		if (reply.error && !fails) throw new Error(reply.error.message);
		return reply;
	};
	try {
		const { staticData } = await runOnce((before ?? run)(size));
		return (await runOnce(run(size), staticData)).measures!;
	} finally {
		await engine.stop();
	}
}

type Round = Array<{ once: Measures; twice: Measures }>;

/** The most that twice the size may take, as a ratio; a run below this time is too short to compare, in ms. */
const MAX_GROWTH = 2.5;
const MAX_FREEZE = 100;
const SHORT = 100;

function resultOf(rounds: Round[]): Result {
	const figures = WORKS.map(({ title, from }, index) => {
		const middle = (figure: (pair: Round[number]) => number) =>
			median(rounds.map((round) => figure(round[index]!)));
		return {
			title: `${from.toLocaleString('en')} and ${(2 * from).toLocaleString('en')} ${title}`,
			cpu: [middle(({ once }) => once.cpuMs), middle(({ twice }) => twice.cpuMs)]
				.map(short)
				.join(' and '),
			growth: middle(({ once, twice }) => twice.cpuMs / Math.max(SHORT, once.cpuMs)),
			freeze: middle(({ twice }) => twice.longestBlockMs),
			ownFreeze: middle(({ twice }) =>
				Math.max(0, twice.longestBlockMs - twice.longestCollectionMs),
			),
		};
	});
	return {
		id: 'growth',
		title: 'work of two sizes',
		cells: {
			node: figures
				.map(
					({ title, cpu, growth, freeze }) =>
						`${title}: CPU ${cpu} ms, × ${short(growth)}, longest freeze ${short(freeze)} ms`,
				)
				.join('<br>'),
		},
		verdicts: figures.flatMap(({ title, growth, ownFreeze }) => [
			{ says: `${title}: growth ≤ ${MAX_GROWTH}`, figure: growth, reached: growth <= MAX_GROWTH },
			{
				says: `freeze beyond V8's longest garbage collection ≤ ${MAX_FREEZE} ms`,
				figure: ownFreeze,
				reached: ownFreeze <= MAX_FREEZE,
			},
		]),
		rounds,
	};
}

async function measure(count: number): Promise<Result> {
	const service = await startService(['--no-response-validation', '--quiet']);
	try {
		const rounds: Round[] = [];
		while (rounds.length < count) {
			const round: Round = [];
			for (const work of WORKS)
				round.push({
					once: await measured(service, work, work.from),
					twice: await measured(service, work, 2 * work.from),
				});
			rounds.push(round);
		}
		return resultOf(rounds);
	} finally {
		await service.stop();
	}
}

export const growthRow = { id: 'growth', measure };
