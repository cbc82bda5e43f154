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

test("a container has the folders of n8n at the same place, as ours, and n8n's own settings without their values", () => {
	const { uid, gid } = userInfo();
	expect(args).toContain(`--user=${uid}:${gid}`);
	const valuesOf = (flag: string) =>
		args.flatMap((arg) => (arg.startsWith(`--${flag}=`) ? arg.slice(flag.length + 3) : []));
	const folders = ['/state/n8n', '/examples/data', '/state/files'];
	expect(valuesOf('volume')).toEqual(folders.map((path) => `${path}:${path}`));
	expect(valuesOf('env')).toEqual(Object.keys(env).slice(2));
	expect(args.join(' ')).not.toContain('secret');
});
