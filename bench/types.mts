/** What a row of the table is made of. */
import type { Json, RunRequest } from '../test/support/engine/protocol.ts';

/** `raw`: keep-alive requests without n8n, as the floor. */
export type Subject = 'naive' | 'http' | 'node' | 'raw';

/** Work that every subject can be asked to do. */
export type Work =
	| { kind: 'create'; items: number; fields: 1 | 9 }
	| { kind: 'list'; links: number; pageSize: number };

/** How the service answers meanwhile; default: no limit, no faults. */
export interface Scene {
	settings?: Json;
	/** @param elsewhere address of another host, for redirects */
	faults?: (elsewhere: string) => Json[];
}

/** What came of one run. */
export interface Outcome {
	status: string;
	/** Items of the node's first output. */
	items: number;
	/** Items that are neither a record nor a refusal of their own. */
	badItems: number;
	/** Links that the run made, and how many of them say the same as another. */
	created: number;
	duplicates: number;
	/** Requests that reached the service. */
	requests: number;
	/** Requests that the service turned away by its limit. */
	overLimit: number;
	/** Records that the error names as made. */
	named: number;
	wallMs: number;
	cpuMs: number;
	/** Highest resident memory of the process since its start. */
	peakMb: number;
	/** Longest stretch in which the event loop stood still. */
	freezeMs: number;
	sockets: number;
	/** Requests that arrived more than a second after Stop. */
	later: number;
	/** Requests that took the key to another host. */
	strayKeys: number;
	message: string;
}

/** One run of every subject, in turn. */
export type Round = Partial<Record<Subject, Outcome>>;

/** A figure to reach; the median over the rounds counts. */
export interface Target {
	says: string;
	figure: (round: Round) => number;
	atMost?: number;
	atLeast?: number;
}

export interface Row {
	id: string;
	title: string;
	work: Work;
	scene?: Scene;
	subjects: Subject[];
	/** Settings of the node and how it is run. */
	run?: Pick<RunRequest, 'settings' | 'cancelAfter'>;
	/** n8n's own batching, tuned by hand; this node has none. */
	batching?: { size: number; ms: number };
	/** One round is enough: its targets are a matter of yes or no. */
	once?: boolean;
	/** New processes for every round, as memory is measured over a process's life. */
	fresh?: boolean;
	/** How long to watch the service after the run, in ms. */
	watch?: number;
	/** What a cell of the table says. */
	cell: (outcome: Outcome) => string;
	targets: Target[];
}

/** A row as it was measured. */
export interface Result {
	id: string;
	title: string;
	cells: Partial<Record<Subject, string>>;
	verdicts: Array<{ says: string; figure: number; reached: boolean }>;
	/** Everything that was measured. */
	rounds: unknown[];
}
