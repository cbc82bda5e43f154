/** Waiting for a published trigger: by its polls, never by the clock. */
import type { Workflow } from '../../../sandbox/n8n/client.ts';
import type { Installation } from './installation';
import { runsOf, until } from './published';

/** As many polls bring what there is, also when the service refuses some of them. */
const MANY = 20;

/** A trigger that asks for this path. */
export class Polls {
	constructor(
		private readonly installation: Installation,
		private readonly path: string,
	) {}

	/** Waits for so many polls. */
	async pass(count: number): Promise<void> {
		const before = await this.asked();
		await until(async () => (await this.asked()) >= before + count);
	}

	/** Waits until it is so, which many polls can't fail to bring; then for two polls that could bring more. */
	async bring(isSo: () => Promise<boolean>): Promise<void> {
		const before = await this.asked();
		await until(async () => (await isSo()) || (await this.asked()) > before + MANY);
		await this.pass(2);
	}

	/** How often a good key has asked for the path. */
	private async asked(): Promise<number> {
		const requests =
			await this.installation.service.control<Array<{ path: string; keyOk: boolean }>>('/requests');
		return requests.filter(({ path, keyOk }) => keyOk && path === this.path).length;
	}
}

/** The IDs of all records that have started the workflow, in their order, as they left one of its nodes. */
export async function reportedIds(
	{ server }: Installation,
	workflow: Workflow,
	node: string,
): Promise<number[]> {
	const runs = await runsOf(server, workflow);
	return runs.flatMap((run) => run.items(node).map(({ json }) => Number(json.id)));
}
