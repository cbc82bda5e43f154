/**
 * The engine, its proxy and the link service that all engine test files of a jest worker share: each start costs two seconds of CPU,
 * and code that has run before takes half as long.
 */
import { TestEnvironment } from 'jest-environment-node';

import { type RunningService, startService } from '../service';
import { type Engine, LEGACY_EXPRESSIONS, startEngine } from '.';
import { type Outbound, startOutbound } from './outbound';
import { spareKeys } from './spareKeys';

const KEYS = Array.from({ length: 3000 }, (_, index) => `key-${index}-of-the-tests`);

let outbound: Promise<Outbound> | undefined;
let engine: Promise<Engine> | undefined;
let service: Promise<RunningService> | undefined;

/** What a test file finds as a global variable. */
export interface SharedProcesses {
	/** Evaluates expressions in its own process. Requests to other machines go to `outbound`. */
	engine(): Promise<Engine>;
	outbound(): Promise<Outbound>;
	/** A reset gives it back its settings. It accepts 3,000 keys. */
	service(): Promise<RunningService>;
	/** A key of the service that no test has used. @throws when all are used */
	newKey(): string;
}

const shared: SharedProcesses = {
	engine: async () => await (engine ??= startSharedEngine()),
	outbound: async () => await (outbound ??= startOutbound()),
	service: async () =>
		await (service ??= startService(
			KEYS.flatMap((key) => ['--key', key]),
			{ isShared: true },
		)),
	newKey: spareKeys(KEYS),
};

async function startSharedEngine(): Promise<Engine> {
	const { env } = await shared.outbound();
	return await startEngine({ env: { ...LEGACY_EXPRESSIONS, ...env }, isShared: true });
}

export default class SharedProcessesEnvironment extends TestEnvironment {
	override async setup(): Promise<void> {
		await super.setup();
		Object.assign(this.global, { shared });
	}

	override async teardown(): Promise<void> {
		// A file that failed may have left runs
		await (await engine)?.cancel();
		await super.teardown();
	}
}
