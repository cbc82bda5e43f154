/** The real engine beside a service that answers what a test tells it to. */
import { afterAll, beforeAll } from '@jest/globals';

import { type Engine, startEngine } from '.';
import { type ScriptedService, startScripted } from './scriptedService';

/** Both for all tests of a file or a `describe`; filled before the first of them. */
export function scriptedEngine(): { engine: Engine; service: ScriptedService } {
	const stage = {} as { engine: Engine; service: ScriptedService };
	beforeAll(async () => {
		[stage.engine, stage.service] = await Promise.all([startEngine(), startScripted()]);
	});
	afterAll(async () => void (await Promise.all([stage.engine?.stop(), stage.service?.stop()])));
	return stage;
}
