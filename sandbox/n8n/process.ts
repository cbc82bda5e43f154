/** One process of the pinned n8n, with the packed node installed as a community package: the server, or a worker. */
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { type Child, startChild } from './child.ts';
import { containerArguments } from './image.ts';
import { installPackage } from './install.ts';
import { patienceWith } from './patience.ts';

const packageName = 'n8n-nodes-link-management';

/**
 * Flags of V8. With its default of 16 MB for new objects, a quarter of n8n's start is garbage collection. On a few cores, its
 * threads take a tenth of the CPU time of a start and make it no shorter.
 */
export const quickStart = [
	'--min-semi-space-size=64',
	'--max-semi-space-size=64',
	'--single-threaded-gc',
];

const guard = new URL('guard.mjs', import.meta.url).href;

interface ProcessOptions {
	/** The command of n8n, with arguments. */
	command: string[];
	userFolder: string;
	/** The packed node (`npm pack`). */
	tarball: string;
	logFile: string;
	env: NodeJS.ProcessEnv;
	/** Flags of Node.js. Default: those that shorten n8n's start. A full collection of the heap takes six times as long with them. */
	nodeFlags?: string[];
	/** n8n is ready when it responds at all of these addresses. */
	probes: string[];
}

/** Starts n8n and waits until it responds. @throws with its last output, when it does not start */
export async function startProcess({
	command,
	userFolder,
	tarball,
	logFile,
	env,
	nodeFlags = quickStart,
	probes,
}: ProcessOptions): Promise<Child> {
	installPackage(userFolder, packageName, tarball);
	const { N8N_IMAGE: image, CONTAINER_ENGINE: engine = 'docker' } = process.env;
	const child = startChild({
		...(image
			? { program: engine, args: containerArguments({ image, command, env }) }
			: { args: [...nodeFlags, '--import', guard, n8nScript(), ...command] }),
		cwd: userFolder,
		env,
		logFile,
	});
	try {
		await ready(probes, child);
		return child;
	} catch (error) {
		await child.stop();
		const what = `"n8n ${command[0]}" did not start: ${(error as Error).message}`;
		throw new Error(`${what}\n\n${child.tail()}\n\nFull output: ${logFile}`);
	}
}

/** The n8n of the sandbox, unless N8N_DIR names another folder with an n8n. */
function n8nScript(): string {
	const folder = resolve(process.env.N8N_DIR ?? fileURLToPath(new URL('..', import.meta.url)));
	return join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
}

async function ready(probes: string[], child: Child): Promise<void> {
	const gaveUp = patienceWith(child);
	for (const probe of probes) {
		while (!(await answers(probe, child.pid, gaveUp))) {
			gaveUp.throwIfAborted();
			await sleep(100);
		}
	}
}

/** Whether this process responds, and not another one that took its port first (guard.mjs sends the header). */
async function answers(url: string, pid: number, signal: AbortSignal): Promise<boolean> {
	return await fetch(url, { signal }).then(
		({ ok, headers }) => ok && headers.get('X-Process') === String(pid),
		() => false,
	);
}
