/** Compares what a run reported with what the service holds: every item is done once or failed. */
import { expect } from '@jest/globals';

import type { ItemReply, Json, NodeSettings, RunReply } from '../engine';
import type { RecordedRun } from '../engine/testbed';
import type { Kind, State } from './operationKinds';

export type OnError = NonNullable<NodeSettings['onError']>;
export const ON_ERROR: OnError[] = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];

const itemOf = ({ pairedItem }: ItemReply): number => Number((pairedItem as Json).item);

/** The error message of a failed item, in either form that n8n gives it. */
function reasonOf({ error, json }: ItemReply): string | undefined {
	return error?.message ?? (json.error === undefined ? undefined : String(json.error));
}

/** The output items and the error messages of a run, by the input item that they are paired to. */
export function accountsOf({ outputs, error }: RunReply) {
	const done = new Map<number, ItemReply[]>();
	const refused = new Map<number, string>();
	for (const reply of outputs.flat()) {
		const reason = reasonOf(reply);
		if (reason === undefined) done.set(itemOf(reply), [...(done.get(itemOf(reply)) ?? []), reply]);
		else refused.set(itemOf(reply), reason);
	}
	if (error) refused.set(Number(error.context.itemIndex), error.message);
	return { done, refused };
}

/** What an error says of an item of which nobody knows whether it was done. */
export const IS_UNKNOWN = /is not known/;

const sorted = (numbers: Iterable<number>): number[] => [...numbers].sort((a, b) => a - b);

/** The number of items that were done. With On Error: Stop the output is lost, but the error's description has it. */
function doneBeforeStop({ error }: RunReply): number {
	return Number(/(\d+) of \d+ items completed/.exec(error?.description ?? '')?.[1]);
}

/**
 * Expects no record twice, a record for every done item, and none for a failed creation unless its error says that
 * nobody knows.
 */
export function expectEffects(kind: Kind, reply: RunReply, state: State): void {
	if (!kind.effects) return;
	const inPlace = sorted(kind.effects(state));
	expect(inPlace).toEqual(sorted(new Set(inPlace)));
	const { done, refused } = accountsOf(reply);
	if (reply.error) return expectEffectsOfStop(kind, reply, inPlace);
	const unknown = [...refused]
		.filter(([, message]) => IS_UNKNOWN.test(message ?? ''))
		.map(([item]) => item);
	const certain = inPlace.filter(
		(item) => done.has(item) || (kind.creates && !unknown.includes(item)),
	);
	expect(certain).toEqual(sorted(done.keys()));
}

function expectEffectsOfStop(kind: Kind, reply: RunReply, inPlace: number[]): void {
	const [[culprit = -1, message] = []] = [...accountsOf(reply).refused];
	const others = inPlace.filter((item) => item !== culprit).length;
	expect(doneBeforeStop(reply)).toBe(others);
	if (!kind.creates) return;
	expect(inPlace.length - others).toBeLessThanOrEqual(IS_UNKNOWN.test(message ?? '') ? 1 : 0);
	const created = (reply.error?.context.created ?? []) as string[];
	expect(new Set(created.filter(Boolean)).size).toBe(others);
	for (const name of created) expect(reply.error?.description).toContain(name);
}

/** Expects for every input item either a result or an error message, never both. No result looks like an error. */
export function expectEveryItem(kind: Kind, { reply }: RecordedRun, items: number): void {
	const { done, refused } = accountsOf(reply);
	expect(sorted([...done.keys(), ...refused.keys()])).toEqual(
		Array.from({ length: items }, (_, item) => item),
	);
	for (const replies of done.values()) {
		expect(replies).toHaveLength(kind.outputItems ?? 1);
		for (const { json } of replies) expect(json).not.toHaveProperty('error');
	}
	// The error that ends a run names its item; in an item it does not
	for (const message of refused.values()) expect(message).toMatch(/^[^[\]]+\.$/);
}
