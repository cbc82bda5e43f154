import type { IDataObject } from 'n8n-workflow';

import { OnceByName } from '../client/account';
import { invalidInput, problemsOf } from '../errors';
import type { LookupItem } from '../lookup/item';
import { comparableBody, resolveNames } from '../lookup/names';
import { undefinedIfFailed } from '../recovery/findRecord';
import { parsedUrl } from '../text/comparable';
import { textOf } from '../text/json';
import { type ItemName, pairInWords } from '../text/sentences';

/** Most different wishes for one record that are kept: some differ only in how a name is written. */
const MAX_DIFFERENT = 4;

/** URLs are equal where a parser gives the same address, whichever way the host is written. */
const comparableValue = (name: string, value: unknown): string =>
	(name === 'url' ? parsedUrl(textOf(value))?.href : undefined) ?? textOf(value);

function differingFields(one: IDataObject, other: IDataObject): string[] {
	const a = comparableBody(one);
	const b = comparableBody(other);
	const names = new Set([...Object.keys(a), ...Object.keys(b)]);
	// In one order, so that the reasons of both items are the same text
	return [...names]
		.filter((name) => comparableValue(name, a[name]) !== comparableValue(name, b[name]))
		.sort();
}

/** How an error calls items that contradict each other. */
export interface Contradiction {
	label: string;
	/** What two items do, from the names of the fields in which they differ. */
	describe: (fields: string[]) => string;
	advice: string;
}

/** The values as they would be sent: one item may give the name of a campaign, and another its ID. */
async function withIds(item: LookupItem, values: IDataObject): Promise<IDataObject> {
	const resolving = resolveNames(item, { path: {}, body: values }).catch((error: unknown) => {
		// The item that gives an unknown name says so, which may be the other one
		if (problemsOf(error).length > 0) return undefined;
		throw error;
	});
	return (await undefinedIfFailed(resolving))?.body ?? values;
}

/**
 * The rows of a run by the record that they are for, to refuse two that want different values for one, and to do equal ones once.
 * A later try does not repeat what an earlier one has completed. At most the items of the run.
 */
export class Rows {
	/** By the name of the record, each with other values than those before it. */
	private readonly wanted = new Map<string, Array<{ item: ItemName; values: IDataObject }>>();
	private readonly results = new OnceByName<IDataObject>();

	/** @param record what items for the same record have in common, as far as it is known */
	add(item: { readonly name: ItemName }, record: string, values: IDataObject): void {
		const known = this.wanted.get(record) ?? [];
		this.wanted.set(record, known);
		const isNew = known.every((one) => differingFields(one.values, values).length > 0);
		if (isNew && known.length < MAX_DIFFERENT) known.push({ item: item.name, values });
	}

	firstFor(record: string): ItemName | undefined {
		return this.wanted.get(record)?.[0]?.item;
	}

	/**
	 * Items for the same record with different values would undo each other in each run, and nobody knows which one is right.
	 * @throws {NodeOperationError} that names both
	 */
	async refuseContradiction(
		item: LookupItem & { readonly name: ItemName },
		record: string,
		values: IDataObject,
		{ label, describe, advice }: Contradiction,
	): Promise<void> {
		for (const other of this.wanted.get(record) ?? []) {
			const isOwn = other.item.item === item.index;
			if (isOwn || differingFields(other.values, values).length === 0) continue;
			const fields = differingFields(
				await withIds(item, other.values),
				await withIds(item, values),
			);
			if (fields.length === 0) continue;
			const items = pairInWords(item.name, other.item);
			const field = { label, node: item.node, item: item.index };
			throw invalidInput(field, `${items} ${describe(fields)}`, advice);
		}
	}

	/**
	 * Does the work for the first of equal items. If it fails, the others do it themselves.
	 * @param repeated what the others get
	 */
	async once(
		record: string,
		work: () => Promise<IDataObject>,
		repeated: (result: IDataObject) => IDataObject,
	): Promise<IDataObject> {
		let isOwn = false;
		const result = await this.results.get(record, async () => {
			isOwn = true;
			return await work();
		});
		return isOwn ? result : repeated(result);
	}
}
