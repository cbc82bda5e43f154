/** Rows about a complete n8n server: does it respond during a run? */
import { median, short } from '../report.mts';
import { Server, type ServerOutcome } from '../server.mts';
import type { Result, Subject, Work } from '../types.mts';

type Runner = Exclude<Subject, 'raw'> | 'idle';
type Round = Partial<Record<Runner, ServerOutcome>>;

interface ServerRow {
	id: string;
	title: string;
	work: Work & { kind: 'create' };
	subjects: Runner[];
	/** The most time per item, as a ratio to HTTP Request. */
	atMost: number;
}

const MAX_FREEZE = 100;

const rows: ServerRow[] = [
	{
		id: 'server',
		title: 'n8n server, 1,000 creations: longest wait for a health check',
		work: { kind: 'create', items: 1_000, fields: 1 },
		subjects: ['idle', 'naive', 'http', 'node'],
		atMost: 1.25,
	},
	{
		id: 'server-nine',
		title: 'n8n server, 5,000 creations of 9 mapped fields',
		work: { kind: 'create', items: 5_000, fields: 9 },
		subjects: ['idle', 'http', 'node'],
		atMost: 1.1,
	},
];

const cell = ({ freezeMs, wallMs, status, created }: ServerOutcome, items: number) => {
	const trouble =
		status === 'success' && created === items ? '' : `, ${status}, ${created} created`;
	return `${short(freezeMs)} ms, ${short(wallMs / items)} ms an item${trouble}`;
};

function resultOf({ id, title, work, subjects, atMost }: ServerRow, rounds: Round[]): Result {
	const middle = (subject: Runner) =>
		[...rounds].map((round) => round[subject]!).sort((a, b) => a.freezeMs - b.freezeMs)[
			rounds.length >> 1
		]!;
	const cells = subjects
		.filter((subject) => subject !== 'idle')
		.map((subject) => [subject, cell(middle(subject), work.items)]);
	// n8n itself keeps its server busy while it saves the items
	const freeze = median(rounds.map(({ node, idle }) => node!.freezeMs - idle!.freezeMs));
	const time = median(rounds.map(({ node, http }) => node!.wallMs / http!.wallMs));
	const idle = `a node that does nothing: ${short(middle('idle').freezeMs)} ms`;
	return {
		id,
		title,
		cells: { ...(Object.fromEntries(cells) as Result['cells']), raw: idle },
		verdicts: [
			{
				says: `≤ ${MAX_FREEZE} ms more than a node that does nothing`,
				figure: freeze,
				reached: freeze <= MAX_FREEZE,
			},
			{ says: `time ≤ ${atMost} × HTTP Request`, figure: time, reached: time <= atMost },
		],
		rounds,
	};
}

async function measure(row: ServerRow, count: number): Promise<Result> {
	const server = await Server.start();
	try {
		const rounds: Round[] = [];
		for (let round = 0; round < count; round++) {
			const outcomes: Round = {};
			for (const subject of row.subjects) outcomes[subject] = await server.run(subject, row.work);
			rounds.push(outcomes);
		}
		return resultOf(row, rounds);
	} finally {
		await server.stop();
	}
}

export const serverRows = rows.map((row) => ({
	id: row.id,
	measure: async (rounds: number) => await measure(row, rounds),
}));
