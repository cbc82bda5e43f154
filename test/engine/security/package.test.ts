/** The packed files: compiled code, icons and descriptions; no install script, no source, no secret. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { beforeAll, expect, test } from '@jest/globals';

const ROOT = resolve(__dirname, '../../..');
const PACKED = [
	/^package\.json$/,
	/^(README|LICENSE|CHANGELOG|SECURITY)\.md$/,
	/^dist\/linkManagement\.js$/,
	/^dist\/(credentials|nodes|icons)\/.+\.(js|json|svg)$/,
];
/** Patterns of keys, tokens, passwords and addresses that were left in a file. */
const SECRETS =
	/Bearer [\w.-]{8,}|-----BEGIN|gh[pousr]_\w{20,}|npm_\w{20,}|AKIA[A-Z0-9]{12,}|key-\d+-of-the-tests|\/\/[\w-]+:[\w-]+@(?!host:port)/;

/** Most bytes of the packed package. */
const MAX_SIZE = 80_000;

let files: string[];
let packedSize: number;
beforeAll(() => {
	const told = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
		cwd: ROOT,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const [{ files: listed, size }] = JSON.parse(told) as [
		{ files: Array<{ path: string }>; size: number },
	];
	files = listed.map(({ path }) => path);
	packedSize = size;
});

test('the package holds only what n8n runs', () => {
	expect(files).toContain('dist/nodes/LinkManagement/LinkManagement.node.js');
	expect(files.filter((file) => !PACKED.some((pattern) => pattern.test(file)))).toEqual([]);
	expect(files.filter((file) => /test|\.env|\.map$|\.npmrc|sandbox/i.test(file))).toEqual([]);
});

test('the package stays small', () => {
	expect(packedSize).toBeLessThanOrEqual(MAX_SIZE);
});

test('no file of the package holds a secret', () => {
	expect(files.filter((file) => SECRETS.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
});

test('the package has no install script and no dependency', () => {
	const { scripts, dependencies } = JSON.parse(
		readFileSync(join(ROOT, 'package.json'), 'utf8'),
	) as Record<string, object | undefined>;
	expect(
		Object.keys(scripts ?? {}).filter((name) =>
			/^(pre|post)?(install|prepare|publish|uninstall)$/.test(name),
		),
	).toEqual([]);
	expect(dependencies).toBeUndefined();
});
