import type { NodeHint } from 'n8n-workflow';

/** What the editor tells before a run that will take its time: nothing has to be set for it. */
export const hints: NodeHint[] = [
	{
		message:
			'The node keeps to the pace your plan allows and waits by itself: at 30 requests a minute, 100 items take about 3 minutes and 400 about 13.',
		displayCondition: '={{ $parameter["operation"] !== "getAll" && $input.all().length > 30 }}',
		whenToDisplay: 'beforeExecution',
		location: 'outputPane',
	},
	{
		message:
			'A long list is read page by page at the pace your plan allows: at 30 requests a minute and 100 records a page, 3,000 records a minute.',
		displayCondition: '={{ $parameter["returnAll"] === true }}',
		whenToDisplay: 'beforeExecution',
		location: 'outputPane',
	},
];
