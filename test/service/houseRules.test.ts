/** The rules of the house that `npm run lint` checks: each is broken here once, in text that is not written to any file. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');

/** A file of the node, and lines at its end that break a rule. */
const violations = {
	'an empty Map': ['trigger/counts.ts', 'export const remembered = new Map<string, number>();'],
	'a WeakMap': ['recovery/creation.ts', 'const remembered = new WeakMap<object, number>();'],
	'a variable that changes': ['lists/readList.ts', 'let lastList = 0;'],
	'an empty list': ['operations/behaviors/reads.ts', 'const seen: string[] = [];'],
	'a request for a page outside lists/': [
		'operations/behaviors/reads.ts',
		"export const secondPage = { url: '/urls', qs: { page: 2 } };",
	],
	'a function with the name of another': [
		'operations/behaviors/reads.ts',
		'export const asUrl = () => undefined;',
	],
	'a memory of a key': [
		'client/memory.ts',
		'export const rememberedNames = new Map<string, string>();',
	],
	'a page in lists/': [
		'lists/readList.ts',
		"export const secondPage = { url: '/urls', qs: { page: 2 } };",
	],
} as const;

type Case = keyof typeof violations;
const MEMORY = /Memory that outlives a request is declared as perKey/;
const expected: Record<Case, RegExp | undefined> = {
	'an empty Map': MEMORY,
	'a WeakMap': MEMORY,
	'a variable that changes': MEMORY,
	'an empty list': MEMORY,
	'a request for a page outside lists/': /Only lists\/ requests pages/,
	'a function with the name of another':
		/`asUrl` is also a function in nodes\/LinkManagement\/fields\/addresses.ts/,
	'a memory of a key': undefined,
	'a page in lists/': undefined,
};

/** ESLint loads its configuration as a module, which jest's sandbox does not allow, so it runs in a process of its own. */
const SCRIPT = `
import { readFileSync } from 'node:fs';
import { ESLint } from 'eslint';
const eslint = new ESLint({ overrideConfigFile: 'eslint.project.config.mjs' });
const messages = {};
for (const [name, [filePath, text]] of Object.entries(JSON.parse(readFileSync(0, 'utf8')))) {
	const [{ messages: found }] = await eslint.lintText(text, { filePath });
	messages[name] = found.filter(({ ruleId }) => /^house|restricted-syntax/.test(ruleId)).map(({ message }) => message);
}
console.log(JSON.stringify(messages));
`;

let messages: Record<Case, string[]>;
beforeAll(() => {
	const texts = Object.entries(violations).map(([name, [file, line]]) => {
		const path = join(root, 'nodes/LinkManagement', file);
		return [name, [path, `${readFileSync(path, 'utf8')}\n${line}\n`]];
	});
	const output = execFileSync(process.execPath, ['--input-type=module', '-e', SCRIPT], {
		cwd: root,
		input: JSON.stringify(Object.fromEntries(texts)),
		encoding: 'utf8',
	});
	messages = JSON.parse(output) as typeof messages;
});

test.each(Object.keys(violations) as Case[])('%s', (name) => {
	const message = expected[name];
	if (message) expect(messages[name]).toEqual([expect.stringMatching(message)]);
	else expect(messages[name]).toEqual([]);
});

test('what npm start and the tests leave behind is not checked', () => {
	const script = `
import { ESLint } from 'eslint';
const eslint = new ESLint({ flags: ['unstable_config_lookup_from_file'] });
for (const file of ['.sandbox/n8n/editor.js', 'scripts/test.mjs']) console.log(await eslint.isPathIgnored(file));
`;
	const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
		cwd: root,
		encoding: 'utf8',
	});
	expect(output).toBe('true\nfalse\n');
});
