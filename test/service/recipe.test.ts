/**
 * The recipe "Adding an operation" of CONTRIBUTING.md: followed literally in a copy of the project, the checks that it names
 * pass. Its commands run here for the parts that the recipe touches.
 */
import { execFile } from 'node:child_process';
import {
	cpSync,
	mkdtempSync,
	readFileSync,
	realpathSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(__dirname, '../..');
const copy = realpathSync(mkdtempSync(join(tmpdir(), 'recipe-')));
const NOT_COPIED = ['.git', '.sandbox', 'dist', 'node_modules', 'reports'];
const SNAPSHOT = 'test/unit/__snapshots__/outside.test.ts.snap';
/** Begins the part of it, its last, that saved workflows depend on. */
const OUTSIDE = 'exports[`stays as workflows have saved it 1`]';

const [, recipe = ''] =
	/^## Adding an operation\n(.*?)^## /ms.exec(
		readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'),
	) ?? [];
const patch = [...recipe.matchAll(/^```diff\n(.*?)^```$/gms)].map(([, diff]) => diff).join('');
const changedFiles = [...patch.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, file = '']) => file);

/** Runs a program of the copy, with its whole output as the message when it fails. */
async function run(program: string, ...args: string[]): Promise<string> {
	const { stdout } = await promisify(execFile)(program, args, {
		cwd: copy,
		// As in the npm script: each file gets the rules of the nearest configuration
		env: { ...process.env, ESLINT_FLAGS: 'unstable_config_lookup_from_file' },
		maxBuffer: 2 ** 26,
	}).catch((error: { stdout: string; stderr: string }) => {
		throw new Error(`${program} ${args.join(' ')}\n${error.stdout}\n${error.stderr}`);
	});
	return stdout;
}
const tool = async (name: string, ...args: string[]) =>
	await run(join(copy, 'node_modules/.bin', name), ...args);
/** Runs tests under the Node that n8n needs: the sandbox's database is part of it. */
const runTests = async (projects: string[], files: string, ...args: string[]) =>
	await run(
		join(copy, 'sandbox/node_modules/.bin/node'),
		join(copy, 'node_modules/jest/bin/jest.js'),
		'--ci=false',
		// Workers of its own would take longer to start than these tests to run
		'--runInBand',
		'--selectProjects',
		...projects,
		'--testPathPatterns',
		files,
		...args,
	);

beforeAll(async () => {
	cpSync(root, copy, {
		recursive: true,
		filter: (path) => !NOT_COPIED.includes(basename(path)) && path !== __filename,
	});
	for (const folder of ['node_modules', 'sandbox/node_modules'])
		symlinkSync(join(root, folder), join(copy, folder));
	writeFileSync(join(copy, 'recipe.diff'), patch);
	await run('git', 'apply', 'recipe.diff');
});
afterAll(() => rmSync(copy, { recursive: true }));

test('its changes are formatted and keep the rules of lint', async () => {
	await tool('eslint', ...changedFiles.filter((file) => file.endsWith('.ts')));
	const shipped = changedFiles.filter((file) => file.startsWith('nodes/'));
	const others = ['--do-not-follow', '^nodes/'];
	await tool('depcruise', '--config', 'dependency-cruiser.config.cjs', ...others, ...shipped);
	// Without a cache of its own, Prettier deletes the project's
	await tool('prettier', '--check', '--cache', '--cache-location=.prettier', ...changedFiles);
});

test('its types are right', async () => {
	// Only what the recipe changes, and what that imports
	const types = {
		extends: './test/tsconfig.json',
		include: [...changedFiles.filter((file) => file.endsWith('.ts')), 'sandbox/service/*.d.ts'],
	};
	writeFileSync(join(copy, 'tsconfig.recipe.json'), JSON.stringify(types));
	await run('npm', 'run', 'tsc', '--', '-p', 'tsconfig.recipe.json');
});

test('the unit tests pass, and the snapshot of outside names gets only new lines', async () => {
	const outsideNames = () => {
		const [, names = ''] = readFileSync(join(copy, SNAPSHOT), 'utf8').split(OUTSIDE);
		return names.split('\n');
	};
	const before = outsideNames();
	expect(before.length).toBeGreaterThan(100);
	const lookingAtEveryOperation = [
		...['client/credential', 'contributing'],
		...['documents', 'editor', 'exampleLocators', 'outside'],
	];
	await runTests(['unit'], `test/unit/(${lookingAtEveryOperation.join('|')})\\.test`, '-u');
	const after = outsideNames();
	expect(after.length).toBeGreaterThan(before.length);
	const rest = [...after];
	for (const line of before) {
		const at = rest.indexOf(line);
		expect({ line, isKept: at >= 0 }).toEqual({ line, isKept: true });
		rest.splice(0, at + 1);
	}
});

test('the new operation works in the real engine, in the sandbox, and in the walks', async () => {
	await tool('gulp', 'quick');
	const names = [
		// Through both entry points, and at a service as `npm run test:live` meets it
		...['link:archive', 'work at a service of the description', 'it knows every endpoint'],
		...['know every operation', 'seed 1$'],
	];
	const output = await runTests(
		['engine', 'service', 'walk'],
		'(engine/.*/(operations|live)|service/live|walk/walk)\\.test',
		'-t',
		names.join('|'),
		'--json',
	);
	expect(JSON.parse(output)).toMatchObject({ success: true, numPassedTests: 5 });
});
