/** The compose file for users. queue.test.ts runs its commands and settings. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { composeServices, environmentOf } from '../../sandbox/n8n/compose.ts';
import { root } from '../support/n8n/installation';

const folder = join(root, 'examples', 'queue-mode');
const file = join(folder, 'compose.yaml');
const { main, workers, runners } = composeServices();
const [worker] = workers as [(typeof workers)[number]];

test('the compose file is valid', () => {
	const script = join(dirname(require.resolve('dclint/package.json')), 'bin', 'dclint.cjs');
	const { stdout, status } = spawnSync(process.execPath, [script, '--quiet', file], {
		encoding: 'utf8',
	});
	expect([stdout.trim(), status]).toEqual(['', 0]);
});

test('the compose file names the version of n8n that is tested', () => {
	const { dependencies } = JSON.parse(
		readFileSync(join(root, 'sandbox', 'package.json'), 'utf8'),
	) as { dependencies: { n8n: string } };
	for (const { image } of [main, ...workers]) expect(image).toBe(`n8nio/n8n:${dependencies.n8n}`);
	for (const { image } of Object.values(runners))
		expect(image).toBe(`n8nio/runners:${dependencies.n8n}`);
});

test('the compose file sets no variable that n8n does not read', () => {
	const names = new Set(
		[main, ...Object.values(runners)].flatMap(({ environment }) => Object.keys(environment)),
	);
	const packages = ['n8n', 'n8n-core', '@n8n/config', '@n8n/task-runner'].map((name) =>
		join(root, 'sandbox', 'node_modules', name, 'dist'),
	);
	const search = [
		...['--recursive', '--no-filename', '--only-matching', '--word-regexp', '--include=*.js'],
		...[...names].flatMap((name) => ['-e', name]),
	];
	const { stdout } = spawnSync('grep', [...search, ...packages], {
		encoding: 'utf8',
		maxBuffer: 100e6,
	});
	expect([...new Set(stdout.trim().split('\n'))].sort()).toEqual([...names].sort());
});

test('the compose file has placeholders exactly for the values that the README asks for', () => {
	const text = readFileSync(file, 'utf8');
	const open = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
	const filledIn = [
		...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/^(\w+)=\$\(/gm),
	].map(([, name]) => name);
	expect([...open].sort()).toEqual(filledIn.sort());
});

test('the compose file sets nothing that n8n announces to remove', () => {
	const announced = readFileSync(
		join(root, 'sandbox/node_modules/n8n/dist/deprecation/deprecation.service.js'),
		'utf8',
	);
	// These stay: n8n announces another default or the end of one of their values
	const kept: Record<string, string> = {
		N8N_RUNNERS_MODE: 'external',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	};
	for (const { environment } of [main, ...workers]) {
		expect(environment).toMatchObject(kept);
		const named = Object.keys(environment).filter((name) => announced.includes(`'${name}'`));
		expect(named.filter((name) => !(name in kept))).toEqual([]);
	}
});

test('every n8n process of the compose file has a task runner with the same token', () => {
	expect(workers).toHaveLength(3);
	expect(Object.keys(runners)).toEqual(['main', 'worker-1', 'worker-2', 'worker-3']);
	for (const { environment } of Object.values(runners))
		expect(environment.N8N_RUNNERS_AUTH_TOKEN).toBe(main.environment.N8N_RUNNERS_AUTH_TOKEN);
});

test('in another environment, a setting that the file does not have is rejected, and so is a placeholder that is not filled', () => {
	expect(() => environmentOf(worker, { QUEUE_REDIS_HOST: '' })).toThrow('QUEUE_REDIS_HOST');
	expect(() => environmentOf(worker, {})).toThrow('DB_POSTGRESDB_PASSWORD');
});
