/** What n8n pays for a package when it starts: run in a fresh process, with the package's directory as argument. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What loading a package came to. */
export interface Load {
	/** Modules that were read, of the package and of what it brings along. */
	files: number;
	bytes: number;
	ms: number;
	cpuMs: number;
	/** What stays on the heap, in kB. */
	heapKb: number;
	/** Timers, sockets and the like that it leaves open. */
	handles: number;
}

const [sandbox, directory] = process.argv.slice(2) as [string, string];
const require = createRequire(join(sandbox, 'package.json'));
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

// n8n has all of this loaded before it comes to packages
require('reflect-metadata');
const { PackageDirectoryLoader } = require('n8n-core') as {
	PackageDirectoryLoader: new (directory: string) => { loadAll(): Promise<void> };
};
require('n8n-workflow');

// so is what its loader itself needs when it is first used
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
