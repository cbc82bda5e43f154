/** The trigger under n8n's durable scheduler with durable cursors: each record starts the workflow once. */
import type { Workflow } from '../../sandbox/n8n/client.ts';
import { setUpInstallation } from '../support/n8n/installation';
import { Polls, reportedIds } from '../support/n8n/polls';
import {
	everySecond,
	publication,
	publish,
	runsOf,
	unpublish,
	until,
} from '../support/n8n/published';
import { onTrigger } from '../support/n8n/workflow';

const installation = setUpInstallation(['--limit', '0'], {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '1',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
});

const control = async (path: string, body: unknown, method = 'POST') =>
	await installation.service.control(path, { method, body });

function watching(id: string, item: object[]): Workflow {
	const next = { name: 'Next', type: 'n8n-nodes-base.noOp', parameters: {} };
	const parameters = { event: 'newLink', pollTimes: { item } };
	return onTrigger(id, installation.credential, parameters, next);
}

const polls = () => new Polls(installation.service, '/api/urls');

async function published(workflow: Workflow): Promise<void> {
	await publish(installation.server, workflow);
	expect(await publication(installation.server, workflow)).toMatchObject({ status: 'published' });
}

/** The IDs that started the workflow, in order, as soon as there are `count` of them. */
async function told(workflow: Workflow, count: number): Promise<number[]> {
	const all = async () => await reportedIds(installation, workflow, 'Next');
	await polls().bring(async () => (await all()).length >= count);
	return await all();
}

const failedRuns = async (workflow: Workflow) =>
	(await runsOf(installation.server, workflow)).filter(({ status }) => status === 'error');

const upTo = (last: number, first: number) =>
	Array.from({ length: last - first + 1 }, (_, n) => first + n);

test('what appears between publication and the first poll comes out', async () => {
	await control('/reset', { seed: { links: 3 } });
	// On a slow machine, the first poll is some seconds or a minute later
	const seconds = [15, 20, 25].map((later) => (new Date().getSeconds() + later) % 60);
	const workflow = watching(
		'gap',
		seconds.map((second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })),
	);
	await published(workflow);
	await control('/seed', { links: 2 });
	await polls().pass(1);
	expect(await told(workflow, 2)).toEqual([4, 5]);
	await unpublish(installation.server, workflow);
});

describe('With two poll times of each second', () => {
	const workflow = () => watching('pairs', [...everySecond.item, ...everySecond.item]);

	beforeAll(async () => {
		await control('/reset', { seed: { links: 3 } });
		await published(workflow());
	});

	test('records come out once, also those of polls that are due after n8n was killed', async () => {
		for (let links = 5; links <= 11; links += 2) {
			await control('/seed', { links: 2 });
			expect(await told(workflow(), links - 3)).toEqual(upTo(links, 4));
		}
		await installation.restart(async () => await control('/seed', { links: 3 }));
		expect(await told(workflow(), 11)).toEqual(upTo(14, 4));
	});

	test('a limit that is reached makes no run fail, and loses nothing', async () => {
		await control('/settings', { limit: 1, window: 3 }, 'PATCH');
		await control('/seed', { links: 2 });
		expect(await told(workflow(), 13)).toEqual(upTo(16, 4));
		await control('/settings', { limit: 0 }, 'PATCH');
		expect(await failedRuns(workflow())).toEqual([]);
	});

	test('after a refused key, a new publication polls at once', async () => {
		const body = { error: 1, message: 'Invalid API key.' };
		const fault = { kind: 'wrongShape', status: 401, body };
		await control('/faults', { match: { path: '^/api/urls' }, times: 0, fault });
		await until(async () => (await failedRuns(workflow())).length > 0);
		await control('/faults', undefined, 'DELETE');
		await control('/seed', { links: 2 });
		await unpublish(installation.server, workflow());
		await published(workflow());
		expect(await told(workflow(), 15)).toEqual(upTo(18, 4));
	});
});
