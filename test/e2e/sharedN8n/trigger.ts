/** The trigger in a real n8n that polls once a second: activation, polls over time, a crash. */
import type { Workflow } from '../../../sandbox/n8n/client.ts';
import { credentialOf } from '../../support/n8n/installation';
import { Polls, watching } from '../../support/n8n/polls';
import { everySecond, publication, publish, runsOf, unpublish } from '../../support/n8n/published';
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

const seed = async (more: object) => await service.tell('/seed', more);

async function refuse(path: string, times: number): Promise<void> {
	const fault = { kind: 'wrongShape', body: { error: 1, message: 'Down for repair' } };
	await service.tell('/faults', { match: { path }, times, fault });
}

const linkPolls = () => new Polls(service, '/api/urls');
const codePolls = () => new Polls(service, '/api/qr');

const numbers = (first: number, last: number) =>
	Array.from({ length: last - first + 1 }, (_, n) => first + n);

const everyNew = (event: string, id = event, credential = account) =>
	watching(id, credential, { event, pollTimes: everySecond });
const links = () => everyNew('newLink');
const codes = () => everyNew('newQrCode');

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
	let withBadKey: Workflow;
	// n8n tries for a while to activate it
	beforeAll(async () => {
		const good = credentialOf(service);
		const bad = { ...good, name: 'Bad key', data: { ...good.data, apiKey: 'not-a-key' } };
		const saved = await installation.server.client.saveCredential(bad);
		withBadKey = everyNew('newLink', 'badKey', saved);
		await publish(installation.server, withBadKey);
	});

	test('emits new links once and in order, also when some polls fail', async () => {
		await service.tell('/reset', { seed: { links: 5 } });
		await publish(installation.server, links());
		await linkPolls().pass(3);
		await refuse('^/api/urls', 3);
		await seed({ links: 120 });
		expect(await linkPolls().started(installation, links(), 120)).toEqual(numbers(6, 125));
		const failed = (await runsOf(installation.server, links())).flatMap(
			({ error }) => error?.message ?? [],
		);
		// A machine that stands still for a while ends the polls that are under way
		const late = 'No complete reply came in time (ETIMEDOUT)';
		expect(failed.filter((reason) => reason !== late)).toEqual(Array(3).fill('Down for repair'));
	});

	test('is not activated with a bad key, and n8n shows the reason', async () => {
		const { status, triggers } = await publication(installation.server, withBadKey);
		expect(status).toBe('failed');
		expect(triggers[0]?.errorMessage).toMatch(/API key/);
		expect(triggers[0]?.errorMessage).not.toContain('not-a-key');
	});
});

export function testTriggersAfterCrash(): void {
	test('the triggers continue where they were, also when the service is down at the restart', async () => {
		expect(await codePolls().started(installation, codes(), 3)).toEqual(numbers(3, 5));
		expect(await publication(installation.server, links())).toMatchObject({ status: 'published' });
		await linkPolls().pass(2);
		await service.control('/faults', { method: 'DELETE' });
		expect(await linkPolls().started(installation, links(), 122)).toEqual(numbers(6, 127));
		for (const workflow of [links(), codes()]) await unpublish(installation.server, workflow);
	});
}
