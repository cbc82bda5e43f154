/**
 * What must work in every supported version of n8n. It runs in the pinned version and, with scripts/versions.mjs, in
 * another one.
 */
import type { Workflow } from '../../../sandbox/n8n/client.ts';
import { credentialOf } from '../../support/n8n/installation';
import { Polls } from '../../support/n8n/polls';
import { everySecond, publish, unpublish } from '../../support/n8n/published';
import { linkManagement, rowOf, watching } from '../../support/n8n/workflow';
import { installation, reset, run, tell } from './installation';

const LINKS = 250;

/** The workflow as n8n stored it, perhaps with another ID. */
const placed = async (workflow: Workflow): Promise<Workflow> => ({
	...workflow,
	id: await installation.server.client.createWorkflow(workflow),
});

describe('In every version of n8n', () => {
	test('the credential test accepts a good key and refuses a bad one', async () => {
		const { client } = installation.server;
		const good = credentialOf(installation.service);
		const bad = { ...good, data: { ...good.data, apiKey: 'not-a-key' } };
		await installation.service.control('/settings', { method: 'PATCH', body: { badKey: '200' } });
		expect(await client.testCredential(installation.credential.id, good)).toMatchObject({
			status: 'OK',
		});
		expect(await client.testCredential(installation.credential.id, bad)).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(/API key/),
		});
	});

	test('Return All gives every link once, from several pages', async () => {
		await reset({ links: LINKS });
		const list = linkManagement('Links', installation.credential, {
			resource: 'link',
			operation: 'getAll',
			returnAll: true,
			options: { pageSize: 100 },
		});
		const execution = await run(await placed(rowOf('list', list)));
		const ids = execution.items('Links').map(({ json }) => json.id);
		expect([ids.length, new Set(ids).size]).toEqual([LINKS, LINKS]);
		const { requests } = await installation.service.control<{ requests: number }>('/stats');
		expect(requests).toBeGreaterThan(1);
	});

	test('the trigger starts the workflow on new links, once and in order', async () => {
		await reset({ links: 5 });
		const parameters = { event: 'newLink', pollTimes: everySecond };
		const workflow = await placed(watching('watch', installation.credential, parameters));
		const polls = new Polls(installation.service, '/api/urls');
		await publish(installation.server, workflow);
		await polls.pass(2);
		await tell('/seed', { links: 3 });
		expect(await polls.started(installation, workflow, 3)).toEqual([6, 7, 8]);
		await unpublish(installation.server, workflow);
	});
});
