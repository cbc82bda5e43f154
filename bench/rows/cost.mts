/** Rows about the cost per item. */
import { short } from '../report.mts';
import type { Outcome, Row, Subject, Work } from '../types.mts';

const all: Subject[] = ['naive', 'http', 'node', 'raw'];
const create = (items: number, fields: 1 | 9): Work => ({ kind: 'create', items, fields });
const latency = (ms: number) => () => [
	{ match: { path: '^/api' }, times: 0, fault: { kind: 'latency', ms } },
];

const cellFor = (items: number) => (outcome: Outcome) => {
	const { wallMs, cpuMs, peakMb, sockets, freezeMs, status, created } = outcome;
	const trouble =
		status === 'success' && created === items ? '' : `, ${status}, ${created} created`;
	const cost = `${short(wallMs / items)} ms an item (CPU ${short(cpuMs / items)})`;
	return `${cost}, ${short(peakMb)} MB, ${sockets} sockets, longest freeze ${short(freezeMs)} ms${trouble}`;
};

const againstHttp = (most: number, part: 'wallMs' | 'cpuMs' = 'wallMs') => ({
	says: `${part === 'wallMs' ? 'time' : 'CPU'} ≤ ${most} × HTTP Request`,
	figure: ({ node, http }: { node?: Outcome; http?: Outcome }) => node![part] / http![part],
	atMost: most,
});
const againstFloor = {
	says: "CPU ≤ 1.1 × n8n's floor",
	figure: ({ node, floor }: { node?: Outcome; floor?: Outcome }) => node!.cpuMs / floor!.cpuMs,
	atMost: 1.1,
};
const floorRow = (id: string, items: number, fields: 1 | 9): Row => ({
	id,
	title: `${short(items)} creations, ${fields} mapped field${fields === 1 ? '' : 's'}: cost per item beside the least that n8n allows`,
	work: create(items, fields),
	subjects: ['floor', 'node'],
	warmUp: true,
	repeats: 3,
	cell: cellFor(items),
	targets: [againstFloor],
});
const freeze = {
	says: 'freeze ≤ 100 ms',
	figure: ({ node }: { node?: Outcome }) => node!.freezeMs,
	atMost: 100,
};
const sockets = {
	says: '≤ 16 sockets',
	figure: ({ node }: { node?: Outcome }) => node!.sockets,
	atMost: 16,
};

export const costRows: Row[] = [
	{
		id: 'one',
		title: '5,000 creations, 1 mapped field, no limit',
		work: create(5_000, 1),
		subjects: all,
		cell: cellFor(5_000),
		targets: [againstHttp(0.6), againstHttp(0.6, 'cpuMs'), freeze, sockets],
	},
	{
		id: 'nine',
		title: '500 creations, 9 mapped fields',
		work: create(500, 9),
		subjects: all,
		cell: cellFor(500),
		targets: [againstHttp(0.3), againstHttp(0.3, 'cpuMs'), freeze],
	},
	{
		id: 'complex',
		title:
			'5,000 creations, 9 mapped fields, of which one does more than to read a field of the item',
		work: { kind: 'create', items: 5_000, fields: 9, isComplex: true },
		subjects: ['node'],
		cell: cellFor(5_000),
		targets: [freeze],
	},
	floorRow('floor-one', 1_500, 1),
	floorRow('floor-nine', 300, 9),
	{
		id: 'sockets',
		title: '2,000 creations, 50 ms latency: most sockets at once',
		work: create(2_000, 1),
		scene: { faults: latency(50) },
		subjects: all,
		cell: cellFor(2_000),
		targets: [
			sockets,
			{
				says: 'time ≤ 1.25 × raw requests over 16 sockets',
				figure: ({ node, raw }) => node!.wallMs / raw!.wallMs,
				atMost: 1.25,
			},
		],
	},
	{
		id: 'freeze',
		title: '5,000 creations, 9 mapped fields: longest time that the event loop is blocked',
		work: create(5_000, 9),
		subjects: ['node'],
		cell: cellFor(5_000),
		targets: [freeze],
	},
];
