/** Webhook, Create and Respond to Webhook: what the caller gets back. */
import type { Workflow, WorkflowNode } from '../../../sandbox/n8n/client.ts';
import { publish, unpublish, until } from '../../support/n8n/published';
import { linkManagement, onWebhook } from '../../support/n8n/workflow';
import { installation } from './installation';

const SECRET = 'a-secret-of-the-caller';

/** Calls the workflow with one body after the other. @returns the replies */
async function replies(workflow: Workflow, bodies: object[]): Promise<string[]> {
	const { server } = installation;
	await publish(server, workflow);
	const call = async (body: object) =>
		await fetch(`${server.url}/webhook/${workflow.id}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', authorization: SECRET, cookie: SECRET },
			body: JSON.stringify(body),
		});
	await until(async () => (await call({ url: 'https://example.com/first' })).status !== 404);
	const texts: string[] = [];
	for (const body of bodies) texts.push(await (await call(body)).text());
	await unpublish(server, workflow);
	return texts;
}

const BODIES = [{ url: 'https://example.com/a', note: 'x' }, { url: 'n/a' }];
const create = (options: object): WorkflowNode['parameters'] => ({
	...{ resource: 'link', operation: 'create', url: '={{ $json.body.url }}', options },
});

describe('Webhook, Create, Respond to Webhook', () => {
	const respond = {
		name: 'Respond',
		type: 'n8n-nodes-base.respondToWebhook',
		typeVersion: 1.4,
		parameters: { respondWith: 'allIncomingItems' },
	};
	const workflow = (id: string, options: object) => {
		const links = linkManagement('Links', installation.credential, create(options));
		return onWebhook(id, { ...links, onError: 'continueRegularOutput' }, respond);
	};

	test('the caller gets the link, or the reason of a failure, and none of its headers', async () => {
		await installation.service.tell('/reset', {});
		const [made, failed] = await replies(workflow('caller', {}), BODIES);
		expect(JSON.parse(made!)).toEqual([
			{ id: expect.any(Number), shorturl: expect.stringContaining(installation.service.url) },
		]);
		expect(JSON.parse(failed!)).toEqual([{ error: expect.stringContaining('Long URL') }]);
		expect(`${made}${failed}`).not.toContain(SECRET);
	});

	test('with Include Input Fields on, the request comes out', async () => {
		const [made] = await replies(workflow('caller-all', { includeInputFields: true }), BODIES);
		expect(JSON.parse(made!)).toMatchObject([{ body: BODIES[0], headers: { cookie: SECRET } }]);
	});
});
