import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

const counted = (count: number, one: string, many: string) =>
	`${count} ${count === 1 ? one : many}`;

/** What is worth saying of a run that ended well, in sentences. */
function sentencesOf(output: INodeExecutionData[], items: number): string[] {
	const failed = output.filter(({ json, error }) => error ?? json.error).length;
	const changed = output.filter(({ json }) => typeof json.warning === 'string').length;
	return [
		failed > 0 ? `${failed} of ${counted(items, 'item', 'items')} failed.` : '',
		changed > 0
			? `${changed} of ${counted(output.length, 'record', 'records')} got something other than asked: see "warning".`
			: '',
	].filter(Boolean);
}

/**
 * Adds one hint to the output pane when there is something to say about a run; nothing after an ordinary one.
 * Versions of n8n without `addExecutionHints` show none.
 */
export function addRunHint(
	context: IExecuteFunctions,
	output: INodeExecutionData[],
	items: number,
): void {
	const sentences = sentencesOf(output, items);
	if (sentences.length === 0 || typeof context.addExecutionHints !== 'function') return;
	context.addExecutionHints({ message: sentences.join(' '), location: 'outputPane' });
}
