/** Loads n8n from an install directory and starts what its own commands start before a workflow runs. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { inMemory, logOf } from './older.mts';

// n8n's modules come from a directory chosen at run time; its own types are not at hand there.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Loose = any;

export interface N8n {
	core: Loose;
	workflow: Loose;
	container: Loose;
	/** The install directory */
	directory: string;
	/** Requires any module as n8n itself would */
	require: (id: string) => Loose;
}

/**
 * Loads n8n-core and n8n-workflow of the given install, and initialises the expression engine,
 * HTTP defaults and binary data as production does.
 */
export async function loadN8n(n8nDir: string): Promise<N8n> {
	const require = createRequire(join(n8nDir, 'package.json'));
	require('reflect-metadata');
	// as n8n's own start file does
	(require('node:net') as typeof import('node:net')).setDefaultAutoSelectFamily(false);
	const core = require('n8n-core') as Loose;
	const workflow = require('n8n-workflow') as Loose;
	const container = (require('@n8n/di') as Loose).Container;
	workflow.LoggerProxy?.init?.(container.get(logOf(n8nDir, require, core)));
	await startExpressions(require, container, workflow);
	await container.get(core.BinaryDataService).init(inMemory);
	return {
		core,
		workflow,
		container,
		directory: n8nDir,
		require,
	};
}

async function startExpressions(require: NodeRequire, container: Loose, workflow: Loose) {
	const { expressionEngine } = container.get((require('@n8n/config') as Loose).GlobalConfig);
	if (!expressionEngine || !workflow.Expression.initExpressionEngine) return;
	const { engine, poolSize, maxCodeCacheSize, bridgeTimeout, bridgeMemoryLimit, idleTimeout } =
		expressionEngine;
	await workflow.Expression.initExpressionEngine({
		engine,
		poolSize,
		maxCodeCacheSize,
		bridgeTimeout,
		bridgeMemoryLimit,
		idleTimeoutMs: idleTimeout === undefined ? undefined : idleTimeout * 1000,
		lazyAcquire: expressionEngine.lazyAcquire,
		compileCache: expressionEngine.compileCache,
	});
}
