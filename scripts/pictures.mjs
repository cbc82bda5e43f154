/** `npm run pictures`: makes the pictures of the documents again. */
import { bootstrap } from './bootstrap.mjs';
import { offerHelp } from './lib/help.mjs';
import { handOver } from './lib/run.mjs';
import { explain } from './lib/show.mjs';

offerHelp(`
Usage: npm run pictures

Makes the pictures of the documents again.
`);

try {
	await bootstrap();
	process.exitCode = await handOver(['sandbox/pictures/main.ts']);
} catch (error) {
	console.error(`\n${explain(error)}`);
	process.exitCode = 1;
}
