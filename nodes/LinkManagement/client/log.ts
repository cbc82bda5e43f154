import type { FinalFailure } from '../errors';
import type { PlainText } from '../text/plainText';
import { counted, durationInWords, rateInWords } from '../text/sentences';
import type { Caller } from './http';
import type { RateLimiter, WaitObserver } from './rateLimit/rateLimiter';
import type { RateWindow } from './rateLimit/rateWindow';

export interface ItemCounts {
	readonly items: number;
	/** Those that came out or failed. */
	readonly done: number;
}

/** An address. A long URL may carry secrets in what follows the group, its query and fragment. */
const ADDRESS = /(https?:\/\/[^\s?#]*)\S*/gi;

/** Without the service's message, which may quote a long URL. */
export const reasonOf = ({ kind, httpCode }: FinalFailure): string =>
	httpCode ? `${kind} (${httpCode})` : kind;

/** @param plainText replaces the key */
export function runLog(caller: Caller, plainText: PlainText) {
	let name: string | undefined;
	const writer = (level: 'debug' | 'info' | 'warn') => (text: string) => {
		try {
			// n8n copies the whole node each time
			name ??= caller.getNode().name;
			caller.logger[level](plainText(`${name}: ${text}`).replace(ADDRESS, '$1'));
		} catch {
			// Evaluation mocks may have no logger, and no log must end a run
		}
	};
	return { debug: writer('debug'), info: writer('info'), warn: writer('warn') };
}

export type RunLog = ReturnType<typeof runLog>;

/** Shorter waits, in ms, are not logged. */
const MIN_LOGGED_WAIT = 1_000;

/** How long the requests of a run wait for the limit: a line in the log for each window, and a sentence after the run. */
export class LimitWaits implements WaitObserver {
	private readonly waiting = new Set<object>();
	/** When the first of them began to wait, by `performance.now()`. */
	private since = 0;
	private ended = 0;
	private lastWindow: RateWindow | undefined;

	/** @param counts of a run of the node; polls and dropdowns have none */
	constructor(
		private readonly limiter: RateLimiter,
		private readonly log: RunLog,
		private readonly counts?: ItemCounts,
	) {}

	/** The time during which at least one request waited, in ms. */
	get total(): number {
		return this.ended + (this.waiting.size > 0 ? performance.now() - this.since : 0);
	}

	/** Such as `limit of 30 requests a minute`. */
	get limitInWords(): string {
		const { limit, length } = this.limiter.window;
		if (limit === undefined) return 'rate limit';
		return `limit of ${counted(limit, 'request')}${length > 0 ? ` ${rateInWords(length)}` : ''}`;
	}

	begin(request: object, window: RateWindow): void {
		if (this.waiting.size === 0) this.since = performance.now();
		this.waiting.add(request);
		if (window === this.lastWindow) return;
		this.lastWindow = window;
		const { limit, endsIn } = window;
		if (endsIn < MIN_LOGGED_WAIT) return;
		const what = limit === undefined ? 'rate limit' : `limit of ${counted(limit, 'request')}`;
		const wait = `waits ${durationInWords(endsIn)} for the service's ${what}`;
		if (!this.counts) return this.log.debug(wait);
		const { items, done } = this.counts;
		const left = items - done;
		const doneInWords = `${done} of ${counted(items, 'item')} ${done === 1 ? 'is' : 'are'} done`;
		this.log.info(`${wait}; ${doneInWords}, ${left} ${left === 1 ? 'is' : 'are'} left`);
	}

	end(request: object): void {
		if (this.waiting.delete(request) && this.waiting.size === 0)
			this.ended += performance.now() - this.since;
	}
}
