/** Rows about faulty replies. */
import type { Outcome, Row, Scene, Subject } from '../types.mts';

const all: Subject[] = ['naive', 'http', 'node'];
const single = { kind: 'create', items: 1, fields: 1 } as const;
const CREATION = '^/api/url/add';

/** The service refuses item 3, and takes some time for each item. */
const refusesThird = (ms: number): Scene => ({
	faults: () => [
		{ match: { path: CREATION }, times: 0, fault: { kind: 'latency', ms } },
		{
			match: { body: '/page/2"' },
			times: 0,
			fault: { kind: 'status', status: 422, body: { error: 1, message: 'No' } },
		},
	],
});

const failFast = (ms: number): Row => ({
	id: `fail-fast-${ms}`,
	title: `item 3 of 100 refused, On Error: Stop, ${ms} ms latency`,
	work: { kind: 'create', items: 100, fields: 1 },
	scene: refusesThird(ms),
	subjects: all,
	cell: ({ created, named, items }) =>
		`${created} created, ${named} named in the message, ${items === 0 ? 'no output' : `${items} items`}`,
	targets: [
		{ says: 'at most 18 created', figure: ({ node }) => node!.created, atMost: 18 },
		{ says: 'created but not named', figure: ({ node }) => node!.created - node!.named, atMost: 0 },
	],
});

const told = ({ status, badItems, message }: Outcome) =>
	status === 'success'
		? badItems > 0
			? 'success with an item that is no record'
			: 'a record'
		: `refused: ${message}`;

export const safetyRows: Row[] = [
	failFast(0),
	failFast(50),
	failFast(300),
	{
		id: 'redirect',
		title: 'redirect to another host',
		work: single,
		scene: {
			faults: (location) => [
				{ match: { path: CREATION }, times: 0, fault: { kind: 'redirect', location, status: 302 } },
			],
		},
		subjects: all,
		cell: (outcome) =>
			`${outcome.strayKeys > 0 ? 'the key was sent there' : 'the key stayed'}, ${told(outcome)}`,
		targets: [
			{ says: 'keys sent elsewhere', figure: ({ node }) => node!.strayKeys, atMost: 0 },
			{ says: 'refused', figure: ({ node }) => Number(node!.status === 'error'), atLeast: 1 },
		],
	},
	{
		id: 'truncated',
		title: 'truncated JSON with HTTP 200, once',
		work: single,
		scene: { faults: () => [{ match: { path: CREATION }, fault: { kind: 'truncated' } }] },
		subjects: all,
		cell: (outcome) => `${told(outcome)}, ${outcome.created} created`,
		targets: [
			{ says: 'items that are no record', figure: ({ node }) => node!.badItems, atMost: 0 },
			{ says: 'links created', figure: ({ node }) => node!.created, atMost: 1 },
		],
	},
];
