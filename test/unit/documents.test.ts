/**
 * The documents and lists of the project: what they link to and name exists, what must be short is short, and what is written from
 * the code is up to date.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { type Counts, SCALING_COMMAND, timesTable } from '../../bench/scalingTable.mts';
import { withTable } from '../../bench/writtenTable.mts';

const root = resolve(__dirname, '../..');
const FOLDERS = '. .github bench docs examples examples/queue-mode sandbox/service test';
const documents = FOLDERS.split(' ').flatMap((folder) =>
	readdirSync(join(root, folder))
		.filter((name) => name.endsWith('.md'))
		.map((name) => join(folder, name)),
);
const text = new Map(documents.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const prose = (file: string) => text.get(file)!.replace(/^```.*?^```/gms, '');

/** The anchors that GitHub gives a document: its headings in lower case with "-" for spaces, and `<a id="…">`. */
const anchors = new Map(
	documents.map((file) => {
		const headings = [...prose(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
			heading!
				.toLowerCase()
				.replace(/[^\p{L}\p{N} _-]/gu, '')
				.replaceAll(' ', '-'),
		);
		const ids = [...prose(file).matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id!);
		return [file, new Set([...headings, ...ids])];
	}),
);

test('every link to a file of the project leads to it, and to a place in it', () => {
	const broken = documents.flatMap((file) =>
		[...prose(file).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
			([link, path, anchor]) => {
				const target = path ? relative(root, resolve(root, dirname(file), path)) : file;
				const leads =
					existsSync(join(root, target)) && (!anchor || anchors.get(target)?.has(anchor));
				return leads ? [] : `${file}: ${link}`;
			},
		),
	);
	expect(broken).toEqual([]);
});

test('README.md, CONTRIBUTING.md and docs/review.md stay short', () => {
	const countOf = (words: string) => words.match(/\S+/g)!.length;
	expect(countOf(text.get('README.md')!)).toBeLessThanOrEqual(1_600);
	expect(
		countOf(prose('CONTRIBUTING.md').replace(/\]\([^)]*\)|<[^>]*>/g, ' ')),
	).toBeLessThanOrEqual(2_000);
	expect(text.get('docs/review.md')!.split('\n').length).toBeLessThanOrEqual(70);
});

test('CONTRIBUTING.md lists every folder of the node, and no other', () => {
	const node = join(root, 'nodes/LinkManagement');
	const [, list = ''] =
		/^nodes\/LinkManagement\/\n([^]*?)^\S/m.exec(text.get('CONTRIBUTING.md')!) ?? [];
	let parent = '';
	const listed = [...list.matchAll(/^( {2}| {4})(\w+)\/ /gm)].map(([, indent, name]) => {
		if (indent!.length === 4) return join(parent, name!);
		parent = name!;
		return name;
	});
	const folders = readdirSync(node, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ parentPath, name }) => relative(node, join(parentPath, name)));
	expect(listed.sort()).toEqual(folders.sort());
});

test('SECURITY.md names a test for each paragraph about what the node does', () => {
	const [, section = ''] =
		/^## What the node does\n([^]*?)^## /m.exec(text.get('SECURITY.md')!) ?? [];
	const paragraphs = section.split('\n\n').filter((paragraph) => paragraph.startsWith('**'));
	expect(paragraphs.length).toBeGreaterThan(10);
	// `npm run lint:docs` looks for these tests
	expect(paragraphs.filter((paragraph) => !/\b(Engine|Unit):\s`/.test(paragraph))).toEqual([]);
});

test('`npm run test:changed` knows engine and virtual tests of every folder with code, and they exist', () => {
	const tests = readFileSync(join(root, 'test/testsOfFolders.json'), 'utf8');
	const folders = Object.entries(JSON.parse(tests) as Record<string, string[]>);
	const isComplete = ([folder, names]: [string, string[]]) =>
		existsSync(join(root, folder)) &&
		names.length > 0 &&
		names.every((name) => existsSync(join(root, `test/${name}.test.ts`)));
	expect(folders.length).toBeGreaterThan(10);
	expect(folders.filter((folder) => !isComplete(folder))).toEqual([]);
});

test('the table of docs/scaling.md follows from bench/requests.json', () => {
	const counts = JSON.parse(readFileSync(join(root, 'bench/requests.json'), 'utf8')) as Counts;
	const scaling = text.get('docs/scaling.md')!;
	expect(scaling).toBe(withTable(scaling, SCALING_COMMAND, timesTable(counts)));
});

test.each([
	['examples/README.md is what the workflows say', 'scripts/examples.mjs', '--check'],
	['docs/review.md lists what the code has', 'scripts/review.mjs', '--check'],
	[
		'every file of the node is in one area of the mutation tests, or left out with a reason',
		...['scripts/mutation.mjs', '--areas'],
	],
])('%s', (_, ...command) => {
	const { stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
	expect(stderr).toBe('');
});
