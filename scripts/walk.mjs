/**
 * `npm run test:walk`: random walks over all changes, beside the sandbox. WALK_SEED=4711 repeats one, WALK_SEEDS=1000 runs
 * as many.
 */
import { bootstrap } from './bootstrap.mjs';
import { offerHelp } from './lib/help.mjs';
import { handOver } from './lib/run.mjs';
import { explain } from './lib/show.mjs';

offerHelp(`
Usage: npm run test:walk [-- options of jest]

Runs random walks over all changes, beside the sandbox. WALK_SEED=4711 repeats one, WALK_SEEDS=1000 runs as many.
`);

try {
	await bootstrap();
	const jest = ['node_modules/jest/bin/jest.js', '--selectProjects', 'walk'];
	process.exitCode = await handOver([...jest, ...process.argv.slice(2)]);
} catch (error) {
	console.error(`\n${explain(error)}`);
	process.exitCode = 1;
}
