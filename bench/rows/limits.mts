/** Rows about the rate limit. A window lasts 2 s here instead of a minute, so that the rows do not take hours. */
import { short } from '../report.mts';
import type { Outcome, Row, Scene, Subject, Target } from '../types.mts';

const PER_WINDOW = 30;
const WINDOW = 2_000;
const ITEMS = 300;
const STOLEN = 4;
/** Users leave a little more time between batches than the window, so that no batch falls on its end. */
const BATCHES = { size: PER_WINDOW, ms: 1.05 * WINDOW };

const work = { kind: 'create', items: ITEMS, fields: 1 } as const;
const scene = (settings = {}, faults?: Scene['faults']): Scene => ({
	settings: { limit: PER_WINDOW, window: WINDOW / 1000, resetFormat: 'ms', ...settings },
	faults,
});

/** Full windows that must pass before the last request can be sent. */
const bound = (perWindow: number) => (Math.ceil(ITEMS / perWindow) - 1) * WINDOW;

const timesBound = ({ wallMs }: Outcome, perWindow = PER_WINDOW) => wallMs / bound(perWindow);

const cellFor = (perWindow: number) => (outcome: Outcome) => {
	const { created, duplicates, items, badItems, overLimit, status } = outcome;
	const output =
		items === 0
			? 'output lost'
			: `${items} items${badItems > 0 ? `, ${badItems} of them error bodies` : ''}`;
	const wasted = [
		duplicates > 0 && `${duplicates} duplicates`,
		overLimit > 0 && `${overLimit} refused`,
	].filter(Boolean);
	return [
		`${created} created`,
		...wasted,
		output,
		status,
		`${short(timesBound(outcome, perWindow))} × the bound`,
	].join(', ');
};
const cell = cellFor(PER_WINDOW);

const exactly = (says: string, figure: (outcome: Outcome) => number, value: number): Target => ({
	says,
	figure: ({ node }) => figure(node!),
	atLeast: value,
	atMost: value,
});
const complete = [
	exactly('300 created', ({ created }) => created, ITEMS),
	exactly('300 items', ({ items, badItems }) => items - badItems, ITEMS),
];
const withoutDuplicate = exactly('no duplicate', ({ duplicates }) => duplicates, 0);
const within = (says: string, perWindow: number, most: number): Target => ({
	says,
	figure: ({ node }) => timesBound(node!, perWindow),
	atMost: most,
});
const all: Subject[] = ['naive', 'http', 'node'];

export const limitRows: Row[] = [
	{
		id: 'window',
		title: '300 creations, 30 per window, nothing configured',
		work,
		scene: scene(),
		subjects: all,
		cell,
		targets: [
			...complete,
			exactly('no refusal', ({ overLimit }) => overLimit, 0),
			within('≤ 1.05 × the bound of 9 windows', PER_WINDOW, 1.05),
		],
	},
	{
		id: 'shared',
		title:
			'same, key shared with another client (4 per window), other nodes with batching tuned to the limit',
		work,
		scene: scene({ stolenPerWindow: STOLEN }),
		subjects: all,
		batching: BATCHES,
		cell: cellFor(PER_WINDOW - STOLEN),
		targets: [
			...complete,
			within('≤ 1.10 × the bound of what is left (26 a window)', PER_WINDOW - STOLEN, 1.1),
		],
	},
	{
		id: 'retry',
		title: 'Retry On Fail, 3 tries, item 150 refused once',
		work,
		once: true,
		scene: scene({}, () => [
			{
				match: { body: '/page/149"' },
				fault: { kind: 'status', status: 422, body: { error: 1, message: 'Not now' } },
			},
		]),
		subjects: all,
		run: { settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1.25 * WINDOW } },
		cell,
		targets: [...complete, withoutDuplicate],
	},
	{
		id: 'limit200',
		title: '"too many requests" with HTTP 200',
		work,
		scene: scene({ overLimit: 'body429' }),
		subjects: all,
		cell,
		targets: [...complete, within('≤ 1.05 × the bound', PER_WINDOW, 1.05)],
	},
	{
		id: 'stop',
		title: 'Stop after 2½ windows (90 of 300 sent), other nodes with batching tuned to the limit',
		work,
		once: true,
		scene: scene(),
		subjects: all,
		batching: BATCHES,
		run: { cancelAfter: 2.5 * WINDOW },
		watch: 4 * WINDOW,
		cell: ({ later, status }) => `${later} later requests within 4 windows, ${status}`,
		targets: [exactly('0 later', ({ later }) => later, 0)],
	},
];
