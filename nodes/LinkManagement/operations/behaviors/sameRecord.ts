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

/** What an item says of a record. */
interface Claim {
	item: ItemName;
	values: IDataObject;
}

/** What the items of a run say of records. A later try does not repeat what an earlier one completed. At most the items of the run. */
const claimsOfRun = perRun(() => ({
	/** The first claim about a record, and the first one with other values. */
	first: new Map<string, Claim>(),
	other: new Map<string, Claim>(),
	results: new OnceByName<IDataObject>(),
}));

const claimsOfAllTries = ({ run }: Pick<ItemCall, 'run'>) => claimsOfRun(run.tries?.[0] ?? run);

/** URLs are equal where a parser gives the same address, whichever way the host is written. */
const comparableValue = (name: string, value: unknown): string =>
	(name === 'url' ? parsedUrl(textOf(value))?.href : undefined) ?? textOf(value);

function differingFields(one: IDataObject, other: IDataObject): string[] {
	const [a, b] = [comparableBody(one), comparableBody(other)];
	const names = new Set([...Object.keys(a), ...Object.keys(b)]);
	// In one order, so that the reasons of both items are the same text
	return [...names]
		.filter((name) => comparableValue(name, a[name]) !== comparableValue(name, b[name]))
		.sort();
}

/** Another item for the same record, and the fields in which it differs. */
function contradictionOf(call: Collected, name: string, values: IDataObject) {
	const { first, other } = claimsOfAllTries(call);
	for (const claim of [first.get(name), other.get(name)]) {
		const isOther = claim !== undefined && claim.item.item !== call.item;
		const fields = isOther ? differingFields(claim.values, values) : [];
		if (fields.length > 0) return { item: claim!.item, fields };
	}
	return undefined;
}

/** Notes what an item says of a record, as far as the items themselves show that it is the same one. */
export function noteClaim(call: Collected, name: string, values: IDataObject): void {
	const { first, other } = claimsOfAllTries(call);
	const own = { item: call.name, values };
	if (!first.has(name)) first.set(name, own);
	else if (!other.has(name) && contradictionOf(call, name, values)) other.set(name, own);
}

export const firstItemWith = (call: Collected, name: string): ItemName | undefined =>
	claimsOfAllTries(call).first.get(name)?.item;

/** The first claim of the run about each record, by the name that `noteClaim` got. */
export const firstClaims = (call: Collected): Array<[name: string, values: IDataObject]> =>
	[...claimsOfAllTries(call).first].map(([name, { values }]) => [name, values]);

/** How an error calls items that contradict each other. */
export interface Contradiction {
	label: string;
	/** What two items do, from the names of the fields in which they differ. */
	describe: (fields: string[]) => string;
	advice: string;
}

/** Items for the same record with different values would undo each other in each run, and nobody knows which one is right. */
export function checkClaim(
	call: Collected & Pick<ItemCall, 'node'>,
	name: string,
	values: IDataObject,
	{ label, describe, advice }: Contradiction,
): void {
	const { node, item } = call;
	const other = contradictionOf(call, name, values);
	if (!other) return;
	const items = pairInWords(call.name, other.item);
	throw invalidInput({ label, node, item }, `${items} ${describe(other.fields)}`, advice);
}

/** How the first of several equal items is done, and what the others get. If it fails, they do it themselves. */
interface OncePerName {
	work: () => Promise<IDataObject>;
	repeated: (result: IDataObject) => IDataObject;
}

/** Does the work once for all items of a run with a name in common. */
export async function oncePerName(
	call: ItemCall,
	name: string,
	{ work, repeated }: OncePerName,
): Promise<IDataObject> {
	let isOwn = false;
	const result = await claimsOfAllTries(call).results.get(name, async () => {
		isOwn = true;
		return await work();
	});
	return isOwn ? result : repeated(result);
}
