/** `npm run bench`: the performance goals of this node, measured against n8n's own nodes. */
import { bootstrap } from './bootstrap.mjs';
import { handOver } from './lib/run.mjs';
import { explain } from './lib/show.mjs';

try {
	await bootstrap();
	process.exitCode = await handOver([
		'--import',
		'./bench/register.mjs',
		'bench/main.mts',
		...process.argv.slice(2),
	]);
} catch (error) {
	console.error(`\n${explain(error)}`);
	process.exitCode = 1;
}
