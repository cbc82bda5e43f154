/** The table from which `npm run test:changed` takes the engine and virtual tests of a changed folder. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');
const testsOfFolder = Object.entries(
	JSON.parse(readFileSync(join(root, 'test/testsOfFolders.json'), 'utf8')) as Record<
		string,
		string[]
	>,
);

test('every folder and every test of the table exists', () => {
	const files = testsOfFolder.flatMap(([folder, tests]) => [
		folder,
		...tests.map((name) => `test/${name}.test.ts`),
	]);
	expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('every folder with code has tests', () => {
	const folders = testsOfFolder.map(([folder]) => folder);
	expect(folders).toEqual(expect.arrayContaining(['credentials', 'nodes/LinkManagement']));
	expect(testsOfFolder.filter(([, tests]) => tests.length === 0)).toEqual([]);
});
