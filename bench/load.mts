/** Measures what loading a package costs when n8n starts. Runs in a new process, with the package's directory as its argument. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The cost of loading a package. */
export interface Load {
	/** Modules that were read, of the package and of its dependencies. */
	files: number;
	bytes: number;
	ms: number;
	cpuMs: number;
	/** What stays on the heap, in kB. */
	heapKb: number;
	/** Timers, sockets and similar resources that it leaves open. */
	handles: number;
}

const [sandbox, directory] = process.argv.slice(2) as [string, string];
const require = createRequire(join(sandbox, 'package.json'));
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

// n8n has loaded all of this before it loads packages
require('reflect-metadata');
const { PackageDirectoryLoader } = require('n8n-core') as {
	PackageDirectoryLoader: new (directory: string) => { loadAll(): Promise<void> };
};
require('n8n-workflow');

// The loader's own modules are loaded at its first use, so use it once before
const none = mkdtempSync(join(tmpdir(), 'no-nodes-'));
writeFileSync(
	join(none, 'package.json'),
	JSON.stringify({ name: 'none', n8n: { nodes: [], credentials: [] } }),
);
await new PackageDirectoryLoader(none).loadAll();
rmSync(none, { recursive: true });

const known = new Set(Object.keys(require.cache));
const handles = process.getActiveResourcesInfo().length;
collect();
const heap = process.memoryUsage().heapUsed;
const cpu = process.cpuUsage();
const start = performance.now();
const loader = new PackageDirectoryLoader(directory);
await loader.loadAll();
const ms = performance.now() - start;
const { user, system } = process.cpuUsage(cpu);
collect();
const heapKb = (process.memoryUsage().heapUsed - heap) / 1024;
const read = Object.keys(require.cache).filter((file) => !known.has(file));
const bytes = read.reduce((sum, file) => sum + statSync(file).size, 0);
const load: Load = {
	files: read.length,
	bytes,
	ms,
	cpuMs: (user + system) / 1000,
	heapKb,
	handles: process.getActiveResourcesInfo().length - handles,
};
process.stdout.write(JSON.stringify(load), () => process.exit(loader ? 0 : 1));
