import { perKey } from '../client/memory';
import type { Failure } from '../errors';
import { KeyedLock } from './keyedLock';

/** How long an endpoint counts as failing after a creation failed last, in ms. */
const MAX_AGE = 5 * 60_000;

/** Failures of the same sort probably have the same cause: HTTP 500 and 502 are one sort, a web page is another. */
const wayOf = ({ kind, late }: Failure): string => `${kind}${late ? ' late' : ''}`;

/**
 * The endpoints of a service at which every creation fails while reading works, because a plan is used up or a value breaks
 * the service. The first item that fails is retried to find out; items that fail in the same way meanwhile wait for it.
 */
export class FailingCreations {
	/** When a creation last failed, ms since epoch, by endpoint and sort of failure. */
	private readonly failedAt = new Map<string, Map<string, number>>();
	private readonly investigated = new Set<string>();
	/** Lets the other items wait for the first one. */
	private readonly lock = new KeyedLock();

	/** Whether creations at this endpoint failed in the same way recently, and created nothing. */
	has(endpoint: string, failure: Failure): boolean {
		const at = this.failedAt.get(endpoint)?.get(wayOf(failure));
		return at !== undefined && Date.now() - at <= MAX_AGE;
	}

	add(endpoint: string, failure: Failure): void {
		const ways = this.failedAt.get(endpoint) ?? new Map<string, number>();
		this.failedAt.set(endpoint, ways.set(wayOf(failure), Date.now()));
	}

	/** Notes that creations work at this endpoint. */
	delete(endpoint: string): void {
		this.failedAt.delete(endpoint);
	}

	/**
	 * Lets one item find out whether an endpoint fails, while the others that failed there in the same way wait for it.
	 *
	 * @param first what the first item does
	 * @param afterwards what the items do that had to wait
	 * @throws {Canceled} on Stop
	 */
	async investigate<T>(
		endpoint: string,
		failure: Failure,
		signal: AbortSignal | undefined,
		{ first, afterwards }: { first: () => Promise<T>; afterwards: () => Promise<T> },
	): Promise<T> {
		const key = `${endpoint} ${wayOf(failure)}`;
		if (this.investigated.has(key)) {
			await this.lock.withReadLock(key, signal, async () => undefined);
			return await afterwards();
		}
		this.investigated.add(key);
		try {
			return await this.lock.withWriteLock(key, signal, first);
		} finally {
			this.investigated.delete(key);
		}
	}
}

export const failingCreationsOf = perKey(() => new FailingCreations());
