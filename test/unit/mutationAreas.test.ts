/** The areas of `npm run test:mutation`, which CI takes from the same command. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

test('every file of the node is in one area of the mutation tests, or left out with a reason', () => {
	const command = spawnSync(process.execPath, ['scripts/mutation.mjs', '--areas'], {
		cwd: resolve(__dirname, '../..'),
		encoding: 'utf8',
	});
	expect(command.stderr).toBe('');
	expect(JSON.parse(command.stdout)).toEqual(expect.arrayContaining(['rateLimit', 'trigger']));
});
