import { createHash } from 'crypto';
import type { IDataObject, INodeListSearchItems } from 'n8n-workflow';

import { RateLimiter } from './rateLimit/rateLimiter';
import { KeyedMutex } from './wait';

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

export interface DropdownPage {
	/** When it was read, ms since epoch. */
	readonly at: number;
	readonly entries: INodeListSearchItems[];
	/** The list ends here. */
	readonly isLast: boolean;
}

/** What replies showed of the pages of a list. */
export interface LearnedPageSizes {
	/** Until when larger pages count as failing, ms since epoch; Infinity where the service said that they are too large. */
	until?: number;
	/** The sizes that do not fail; 0 stands for the service's own size. */
	allowed?: readonly number[];
}

/** What this process creates in a list. */
export interface CreationsOfList {
	/** Those of half an hour, by an ID or an address. */
	readonly created: Map<string, { at: number; id?: string }>;
	/** How many creations were sent and have not ended. */
	underWay: number;
	/** How a creation last failed while reading worked, and when, ms since epoch. */
	lastFailure?: { way: string; at: number };
	/** One item finds out whether creations fail. */
	investigation?: Promise<IDataObject>;
}

/** What all runs of this process with one API key at one address share. */
export class Account {
	openRequests = 0;
	/** When a run last used it, ms since epoch. */
	usedAt = Date.now();

	/** @param hash of the base URL and the key, so that the key itself is kept nowhere */
	constructor(readonly hash: string) {}

	/** When a request may go, and when the last good reply came. At most the requests that wait. */
	readonly limiter = new RateLimiter();
	/** Held while a record is created or changed, so that changes of one record go in order. At most the records that are being changed. */
	readonly locks = new KeyedMutex();
	/** How many records the service gives, by list. At most one entry for each list of the API. */
	readonly pageSizes = new Map<string, LearnedPageSizes>();
	/** Which records creations made, so that no two items get one, and whether creations fail, by list. At most those of half an hour. */
	readonly creations = new Map<string, CreationsOfList>();
	/** The lists of names that a run read last. At most 10,000 names of each list. */
	readonly names = new Map<string, NamesRead>();
	/** What was created by name, so that equal rows, and runs at the same time, get the same record. At most 10,000 names. */
	readonly createdByName = new Map<string, CreationByName>();
	/** What runs sent, of all nodes. The oldest come first. At most 50,000 links and as many rows. */
	readonly sent = new Map<string, SentText>();
	/** The last pages of dropdowns: opening five dropdowns must not use up the minute. At most those of half a minute. */
	readonly dropdownPages = new Map<string, DropdownPage>();
	/** How links that creations made without a domain begin. At most one address. */
	defaultDomain: { address: string; domain: string } | undefined;
	/** Somebody was told that updates may empty fields: a service does not change its habits. At most a yes or no. */
	isEmptyingTold = false;
}

/** Unused accounts are dropped after this time, in ms: longer than any window, and than created records are remembered. */
const MAX_UNUSED = 60 * 60_000;

/** By the hash of the key. */
const accounts = new Map<string, Account>();

/** The account of a run. Those that are not in use any more are dropped, and with them all that was remembered for them. */
export function accountFor(baseUrl: string, apiKey: string): Account {
	const now = Date.now();
	for (const { hash, usedAt, openRequests } of accounts.values())
		if (now - usedAt > MAX_UNUSED && openRequests === 0) accounts.delete(hash);
	const hash = createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('hex');
	const account = accounts.get(hash) ?? new Account(hash);
	account.usedAt = now;
	accounts.set(hash, account);
	return account;
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
