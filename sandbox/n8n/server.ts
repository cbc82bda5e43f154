/** The pinned n8n as a server, with the packed node installed as a community package. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import getPort from 'get-port';

import { N8nClient, N8nError } from './client.ts';
import { environmentFor } from './environment.ts';
import { patienceWith } from './patience.ts';
import { startProcess } from './process.ts';
import { secretIn } from './secret.ts';

interface ServerOptions {
	/**
	 * All of n8n's data, and the owner's password. A server that is started here again finds its accounts, credentials and
	 * workflows.
	 */
	userFolder: string;
	/** The packed node (`npm pack`). */
	tarball: string;
	logFile: string;
	/** Folders whose files workflows may read and write. */
	fileFolders?: string[];
	/** The preferred port. Without it, n8n gets any free port, because several servers may start at the same moment. */
	port?: number;
	/** Settings of n8n in addition to those of the sandbox. */
	environment?: NodeJS.ProcessEnv;
	/** See `nodeFlags` of `startProcess`. */
	nodeFlags?: string[];
}

export interface N8nServer {
	readonly url: string;
	/** Signed in as the owner. */
	readonly client: N8nClient;
	/** Resolves with the reason when it ends. */
	readonly ended: Promise<string>;
	readonly pid: number;
	stop(): Promise<void>;
}

/** Starts n8n with free ports, and tries once more with others when another program takes one first. */
export async function onFreePorts<T>(
	start: (port: number, brokerPort: number) => Promise<T>,
	wanted?: number,
): Promise<T> {
	const attempt = async () => {
		const port = await getPort({ port: wanted });
		return await start(port, await getPort({ port: port + 1 }));
	};
	return await attempt().catch(async (error: Error) => {
		if (!/EADDRINUSE|already in use/.test(error.message)) throw error;
		return await attempt();
	});
}

/** Starts n8n, waits until it responds, and signs in. */
export async function startN8n(options: ServerOptions): Promise<N8nServer> {
	const { userFolder, tarball, logFile, fileFolders = [], environment, nodeFlags } = options;
	// n8n's database lies here, too
	mkdirSync(userFolder, { recursive: true, mode: 0o700 });
	const { url, child } = await onFreePorts(async (port, brokerPort) => {
		const url = `http://127.0.0.1:${port}`;
		const env = {
			...environmentFor({ userFolder, port, brokerPort, fileFolders }),
			...environment,
		};
		const probes = [`${url}/healthz/readiness`];
		return {
			url,
			child: await startProcess({
				command: ['start'],
				...{ userFolder, tarball, logFile, env, nodeFlags, probes },
			}),
		};
	}, options.port);
	const passwordFile = join(userFolder, 'owner-password');
	const client = new N8nClient(url, {
		email: 'owner@example.com',
		password: secretIn(passwordFile),
	});
	try {
		await client.signIn(patienceWith(child));
	} catch (error) {
		await child.stop();
		const what = `Could not sign in to n8n: ${(error as Error).message}`;
		if (!(error instanceof N8nError && error.status === 401))
			throw new Error(`${what}\n\n${child.tail()}\n\nFull output: ${logFile}`);
		const next = `put the password of ${client.owner.email} into ${passwordFile}, or delete ${userFolder} to begin with an empty n8n`;
		throw new Error(`${what}\n\nNext: ${next}`);
	}
	return { url, client, pid: child.pid, ended: child.ended, stop: child.stop };
}
