import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { KeyedMutex } from './wait';

/** What outlives a request. The feature that needs it declares it, as `perKey(() => new X())`. It exists only in this process. */

/** The value of an owner is made when it is first needed, and dropped with its owner. */
function perOwner<Owner extends object, T>(make: () => T): (owner: Owner) => T {
	const values = new WeakMap<Owner, { value: T }>();
	return (owner) => {
		const known = values.get(owner) ?? { value: make() };
		values.set(owner, known);
		return known.value;
	};
}

interface NodeContext {
	getWorkflow: () => { id?: string };
	getNode: () => { id: string };
}

/** A list of names that a run of this process has read. @template List as lookup/ makes it */
export interface NamesRead<List = unknown> {
	readonly run: WeakRef<object>;
	/** When the reading began, by `performance.now()`. */
	readonly at: number;
	readonly list: Promise<List>;
	/** A record has changed since. */
	isOutdated: boolean;
}

/** The creation of a record that is known by its name. */
export interface CreationByName {
	readonly run: WeakRef<object>;
	readonly record: Promise<IDataObject>;
	/** By `performance.now()`; Infinity while it is under way. */
	endedAt: number;
	/** The record may exist all the same. */
	hasFailed: boolean;
}

/** What was sent to a link, or which link a row has: see lookup/sent.ts. */
export interface SentText {
	readonly text: string;
	/** The execution that wrote it; '' where another process did. */
	readonly execution: string;
}

/** What all runs of this process with one API key at one address share. */
export class Key {
	openRequests = 0;
	/** When a run last used it, ms since epoch. */
	usedAt = Date.now();

	/** @param hash of the base URL and the key, so that the key itself is kept nowhere */
	constructor(readonly hash: string) {}

	/** Held while a record is created or changed, so that changes of one record go in order. At most the records that are being changed. */
	readonly locks = new KeyedMutex();
	/** The lists of names that a run read last. At most 10,000 names of each list. */
	readonly names = new Map<string, NamesRead>();
	/** What was created by name, so that equal rows, and runs at the same time, get the same record. At most 10,000 names. */
	readonly createdByName = new Map<string, CreationByName>();
	/** What runs sent, of all nodes. The oldest come first. At most 50,000 links and as many rows. */
	readonly sent = new Map<string, SentText>();
	/** How links that creations made without a domain begin. */
	defaultDomain: { address: string; domain: string } | undefined;
	/** Whether somebody was told that updates may empty fields: a service does not change its habits. */
	isEmptyingTold = false;
}

/** A value that all runs with one key at one address share. */
export function perKey<T>(make: () => T): (service: { readonly key: Key }) => T {
	const valueOf = perOwner<Key, T>(make);
	return ({ key }) => valueOf(key);
}

/** A value that the items of one run share. */
export const perRun = <T>(make: () => T): ((run: object) => T) => perOwner(make);

const MAX_NODES = 1_000;

/** By workflow and node; the latest execution last. */
const nodes = new Map<string, object>();

/** A value that all executions of a node share, of the 1,000 nodes that ran last. */
export function perNode<T>(make: () => T): (context: NodeContext) => T {
	const valueOf = perOwner<object, T>(make);
	return (context) => {
		const id = `${context.getWorkflow().id}\n${context.getNode().id}`;
		const node = nodes.get(id) ?? {};
		nodes.delete(id);
		nodes.set(id, node);
		forgetOldest(nodes, MAX_NODES);
		return valueOf(node);
	};
}

/** Unused keys are dropped after this time, in ms: longer than any window, and than created records are remembered. */
const MAX_UNUSED = 60 * 60_000;

const keys = new Map<string, Key>();

/** The key of a run. Keys that are not in use any more are dropped, and with them all that was remembered for them. */
export function keyFor(baseUrl: string, apiKey: string): Key {
	const now = Date.now();
	for (const { hash, usedAt, openRequests } of keys.values())
		if (now - usedAt > MAX_UNUSED && openRequests === 0) keys.delete(hash);
	const hash = createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('hex');
	const key = keys.get(hash) ?? new Key(hash);
	key.usedAt = now;
	keys.set(hash, key);
	return key;
}

/** Work that is done once for several callers, by name. Only the first gets its error; the others try it themselves. */
export class OnceByName<T> {
	private readonly results = new Map<string, Promise<T>>();

	async get(name: string, work: () => Promise<T>): Promise<T> {
		const known = this.results.get(name);
		if (known) return await known.catch(work);
		const result = work();
		this.results.set(name, result);
		result.catch(() => this.results.delete(name));
		return await result;
	}
}

/** A Map keeps the order of insertion, so that the oldest come first. @param maxAge in ms */
export function forgetOlder(entries: Map<string, { at: number }>, maxAge: number): void {
	for (const [name, { at }] of entries) {
		if (Date.now() - at < maxAge) break;
		entries.delete(name);
	}
}

/** To be called after each addition. @param max how many entries stay */
export function forgetOldest(entries: Map<string, unknown>, max: number): void {
	const [oldest] = entries.keys();
	if (entries.size > max && oldest !== undefined) entries.delete(oldest);
}
