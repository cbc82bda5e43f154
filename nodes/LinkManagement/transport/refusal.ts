import { type INode, NodeApiError } from 'n8n-workflow';

import { textOf } from './json';
import type { Verdict } from './verdict';

const CONCEALED = '(key)';

/** "[item 3]", as n8n's own nodes name an item in a message. */
export const itemLabel = (item: number | undefined) => (item === undefined ? '' : ` [item ${item}]`);

/**
 * A verdict as the error that n8n shows and may store: without the key, also where the service echoed it.
 * Message and description are set afterwards, as the constructor replaces texts that hold words such as ENOENT.
 */
export function refusal(
	node: INode,
	verdict: Verdict,
	{ item, secret }: { item?: number; secret: string },
): NodeApiError {
	const concealed = (text: string) => (secret === '' ? text : text.split(secret).join(CONCEALED));
	const message = concealed(verdict.message) + itemLabel(item);
	const description = concealed(verdict.advice);
	const error = new NodeApiError(
		node,
		{ message },
		{ message, description, httpCode: verdict.httpCode, itemIndex: item },
	);
	error.message = message;
	error.description = description;
	error.context.refusal = verdict.kind;
	return error;
}

/** Whether an error is the service's refusal of one of these kinds. */
export const isRefusal = (error: unknown, ...kinds: string[]): error is NodeApiError =>
	error instanceof NodeApiError && kinds.includes(textOf(error.context.refusal));
