/** `node scripts/review.mjs`: writes the lists in docs/review.md from the code of the node. With `--check`, only compares them. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { offerHelp } from './lib/help.mjs';
import { root } from './lib/workspace.mjs';

offerHelp(`
Usage: node scripts/review.mjs [--check]

Writes the lists in docs/review.md from the code of the node. With --check, it only compares them.
`);

const page = join(root, 'docs/review.md');

/** @type {Record<string, string>} the code that ships, by its path */
const sources = Object.fromEntries(
	['credentials', 'nodes'].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.ts'))
			.sort()
			.map((name) => [join(folder, name), readFileSync(join(root, folder, name), 'utf8')]),
	),
);

/** @param {string} path */
const link = (path) => `[${path.replace('nodes/LinkManagement/', '')}](../${path})`;

/** The files with such code. @param {RegExp} sign */
const filesWith = (sign) =>
	Object.entries(sources)
		.filter(([, code]) => sign.test(code))
		.map(([path]) => link(path))
		.join(', ');

/** @type {Record<string, string>} */
const lists = {
	sends: filesWith(/\.httpRequest(WithAuthentication)?\b[.(]/),
	key: filesWith(/credentials\.apiKey/),
	'static data': filesWith(/\.getWorkflowStaticData\(/),
};

const before = readFileSync(page, 'utf8');
const after = before.replaceAll(
	/(<!-- list: (.+?) -->)[^]*?(<!-- end -->)/g,
	(_, start, name, end) => `${start}${lists[name]}${end}`,
);
if (process.argv[2] !== '--check') writeFileSync(page, after);
else if (before !== after) {
	console.error('docs/review.md does not list what the code has. Next: node scripts/review.mjs');
	process.exitCode = 1;
}
