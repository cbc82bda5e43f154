/** The trigger under n8n's durable scheduler with durable cursors: each record starts the workflow once. */
import type { Workflow } from '../../sandbox/n8n/client.ts';
import { setUpInstallation } from '../support/n8n/installation';
import { Polls } from '../support/n8n/polls';
import {
	everySecond,
	publication,
	publish,
	runsOf,
	unpublish,
	until,
} from '../support/n8n/published';
import { watching } from '../support/n8n/workflow';

const installation = setUpInstallation(['--limit', '0'], {
	// No workflow has code
	N8N_RUNNERS_MODE: 'external',
	N8N_RUNNERS_AUTH_TOKEN: 'unused',
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '1',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
});

const control = async (path: string, body: unknown, method = 'POST') =>
	await installation.service.control(path, { method, body });

const polled = (id: string, event: string, item: object[], name?: string) =>
	watching(id, installation.credential, { event, pollTimes: { item } }, name);
/** Polls in each second prove no more, and take six seconds more of CPU. */
const everyThirdSecond = everySecond.item.filter((_, second) => second % 3 === 0);
const polledInPairs = (name?: string) =>
	polled('pairs', 'newLink', [...everyThirdSecond, ...everyThirdSecond], name);

async function published(workflow: Workflow): Promise<void> {
	await publish(installation.server, workflow);
	expect(await publication(installation.server, workflow)).toMatchObject({ status: 'published' });
}

const started = async (workflow: Workflow, count: number, path = '/api/urls') =>
	await new Polls(installation.service, path).started(installation, workflow, count);

const failedRuns = async () =>
	(await runsOf(installation.server, polledInPairs())).filter(({ status }) => status === 'error');

/** Three links are there at the publication; those from then on come out once and in order. */
async function expectLinksUpTo(last: number): Promise<void> {
	const ids = Array.from({ length: last - 3 }, (_, n) => n + 4);
	expect(await started(polledInPairs(), ids.length)).toEqual(ids);
}

/** It waits for its first poll while the first test of the other one runs. */
let late: Workflow;

beforeAll(async () => {
	await control('/reset', { seed: { links: 3, qrs: 3 } });
	// On a slow machine, the first poll is some seconds or a minute later
	const seconds = [15, 20, 25].map((later) => (new Date().getSeconds() + later) % 60);
	late = polled(
		'gap',
		'newQrCode',
		seconds.map((second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })),
	);
	await published(late);
	await control('/seed', { qrs: 2 });
	await published(polledInPairs());
});

test('with two poll times in the same second, records come out once', async () => {
	for (const last of [5, 7]) {
		await control('/seed', { links: 2 });
		await expectLinksUpTo(last);
	}
});

test('what appears between publication and the first poll comes out', async () => {
	expect(await started(late, 2, '/api/qr')).toEqual([4, 5]);
	await unpublish(installation.server, late);
});

test('records come out once, also those of polls that are due after n8n was killed', async () => {
	await installation.restart(async () => await control('/seed', { links: 3 }));
	await expectLinksUpTo(10);
});

test('a limit that is reached makes no run fail, and loses nothing', async () => {
	await control('/settings', { limit: 1, window: 3 }, 'PATCH');
	await control('/seed', { links: 2 });
	await expectLinksUpTo(12);
	await control('/settings', { limit: 0 }, 'PATCH');
	expect(await failedRuns()).toEqual([]);
});

test('after a refused key, a new publication polls at once', async () => {
	const fault = {
		kind: 'wrongShape',
		status: 401,
		body: { error: 1, message: 'Invalid API key.' },
	};
	await control('/faults', { match: { path: '^/api/urls' }, times: 0, fault });
	await until(async () => (await failedRuns()).length > 0);
	await control('/faults', undefined, 'DELETE');
	await control('/seed', { links: 2 });
	await unpublish(installation.server, polledInPairs());
	await published(polledInPairs());
	await expectLinksUpTo(14);
});

test('a renamed trigger goes on, and nothing comes out again', async () => {
	for (const [name, last] of [
		['New links', 16],
		['Trigger', 18],
	] as const) {
		await published(polledInPairs(name));
		await control('/seed', { links: 2 });
		await expectLinksUpTo(last);
	}
});
