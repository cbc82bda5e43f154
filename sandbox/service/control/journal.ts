import type { IncomingHttpHeaders } from 'node:http';

import type { Settings } from '../settings.ts';

/** One API request as it arrived, and what became of it. */
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

/** What was asked of the API, the oldest entries given up beyond the setting's size. */
export class Journal {
	private readonly settings: Settings;
	private kept: JournalEntry[] = [];
	private count = 0;

	constructor(settings: Settings) {
		this.settings = settings;
	}

	add(entry: Omit<JournalEntry, 'n'>): JournalEntry {
		const numbered = { n: ++this.count, ...entry };
		this.kept.push(numbered);
		// Trimmed rarely and by much: dropping one entry per request would move the whole array each time.
		if (this.kept.length > this.settings.journalSize * 1.25 + 16) this.kept = this.entries;
		return numbered;
	}

	get entries(): JournalEntry[] {
		return this.settings.journalSize === 0 ? [] : this.kept.slice(-this.settings.journalSize);
	}

	clear(): void {
		this.kept = [];
		this.count = 0;
	}
}
