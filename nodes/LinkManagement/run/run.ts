import type { IDataObject, INodeExecutionData, NodeApiError } from 'n8n-workflow';

import type { LimitWaits } from '../client/log';
import { MAX_IN_FLIGHT } from '../client/rateLimit/rateLimiter';
import { Canceled, isFailure, type ItemError, reasonInWords } from '../errors';
import { LinkIndex } from '../lookup/linkIndex';
import type { RunOfNode } from '../lookup/sent';
import { FileNames } from '../text/fileNames';
import type { ItemName } from '../text/sentences';
import { Reasons } from './reasons';
import { Rows } from './rows';
import { Summary } from './summary';

/** An output item before it is paired to its input item. */
export type Result = Pick<INodeExecutionData, 'json' | 'binary'>;

/** A failure after which a record may exist, with its first description. */
interface UnknownOutcome {
	name: ItemName;
	error: NodeApiError;
	description?: string | null;
}

/** What became of the items of a run. All maps are by input item. */
export class Results {
	readonly done = new Map<number, Result[]>();
	/** With On Error: Continue, why items failed, as their `error` says it. */
	readonly failed = new Map<number, string>();
	/** The same, grouped. */
	readonly reasons = new Reasons();
	/** Failures that end the try. */
	readonly ending = new Map<number, ItemError>();
	/** Rows without any value, which are not sent. */
	readonly blank = new Set<number>();
	/** Items whose record exists or may exist. */
	readonly unknown = new Map<number, UnknownOutcome>();
	/** Items that Stop ended when a creation was sent, so that their record may exist. */
	readonly inDoubt = new Map<number, ItemName>();
	/**
	 * Records that items made, also where something failed or was stopped after the creation. The error that ends the run names
	 * them, because it shows only the failure of one item. People remove these after a failed run, so no other may be among them.
	 */
	readonly made = new Map<number, IDataObject>();
	/**
	 * Items that got a link with quite another alias than they asked for. It may be the one that the long URL had before the run, so
	 * that nobody may delete it as made by the run.
	 */
	readonly perhapsFound = new Set<number>();
	/** The items whose results come out with the fields of their input items. */
	readonly includesInput = new Set<number>();
	/** With one item at a time: each item is done before the next one is known. */
	readonly fileNames = new FileNames();
	/** Of each try. */
	readonly waits: LimitWaits[] = [];

	/** Notes that an item comes out with its failure. Each try of a run that can't begin notes all items, but they count once. */
	fail(name: ItemName, error: ItemError): void {
		const { item } = name;
		if (this.failed.has(item)) return;
		this.failed.set(item, reasonInWords(error, item));
		this.reasons.add(name, error);
	}

	/** @param continues with On Error: Continue, the item comes out with its failure. Otherwise it ends the try, as Stop always does */
	noteFailure(name: ItemName, error: unknown, reason: ItemError, continues: boolean): void {
		const { item } = name;
		// A record exists or may exist, so that no later try makes another one
		if (isFailure(error, 'outcomeUnknown', 'notAsRequested'))
			this.unknown.set(item, { name, error, description: error.description });
		if (error instanceof Canceled && error.mayHaveCreated) this.inDoubt.set(item, name);
		if (continues && !(error instanceof Canceled)) this.fail(name, reason);
		else this.ending.set(item, reason);
	}

	/** @throws {NodeApiError} for an item whose record exists or may exist since an earlier try */
	throwIfInDoubt(index: number): void {
		const doubt = this.unknown.get(index);
		if (!doubt) return;
		doubt.error.description = doubt.description;
		throw doubt.error;
	}
}

/** One item at first, because its reply shows most mistakes (a wrong column, an invalid key), then one more with every good reply. */
class SlowStart {
	private width = 1;
	private active = 0;
	private readonly waiting: Array<() => void> = [];

	/** Whether the next one has to wait for a reply. */
	get isFull(): boolean {
		return this.active >= this.width;
	}

	/** In the order of the calls. */
	async enter(): Promise<void> {
		if (this.isFull || this.waiting.length > 0)
			await new Promise<void>((admit) => this.waiting.push(admit));
		else this.active++;
	}

	leave(succeeded: boolean): void {
		this.active--;
		if (succeeded) this.width = Math.min(this.width + 1, MAX_IN_FLIGHT);
		while (!this.isFull) {
			const admit = this.waiting.shift();
			if (!admit) break;
			this.active++;
			admit();
		}
	}
}

/**
 * What a run of the node knows, in all its tries: with Retry On Fail, n8n runs the whole node again, after an error, and with On
 * Error: Continue also if the first item failed.
 */
export class Run {
	/** Input items of the try under way, as far as they are known, and how many of them came out or failed. */
	items = 0;
	done = 0;
	tries = 0;
	/** By `performance.now()`. */
	startedAt = 0;
	/** At most one entry for each item. Items of earlier tries are not sent again, unless they failed and ended the run. */
	readonly results = new Results();
	/** At most one entry for each item. */
	readonly rows = new Rows();
	/** What the hints tell. At most a few texts for each item. */
	readonly summary = new Summary();
	/** What this try knows of links. At most 100,000 links. */
	links = new LinkIndex();
	/** What this try knows of the memory of its node. At most its links and rows. */
	sent: RunOfNode = { count: undefined, seen: new Set(), isFull: false };
	/** How many items may be under way. At most one entry for each item that waits. */
	slowStart = new SlowStart();

	/** What looked so before the last try may have changed since. */
	beginTry(items: number): void {
		this.tries++;
		this.items = items;
		this.done = 0;
		this.startedAt = performance.now();
		this.results.ending.clear();
		this.links = new LinkIndex();
		this.sent = { count: undefined, seen: new Set(), isFull: false };
		this.slowStart = new SlowStart();
	}

	/** A failure has ended the try, so that nothing more is to be sent. */
	get hasEnded(): boolean {
		return this.results.ending.size > 0;
	}
}

const runs = new WeakMap<object, Run>();

/** @param executeData only the same object of `getExecuteData()` shows that a call of the node is another try of a run */
export function runOf(executeData: object): Run {
	const run = runs.get(executeData) ?? new Run();
	runs.set(executeData, run);
	return run;
}
