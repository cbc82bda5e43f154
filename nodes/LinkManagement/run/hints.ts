import type { NodeHint } from 'n8n-workflow';

import { grouped } from '../values/numbers';

/** The usual limit of requests a minute. The editor does not know the limit of the credential. */
const USUAL_LIMIT = 30;
/** A hint for each of these numbers of items, up to the next. */
const SIZES = [30, 60, 100, 200, 400, 1_000, 2_000, 5_000, 10_000, Infinity];

/** n8n's editor counts the items only after the node before has run; otherwise the condition fails, and no hint is shown. */
const ITEMS = '$input.all().length';

const beforeRun = (message: string, condition: string): NodeHint => ({
	message,
	displayCondition: `={{ ${condition} }}`,
	whenToDisplay: 'beforeExecution',
	location: 'outputPane',
});

function timeRange(items: number, round: (time: number) => number): string {
	const minutes = Math.round(items / USUAL_LIMIT);
	return minutes < 90 ? `${minutes} minutes` : `${round(minutes / 60)} hours`;
}

/** How long this run takes. n8n shows a text as it is, without expressions, so there is one for each range of items. */
const durations = SIZES.slice(1).map((most, at) => {
	const least = SIZES[at] ?? 0;
	const hasMost = most < Infinity;
	const what = hasMost
		? `${grouped(least + 1)} to ${grouped(most)} items: up to ${timeRange(most, Math.ceil)}`
		: `More than ${grouped(least)} items: more than ${timeRange(least, Math.floor)}`;
	return beforeRun(
		`${what}, at ${USUAL_LIMIT} requests a minute and one request an item. The node follows the rate limit of your plan and waits when necessary.`,
		`$parameter["operation"] !== "getAll" && ${ITEMS} > ${least}${hasMost ? ` && ${ITEMS} <= ${most}` : ''}`,
	);
});

/** Hints that the editor shows before a run that may take minutes, or that deletes. */
export const hints: NodeHint[] = [
	beforeRun(
		'Each input item deletes a record permanently. With Maximum Deletions, under Options, a run with more items than you expect deletes nothing.',
		'$parameter["operation"] === "delete"',
	),
	...durations,
	beforeRun(
		'With Add QR Code, each link takes two requests, so the run takes twice as long',
		`$parameter["addQrCode"] === true && ${ITEMS} > ${SIZES[0]}`,
	),
	beforeRun(
		'A long list is read in pages of up to 1,000 records within the rate limit of your plan. At 30 requests a minute, 100,000 records take about 3 minutes, or 33 minutes if the service returns only 100 per page.',
		'$parameter["returnAll"] === true',
	),
];
