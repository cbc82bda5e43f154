import type { Failure } from '../../errors';
import { KeyedLock } from './keyedLock';

/** How long an endpoint counts as failing after a creation failed last, in ms. */
const MAX_AGE = 5 * 60_000;

interface Failing {
	/** The way in which creations fail. */
	way: string;
	/** When one failed last, ms since epoch. */
	at: number;
}

/** Failures of one way have the same cause as far as can be told: HTTP 500 and 502 are one, a web page is another. */
const wayOf = ({ kind, late }: Failure): string => `${kind}${late ? ' late' : ''}`;

/**
 * Which endpoints of a service fail on every creation while reading works, because a plan is used up or a value breaks
 * the service. The first item to fail takes the time to find out; those that fail in the same way meanwhile wait for it.
 */
export class FailingCreations {
	private readonly failing = new Map<string, Failing>();
	private readonly investigated = new Set<string>();
	/** Keeps those who wait for an investigation. */
	private readonly lock = new KeyedLock();

	/** Whether creations at this endpoint have failed in the same way and surely made nothing. */
	has(endpoint: string, failure: Failure): boolean {
		const known = this.failing.get(endpoint);
		return known !== undefined && known.way === wayOf(failure) && Date.now() - known.at <= MAX_AGE;
	}

	add(endpoint: string, failure: Failure): void {
		this.failing.set(endpoint, { way: wayOf(failure), at: Date.now() });
	}

	/** Creations work at this endpoint. */
	delete(endpoint: string): void {
		this.failing.delete(endpoint);
	}

	/**
	 * Lets one item find out whether an endpoint fails, while the others that failed there wait for it.
	 *
	 * @param first what the item does that came first
	 * @param afterwards what those do that had to wait
	 * @throws {Canceled} on Stop
	 */
	async investigate<T>(
		endpoint: string,
		signal: AbortSignal | undefined,
		{ first, afterwards }: { first: () => Promise<T>; afterwards: () => Promise<T> },
	): Promise<T> {
		if (this.investigated.has(endpoint)) {
			await this.lock.withReadLock(endpoint, signal, async () => undefined);
			return await afterwards();
		}
		this.investigated.add(endpoint);
		try {
			return await this.lock.withWriteLock(endpoint, signal, first);
		} finally {
			this.investigated.delete(endpoint);
		}
	}
}
