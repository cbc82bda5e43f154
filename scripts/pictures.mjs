/** `npm run pictures`: makes the pictures of the documents again. */
import { bootstrap } from './bootstrap.mjs';
import { handOver } from './lib/run.mjs';
import { explain } from './lib/show.mjs';

try {
	await bootstrap();
	process.exitCode = await handOver(['sandbox/pictures/main.ts']);
} catch (error) {
	console.error(`\n${explain(error)}`);
	process.exitCode = 1;
}
