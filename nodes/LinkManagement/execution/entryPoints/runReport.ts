import type { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { isObject, textOf } from '../../values/json';
import type { Operation } from '../operation';
import type { Result } from '../results';

/** Records named in the text; all of them stand in the error's context. */
const MAX_NAMED = 100;

/** What identifies a new record, or the item it came from: api.md does not show the replies to creations. */
function nameOf({ json }: Result, item: number): string {
	const { shorturl, short, link, id } = isObject(json.data) ? { ...json.data, ...json } : json;
	return [shorturl, short, link, id].map(textOf).find(Boolean) ?? `item ${item}`;
}

/** Whether an operation makes records that a person may have to clean up after a failed run. */
export const createsRecords = ({ behavior: { kind } }: Operation): boolean =>
	kind === 'creates' || kind === 'createsOrGets';

/** Adds to the refusal that ended a run what was done before it, and which records exist now. */
export function addRunReport(
	error: NodeApiError | NodeOperationError,
	done: ReadonlyMap<number, Result[]>,
	items: number,
	creates: boolean,
): void {
	if (items === 1) return;
	const lines = [`${done.size} of ${items} items were done, nothing more was sent.`];
	if (creates && done.size > 0) {
		const created = [...done]
			.sort(([a], [b]) => a - b)
			.flatMap(([item, results]) => results.map((result) => nameOf(result, item)));
		const named = created.slice(0, MAX_NAMED).join(', ');
		const more = created.length > MAX_NAMED ? ` and ${created.length - MAX_NAMED} more` : '';
		lines.push(`These exist now: ${named}${more}.`);
		error.context.created = created;
	}
	error.description = [error.description, ...lines].filter(Boolean).join(' ');
}
