import type { IDataObject } from 'n8n-workflow';
import { bodyOf } from '../client/http';
import { OnceByName, perRun } from '../client/account';
import { invalidInput, undefinedIfFailed } from '../errors';
import { NamedReference, withNamesAsText } from '../fields/reference';
import { resolveNames } from '../lookup/names';
import { comparableName, parsedUrl } from '../text/comparable';
import { mapValues, textOf } from '../text/json';
import { type ItemName, pairInWords } from './itemName';
import { namingOf } from '../lookup/createMissing';
import type { Collected, ItemCall } from './operation';

/** A body in which names that are not resolved yet are texts without case, to be compared. */
export const comparableBody = (body: IDataObject): IDataObject =>
	mapValues(body, (value) => withNamesAsText(value, comparableName)) as IDataObject;

/** What an item says of a record. */
interface Claim {
	item: ItemName;
	values: IDataObject;
}

/** Most different claims about one record that are kept: some differ only in how a name is given. */
const MAX_CLAIMS = 4;

/** What the items of a run say of records. A later try does not repeat what an earlier one completed. At most the items of the run. */
const claimsOfRun = perRun(() => ({
	/** By the name of the record, each with other values than those before it. */
	claims: new Map<string, Claim[]>(),
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

/** Notes what an item says of a record, as far as the items themselves show that it is the same one. */
export function noteClaim(call: Collected, name: string, values: IDataObject): void {
	const { claims } = claimsOfAllTries(call);
	const known = claims.get(name) ?? [];
	claims.set(name, known);
	const isNew = known.every((claim) => differingFields(claim.values, values).length > 0);
	if (isNew && known.length < MAX_CLAIMS) known.push({ item: call.name, values });
}

export const firstItemWith = (call: Collected, name: string): ItemName | undefined =>
	claimsOfAllTries(call).claims.get(name)?.[0]?.item;

const namesRecords = (values: IDataObject): boolean =>
	Object.values(values)
		.flat()
		.some((value) => value instanceof NamedReference);

/** The values as they would be sent: one item may give the name of a campaign, and another its ID. */
async function withIds(call: ItemCall, values: IDataObject): Promise<IDataObject> {
	if (!namesRecords(values)) return values;
	const own = { ...call, path: {}, request: { ...call.request, body: values } };
	const naming = { ...namingOf(call), tookId: undefined };
	const resolved = await undefinedIfFailed(resolveNames(own, naming));
	return resolved ? bodyOf(resolved.request) : values;
}

/** Another item for the same record, and the fields in which it differs. */
async function contradictionOf(call: ItemCall, name: string, values: IDataObject) {
	for (const { item, values: other } of claimsOfAllTries(call).claims.get(name) ?? []) {
		if (item.item === call.item || differingFields(other, values).length === 0) continue;
		const fields = differingFields(await withIds(call, other), await withIds(call, values));
		if (fields.length > 0) return { item, fields };
	}
	return undefined;
}

/** How an error calls items that contradict each other. */
export interface Contradiction {
	label: string;
	/** What two items do, from the names of the fields in which they differ. */
	describe: (fields: string[]) => string;
	advice: string;
}

/** Items for the same record with different values would undo each other in each run, and nobody knows which one is right. */
export async function checkClaim(
	call: ItemCall,
	name: string,
	values: IDataObject,
	{ label, describe, advice }: Contradiction,
): Promise<void> {
	const { node, item } = call;
	const other = await contradictionOf(call, name, values);
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
