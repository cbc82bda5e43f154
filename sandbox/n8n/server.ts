/** The pinned n8n as a server of its own, with the packed node installed as a community package. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import getPort from 'get-port';

import { startChild, type Child } from './child.ts';
import { N8nClient } from './client.ts';
import { environmentFor } from './environment.ts';
import { installPackage } from './install.ts';

export const packageName = 'n8n-nodes-link-management';

const readyWithinMs = 180_000;

export interface ServerOptions {
	/** All of n8n's data; a server started here again finds its accounts, credentials and workflows. */
	userFolder: string;
	/** The packed node (`npm pack`). */
	tarball: string;
	logFile: string;
	/** Folders whose files workflows may read and write. */
	fileFolders?: string[];
	/** The port to have if it is free. */
	port?: number;
}

export interface N8nServer {
	readonly url: string;
	/** Signed in as the owner. */
	readonly client: N8nClient;
	/** Why it ended, as soon as it has. */
	readonly ended: Promise<string>;
	readonly pid: number;
	stop(): Promise<void>;
}

/** Starts n8n and waits until it answers. One that does not come up says what it last wrote. */
export async function startN8n(options: ServerOptions): Promise<N8nServer> {
	const { userFolder, tarball, logFile, fileFolders = [] } = options;
	installPackage(userFolder, packageName, tarball);
	const port = await getPort({ port: options.port ?? 5678 });
	const brokerPort = await getPort({ port: port + 1 });
	const child = startChild({
		args: ['--import', new URL('guard.mjs', import.meta.url).href, n8nScript(), 'start'],
		cwd: userFolder,
		env: environmentFor({ userFolder, port, brokerPort, fileFolders }),
		logFile,
	});
	const url = `http://127.0.0.1:${port}`;
	try {
		await ready(url, child);
		const client = new N8nClient(url);
		await client.signIn();
		return { url, client, pid: child.pid, ended: child.ended, stop: child.stop };
	} catch (error) {
		await child.stop();
		throw new Error(`n8n did not start: ${(error as Error).message}\n\n${child.tail()}\n\nAll of its output: ${logFile}`);
	}
}

function n8nScript(): string {
	const manifest = createRequire(import.meta.url).resolve('n8n/package.json');
	return join(manifest, '..', 'bin', 'n8n');
}

async function ready(url: string, child: Child): Promise<void> {
	const gaveUp = AbortSignal.timeout(readyWithinMs);
	let end: string | undefined;
	void child.ended.then((reason) => (end = reason));
	while (!(await answers(`${url}/healthz/readiness`)) || !(await answers(`${url}/rest/settings`))) {
		if (end) throw new Error(`it ended with ${end}`);
		if (gaveUp.aborted) throw new Error(`it was not ready after ${readyWithinMs / 1000} s`);
		await sleep(100);
	}
}

async function answers(url: string): Promise<boolean> {
	return await fetch(url).then(
		(response) => response.ok,
		() => false,
	);
}
