/** Rows about long lists. */
import { short } from '../report.mts';
import type { Outcome, Row, Subject, Work } from '../types.mts';

const all: Subject[] = ['naive', 'http', 'node'];
const list = (links: number, pageSize: number): Work => ({ kind: 'list', links, pageSize });

const cell = ({ status, items, wallMs, peakMb, requests, message }: Outcome) =>
	status === 'success'
		? `${items.toLocaleString('en')} items, ${short(wallMs / 1000)} s, ${short(peakMb)} MB, ${requests} requests`
		: `${status} after ${short(wallMs / 1000)} s: ${message}`;

const items = (count: number) => ({
	says: `${count.toLocaleString('en')} items`,
	figure: ({ node }: { node?: Outcome }) => node!.items,
	atLeast: count,
	atMost: count,
});

export const listRows: Row[] = [
	{
		id: 'list',
		title: 'Return All 100,000 links, pages of 1,000',
		work: list(100_000, 1_000),
		subjects: all,
		fresh: true,
		cell,
		targets: [
			items(100_000),
			{
				says: "time ≤ naive's",
				figure: ({ node, naive }) => node!.wallMs / naive!.wallMs,
				atMost: 1,
			},
			{
				says: "memory ≤ naive's",
				figure: ({ node, naive }) => node!.peakMb / naive!.peakMb,
				atMost: 1,
			},
		],
	},
	{
		id: 'longest-list',
		title: 'Return All 500,000 links',
		work: list(500_000, 1_000),
		subjects: ['node'],
		once: true,
		fresh: true,
		cell,
		targets: [items(500_000)],
	},
	{
		id: 'pages',
		title: 'Return All 100 pages, 50 ms latency',
		work: list(10_000, 100),
		scene: {
			faults: () => [{ match: { path: '^/api' }, times: 0, fault: { kind: 'latency', ms: 50 } }],
		},
		subjects: all,
		cell,
		targets: [
			items(10_000),
			{
				says: '≥ 4 × faster than HTTP Request',
				figure: ({ node, http }) => http!.wallMs / node!.wallMs,
				atLeast: 4,
			},
		],
	},
];
