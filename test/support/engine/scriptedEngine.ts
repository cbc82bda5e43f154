/** The engine of the jest worker beside a service that replies what a test scripts. */
import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll } from '@jest/globals';

import { type RunReply, type RunRequest, withCredentials } from '.';
import { type Script, startScripted } from './scriptedService';
import { shared } from './shared';

/** The key of requests that bring no credentials. Each file has its own: the port of its service may have been another file's. */
export const SCRIPTED_KEY = `key-${randomUUID()}-of-the-tests`;

/** Gives both for the tests of a file or a `describe`; filled in before the first. */
export function setUpScriptedEngine() {
	const scripted = {} as Awaited<ReturnType<typeof start>>;
	beforeAll(async () => void Object.assign(scripted, await start()));
	afterAll(async () => await scripted.service?.stop());
	return scripted;
}

async function start() {
	const service = await startScripted();
	const baseUrl = service.url;
	const engine = withCredentials(await shared.engine(), { baseUrl, apiKey: SCRIPTED_KEY });
	/** The service's address and a key that the node has not used: it has learned nothing about it yet. */
	const newCredentials = () => ({ baseUrl, apiKey: `key-${randomUUID()}-of-the-tests` });
	return {
		engine,
		service,
		newCredentials,
		/** Runs the node with new credentials, unless the request brings its own; the service replies by the script. */
		run: async (request: RunRequest, script: Script): Promise<RunReply> => {
			service.answer(script);
			return await engine.run({ credentials: newCredentials(), ...request });
		},
	};
}
