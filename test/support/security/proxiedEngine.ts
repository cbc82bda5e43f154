/** What the security tests stand on: an engine with the key of one service, and its only way out, which is watched. */
import { afterAll, beforeAll } from '@jest/globals';

import { type Engine, startEngine } from '../engine';
import { type Outbound, startOutbound } from '../engine/outbound';
import { BASE, KEY } from './requestChecks';

/** Filled in before the first test. */
export interface Watched {
	engine: Engine;
	outbound: Outbound;
}

/** Starts both for the tests of a file, and stops them after the last. */
export function watchEngine(): Watched {
	const watched = {} as Watched;
	beforeAll(async () => {
		watched.outbound = await startOutbound();
		watched.engine = await startEngine({
			credentials: { baseUrl: BASE, apiKey: KEY },
			env: watched.outbound.env,
		});
	});
	afterAll(async () => {
		await watched.engine?.stop();
		await watched.outbound?.stop();
	});
	return watched;
}
