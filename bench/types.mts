/** The parts of a row of the table. */
import type { Json, RunRequest } from '../test/support/engine/protocol.ts';

/**
 * `floor`: a node that reads the same parameters, calls the same helper, 16 at a time, and does nothing else.
 * `raw`: requests over kept-alive connections without n8n. Both are lower limits.
 */
export type Subject = 'naive' | 'http' | 'node' | 'floor' | 'raw';

/** Work that every subject can do. */
export type Work =
	/** isComplex: one expression does more than to read a field. */
	| { kind: 'create'; items: number; fields: 1 | 9; isComplex?: true }
	| { kind: 'list'; links: number; pageSize: number };

/** The behavior of the service during the run. Default: no limit, no faults. */
export interface Scene {
	settings?: Json;
	/** @param elsewhere address of another host, for redirects */
	faults?: (elsewhere: string) => Json[];
}

/** The outcome of one run. */
export interface Outcome {
	status: string;
	/** Items of the node's first output. */
	items: number;
	/** Items that are neither a record nor an error of their own. */
	badItems: number;
	/** Links that the run created, and how many of them are duplicates. */
	created: number;
	duplicates: number;
	/** Requests that reached the service. */
	requests: number;
	/** Requests that the service refused because of its limit. */
	overLimit: number;
	/** Records that the error names as created. */
	named: number;
	wallMs: number;
	cpuMs: number;
	/** Highest resident memory of the process since its start. */
	peakMb: number;
	/** The longest time that the event loop was blocked. */
	freezeMs: number;
	sockets: number;
	/** Requests that arrived more than a second after Stop. */
	later: number;
	/** Requests that sent the key to another host. */
	strayKeys: number;
	message: string;
}

/** One run of every subject, in turn. */
export type Round = Partial<Record<Subject, Outcome>>;

/** A goal. It is compared with the median of the rounds. */
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
	/** n8n's own batching, configured by hand. This node has none. */
	batching?: { size: number; ms: number };
	/** Does the work once before it is measured, so that no subject is measured while its code is compiled. */
	warmUp?: boolean;
	/** How often as many rounds are measured as for other rows: what is compared differs by little. */
	repeats?: number;
	/** One round is enough, because its goals are either met or not. */
	once?: boolean;
	/** Uses new processes for every round, because memory is measured over the life of a process. */
	fresh?: boolean;
	/** How long to watch the service after the run, in ms. */
	watch?: number;
	/** The text of a cell of the table. */
	cell: (outcome: Outcome) => string;
	targets: Target[];
}

/** A measured row. */
export interface Result {
	id: string;
	title: string;
	cells: Partial<Record<Subject, string>>;
	verdicts: Array<{ says: string; figure: number; reached: boolean }>;
	/** All measurements. */
	rounds: unknown[];
}
