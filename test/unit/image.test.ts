/** How n8n runs from an image. The container itself has not been tried: this needs a container engine. */
import { userInfo } from 'node:os';

import { containerArguments } from '../../sandbox/n8n/image.ts';

const env = {
	PATH: '/usr/bin',
	HOME: '/home/me',
	N8N_USER_FOLDER: '/state/n8n',
	N8N_PORT: '5678',
	N8N_RESTRICT_FILE_ACCESS_TO: '/examples/data;/state/files',
	N8N_ENCRYPTION_KEY: 'secret',
	QUEUE_BULL_REDIS_HOST: '127.0.0.1',
};
const args = containerArguments({ image: 'n8nio/n8n:3.0.0', command: ['start'], env });

test('the folders of n8n are at the same place in the container, and stay ours', () => {
	expect(args.filter((arg) => arg.startsWith('--volume='))).toEqual(
		['/state/n8n', '/examples/data', '/state/files'].map((path) => `--volume=${path}:${path}`),
	);
	const { uid, gid } = userInfo();
	expect(args).toContain(`--user=${uid}:${gid}`);
});

test("n8n gets its own settings, without their values in the command, and nothing of the machine's", () => {
	expect(args.filter((arg) => arg.startsWith('--env='))).toEqual(
		[
			...['N8N_USER_FOLDER', 'N8N_PORT', 'N8N_RESTRICT_FILE_ACCESS_TO'],
			...['N8N_ENCRYPTION_KEY', 'QUEUE_BULL_REDIS_HOST'],
		].map((name) => `--env=${name}`),
	);
	expect(args.join(' ')).not.toContain('secret');
});
