/** The real engine beside a service that replies what a test scripts. */
import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll } from '@jest/globals';

import {
	type Engine,
	type Json,
	type RunReply,
	type RunRequest,
	startEngine,
	withCredentials,
} from '.';
import { type Script, type ScriptedService, startScripted } from './scriptedService';
import { shared } from './shared';

export interface ScriptedEngine {
	/** Knows the service's address and a key. */
	engine: Engine;
	service: ScriptedService;
	/** The service's address and a key that the node has not used: it has learned nothing about it yet. */
	newCredentials(): { baseUrl: string; apiKey: string };
	/** Runs the node with new credentials, unless the request brings its own; the service replies by the script. */
	run(request: RunRequest, script: Script): Promise<RunReply>;
}

/** The key of requests that bring no credentials. Each file has its own: the port of its service may have been another file's. */
export const SCRIPTED_KEY = `key-${randomUUID()}-of-the-tests`;

/**
 * Gives both for the tests of a file or a `describe`; filled in before the first. The engine is that of the jest worker, unless it
 * needs an environment of its own.
 *
 * @param env environment variables for an engine of its own
 */
export function setUpScriptedEngine(env?: Record<string, string>): ScriptedEngine {
	const scripted = {} as ScriptedEngine;
	let ownEngine: Engine | undefined;
	beforeAll(async () => {
		const service = await startScripted();
		Object.assign(scripted, { service });
		if (env !== undefined) ownEngine = await startEngine({ env });
		const credentials = { baseUrl: service.url, apiKey: SCRIPTED_KEY };
		const engine = withCredentials(ownEngine ?? (await shared.engine()), credentials);
		Object.assign(scripted, { engine, ...runsOn(engine, service) });
	});
	afterAll(async () => {
		await Promise.all([ownEngine?.stop(), scripted.service?.stop()]);
	});
	return scripted;
}

function runsOn(
	engine: Engine,
	service: ScriptedService,
): Pick<ScriptedEngine, 'newCredentials' | 'run'> {
	const newCredentials = () => ({
		...{ baseUrl: service.url, apiKey: `key-${randomUUID()}-of-the-tests` },
	});
	return {
		newCredentials,
		run: async (request, script) => {
			service.answer(script);
			return await engine.run({ credentials: newCredentials(), ...request });
		},
	};
}

/** The records that came out of the node's first output. */
export const recordsOf = ({ outputs }: RunReply): Json[] | undefined =>
	outputs[0]?.map(({ json }) => json);
