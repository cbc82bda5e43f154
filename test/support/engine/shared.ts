import { afterAll } from '@jest/globals';

import { type Engine, startEngine } from '.';
import type { SharedProcesses } from './sharedProcesses';

/** The processes of the jest worker, which its environment starts (sharedProcesses.ts). */
export const { shared } = globalThis as unknown as { shared: SharedProcesses };

/**
 * The engine of the jest worker, or one of its own for a file or a `describe`, which is stopped after the last test.
 *
 * @param env environment variables for an engine of its own @param packageDirs of other packages than the built one
 */
export function engineWith(
	env?: Record<string, string>,
	packageDirs?: string[],
): () => Promise<Engine> {
	if (!env) return shared.engine;
	let engine: Promise<Engine> | undefined;
	const start = async () =>
		await startEngine({ packageDirs, env: { ...(await shared.onlyThroughProxy()), ...env } });
	afterAll(async () => await (await engine)?.stop());
	return async () => await (engine ??= start());
}
