/** The compose file for users. queue.test.ts runs its commands and settings. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { composeServices, environmentOf } from '../../sandbox/n8n/compose.ts';
import { root } from '../support/n8n/installation';

const folder = join(root, 'examples', 'queue-mode');
const file = join(folder, 'compose.yaml');
const { main, worker } = composeServices();

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
	for (const { image } of [main, worker]) expect(image).toBe(`n8nio/n8n:${dependencies.n8n}`);
});

test('the compose file sets no variable that n8n does not read', () => {
	const names = Object.keys(main.environment);
	const packages = ['n8n', 'n8n-core', '@n8n/config'].map((name) =>
		join(root, 'sandbox', 'node_modules', name, 'dist'),
	);
	const search = [
		'--recursive',
		'--no-filename',
		'--only-matching',
		'--word-regexp',
		'--include=*.js',
		...names.flatMap((name) => ['-e', name]),
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

describe('The settings of the compose file in another environment', () => {
	const secrets = { DB_POSTGRESDB_PASSWORD: 'secret', N8N_ENCRYPTION_KEY: 'key' };

	test('are those of the file, with the overrides', () => {
		const settings = environmentOf(worker, { ...secrets, QUEUE_BULL_REDIS_HOST: '127.0.0.1' });
		expect(settings).toMatchObject({
			EXECUTIONS_MODE: 'queue',
			DB_POSTGRESDB_PORT: '5432',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			...secrets,
		});
		expect(Object.keys(settings)).toEqual(Object.keys(worker.environment));
	});

	test('are rejected with an override that the file does not have, or with a placeholder that is not filled', () => {
		expect(() => environmentOf(worker, { ...secrets, QUEUE_REDIS_HOST: '127.0.0.1' })).toThrow(
			'QUEUE_REDIS_HOST',
		);
		expect(() => environmentOf(worker, { N8N_ENCRYPTION_KEY: 'key' })).toThrow(
			'DB_POSTGRESDB_PASSWORD',
		);
	});
});
