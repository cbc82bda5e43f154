/**
 * The jest environment of the engine tests. The files that a jest worker runs share an engine and a link service, because each
 * start costs two seconds of CPU, and code that has run before takes half as long.
 */
import { TestEnvironment } from 'jest-environment-node';

import { type RunningService, startService } from '../service';
import { type Engine, LEGACY_EXPRESSIONS, startEngine } from '.';
import { spareKeys } from './spareKeys';

const KEYS = Array.from({ length: 3000 }, (_, index) => `key-${index}-of-the-tests`);

let engine: Promise<Engine> | undefined;
let service: Promise<RunningService> | undefined;

/** What a test file finds as a global variable. */
export interface SharedProcesses {
	/** Evaluates expressions in its own process. */
	engine(): Promise<Engine>;
	/** A reset gives it back its settings. It accepts 3,000 keys. */
	service(): Promise<RunningService>;
	/** A key of the service that no test has used. @throws when all are used */
	newKey(): string;
}

const shared: SharedProcesses = {
	engine: async () => await (engine ??= startEngine({ env: LEGACY_EXPRESSIONS, isShared: true })),
	service: async () =>
		await (service ??= startService(
			KEYS.flatMap((key) => ['--key', key]),
			{ isShared: true },
		)),
	newKey: spareKeys(KEYS),
};

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
