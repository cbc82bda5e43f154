import type { IDataObject } from 'n8n-workflow';

import { OnceByName, perRun } from '../../client/memory';
import { invalidInput } from '../../errors';
import { isEmpty } from '../../fields/convert';
import { textOf } from '../../values/json';
import type { ItemCall } from '../operation';
import { labelOfLinkField } from './linkFields';
import { resultOf } from './upsertResult';
import { COLUMNS_LABEL, differingFields, type Row, rowKey } from './upsertRow';

/** The first row of a run for a link. */
interface FirstRow {
	item: number;
	body: IDataObject;
}

/** The first rows of a run, by the links that they are for. A later try does not repeat the rows that an earlier one completed. */
const firstRowsOf = perRun(() => new Map<string, FirstRow>());

/** The results of the rows, by the links that they are for. */
const resultsOf = perRun(() => new OnceByName<IDataObject>());

/** What the tries of a run have in common. */
const allTriesOf = ({ run }: ItemCall): object => run.tries ?? run;

/**
 * Two rows for the same link with different values would undo each other, and the table would never come to rest.
 *
 * @param name of the link
 * @throws {NodeOperationError} when an earlier row of the run has other values for the same link
 */
function claimLink(call: ItemCall, name: string, body: IDataObject): void {
	const { node, item } = call;
	const rows = firstRowsOf(allTriesOf(call));
	const first = rows.get(name) ?? { item, body };
	rows.set(name, first);
	const different = first.item === item ? [] : differingFields(first.body, body);
	if (different.length === 0) return;
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

/**
 * Does the work for the first of the rows with a name in common. The others, which are equal, wait for it and are then
 * unchanged. If it fails, they do it themselves.
 */
export async function oncePerName(
	call: ItemCall,
	row: Row,
	name: string,
	work: () => Promise<IDataObject>,
): Promise<IDataObject> {
	let isOwn = false;
	const result = await resultsOf(allTriesOf(call)).get(name, async () => {
		isOwn = true;
		return await work();
	});
	const { id, shorturl } = result;
	return isOwn ? result : resultOf(row, { id, shorturl }, 'unchanged');
}

/**
 * Does the work for the first of the rows for a link: they may name it in several ways.
 *
 * @throws {NodeOperationError} when an earlier row of the run has other values for the same link
 */
export async function oncePerLink(
	call: ItemCall,
	row: Row,
	id: unknown,
	work: () => Promise<IDataObject>,
): Promise<IDataObject> {
	const name = `link ${textOf(id)}`;
	claimLink(call, name, row.body);
	return await oncePerName(call, row, name, work);
}
