/** Loads every file of a built package in a process of its own and reports the side effects. */
import { createHook } from 'node:async_hooks';
import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** In ms: long enough to load the modules and to see what they start. */
const AFTER = 1_000;

const [sandbox, directory] = process.argv.slice(2) as [string, string];
const require = createRequire(join(sandbox, 'package.json'));
require('n8n-workflow');

const modules = fs
	.readdirSync(directory, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.js'))
	.map((file) => join(directory, file));
const read: string[] = [];
for (const name of ['readFileSync', 'openSync', 'readdirSync', 'writeFileSync'] as const) {
	const before = fs[name] as (...args: unknown[]) => unknown;
	Object.assign(fs, {
		[name]: (...args: unknown[]) => (read.push(String(args[0])), before(...args)),
	});
}
syncBuiltinESMExports();
const asyncResources: string[] = [];
const hook = createHook({
	init: (_, type) => void (type !== 'PROMISE' && asyncResources.push(type)),
});
const globals = new Set(Object.getOwnPropertyNames(globalThis));

// created before the hook listens
const after = delay(AFTER);
hook.enable();
for (const file of modules) {
	// n8n makes one of each node and credential
	for (const exported of Object.values(require(file) as object)) {
		if (/\.(node|credentials)\.js$/.test(file)) new (exported as new () => object)();
	}
}
await after;
hook.disable();

const loading = {
	loaded: modules.length,
	/** Files that were read and are no modules of the package */
	otherFiles: [...new Set(read)].filter(
		(file) => !modules.includes(file) && !file.endsWith('package.json'),
	),
	/** Timers, sockets, files, look-ups, processes: everything that n8n would have to wait for */
	asyncResources,
	globals: Object.getOwnPropertyNames(globalThis).filter((name) => !globals.has(name)),
};
process.stdout.write(JSON.stringify(loading));
