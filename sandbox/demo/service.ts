import { fileURLToPath } from 'node:url';

import getPort from 'get-port';

import { startChild } from '../n8n/child.ts';

export interface LinkService {
	readonly url: string;
	readonly key: string;
}

export interface LocalService extends LinkService {
	/** Resolves with the reason when it ends. */
	readonly ended: Promise<string>;
	/** Reads from its control plane, which has no rate limit and is not counted as a request. */
	inspect<T>(path: string): Promise<T>;
}

export interface ServiceOptions {
	dataFile: string;
	/** The key that it accepts. */
	key: string;
	logFile: string;
	/** Requests per window. */
	limit: number;
	/** Length of a window, in seconds. */
	window: number;
	/** The preferred port. */
	port?: number;
}

/** Starts the sandbox's link service, and tries once more with another port when another program takes the first one. */
export async function startService(options: ServiceOptions): Promise<LocalService> {
	return await attempt(options).catch(async (error: Error) => {
		if (!error.message.includes('EADDRINUSE')) throw error;
		return await attempt(options);
	});
}

async function attempt({ dataFile: data, key, ...rest }: ServiceOptions): Promise<LocalService> {
	const { logFile, limit, window, port } = rest;
	const script = fileURLToPath(new URL('../service/main.ts', import.meta.url));
	const settings = { port: await getPort({ port }), data, limit, window };
	let tellReady: (line: string) => void = () => {};
	const ready = new Promise<string>((resolve) => (tellReady = resolve));
	const child = startChild({
		args: [
			script,
			'--demo-records',
			...Object.entries(settings).map(([name, value]) => `--${name}=${value}`),
		],
		// Everybody on the machine can read a command line
		env: { ...process.env, LINK_SERVICE_KEY: key },
		logFile,
		onLine: (line) => tellReady(line),
	});
	const line = await Promise.race([ready, child.ended.then(() => undefined)]);
	if (line === undefined)
		throw new Error(`The link service did not start\n\n${child.tail()}\n\nIts log: ${logFile}`);
	const { url } = JSON.parse(line) as LinkService;
	return {
		url,
		key,
		ended: child.ended,
		inspect: async <T>(path: string) => (await (await fetch(`${url}/sandbox/${path}`)).json()) as T,
	};
}
