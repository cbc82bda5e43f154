import type { NodeHint } from 'n8n-workflow';

/** Hints that the editor shows before a run that may take minutes. */
export const hints: NodeHint[] = [
	{
		message:
			'The node follows the rate limit of your plan and waits when necessary: at 30 requests per minute, 100 items take about 3 minutes and 400 items about 13.',
		displayCondition: '={{ $parameter["operation"] !== "getAll" && $input.all().length > 30 }}',
		whenToDisplay: 'beforeExecution',
		location: 'outputPane',
	},
	{
		message:
			'A long list is read in pages of up to 1,000 records within the rate limit of your plan. At 30 requests a minute, 100,000 records take about 3 minutes, or 30 minutes if the service returns only 100 per page.',
		displayCondition: '={{ $parameter["returnAll"] === true }}',
		whenToDisplay: 'beforeExecution',
		location: 'outputPane',
	},
];
