/** An engine with the key of one service, whose only way out is a proxy that records every request. */
import { afterAll, beforeAll } from '@jest/globals';

import { type Engine, LEGACY_EXPRESSIONS, startEngine } from '../engine';
import { type Outbound, startOutbound } from '../engine/outbound';
import { BASE, KEY } from './requestChecks';

/** Filled in before the first test. */
export interface ProxiedEngine {
	engine: Engine;
	outbound: Outbound;
}

/** Starts both for the tests of a file or a `describe`, and stops them after the last. `env` is for the engine. */
export function setUpProxiedEngine(
	env: Record<string, string> = LEGACY_EXPRESSIONS,
): ProxiedEngine {
	const proxied = {} as ProxiedEngine;
	beforeAll(async () => {
		proxied.outbound = await startOutbound();
		proxied.engine = await startEngine({
			credentials: { baseUrl: BASE, apiKey: KEY },
			env: { ...proxied.outbound.env, ...env },
		});
	});
	afterAll(async () => {
		await proxied.engine?.stop();
		await proxied.outbound?.stop();
	});
	return proxied;
}
