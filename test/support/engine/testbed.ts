/** A service with known records and an n8n engine that knows its key: what most engine tests need. */
import { setTimeout as sleep } from 'node:timers/promises';

import { beforeAll, expect } from '@jest/globals';

import type { RunningService } from '../service';
import { type Engine, type Json, type RunReply, type RunRequest, withCredentials } from '.';
import { engineWith, shared } from './shared';

/** A request as the service received it. */
export interface Sent {
	method: string;
	path: string;
	query: Json;
	headers: Record<string, string>;
	/** Whether it had a valid key */
	keyOk: boolean;
	body?: unknown;
	status: number | null;
	/** How it violates the API description; null: it does not */
	contract: string[] | null;
	/** What the service accepts although the description does not allow it */
	tolerated?: string[];
	faults: Array<{ id: string; kind: string }>;
}

/** What the service holds and how it answers when a run begins; default: a few records of each kind, no limits. */
export interface Scene {
	settings?: Json;
	seed?: Json;
	faults?: Json[];
	/** Links to create beside the seeded ones */
	links?: Json[];
	/** Keeps what the previous test left, except the journal */
	keep?: boolean;
	/** Uses a key that the node has not used: it knows nothing about its rate limit yet */
	freshKey?: boolean;
}

export interface RecordedRun {
	reply: RunReply;
	/** Requests to the API during the run, in order of arrival */
	sent: Sent[];
}

export type Testbed = ReturnType<typeof testbedOf>;

const SEED = {
	...{ links: 5, qrs: 3, campaigns: 3, channels: 3, channelItems: 3, pixels: 3 },
	...{ clicks: 9, scans: 9 },
};

/**
 * Gives both for the tests of a file or a `describe`; filled in before the first. Both are those of the jest worker, unless the
 * engine needs an environment of its own.
 *
 * @param env environment variables for an engine of its own @param packageDirs of other packages than the built one
 */
export function setUpTestbed(env?: Record<string, string>, packageDirs?: string[]): Testbed {
	const testbed = {} as Testbed;
	const engine = engineWith(env, packageDirs);
	beforeAll(async () => {
		const [service] = await shared.services(1);
		Object.assign(testbed, testbedOf(service!, await engine()));
	});
	return testbed;
}

/** Gives several services beside the engine of the jest worker, for runs at the same time; filled in before the first test. */
export function setUpTestbeds(count: number): Testbed[] {
	const testbeds: Testbed[] = [];
	beforeAll(async () => {
		const engine = await shared.engine();
		for (const service of await shared.services(count)) testbeds.push(testbedOf(service, engine));
	});
	return testbeds;
}

function testbedOf(ofWorker: RunningService, itsEngine: Engine) {
	// Of a key that the node has not used yet, it knows nothing
	const freshKey = shared.newKey;
	const service = { ...ofWorker, key: freshKey() };
	const { url, key, control, ask, state } = service;
	const engine = withCredentials(itsEngine, { baseUrl: url, apiKey: key });
	let scenes = 0;
	const setScene = async (scene: Scene = {}) => {
		// A service that begins anew gives its IDs again, which the node remembers by workflow
		if (!scene.keep) scenes++;
		await prepare(service, scene);
	};
	const requests = async (): Promise<Sent[]> => {
		const entries = await control<Sent[]>('/requests');
		return entries.map(({ body, ...entry }) => ({ ...entry, ...(body !== null && { body }) }));
	};

	/**
	 * Sets the scene and runs the node. Expects that every request follows the API description and has the key, and that the key
	 * does not leak.
	 */
	const run = async (request: RunRequest, scene: Scene = {}): Promise<RecordedRun> => {
		await setScene(scene);
		const apiKey = scene.freshKey ? freshKey() : key;
		const credentials = { baseUrl: url, apiKey, ...request.credentials };
		const workflowId = `scene-${scenes}`;
		const reply = await engine.run({ workflowId, ...request, credentials });
		const sent = await requests();
		const breaks = ({ contract, tolerated, keyOk }: Sent) => contract || tolerated || !keyOk;
		expect(sent.filter(breaks)).toEqual([]);
		expect(reply.leaks).toEqual([]);
		return { reply, sent };
	};

	/** Does the same through both entry points. Expects equal requests and equal output. */
	const bothEntryPoints = async (request: RunRequest, scene?: Scene) => {
		// Neither knows what the other has learned
		const fresh = { ...scene, freshKey: true };
		const many = await run({ ...request, entryPoint: 'manyItems' }, fresh);
		const one = await run(
			{ ...request, entryPoint: 'oneItem', workflowId: 'the-other-entry-point' },
			fresh,
		);
		expect(one.sent.map(comparable)).toEqual(many.sent.map(comparable));
		expect(one.reply.status).toBe(many.reply.status);
		expect(one.reply.outputs.map((items) => items.map(shape))).toEqual(
			many.reply.outputs.map((items) => items.map(shape)),
		);
		return { ...many, one: one.reply };
	};

	/** Runs the node with a key of its own, and stops it as soon as it is time, judged by the requests so far. */
	const stopWhen = async (request: RunRequest, isTime: (sent: Sent[]) => unknown) => {
		const credentials = { baseUrl: url, apiKey: freshKey() };
		const running = engine.start({ credentials, ...request });
		while (!(await isTime(await requests()))) await sleep(10);
		await running.cancel();
		return await running.reply;
	};

	return {
		...{ url, key, engine, control, ask, state, setScene, requests, freshKey },
		...{ run, bothEntryPoints, stopWhen },
	};
}

async function prepare(service: RunningService, scene: Scene): Promise<void> {
	if (!scene.keep) {
		const settings = { limit: 0, ...scene.settings };
		await service.tell('/reset', { settings, seed: scene.seed ?? SEED });
		for (const link of scene.links ?? []) await service.ask('POST /api/url/add', link);
		if (scene.faults) await service.tell('/faults', scene.faults);
	}
	// A reset empties it
	if (scene.keep || scene.links) await service.control('/requests', { method: 'DELETE' });
}

/** The part of a request that must be equal for both entry points. */
function comparable({ method, path, query, body, headers }: Sent): Json {
	return { method, path, query, body, headers };
}

/** The part of an item that must be equal for both entry points. Values that the service generates differ. */
function shape({ json, pairedItem, error, binary }: RunReply['outputs'][number][number]): Json {
	return {
		keys: Object.keys(json).sort(),
		pairedItem,
		error: error?.message,
		binary: Object.keys(binary ?? {}),
	};
}
