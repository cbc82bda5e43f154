import type { IDataObject } from 'n8n-workflow';

import { bodyOf } from '../../client/http';
import { OnceByName, perRun } from '../../client/memory';
import { invalidInput } from '../../errors';
import { isEmpty } from '../../fields/convert';
import { comparableAlias } from '../../values/aliases';
import { hostOf } from '../../values/comparable';
import { textOf } from '../../values/json';
import type { Behavior, ItemCall } from '../operation';
import { labelOfLinkField } from './linkFields';
import { comparableBody, withNamesAsText } from './row';

/** The rows of a run by their links. A later try does not repeat what an earlier one completed. At most the rows of the run. */
const rowsOf = perRun(() => ({
	first: new Map<string, { item: number; values: IDataObject }>(),
	results: new OnceByName<IDataObject>(),
}));

const rowsOfAllTries = ({ run }: ItemCall) => rowsOf(run.tries?.[0] ?? run);

/** The names of the fields in which two rows differ. */
function differingFields(one: IDataObject, other: IDataObject): string[] {
	const [a, b] = [comparableBody(one), comparableBody(other)];
	const names = new Set([...Object.keys(a), ...Object.keys(b)]);
	return [...names].filter((name) => textOf(a[name]) !== textOf(b[name]));
}

/**
 * Two rows for the same link with different values would undo each other, and the table would never come to rest.
 *
 * @param name of the link
 * @param values of the row that count
 * @throws {NodeOperationError} when an earlier row of the run has other values for the same link
 */
export function claimLink(
	{ run, node, item }: Pick<ItemCall, 'run' | 'node' | 'item'>,
	name: string,
	values: IDataObject,
	{ label, advice }: { label: string; advice: string },
): void {
	const rows = rowsOf(run.tries?.[0] ?? run).first;
	const first = rows.get(name) ?? { item, values };
	rows.set(name, first);
	const different = first.item === item ? [] : differingFields(first.values, values);
	if (different.length === 0) return;
	throw invalidInput(
		{ label, node, item },
		`this row and row ${first.item} are for the same link, and differ in ${different.map(labelOfLinkField).join(', ')}`,
		advice,
	);
}

/** What rows have in common that are for the link with one alias, as far as the rows themselves show it. */
const aliasKey = ({ domain, custom }: IDataObject): string =>
	`alias ${hostOf(withNamesAsText(domain))}/${comparableAlias(custom)}`;

/** @throws {NodeOperationError} when an earlier row of Create or Get has another long URL for the alias of this one */
export function claimAlias(call: Pick<ItemCall, 'run' | 'node' | 'item'>, body: IDataObject): void {
	const { url, parameters } = body;
	const advice = 'Give each an alias of its own.';
	if (!isEmpty(body.custom))
		claimLink(call, aliasKey(body), { url, parameters }, { label: 'Alias', advice });
}

/** Refuses rows that give an alias which an earlier row of the run gives, before anything is sent. */
export const withDistinctAliases = (behavior: Behavior): Behavior => ({
	...behavior,
	check(call) {
		behavior.check?.(call);
		const { node, item, request } = call;
		const body = bodyOf(request);
		const { first } = rowsOfAllTries(call);
		const known = first.get(aliasKey(body)) ?? { item, values: body };
		if (isEmpty(body.custom)) return;
		first.set(aliasKey(body), known);
		if (known.item === item) return;
		throw invalidInput(
			{ label: 'Alias', node, item },
			`item ${known.item} gives the same alias`,
			'Give each an alias of its own, or use Create or Get.',
		);
	},
});

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
