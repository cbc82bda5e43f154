import type { IDataObject } from 'n8n-workflow';

import { OnceByName, perRun } from '../../client/memory';
import { invalidInput } from '../../errors';
import { isEmpty } from '../../fields/convert';
import { textOf } from '../../values/json';
import type { ItemCall } from '../operation';
import { labelOfLinkField } from './linkFields';
import { COLUMNS_LABEL, differingFields, type Row, rowKey } from './upsertRow';

/** The first row of a run for a link. */
interface FirstRow {
	item: number;
	body: IDataObject;
}

/** The rows of a run, by the links that they are for. A later try does not repeat the rows that an earlier one completed. */
const firstRowsOf = perRun(() => new Map<string, FirstRow>());

/** The results of the rows, by what they have in common. */
const resultsOf = perRun(() => new OnceByName<IDataObject>());

/**
 * Two rows for the same link with different values would undo each other, and the table would never come to rest.
 *
 * @param name of the link
 * @returns the item of the first row for this link
 * @throws {NodeOperationError} when an earlier row of the run has other values for the same link
 */
function claimLink({ run, node, item }: ItemCall, name: string, body: IDataObject): number {
	const rows = firstRowsOf(run.tries ?? run);
	const first = rows.get(name) ?? { item, body };
	rows.set(name, first);
	const different = first.item === item ? [] : differingFields(first.body, body);
	if (different.length === 0) return first.item;
	throw invalidInput(
		{ label: COLUMNS_LABEL, node, item },
		`this row and row ${first.item} are for the same link, and differ in ${different.map(labelOfLinkField).join(', ')}`,
		'Remove one of them, or give both the same values.',
	);
}

/**
 * Checks that no earlier row has other values for the same link, as far as the rows themselves show which link they are for.
 * A row that names none is refused anyway.
 *
 * @param when in the check of all items, names of campaigns and others are not resolved yet
 */
export function claimByRow(call: ItemCall, row: Row, when: 'inCheck' | 'whenSent'): void {
	const isNamed = row.id !== undefined || row.shortUrl !== undefined || !isEmpty(row.body.custom);
	if (isNamed) claimLink(call, `${when} ${rowKey(row)}`, row.body);
}

/** The same, when the ID of the link is known: rows may name one link in several ways. @returns whether this row is the first */
export const claimById = (call: ItemCall, row: Row, id: unknown): boolean =>
	claimLink(call, `link ${textOf(id)}`, row.body) === call.item;

/**
 * Does the work for the first row of a link. Equal rows wait for it, and do it themselves if it fails.
 *
 * @param repeated what comes out for a row after the first
 */
export async function oncePerLink(
	call: ItemCall,
	row: Row,
	work: () => Promise<IDataObject>,
	repeated: (first: IDataObject) => IDataObject,
): Promise<IDataObject> {
	let isOwn = false;
	const result = await resultsOf(call.run).get(rowKey(row), async () => {
		isOwn = true;
		return await work();
	});
	return isOwn ? result : repeated(result);
}
