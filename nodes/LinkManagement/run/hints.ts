import type { NodeHint } from 'n8n-workflow';

/**
 * With more items than the usual limit of requests a minute, a run takes minutes. n8n's editor counts the items only after the
 * node before has run; otherwise the condition fails, and no hint is shown.
 */
const IS_LONG = '$input.all().length > 30';

const beforeRun = (message: string, condition: string): NodeHint => ({
	message,
	displayCondition: `={{ ${condition} }}`,
	whenToDisplay: 'beforeExecution',
	location: 'outputPane',
});

/** Hints that the editor shows before a run that may take minutes, or that deletes. */
export const hints: NodeHint[] = [
	beforeRun(
		'Each input item deletes a record permanently. With Maximum Deletions, under Options, a run with more items than you expect deletes nothing.',
		'$parameter["operation"] === "delete"',
	),
	beforeRun(
		'At 30 requests a minute and one request an item, every 30 items take a minute. The node follows the rate limit of your plan and waits when necessary.',
		`$parameter["operation"] !== "getAll" && ${IS_LONG}`,
	),
	beforeRun(
		'With Add QR Code, each link takes two requests, so the run takes twice as long',
		`$parameter["addQrCode"] === true && ${IS_LONG}`,
	),
	beforeRun(
		'A long list is read in pages of up to 1,000 records within the rate limit of your plan. At 30 requests a minute, 100,000 records take about 3 minutes, or 33 minutes if the service returns only 100 per page.',
		'$parameter["returnAll"] === true',
	),
];
