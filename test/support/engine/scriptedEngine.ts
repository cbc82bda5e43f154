/** An engine beside a service that replies what a test scripts, in place of every host outside of this machine. */
import { randomUUID } from 'node:crypto';

import { beforeAll } from '@jest/globals';

import { type Engine, type RunReply, type RunRequest, withCredentials } from '.';
import type { Script, ScriptedService } from './scriptedService';
import { engineWith, shared } from './shared';

/** The address of the service. */
export const BASE = 'http://links.example.com';

/** A key that the node has not used: it has learned nothing about the service yet. */
const newKey = () => `a-secret-key-${randomUUID()}-of-the-tests`;

/** The key of requests that bring no credentials. Each file has its own: what the node knows of a service belongs to the key. */
export const KEY = newKey();

export const newCredentials = () => ({ baseUrl: BASE, apiKey: newKey() });

export interface ScriptedEngine {
	engine: Engine;
	/** The service is the proxy of the engine */
	service: ScriptedService;
	/** Runs the node with new credentials, unless the request brings its own; the service replies by the script. */
	run(request: RunRequest, script: Script): Promise<RunReply>;
}

/** Gives both for the tests of a file, filled in before the first. @param env environment variables for an engine of its own */
export function setUpScriptedEngine(env?: Record<string, string>): ScriptedEngine {
	const scripted = {} as ScriptedEngine;
	const startedEngine = engineWith(env);
	beforeAll(async () => {
		const service = await shared.proxy();
		const engine = withCredentials(await startedEngine(), { baseUrl: BASE, apiKey: KEY });
		const run: ScriptedEngine['run'] = async (request, script) => {
			service.answer(script);
			return await engine.run({ credentials: newCredentials(), ...request });
		};
		Object.assign(scripted, { engine, service, run });
	});
	return scripted;
}
