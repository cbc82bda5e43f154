/**
 * `npm run lint:docs`: the tests that SECURITY.md and docs/behavior.md name exist. A text in quotes behind a name is a part of the title
 * of a test there. Fails for each name without a test, and for each row of docs/behavior.md that names none.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { offerHelp } from '../lib/help.mjs';
import { root } from '../lib/workspace.mjs';

offerHelp(`
Usage: node scripts/lint/shownBy.mjs

Looks for the tests that SECURITY.md and docs/behavior.md name.
`);

// --help has to work before anything is installed
const { default: ts } = await import('typescript');

const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' }).filter(
	(file) => file.endsWith('.test.ts'),
);

/** The titles of the tests of a file, as they are written: in those of a table, with its placeholders. @param {string} file */
function titlesOf(file) {
	const source = readFileSync(join(root, 'test', file), 'utf8');
	/** @type {string[]} */
	const titles = [];
	/** @param {import('typescript').Node} node */
	const visit = (node) => {
		const [title] = ts.isCallExpression(node) ? node.arguments : [];
		if (title && ts.isStringLiteralLike(title) && /^(test|it|describe)\b/.test(titleCall(node)))
			titles.push(title.text);
		ts.forEachChild(node, visit);
	};
	const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest);
	/** @param {import('typescript').Node} node */
	const titleCall = (node) => source.slice(node.getStart(tree), node.getStart(tree) + 8);
	visit(tree);
	return titles;
}

/** @typedef {{ page: string, suite: string, pattern: string, title?: string }} Named */

/** The tests that SECURITY.md names, such as: Engine: `security/access` "sends the key", `security/texts`. */
function namedInSecurity() {
	const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');
	return [
		...text.matchAll(/\b(Engine|Virtual|Service|Unit):\s((?:`[\w/]+`(?:\s"[^"]+")?,?\s?)+)/g),
	].flatMap(([, suite = '', names = '']) =>
		[...names.matchAll(/`([\w/]+)`(?:\s"([^"]+)")?/g)].map(([, pattern = '', title]) => ({
			page: 'SECURITY.md',
			suite: suite.toLowerCase(),
			pattern,
			title,
		})),
	);
}

/** The tests that the last cell of a row names. @param {string} cell @returns {Named[]} */
function namedInCell(cell) {
	return [...cell.matchAll(/`([^`]+)`(?:\s"([^"]+)")?/g)].flatMap(([, name = '', title]) => {
		const page = 'docs/behavior.md';
		const [, suite, patterns = ''] =
			/^npm run test:(\w+)(?: -- --testPathPatterns (.*))?$/.exec(name) ?? [];
		if (suite) return patterns.split(' ').map((pattern) => ({ page, suite, pattern, title }));
		if (name.startsWith('npm run bench')) return [];
		const [, pattern = ''] = /^virtual\/(.*)/.exec(name) ?? [];
		return [
			pattern
				? { page, suite: 'virtual', pattern, title }
				: { page, suite: 'engine', pattern: name, title },
		];
	});
}

/** @type {string[]} */
const problems = [];
const rows = readFileSync(join(root, 'docs/behavior.md'), 'utf8')
	.split('\n')
	.filter((line) => line.startsWith('| ') && !line.startsWith('| What happens |'))
	.map((line) => ({ line, named: namedInCell(line.split('|').at(-2) ?? '') }));
for (const { line, named } of rows)
	if (named.length === 0) problems.push(`docs/behavior.md: no test in the row ${line}`);
for (const { page, suite, pattern, title } of [
	...namedInSecurity(),
	...rows.flatMap(({ named }) => named),
]) {
	const found = files.filter((file) => file.startsWith(`${suite}/`) && file.includes(pattern));
	if (found.length === 0) problems.push(`${page}: test/${suite} has no file ${pattern}`);
	else if (title && !found.some((file) => titlesOf(file).some((text) => text.includes(title))))
		problems.push(`${page}: no test in ${found.join(', ')} has "${title}" in its title`);
}

if (problems.length > 0) {
	console.error(problems.join('\n'));
	process.exitCode = 1;
}
