/**
 * The engine, its proxy and the link services that all engine test files of a jest worker share: each start costs two seconds of CPU,
 * and code that has run before takes half as long.
 */
import { TestEnvironment } from 'jest-environment-node';

import { manyServices, type RunningService } from '../service';
import { type Engine, LEGACY_EXPRESSIONS, startEngine } from '.';
import { type ScriptedService, startScripted } from './scriptedService';

const KEYS = Array.from({ length: 3000 }, (_, index) => `key-${index}-of-the-tests`);
const spareKeys = KEYS.slice(1);

let proxy: Promise<ScriptedService> | undefined;
let engine: Promise<Engine> | undefined;

/** What a test file finds as a global variable. */
export interface SharedProcesses {
	/** Evaluates expressions in its own process. Requests to other machines go to `proxy`. */
	engine(): Promise<Engine>;
	proxy(): Promise<ScriptedService>;
	/** Environment of an engine that has no other way out of this machine */
	onlyThroughProxy(): Promise<Record<string, string>>;
	/** As many as are asked for, always the same ones. A reset gives each its settings again. They accept 3,000 keys. */
	services(count: number): Promise<RunningService[]>;
	/** A key of the services that no test has used. @throws when all are used */
	newKey(): string;
}

const shared: SharedProcesses = {
	engine: async () => await (engine ??= startSharedEngine()),
	proxy: async () => await (proxy ??= startScripted()),
	onlyThroughProxy: async () => {
		const { url } = await shared.proxy();
		return {
			...{ HTTP_PROXY: url, HTTPS_PROXY: url, NO_PROXY: '127.0.0.1' },
			...{ http_proxy: url, https_proxy: url, no_proxy: '127.0.0.1' },
		};
	},
	services: manyServices(KEYS),
	newKey: () => {
		const key = spareKeys.pop();
		if (key === undefined) throw new Error('No fresh key is left: give the services more');
		return key;
	},
};

async function startSharedEngine(): Promise<Engine> {
	const env = { ...LEGACY_EXPRESSIONS, ...(await shared.onlyThroughProxy()) };
	return await startEngine({ env, isShared: true });
}

export default class SharedProcessesEnvironment extends TestEnvironment {
	override async setup(): Promise<void> {
		await super.setup();
		Object.assign(this.global, { shared });
	}

	override async teardown(): Promise<void> {
		// A file that failed may have left runs
		await (await engine)?.cancel({});
		await super.teardown();
	}
}
