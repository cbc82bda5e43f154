import { perKey } from '../client/memory';
import { untilEnded } from '../client/wait';
import type { Failure } from '../errors';

/** How long creations count as failing after one failed last, in ms. */
const MAX_AGE = 5 * 60_000;

/** Failures of the same sort probably have the same cause: HTTP 500 and 502 are one sort, a web page is another. */
const wayOf = ({ kind, late }: Failure): string => `${kind}${late ? ' late' : ''}`;

/**
 * Whether creations fail while reading works, because a plan is used up or a value breaks the service. The first item
 * that fails is retried to find out, and items that fail meanwhile wait for it.
 */
export class FailingCreations {
	/** How a creation last failed, and when, ms since epoch. */
	private last: { way: string; at: number } | undefined;
	private investigation: Promise<unknown> | undefined;

	/** Whether a creation failed in the same way recently, created nothing, and none has succeeded since then. */
	areKnownAs(failure: Failure): boolean {
		const { last } = this;
		return last?.way === wayOf(failure) && Date.now() - last.at <= MAX_AGE;
	}

	noteFailure(failure: Failure): void {
		this.last = { way: wayOf(failure), at: Date.now() };
	}

	noteSuccess(): void {
		this.last = undefined;
	}

	/**
	 * Finds out whether creations fail, unless another item is doing that. Then it waits for it.
	 *
	 * @param work of the item that finds out
	 * @returns undefined for an item that waited
	 */
	async investigate<T>(
		signal: AbortSignal | undefined,
		work: () => Promise<T>,
	): Promise<T | undefined> {
		if (this.investigation) {
			await untilEnded(this.investigation, signal);
			return undefined;
		}
		try {
			const investigation = work();
			this.investigation = investigation;
			return await investigation;
		} finally {
			this.investigation = undefined;
		}
	}
}

/** Whether creations are known to fail while reading works. At most the last failure. */
export const failingCreationsOf = perKey(() => new FailingCreations());
