/** An engine with the key of one service, whose only way out of this machine is a proxy that records every request. */
import { beforeAll } from '@jest/globals';

import { type Engine, withCredentials } from '../engine';
import type { Outbound } from '../engine/outbound';
import { engineWith, shared } from '../engine/shared';
import { BASE, KEY } from './requestChecks';

/** Filled in before the first test. */
export interface ProxiedEngine {
	engine: Engine;
	outbound: Outbound;
}

/** Gives both for the tests of a file. @param env environment variables for an engine of its own */
export function setUpProxiedEngine(env?: Record<string, string>): ProxiedEngine {
	const proxied = {} as ProxiedEngine;
	const engine = engineWith(env);
	beforeAll(async () => {
		proxied.outbound = await shared.outbound();
		proxied.engine = withCredentials(await engine(), { baseUrl: BASE, apiKey: KEY });
	});
	return proxied;
}
