/**
 * `node scripts/memories.mjs`: writes the table of all that outlives a request into CONTRIBUTING.md, from the declarations
 * `perKey(…)`, `perNode(…)` and `perRun(…)` and the comments before them. The sentence that begins with "At most" is the bound.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { offerHelp } from './lib/help.mjs';
import { root } from './lib/workspace.mjs';

offerHelp(`
Usage: node scripts/memories.mjs [--check]

Writes the table of what is remembered into CONTRIBUTING.md. With --check, it only says whether the table is current.
`);

const FOLDER = 'nodes/LinkManagement';
const DECLARATION =
	/(?:\/\*\*((?:(?!\*\/)[^])*)\*\/\n)?(?:export )?const (\w+) = per(Key|Node|Run)\b/g;
// One changed row must not change the width of all others
const BEGIN = '<!-- Written by `node scripts/memories.mjs` -->\n<!-- prettier-ignore-start -->';
const END = '<!-- prettier-ignore-end -->\n<!-- End of the written table -->';

/** @param {string} file relative to the folder @returns the rows of its memories */
function rowsOf(file) {
	const source = readFileSync(join(root, FOLDER, file), 'utf8');
	return [...source.matchAll(DECLARATION)].map(([, comment = '', name, owner]) => {
		const text = comment.replace(/\s*\n\s*\* ?|\s+/g, ' ').trim();
		const [, purpose = text, bound = ''] = /^(.*?)(?: ?(At most [^.]*)\.)?$/.exec(text) ?? [];
		return `| \`${name}\` | ${file} | ${purpose} | ${bound} | ${owner?.toLowerCase()} |`;
	});
}

const rows = readdirSync(join(root, FOLDER), { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.ts'))
	.map((file) => file.replaceAll('\\', '/'))
	.sort()
	.flatMap(rowsOf);

const table = [
	'| name | file | what for | bound | life |',
	'| --- | --- | --- | --- | --- |',
	...rows,
].join('\n');

const page = join(root, 'CONTRIBUTING.md');
const text = readFileSync(page, 'utf8');
const [before, after] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)];
const written = `${text.slice(0, before)}\n\n${table}\n\n${text.slice(after)}`;
if (process.argv.includes('--check')) {
	if (written !== text) {
		console.error('The table of what is remembered is not up to date: node scripts/memories.mjs');
		process.exitCode = 1;
	}
} else writeFileSync(page, written);
