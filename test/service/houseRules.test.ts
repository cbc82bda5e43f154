/** The rules of the house that `npm run lint` checks: each is broken here once, in text that is not written to any file. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');

const MEMORY = /Memory that outlives a request is a field of Account/;
const PAGE = "export const secondPage = { url: '/urls', qs: { page: 2 } };";

/** A file of the node, a line at its end, and what lint says to it, if that breaks a rule. */
const cases: Array<[what: string, file: string, line: string, message?: RegExp]> = [
	['an empty Map', 'trigger/counts.ts', 'export const seen = new Map<string, number>();', MEMORY],
	['a variable that changes', 'lists/readList.ts', 'let lastList = 0;', MEMORY],
	['an empty list', 'actions/link/get.ts', 'const seen: string[] = [];', MEMORY],
	['a page outside lists/', 'actions/link/get.ts', PAGE, /Only lists\/ requests pages/],
	[
		'a function with the name of another',
		'actions/link/get.ts',
		'export const asUrl = () => undefined;',
		/`asUrl` is also a function in nodes\/LinkManagement\/fields\/addresses.ts/,
	],
	['the accounts', 'client/account.ts', 'export const keys = new Map<string, string>();'],
	['a page in lists/', 'lists/readList.ts', PAGE],
];

/** ESLint loads its configuration as a module, which jest's sandbox does not allow, so it runs in a process of its own. */
const SCRIPT = `
import { readFileSync } from 'node:fs';
import { ESLint } from 'eslint';
const ruleFilter = ({ ruleId }) => /^house|restricted-syntax/.test(ruleId);
const eslint = new ESLint({ overrideConfigFile: 'eslint.project.config.mjs', ruleFilter });
const messages = [];
for (const [filePath, text] of JSON.parse(readFileSync(0, 'utf8'))) {
	const [{ messages: found }] = await eslint.lintText(text, { filePath });
	messages.push(found.map(({ message }) => message));
}
const all = new ESLint({ flags: ['unstable_config_lookup_from_file'] });
const files = ['.sandbox/n8n/editor.js', 'scripts/test.mjs'];
const ignored = await Promise.all(files.map((file) => all.isPathIgnored(file)));
console.log(JSON.stringify({ messages, ignored }));
`;

let said: { messages: string[][]; ignored: boolean[] };
beforeAll(() => {
	const texts = cases.map(([, file, line]) => {
		const path = join(root, 'nodes/LinkManagement', file);
		return [path, `${readFileSync(path, 'utf8')}\n${line}\n`];
	});
	const output = execFileSync(process.execPath, ['--input-type=module', '-e', SCRIPT], {
		cwd: root,
		input: JSON.stringify(texts),
		encoding: 'utf8',
	});
	said = JSON.parse(output) as typeof said;
});

test.each(cases.map(([what, , , message], index) => ({ what, message, index })))(
	'$what',
	({ message, index }) =>
		expect(said.messages[index]).toEqual(message ? [expect.stringMatching(message)] : []),
);

test('what npm start and the tests leave behind is not checked', () => {
	expect(said.ignored).toEqual([true, false]);
});
