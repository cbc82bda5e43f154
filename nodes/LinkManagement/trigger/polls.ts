import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { forgetOldest } from '../client/account';
import { ACCOUNT_PATH } from '../client/endpoints';
import type { Service } from '../client/service';
import { comparableUrl } from '../text/comparable';
import { isObject, textOf } from '../text/json';
import type { CountState } from './counts';
import type { NewState } from './newRecords';
import { isRefusal } from './pollReader';
import type { Watch } from './watch';

/** The account that a stored state belongs to. Plain JSON, as n8n stores it. */
export interface Account {
	address: string;
	/** The account's ID (api.md section 2.2); '' when the service does not return it. */
	id: string;
	/** A hash of the API key. As long as it stays the same, the account is not read again. */
	key: string;
}

/** A longer ID is not stored as a whole, in characters. */
const MAX_ID_LENGTH = 100;

/** '' when this key may not read the account. */
async function readAccountId(service: Service, maxWait: number): Promise<string> {
	const outcome = await service.request({ method: 'GET', url: ACCOUNT_PATH }, { maxWait });
	if ('body' in outcome) {
		const { data } = outcome.body;
		return isObject(data) ? textOf(data.id).slice(0, MAX_ID_LENGTH) : '';
	}
	const { failure } = outcome;
	// Services refuse with HTTP 401, too, what a plan lacks (services.md section 2). A bad key fails at the list
	if (isRefusal(failure) || (failure.kind === 'invalidKey' && failure.fromService)) return '';
	throw service.errorFor(undefined, failure);
}

/** It takes a request only when the credential has changed since the state was stored. */
export async function currentAccount(
	service: Service,
	kept: Account | undefined,
	maxWait: number,
): Promise<Account> {
	const current = { address: comparableUrl(service.baseUrl), key: service.account.hash };
	const isKept = kept?.key === current.key && kept.address === current.address;
	return { ...current, id: isKept ? kept.id : await readAccountId(service, maxWait) };
}

/** By the ID, so that a renewed key loses nothing. If the service does not return it, by the key. */
export function isSameAccount(kept: Account, current: Account): boolean {
	if (kept.address !== current.address) return false;
	return kept.id === '' || current.id === '' ? kept.key === current.key : kept.id === current.id;
}

/** The form of the stored state. Raise it when a state of before can't be used any more. */
export const VERSION = 2;

/** What n8n stores between the polls of a trigger. Plain JSON. */
export interface StoredState {
	version: typeof VERSION;
	watch: Watch;
	account: Account;
	state: NewState | CountState;
	/** When records last came out, or the trigger began, in ms since epoch: of two states of a trigger, the newer one has more. */
	emittedAt: number;
}

/** Undefined for that of another version, with which the trigger starts anew. */
export const storedStateIn = (kept: IDataObject): StoredState | undefined =>
	kept.version === VERSION ? (kept as unknown as StoredState) : undefined;

/** The order of the keys of a watch is ignored, because a database may change it. */
export const isOf = (
	{ event, amount, keyword, links }: Watch,
	state: StoredState | undefined,
): state is StoredState =>
	state?.watch.event === event &&
	state.watch.amount === amount &&
	state.watch.keyword === keyword &&
	state.watch.links.join() === links.join();

/** n8n's own limit for a poll and the storing of its state (`pollTimeoutSeconds` of its scheduler), in ms. */
const STORING_TIME = 45_000;

/** What this process remembers of the polls of a trigger. */
class Polls {
	isPolling = false;
	/** The activations that have polled: without the durable scheduler, n8n uses one context for all polls of one. */
	readonly activations = new WeakSet<object>();
	/** The last state with which no records came out: not stored at publication, nor by the durable scheduler without cursors. */
	private unstored: StoredState | undefined;
	/** When n8n began to store the first state, by `performance.now()`. */
	storingSince = -Infinity;
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

	/** When this process takes over the polls from another one, its states are old. */
	forgetStates(): void {
		this.unstored = undefined;
		this.newest = undefined;
		this.isOneOfSeveral = false;
	}

	/** The state to go on with, by the node's name and what n8n returned. */
	stateFor(name: string, watch: Watch, stored: StoredState | undefined): StoredState | undefined {
		// Also where the first poll after a restart fails
		this.name ??= name;
		this.newest ??= stored;
		const { newest, unstored } = this;
		if (stored && newest && stored.emittedAt > newest.emittedAt) this.isOneOfSeveral = true;
		// No records have come out since what n8n returned
		const isSince = !this.isOneOfSeveral && unstored?.emittedAt === stored?.emittedAt;
		const states = isSince ? [unstored, stored] : [stored, unstored];
		const known = this.name === name ? states : [this.afterRenaming(stored)];
		return known.find((state) => isOf(watch, state));
	}

	private afterRenaming(stored: StoredState | undefined): StoredState | undefined {
		const { newest } = this;
		// n8n returns no state, or that of the last time with this name. Only durable cursors belong to the ID
		if (stored && newest && stored.emittedAt >= newest.emittedAt) return stored;
		// Another process can know a newer one
		return this.isOneOfSeveral ? undefined : newest;
	}

	/** @param isStored whether n8n returned a state of what is watched @param from the state before the poll */
	note(
		name: string,
		isStored: boolean,
		from: StoredState | undefined,
		{ records, next }: { records: IDataObject[]; next: StoredState },
	): void {
		if (records.length === 0) this.unstored = next;
		else if (isStored) this.unstored = undefined;
		// Where n8n does not store the state after the first records, they come out again
		else if (from !== this.unstored) this.unstored = next;
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
