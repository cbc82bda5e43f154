import { createHash } from 'crypto';

import { PageSizes } from './lists/pageSizes';
import { RateLimiter } from './rateLimit/rateLimiter';
import { CreatedRecords } from './recovery/createdRecords';
import { FailingCreations } from './recovery/failingCreations';
import { KeyedLock } from './recovery/keyedLock';

/** What all runs of this process with one key at one address share. */
export interface SharedByKey {
	rateLimiter: RateLimiter;
	createdRecords: CreatedRecords;
	creationLocks: KeyedLock;
	failingCreations: FailingCreations;
	pageSizes: PageSizes;
	clockSkew: number;
	/** When the last good reply came, ms since epoch. */
	answeredAt: number;
}

const sharedByKey = new Map<string, SharedByKey>();

/** A hash of base URL and API key, so that the key itself is kept nowhere. */
export const hashOf = (baseUrl: string, apiKey: string): string =>
	createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('hex');

export function sharedFor(keyHash: string): SharedByKey {
	const shared = sharedByKey.get(keyHash) ?? {
		rateLimiter: new RateLimiter(),
		createdRecords: new CreatedRecords(),
		creationLocks: new KeyedLock(),
		failingCreations: new FailingCreations(),
		pageSizes: new PageSizes(),
		clockSkew: 0,
		answeredAt: -Infinity,
	};
	sharedByKey.set(keyHash, shared);
	return shared;
}
