/** `--help` of our scripts on a clone in which nothing is installed: it prints the usage, and neither installs nor writes anything. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(__dirname, '../..');
const clone = mkdtempSync(join(tmpdir(), 'clone-'));
afterAll(() => rmSync(clone, { recursive: true }));

/** What is not in the repository. */
const IGNORED = /^(\.git|\.sandbox|dist|reports|(sandbox\/(versions\/[^/]+\/)?)?node_modules)$/;
cpSync(root, clone, {
	recursive: true,
	filter: (source) => !IGNORED.test(relative(root, source)),
});

const filesOf = (folder: string) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
const scripts = ['scripts', 'scripts/lint'].flatMap((folder) =>
	readdirSync(join(root, folder))
		.filter((name) => name.endsWith('.mjs') && !/^(eslint\.config|houseRules)/.test(name))
		.map((name) => `${folder}/${name}`),
);

test('every script prints its usage with --help, whatever else is set, and changes nothing', async () => {
	const before = filesOf(clone);
	const texts = (name: string) => readFileSync(join(clone, name), 'utf8');
	const documents = ['examples/README.md', 'CONTRIBUTING.md', 'docs/review.md'];
	const written = documents.map(texts);
	const env = { ...process.env, LINK_MANAGEMENT_URL: 'https://links.example.com' };
	const run = async (script: string) => {
		const command = [join(clone, script), '--unknown', '--help'];
		const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: clone, env });
		return [script, stdout.split('\n')[0]];
	};
	const usages = await Promise.all(scripts.map(run));
	expect(usages).toEqual(scripts.map((script) => [script, expect.stringMatching(/^Usage: \S/)]));
	expect(filesOf(clone)).toEqual(before);
	expect(documents.map(texts)).toEqual(written);
});
