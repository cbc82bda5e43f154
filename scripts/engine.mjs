/**
 * `npm run test:engine`: the tests in n8n's engine. `--preset NAME` starts their link services with a preset of
 * sandbox/service/presets, such as one that `npm run test:live` has measured. Other arguments are passed to jest.
 */
import { parseArgs } from 'node:util';

import { offerHelp } from './lib/help.mjs';
import { handOver } from './lib/run.mjs';
import { explain } from './lib/show.mjs';

offerHelp(`
Usage: npm run test:engine [-- --preset NAME] [options of jest]

Runs the tests in n8n's engine.

  --preset NAME                  begin with a preset of sandbox/service/presets, such as "measured"
  --testPathPatterns REGEX       only these files; "npx jest --help" lists the other options of jest
  --help                         show this text
`);

const note = `
The services of these tests began with the preset. A failed test shows a habit that the node cannot deal with, or it states
what the default habits give and does not apply (test/README.md, "A real service").`;

try {
	const args = process.argv.slice(2);
	const { tokens } = parseArgs({
		args,
		tokens: true,
		strict: false,
		options: { preset: { type: 'string' } },
	});
	const token = tokens.find(
		({ kind, ...rest }) => kind === 'option' && 'name' in rest && rest.name === 'preset',
	);
	if (token?.kind === 'option') {
		process.env.LINK_SERVICE_PRESET = token.value ?? '';
		args.splice(token.index, token.inlineValue ? 1 : 2);
	}
	const jest = ['node_modules/jest/bin/jest.js', '--selectProjects', 'engine'];
	process.exitCode = await handOver([...jest, ...args]);
	if (token && process.exitCode !== 0) console.log(note);
} catch (error) {
	console.error(`\n${explain(error)}`);
	process.exitCode = 1;
}
