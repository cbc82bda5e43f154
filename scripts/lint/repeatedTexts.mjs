/**
 * `npm run lint:docs`: lists texts of seven words or more that stand in two documents. What is said once needs to be changed once.
 * Fails when there are more than the bound. `--all` lists them when they are within the bound, too.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { offerHelp } from '../lib/help.mjs';
import { root } from '../lib/workspace.mjs';

offerHelp(`
Usage: npm run lint:docs [-- --all]

Lists texts that stand in two documents. With --all, it lists them when they are within the bound, too.
`);

const LENGTH = 7;
/** Lower it when fewer are left. The rest are terms of n8n and commands, which have no shorter form. */
const BOUND = 12;
const FOLDERS = ['.', 'bench', 'docs', 'examples/queue-mode', 'test'];
/** Not ours to word: a license, a code of conduct. */
const FIXED = ['LICENSE.md', 'CODE_OF_CONDUCT.md'];

/** The words that a reader sees, without code blocks, written tables, markup and addresses. @param {string} file */
function wordsOf(file) {
	const text = readFileSync(join(root, file), 'utf8')
		.replace(/^ *```.*?^ *```/gms, ' ¶ ')
		.replace(/<!-- Written by.*?<!-- End of the written table -->/gs, ' ¶ ')
		.replace(/\]\([^)]*\)|<[^>]*>/g, ' ')
		// A text does not go on in the next paragraph or cell
		.replace(/\n\s*\n|\|/g, ' ¶ ');
	return text.toLowerCase().match(/[\p{L}\p{N}]+|¶/gu) ?? [];
}

const documents = FOLDERS.flatMap((folder) =>
	readdirSync(join(root, folder))
		.filter((name) => name.endsWith('.md') && !FIXED.includes(name))
		.map((name) => join(folder, name)),
).map((file) => ({ file, words: wordsOf(file) }));

/** @type {Map<string, Set<string>>} The documents that have a run of words. */
const documentsOf = new Map();
for (const { file, words } of documents)
	for (let at = 0; at + LENGTH <= words.length; at++) {
		const run = words.slice(at, at + LENGTH);
		if (run.includes('¶')) continue;
		const key = run.join(' ');
		documentsOf.set(key, (documentsOf.get(key) ?? new Set()).add(file));
	}

/** @type {string[]} The longest runs that two documents share, each with its documents. */
const repeated = [];
for (const { file, words } of documents)
	for (let at = 0; at + LENGTH <= words.length; at++) {
		const sharers = documentsOf.get(words.slice(at, at + LENGTH).join(' '));
		// It is listed at the first document that has it
		if (!sharers || sharers.size < 2 || [...sharers][0] !== file) continue;
		let end = at + LENGTH;
		while ((documentsOf.get(words.slice(end - LENGTH + 1, end + 1).join(' '))?.size ?? 0) > 1)
			end++;
		repeated.push(`${[...sharers].join(', ')}: ${words.slice(at, end).join(' ')}`);
		at = end - LENGTH;
	}

const fails = repeated.length > BOUND;
if (fails || process.argv.includes('--all')) console.log(repeated.join('\n'));
if (fails) {
	console.error(
		`\n${repeated.length} texts of ${LENGTH} words or more stand in two documents, ${BOUND} are allowed. Say it once, and link to it.`,
	);
	process.exitCode = 1;
}
