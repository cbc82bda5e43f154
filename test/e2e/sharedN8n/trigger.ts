/** The trigger in a real n8n that polls once a second: activation, polls over time, a crash. */
import type { Workflow } from '../../../sandbox/n8n/client.ts';
import { credentialOf } from '../../support/n8n/installation';
import { Polls, reportedIds } from '../../support/n8n/polls';
import { everySecond, publication, publish, runsOf, unpublish } from '../../support/n8n/published';
import { onTrigger } from '../../support/n8n/workflow';
import { type RunningService, startService } from '../../support/service';
import { installation } from './installation';

/** Of the triggers alone: they go on while other tests reset their service. */
let service: RunningService;
let account: { id: string; name: string };
beforeAll(async () => {
	service = await startService(['--limit', '0']);
	account = await installation.server.client.saveCredential({
		...credentialOf(service),
		name: 'Watched account',
	});
});
afterAll(async () => await service?.stop());

function watching(event: string, id = event, credential = account): Workflow {
	const next = { name: 'Next', type: 'n8n-nodes-base.noOp', parameters: {} };
	return onTrigger(id, credential, { event, pollTimes: everySecond }, next);
}

async function withBadKey(): Promise<Workflow> {
	const good = credentialOf(service);
	const bad = { ...good, name: 'Bad key', data: { ...good.data, apiKey: 'not-a-key' } };
	return watching('newLink', 'badKey', await installation.server.client.saveCredential(bad));
}

const seed = async (more: object) => await service.tell('/seed', more);

async function refuse(path: string, times: number): Promise<void> {
	const fault = { kind: 'wrongShape', body: { error: 1, message: 'Down for repair' } };
	await service.tell('/faults', [{ match: { path }, times, fault }]);
}

const pollsOf = ({ nodes }: Workflow) =>
	new Polls(service, nodes[0]!.parameters.event === 'newLink' ? '/api/urls' : '/api/qr');

/** The IDs that started the workflow, as soon as there are `count` of them. */
async function hasTold(workflow: Workflow, count: number): Promise<number[]> {
	const all = async () => await reportedIds(installation, workflow, 'Next');
	await pollsOf(workflow).bring(async () => (await all()).length >= count);
	return await all();
}

const numbers = (first: number, last: number) =>
	Array.from({ length: last - first + 1 }, (_, n) => first + n);

const links = () => watching('newLink');
const codes = () => watching('newQrCode');

/** Publishes another trigger, which emits nothing before the crash. */
export async function watchCodes(): Promise<void> {
	await seed({ qrs: 2 });
	await publish(installation.server, codes());
	expect(await publication(installation.server, codes())).toMatchObject({ status: 'published' });
}

/** Makes records while n8n is down. */
export async function addWhatIsWatched(): Promise<void> {
	await seed({ links: 2, qrs: 3 });
	await refuse('^/api/urls', 0);
}

describe('The trigger in a published workflow', () => {
	beforeAll(async () => {
		await publish(installation.server, await withBadKey());
	});

	test('new links come out once and in order, also when some polls fail', async () => {
		await service.tell('/reset', { seed: { links: 5 } });
		await publish(installation.server, links());
		await pollsOf(links()).pass(3);
		await seed({ links: 3 });
		expect(await hasTold(links(), 3)).toEqual(numbers(6, 8));

		await refuse('^/api/urls', 3);
		await seed({ links: 120 });
		expect(await hasTold(links(), 123)).toEqual(numbers(6, 128));
		const failed = (await runsOf(installation.server, links())).filter(
			({ status }) => status === 'error',
		);
		const reasons = failed.map(({ error }) => error?.message);
		// A machine that stands still for a while ends the polls that are under way
		const late = 'No complete reply came in time (ETIMEDOUT)';
		expect(reasons.filter((reason) => reason !== late)).toEqual(Array(3).fill('Down for repair'));
	});

	test('with a bad key the trigger is not activated, and n8n shows the reason', async () => {
		const { status, triggers } = await publication(installation.server, await withBadKey());
		expect(status).toBe('failed');
		expect(triggers[0]?.errorMessage).toMatch(/API key/);
		expect(triggers[0]?.errorMessage).not.toContain('not-a-key');
	});
});

export function testTriggersAfterCrash(): void {
	test('the triggers continue where they were, also when the service is down at the restart', async () => {
		expect(await hasTold(codes(), 3)).toEqual(numbers(3, 5));
		expect(await publication(installation.server, links())).toMatchObject({ status: 'published' });
		await pollsOf(links()).pass(2);
		await service.control('/faults', { method: 'DELETE' });
		expect(await hasTold(links(), 125)).toEqual(numbers(6, 130));
		for (const workflow of [links(), codes()]) await unpublish(installation.server, workflow);
	});
}
