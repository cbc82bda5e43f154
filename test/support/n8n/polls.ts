/** Waits for a published trigger by counting its polls, never by time. */
import { setTimeout as sleep } from 'node:timers/promises';

import type { Workflow } from '../../../sandbox/n8n/client.ts';
import type { Installation } from './installation';
import { runsOf, until } from './published';

/** Enough polls to emit everything, also when some of them fail. */
const MANY = 20;
/** Time between two looks at a condition, in ms. Some read all runs of a workflow. */
const LOOK_INTERVAL = 300;

/** The polls of the trigger that requests this path. */
export class Polls {
	constructor(
		private readonly service: Installation['service'],
		private readonly path: string,
	) {}

	async pass(count: number): Promise<void> {
		const before = await this.asked();
		await until(async () => (await this.asked()) >= before + count);
	}

	/** Waits for the condition, at most for MANY polls; then for two more polls, which could emit too much. */
	async bring(isSo: () => Promise<boolean>): Promise<void> {
		const before = await this.asked();
		while (!(await isSo()) && (await this.asked()) <= before + MANY) await sleep(LOOK_INTERVAL);
		await this.pass(2);
	}

	/** The IDs of all records that have started a workflow of `watching`, in their order, as soon as there are `count` of them. */
	async started({ server }: Installation, workflow: Workflow, count: number): Promise<number[]> {
		const ids = async () =>
			(await runsOf(server, workflow)).flatMap((run) =>
				run.items('Next').map(({ json }) => Number(json.id)),
			);
		await this.bring(async () => (await ids()).length >= count);
		return await ids();
	}

	/** The number of requests for the path with a valid key. */
	private async asked(): Promise<number> {
		const requests =
			await this.service.control<Array<{ path: string; keyOk: boolean }>>('/requests');
		return requests.filter(({ path, keyOk }) => keyOk && path === this.path).length;
	}
}
