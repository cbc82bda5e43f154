/**
 * n8n from an image instead of the one that is installed: `N8N_IMAGE=n8nio/n8n:3.0.0 npm start`. From 3.0 on, npm has no n8n that
 * runs. It has not been run where this was written, because there is no container engine. The container shares the network of the
 * machine, which the link service and the editor use; this needs Linux. Code nodes of 3.0 need a task runner, which is not started.
 */
import { userInfo } from 'node:os';

/** What n8n reads. All else, such as PATH and HOME, is the image's own. */
const SETTINGS = /^(N8N|DB|EXECUTIONS|QUEUE)_/;

export interface Container {
	/** The image, e.g. "n8nio/n8n:3.0.0". */
	image: string;
	/** The command of n8n, with arguments. */
	command: string[];
	/** n8n's environment. Its folders are at the same place in the container. */
	env: NodeJS.ProcessEnv;
}

/** The arguments of a container engine (Docker or Podman) that run n8n. It removes the container when n8n ends. */
export function containerArguments({ image, command, env }: Container): string[] {
	const { uid, gid } = userInfo();
	const files = env.N8N_RESTRICT_FILE_ACCESS_TO?.split(';') ?? [];
	const folders = [env.N8N_USER_FOLDER ?? '', ...files].filter((folder) => folder !== '');
	// Without a value, the engine takes that of its own environment, so that no secret is in the list of processes
	const settings = Object.keys(env).filter((name) => SETTINGS.test(name));
	return [
		...['run', '--rm', '--init', '--network=host', `--user=${uid}:${gid}`],
		...folders.map((folder) => `--volume=${folder}:${folder}`),
		...settings.map((name) => `--env=${name}`),
		image,
		...command,
	];
}
