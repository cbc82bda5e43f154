import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { forgetOldest } from '../client/account';
import type { StoredState } from './storedState';
import { isSameWatch, type Watch } from './watch';

/** n8n's own limit for a poll and the storing of its state (`pollTimeoutSeconds` of its scheduler), in ms. */
const STORING_TIME = 45_000;

/** What came out of a poll, and the state to store. */
export interface Polled {
	records: IDataObject[];
	stored?: StoredState;
}

export const isOf = (watch: Watch, state: StoredState | undefined): boolean =>
	state !== undefined && isSameWatch(state.watch, watch);

/** What this process remembers of the polls of a trigger. */
class Polls {
	isPolling = false;
	/** The activations that have polled: without the durable scheduler, n8n uses one context for all polls of one. */
	readonly activations = new WeakSet<object>();
	/** The first state. n8n polls at publication, but does not store the state if that poll gives no records. */
	private first: StoredState | undefined;
	/** When n8n began to store the first state, by `performance.now()`. */
	private storingSince = -Infinity;
	/** The newest state, also one with which records came out. */
	private newest: StoredState | undefined;
	/** The node's name with the newest state: n8n keeps what it stores by the name. */
	private name: string | undefined;
	/** Whether another process polls, too, because n8n returned a newer state than the newest one of this process. */
	private isOneOfSeveral = false;
	/** When events came out, by `performance.now()`. */
	private readonly emitted = new Map<string, number>();

	/** Whether n8n may still be storing the first state. It could otherwise store that of a later poll before it. */
	get isStoringFirst(): boolean {
		return performance.now() - this.storingSince < STORING_TIME;
	}

	noteStoring(): void {
		this.storingSince = performance.now();
	}

	/** When this process takes over the polls from another one, its states are old. */
	forgetStates(): void {
		this.first = undefined;
		this.newest = undefined;
		this.isOneOfSeveral = false;
	}

	/** The state to go on with, by the node's name and what n8n returned. */
	stateFor(name: string, watch: Watch, stored: StoredState | undefined): StoredState | undefined {
		if (stored && this.newest && stored.emittedAt > this.newest.emittedAt)
			this.isOneOfSeveral = true;
		const isRenamed = this.name !== undefined && this.name !== name;
		const states = isRenamed ? [this.newestBeside(stored)] : [stored, this.first];
		return states.find((state) => isOf(watch, state));
	}

	/** After a renaming, n8n returns no state, or that of the last time with this name. Only durable cursors belong to the ID. */
	private newestBeside(stored: StoredState | undefined): StoredState | undefined {
		const { newest } = this;
		if (!newest || (stored && stored.emittedAt >= newest.emittedAt)) return stored;
		// Another process can know a newer one
		return this.isOneOfSeveral ? undefined : newest;
	}

	/** @param isStored whether n8n returned a state of what is watched @param from the state before the poll */
	note(
		name: string,
		isStored: boolean,
		from: StoredState | undefined,
		{ records, stored: next = from }: Polled,
	): void {
		if (isStored) this.first = undefined;
		// Where n8n does not store the state after the first records, they come out again
		else if (records.length === 0 || from !== this.first) this.first = next;
		this.newest = next;
		this.name = name;
	}

	/**
	 * Whether one of these events has just come out. With n8n's durable scheduler, two poll times of the same second, the poll
	 * of a publication, or several that are due after a restart begin before n8n has stored the state after it. A state that
	 * n8n failed to store is used again later.
	 */
	hasJustEmitted(records: IDataObject[]): boolean {
		const now = performance.now();
		for (const [event, at] of this.emitted)
			if (now - at >= STORING_TIME) this.emitted.delete(event);
		const events = records.map(({ id, previous }) => JSON.stringify([id, previous]));
		if (events.some((event) => this.emitted.has(event))) return true;
		for (const event of events) this.emitted.set(event, now);
		return false;
	}
}

const MAX_NODES = 1_000;

/** By workflow and node; the latest execution last. */
const nodes = new Map<string, Polls>();

/**
 * The polls of a trigger, of the 1,000 triggers that polled last: n8n's durable scheduler gives each poll a context of its own.
 * Lost at a restart, and where several processes poll, each has its own. At most two states of 8 MB, and the events of 45 s.
 */
export function pollsOf(context: IPollFunctions): Polls {
	const id = `${context.getWorkflow().id}\n${context.getNode().id}`;
	const polls = nodes.get(id) ?? new Polls();
	nodes.delete(id);
	nodes.set(id, polls);
	forgetOldest(nodes, MAX_NODES);
	return polls;
}
