/** Rows about faulty replies. */
import type { Outcome, Row, Subject } from '../types.mts';

const all: Subject[] = ['naive', 'http', 'node'];
const single = { kind: 'create', items: 1, fields: 1 } as const;
const CREATION = '^/api/url/add';

const told = ({ status, badItems, message }: Outcome) =>
	status === 'success'
		? badItems > 0
			? 'success with an item that is not a record'
			: 'a record'
		: `refused: ${message}`;

export const safetyRows: Row[] = [
	{
		id: 'fail-fast',
		title: 'item 3 of 100 refused, On Error: Stop, 50 ms latency',
		work: { kind: 'create', items: 100, fields: 1 },
		scene: {
			faults: () => [
				{ match: { path: CREATION }, times: 0, fault: { kind: 'latency', ms: 50 } },
				{
					match: { body: '/page/2"' },
					times: 0,
					fault: { kind: 'status', status: 422, body: { error: 1, message: 'No' } },
				},
			],
		},
		subjects: all,
		cell: ({ created, named, items }) =>
			`${created} created, ${named} named in the message, ${items === 0 ? 'no output' : `${items} items`}`,
		targets: [
			{ says: 'at most 18 created', figure: ({ node }) => node!.created, atMost: 18 },
			{
				says: 'created but not named',
				figure: ({ node }) => node!.created - node!.named,
				atMost: 0,
			},
		],
	},
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
			{ says: 'items that are not records', figure: ({ node }) => node!.badItems, atMost: 0 },
			{ says: 'links created', figure: ({ node }) => node!.created, atMost: 1 },
		],
	},
];
