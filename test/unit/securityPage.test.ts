/** SECURITY.md: each paragraph about what the node does names its tests, and they exist. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');
const page = readFileSync(join(root, 'SECURITY.md'), 'utf8');
const section = /^## What the node does\n([^]*?)^## /m.exec(page)?.[1] ?? '';
const paragraphs = section.split('\n\n').filter((text) => text.startsWith('**'));

/** The files that are named after `Engine:` or `Unit:`. */
const namedTests = (text: string): string[] =>
	[...text.matchAll(/\b(Engine|Unit):\s((?:`[\w/]+`,?\s?)+)/g)].flatMap(
		([, suite = '', names = '']) =>
			[...names.matchAll(/`([\w/]+)`/g)].map(
				([, name]) => `test/${suite.toLowerCase()}/${name}.test.ts`,
			),
	);

test('every paragraph about what the node does names a test', () => {
	expect(paragraphs.length).toBeGreaterThan(10);
	expect(paragraphs.filter((text) => namedTests(text).length === 0)).toEqual([]);
});

test('every named test exists', () => {
	expect(namedTests(page).filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
