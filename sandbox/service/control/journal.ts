import type { IncomingHttpHeaders } from 'node:http';

import type { Settings } from '../settings.ts';

/** One API request and its reply. */
export interface JournalEntry {
	/** Number since the start or the last clearing, from 1. */
	n: number;
	/** Arrival, in milliseconds since the epoch. */
	at: number;
	method: string;
	/** Without the query. */
	path: string;
	query: Record<string, unknown>;
	/** Without `authorization`. */
	headers: IncomingHttpHeaders;
	/** Whether the request bore a valid key. */
	keyOk: boolean;
	/** The parsed JSON body; text when it is no JSON; null without one. */
	body: unknown;
	/** HTTP status of the reply; null while there is none, or when the connection was cut instead. */
	status: number | null;
	/** Bytes of the reply's body. */
	size: number;
	/** Milliseconds from arrival to the end of the reply; null while there is none. */
	ms: number | null;
	/** How the request, or our reply to it, breaks the description; null when neither does. */
	contract: string[] | null;
	/** What services accept although the description does not allow it, such as `null`; absent when there is none. */
	tolerated?: string[];
	/** The fault rules that fired, in their order. */
	faults: Array<{ id: string; kind: string }>;
	/** Requests in flight at arrival, this one included. */
	inFlight: number;
}

/** The API requests. When there are more than the setting `journalSize`, the oldest are dropped. */
export class Journal {
	private readonly settings: Settings;
	private recorded: JournalEntry[] = [];
	private count = 0;

	constructor(settings: Settings) {
		this.settings = settings;
	}

	add(entry: Omit<JournalEntry, 'n'>): JournalEntry {
		const numbered = { n: ++this.count, ...entry };
		this.recorded.push(numbered);
		// Dropping one entry per request would move the whole array each time, so many are dropped at once.
		if (this.recorded.length > this.settings.journalSize * 1.25 + 16) this.recorded = this.entries;
		return numbered;
	}

	get entries(): JournalEntry[] {
		return this.settings.journalSize === 0 ? [] : this.recorded.slice(-this.settings.journalSize);
	}

	clear(): void {
		this.recorded = [];
		this.count = 0;
	}
}
