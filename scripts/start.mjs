/** `npm start`: prepares a fresh clone, starts n8n, and runs the example in it. */
import { bootstrap } from './bootstrap.mjs';
import { offerHelp } from './lib/help.mjs';
import { help, readOptions } from './lib/options.mjs';
import { handOver } from './lib/run.mjs';
import { explain } from './lib/show.mjs';

const args = process.argv.slice(2);
offerHelp(help);
try {
	readOptions(args, process.env);
	await bootstrap();
	process.exitCode = await handOver(['sandbox/demo/main.ts', ...args]);
} catch (error) {
	console.error(`\n${explain(error)}`);
	process.exitCode = 1;
}
