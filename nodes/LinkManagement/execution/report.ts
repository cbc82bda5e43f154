import type { IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { textOf } from '../transport/json';

/** Records named in the text; all of them stand in the error's context. */
const MOST_NAMED = 100;

/** What identifies a new record: the service's replies to creations are not shown in api.md. */
const nameOf = (record: IDataObject) => textOf(record.shorturl ?? record.link ?? record.id);

/** Adds to the refusal that ended a run what was done before it, and which records exist now. */
export function reportDone(
	error: NodeApiError | NodeOperationError,
	done: ReadonlyMap<number, IDataObject[]>,
	items: number,
	creates: boolean,
): void {
	if (items === 1) return;
	const lines = [`${done.size} of ${items} items were done, nothing more was sent.`];
	if (creates && done.size > 0) {
		const created = [...done].sort(([a], [b]) => a - b).flatMap(([, records]) => records.map(nameOf));
		const named = created.slice(0, MOST_NAMED).join(', ');
		const more = created.length > MOST_NAMED ? ` and ${created.length - MOST_NAMED} more` : '';
		lines.push(`These exist now: ${named}${more}.`);
		error.context.created = created;
	}
	error.description = [error.description, ...lines].filter(Boolean).join(' ');
}
