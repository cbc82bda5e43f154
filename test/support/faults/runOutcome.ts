/** Holds what a run reported against what the service holds: every item done once or refused, nothing else. */
import { expect } from '@jest/globals';

import type { ItemReply, Json, NodeSettings, RunReply } from '../engine';
import type { RecordedRun } from '../engine/testbed';
import type { Kind, State } from './operationKinds';

export type OnError = NonNullable<NodeSettings['onError']>;
export const ON_ERROR: OnError[] = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];

/** What a run says of its items. */
export interface Accounts {
	/** Output items by the input item they are paired to. */
	done: Map<number, ItemReply[]>;
	/** Messages by item. */
	refused: Map<number, string>;
}

const itemOf = ({ pairedItem }: ItemReply): number => Number((pairedItem as Json).item);

/** The message of a refused item, however n8n shows it. */
function reasonOf({ error, json }: ItemReply): string | undefined {
	return error?.message ?? (json.error === undefined ? undefined : String(json.error));
}

/** Sorts the output of a run into what was done and what was refused. */
export function accountsOf({ outputs, error }: RunReply): Accounts {
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

/** Whether a refusal says that nobody knows whether it was done. */
export const isUnknown = (message: string | undefined): boolean =>
	/is not known/.test(message ?? '');

const sorted = (numbers: Iterable<number>): number[] => [...numbers].sort((a, b) => a - b);

/** Under Stop the output is lost: the error's description is the account. */
export function doneBeforeStop({ error }: RunReply): number {
	return Number(/(\d+) of \d+ items completed/.exec(error?.description ?? '')?.[1]);
}

/** No record twice; what was reported as done is in place; a creation that was refused is not, unless it says so. */
export function expectEffects(kind: Kind, reply: RunReply, state: State): void {
	if (!kind.effects) return;
	const inPlace = sorted(kind.effects(state));
	expect(inPlace).toEqual(sorted(new Set(inPlace)));
	const { done, refused } = accountsOf(reply);
	if (reply.error) return expectEffectsOfStop(kind, reply, inPlace);
	const unknown = [...refused].filter(([, message]) => isUnknown(message)).map(([item]) => item);
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
	expect(inPlace.length - others).toBeLessThanOrEqual(isUnknown(message) ? 1 : 0);
	const created = (reply.error?.context.created ?? []) as string[];
	expect(new Set(created.filter(Boolean)).size).toBe(others);
	for (const name of created) expect(reply.error?.description).toContain(name);
}

/** Every input item has its own result or its own reason, and none has both; no result looks like a refusal. */
export function expectEveryItem(kind: Kind, { reply }: RecordedRun, items: number): void {
	const { done, refused } = accountsOf(reply);
	expect(sorted([...done.keys(), ...refused.keys()])).toEqual(
		Array.from({ length: items }, (_, item) => item),
	);
	for (const replies of done.values()) {
		expect(replies).toHaveLength(kind.outputItems ?? 1);
		for (const { json } of replies) expect(json).not.toHaveProperty('error');
	}
	for (const [item, message] of refused) expect(message).toContain(`[item ${item}]`);
}
