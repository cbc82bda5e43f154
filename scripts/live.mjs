/** `npm run test:live`: the nodes against a real service, also on a fresh clone. */
import { bootstrap } from './bootstrap.mjs';
import { offerHelp } from './lib/help.mjs';
import { liveHelp, readLiveOptions } from './lib/liveOptions.mjs';
import { handOver } from './lib/run.mjs';
import { explain } from './lib/show.mjs';

const args = process.argv.slice(2);
offerHelp(liveHelp);
try {
	readLiveOptions(args, process.env);
	await bootstrap();
	const program = ['--import', './bench/register.mjs', 'sandbox/live/main.ts'];
	process.exitCode = await handOver([...program, ...args]);
} catch (error) {
	console.error(`\n${explain(error)}`);
	process.exitCode = 1;
}
