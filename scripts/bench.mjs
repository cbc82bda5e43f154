/** `npm run bench`: the performance goals of this node, measured against n8n's own nodes. */
import { bootstrap } from './bootstrap.mjs';
import { benchHelp, readBenchOptions } from './lib/benchOptions.mjs';
import { offerHelp } from './lib/help.mjs';
import { handOver } from './lib/run.mjs';
import { explain } from './lib/show.mjs';

const args = process.argv.slice(2);
offerHelp(benchHelp);
try {
	readBenchOptions(args);
	await bootstrap();
	process.exitCode = await handOver([
		'--import',
		'./bench/register.mjs',
		'bench/main.mts',
		...args,
	]);
} catch (error) {
	console.error(`\n${explain(error)}`);
	process.exitCode = 1;
}
