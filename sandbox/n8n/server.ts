/** The pinned n8n as a server of its own, with the packed node installed as a community package. */
import getPort from 'get-port';

import { N8nClient } from './client.ts';
import { environmentFor } from './environment.ts';
import { startProcess } from './process.ts';

export interface ServerOptions {
	/** All of n8n's data; a server started here again finds its accounts, credentials and workflows. */
	userFolder: string;
	/** The packed node (`npm pack`). */
	tarball: string;
	logFile: string;
	/** Folders whose files workflows may read and write. */
	fileFolders?: string[];
	/** The port to have if it is free; any free one unless told, as several may start at the same moment. */
	port?: number;
	/** Settings of n8n beyond the sandbox's own. */
	environment?: NodeJS.ProcessEnv;
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

/** Starts n8n, waits until it answers, and signs in. */
export async function startN8n(options: ServerOptions): Promise<N8nServer> {
	const { userFolder, tarball, logFile, fileFolders = [], environment } = options;
	const port = await getPort({ port: options.port });
	const brokerPort = await getPort({ port: port + 1 });
	const url = `http://127.0.0.1:${port}`;
	const child = await startProcess({
		command: ['start'],
		userFolder,
		tarball,
		logFile,
		env: { ...environmentFor({ userFolder, port, brokerPort, fileFolders }), ...environment },
		probes: [`${url}/healthz/readiness`, `${url}/rest/settings`],
	});
	const client = new N8nClient(url);
	try {
		await client.signIn();
	} catch (error) {
		await child.stop();
		throw error;
	}
	return { url, client, pid: child.pid, ended: child.ended, stop: child.stop };
}
