/** The real engine beside a service that replies what a test scripts. */
import { afterAll, beforeAll } from '@jest/globals';

import {
	type Engine,
	type Json,
	LEGACY_EXPRESSIONS,
	type RunReply,
	type RunRequest,
	startEngine,
} from '.';
import {
	type Script,
	type ScriptedRequest,
	type ScriptedService,
	startScripted,
} from './scriptedService';

export interface ScriptedEngine {
	/** Knows the service's address and a key. */
	engine: Engine;
	service: ScriptedService;
	/** The service's address and a key that the node has not used: it has learned nothing about it yet. */
	newCredentials(): { baseUrl: string; apiKey: string };
	/** Runs the node with new credentials, unless the request brings its own; the service replies by the script. */
	run(request: RunRequest, script: Script): Promise<RunReply>;
	/** Does the same with a service of its own, so that several runs can go on at the same time. */
	runApart(request: RunRequest, script: Script): Promise<RunApart>;
}

export interface RunApart {
	reply: RunReply;
	/** What the service received, in order */
	requests: ScriptedRequest[];
}

/** The key of requests that bring no credentials. */
export const SCRIPTED_KEY = 'a-key-for-tests';

/**
 * Starts both before the tests of a file or a `describe`, and stops them after the last; filled in before the first.
 *
 * @param env more environment variables for the engine
 */
export function setUpScriptedEngine(
	env: Record<string, string> = LEGACY_EXPRESSIONS,
): ScriptedEngine {
	const scripted = {} as ScriptedEngine;
	beforeAll(async () => {
		const service = await startScripted();
		const credentials = { baseUrl: service.url, apiKey: SCRIPTED_KEY };
		const engine = await startEngine({ credentials, env }).catch(async (error) => {
			await service.stop();
			throw error;
		});
		Object.assign(scripted, { engine, service, ...runsOn(engine, service) });
	});
	afterAll(async () => {
		await Promise.all([scripted.engine?.stop(), scripted.service?.stop()]);
	});
	return scripted;
}

function runsOn(
	engine: Engine,
	service: ScriptedService,
): Pick<ScriptedEngine, 'newCredentials' | 'run' | 'runApart'> {
	let keys = 0;
	const newKey = () => `key-${++keys}-of-the-tests`;
	const newCredentials = () => ({ baseUrl: service.url, apiKey: newKey() });
	return {
		newCredentials,
		run: async (request, script) => {
			service.answer(script);
			return await engine.run({ credentials: newCredentials(), ...request });
		},
		runApart: async (request, script) => {
			const own = await startScripted();
			own.answer(script);
			try {
				const credentials = { baseUrl: own.url, apiKey: newKey() };
				return { reply: await engine.run({ credentials, ...request }), requests: own.requests };
			} finally {
				await own.stop();
			}
		},
	};
}

/** The records that came out of the node's first output. */
export const recordsOf = ({ outputs }: RunReply): Json[] | undefined =>
	outputs[0]?.map(({ json }) => json);
