import { createHash } from 'crypto';

import { PageSizes } from '../lists/pageSizes';
import { CreatedRecords } from '../recovery/createdRecords';
import { FailingCreations } from '../recovery/failingCreations';
import { KeyedLock } from '../recovery/keyedLock';
import { RateLimiter } from './rateLimit/rateLimiter';

/** Unused entries are dropped after this time, in ms: longer than any window, and than created records are remembered. */
const MAX_UNUSED = 60 * 60_000;

/** What all runs of this process with one key at one address share. */
export interface SharedByKey {
	rateLimiter: RateLimiter;
	createdRecords: CreatedRecords;
	creationLocks: KeyedLock;
	failingCreations: FailingCreations;
	pageSizes: PageSizes;
	/** The service's clock minus ours, in ms. */
	clockSkew: number;
	/** When the last good reply came, ms since epoch. */
	answeredAt: number;
	/** When a run last used it, ms since epoch. */
	usedAt: number;
}

/** By a hash of address and key: the key itself is not kept. */
const sharedByHash = new Map<string, SharedByKey>();

function dropUnused(now: number): void {
	for (const [hash, { usedAt, rateLimiter }] of sharedByHash)
		if (now - usedAt > MAX_UNUSED && rateLimiter.isIdle) sharedByHash.delete(hash);
}

/** A hash of base URL and API key, so that the key itself is kept nowhere. */
export const hashOf = (baseUrl: string, apiKey: string): string =>
	createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('hex');

/** Finds what the runs with this key at this address share. Drops what was shared by keys that are not in use any more. */
export function sharedFor(hash: string): SharedByKey {
	const now = Date.now();
	dropUnused(now);
	const shared = sharedByHash.get(hash) ?? {
		rateLimiter: new RateLimiter(),
		createdRecords: new CreatedRecords(),
		creationLocks: new KeyedLock(),
		failingCreations: new FailingCreations(),
		pageSizes: new PageSizes(),
		clockSkew: 0,
		answeredAt: -Infinity,
		usedAt: now,
	};
	shared.usedAt = now;
	sharedByHash.set(hash, shared);
	return shared;
}
