import type { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Operation } from '../operations/operation';
import type { Result } from '../operations/results';
import { isObject } from '../values/json';
import type { PlainText } from '../values/plainText';

/** Longest name, in characters. A longer one is not used, because a shortened address would not work. */
const MAX_NAME_LENGTH = 200;
/** The most records that the text names, and its maximum length in characters. */
const MAX_NAMED = 100;
const MAX_TEXT_LENGTH = 4_000;
/** The maximum length of all names in the error's context, which n8n stores with the execution. */
const MAX_CONTEXT_LENGTH = 100_000;

/** The name of a new record, or otherwise of its item, because api.md does not show the replies to creations. */
function nameOf({ json }: Result, item: number, plainText: PlainText): string {
	const { shorturl, short, link, id } = isObject(json.data) ? { ...json.data, ...json } : json;
	const names = [shorturl, short, link, id].map((value) => plainText(value, MAX_NAME_LENGTH + 1));
	return names.find((name) => name !== '' && name.length <= MAX_NAME_LENGTH) ?? `item ${item}`;
}

/** As many of the first names as fit into a number of characters. */
function namesWithin(names: string[], maxLength: number): string[] {
	let length = 0;
	const tooMany = names.findIndex((name) => (length += name.length) > maxLength);
	return tooMany < 0 ? names : names.slice(0, tooMany);
}

/** Whether an operation creates records that may have to be removed after a failed run. */
export const createsRecords = ({ behavior: { kind } }: Operation): boolean =>
	kind === 'creates' || kind === 'createsOrGets';

/** What a run had completed when it ended with an error. */
export interface RunProgress {
	/** The results of the completed items. */
	done: ReadonlyMap<number, Result[]>;
	/** Number of all items of the run. */
	items: number;
	/** Whether the results are new records. */
	creates: boolean;
	/** How long the run waited for the limit, as a sentence, if it was long. */
	waited?: string;
}

/**
 * Adds to the error that ended a run how many items were completed, and which records were created. The names of the
 * records are also in the error's context, under `created`.
 */
export function addRunReport(
	error: NodeApiError | NodeOperationError,
	{ done, items, creates, waited }: RunProgress,
	plainText: PlainText,
): void {
	if (items === 1) return;
	const sentences = [`${done.size} of ${items} items completed; nothing further was sent.`];
	if (creates && done.size > 0) {
		const created = [...done]
			.sort(([a], [b]) => a - b)
			.flatMap(([item, results]) => results.map((result) => nameOf(result, item, plainText)));
		const named = namesWithin(created.slice(0, MAX_NAMED), MAX_TEXT_LENGTH);
		const others = created.length - named.length;
		const more = others > 0 ? ` and ${others} more` : '';
		sentences.push(`Already created: ${named.join(', ')}${more}.`);
		error.context.created = namesWithin(created, MAX_CONTEXT_LENGTH);
	}
	error.description = [error.description, ...sentences, waited].filter(Boolean).join(' ');
}
