import type { IDataObject } from 'n8n-workflow';

import { OnceByName, perRun } from '../../client/memory';
import { invalidInput } from '../../errors';
import { withNamesAsText } from '../../fields/reference';
import { comparableName, parsedUrl } from '../../values/comparable';
import { mapValues, textOf } from '../../values/json';
import { type ItemName, pairInWords } from '../itemName';
import type { Collected, ItemCall } from '../operation';

/** A body in which names that are not resolved yet are texts without case, to be compared. */
export const comparableBody = (body: IDataObject): IDataObject =>
	mapValues(body, (value) => withNamesAsText(value, comparableName)) as IDataObject;

interface Claim {
	row: ItemName;
	values: IDataObject;
}

/** The rows of a run by their records. A later try does not repeat what an earlier one completed. At most the rows of the run. */
const rowsOf = perRun(() => ({
	/** The first row for a record, and the first one that has other values. */
	first: new Map<string, Claim>(),
	other: new Map<string, Claim>(),
	results: new OnceByName<IDataObject>(),
}));

const rowsOfAllTries = ({ run }: Pick<ItemCall, 'run'>) => rowsOf(run.tries?.[0] ?? run);

/** URLs are equal where a parser gives the same address, whichever way the host is written. */
const comparableValue = (name: string, value: unknown): string =>
	(name === 'url' ? parsedUrl(textOf(value))?.href : undefined) ?? textOf(value);

function differingFields(one: IDataObject, other: IDataObject): string[] {
	const [a, b] = [comparableBody(one), comparableBody(other)];
	const names = new Set([...Object.keys(a), ...Object.keys(b)]);
	return [...names].filter(
		(name) => comparableValue(name, a[name]) !== comparableValue(name, b[name]),
	);
}

/** Another row for the same record, and the fields in which it differs. */
function contradictionOf(call: Collected, name: string, values: IDataObject) {
	const { first, other } = rowsOfAllTries(call);
	for (const claim of [first.get(name), other.get(name)]) {
		const isOther = claim !== undefined && claim.row.item !== call.item;
		const fields = isOther ? differingFields(claim.values, values) : [];
		if (fields.length > 0) return { row: claim!.row, fields };
	}
	return undefined;
}

/** Notes what a row says of a record, as far as the rows themselves show that it is the same one. */
export function noteRow(call: Collected, name: string, values: IDataObject): void {
	const { first, other } = rowsOfAllTries(call);
	const own = { row: call.name, values };
	if (!first.has(name)) first.set(name, own);
	else if (!other.has(name) && contradictionOf(call, name, values)) other.set(name, own);
}

export const firstRowFor = (call: Collected, name: string): ItemName | undefined =>
	rowsOfAllTries(call).first.get(name)?.row;

/** The first row of the run for each record, by what `noteRow` was told of it. */
export const notedRows = (call: Collected): Array<[name: string, values: IDataObject]> =>
	[...rowsOfAllTries(call).first].map(([name, { values }]) => [name, values]);

/** How an error calls rows that contradict each other. */
export interface Contradiction {
	label: string;
	/** What two items do, from the names of the fields in which they differ. */
	describe: (fields: string[]) => string;
	advice: string;
}

/** Rows for the same record with different values would undo each other in each run, and nobody knows which one is right. */
export function checkRow(
	call: Collected & Pick<ItemCall, 'node'>,
	name: string,
	values: IDataObject,
	{ label, describe, advice }: Contradiction,
): void {
	const { node, item } = call;
	const other = contradictionOf(call, name, values);
	if (!other) return;
	const rows = pairInWords(call.name, other.row);
	throw invalidInput({ label, node, item }, `${rows} ${describe(other.fields)}`, advice);
}

/** How the first of several equal rows is done, and what the others get. If it fails, they do it themselves. */
interface OnceForRows {
	work: () => Promise<IDataObject>;
	repeated: (result: IDataObject) => IDataObject;
}

/** Does the work once for all rows of a run with a name in common. */
export async function oncePerName(
	call: ItemCall,
	name: string,
	{ work, repeated }: OnceForRows,
): Promise<IDataObject> {
	let isOwn = false;
	const result = await rowsOfAllTries(call).results.get(name, async () => {
		isOwn = true;
		return await work();
	});
	return isOwn ? result : repeated(result);
}
