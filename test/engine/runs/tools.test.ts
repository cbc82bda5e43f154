/** The node as a tool of an AI agent, whichever way the agent calls it. */
import { describe, expect, test } from '@jest/globals';

import type { Json } from '../../support/engine';
import { setUpTestbed } from '../../support/engine/testbed';
import { mapped, upsert } from '../../support/upsert';

const testbed = setUpTestbed();

const LONG_URL = 'https://example.com/from-a-model';
const create = (additionalFields: Json = {}) => ({
	...{ resource: 'link', operation: 'create', additionalFields },
	url: "={{ $fromAI('Long_URL', 'Where it leads', 'string') }}",
});

describe.each(['invoke', 'engine'] as const)('As a tool, called by way of "%s"', (via) => {
	const call = async (parameters: Json, args: Json = {}) => {
		await testbed.setScene();
		const reply = await testbed.engine.tool({ parameters, args, via });
		expect(reply.leaks).toEqual([]);
		return reply;
	};

	test('the model gives values and names, and gets the record', async () => {
		const campaign = {
			__rl: true,
			mode: 'list',
			value: "={{ $fromAI('Campaign', 'Its name') }}",
		};
		const { name, description, schema, response, error } = await call(create({ campaign }), {
			Long_URL: LONG_URL,
			Campaign: 'campaign 2',
		});
		expect(error).toBeUndefined();
		expect(name).toBe('Link_Management_Tool');
		// n8n 1.85 gives the second form
		expect(description).toMatch(
			/^Create short link in Link Management$|\n Resource: link\n Operation: create$/,
		);
		expect(schema).toMatchObject({
			properties: { Long_URL: { type: 'string' }, Campaign: { type: 'string' } },
			required: ['Long_URL', 'Campaign'],
		});
		expect(response).toEqual([{ id: 6, shorturl: expect.stringContaining(testbed.url) }]);
		expect((await testbed.requests()).at(-1)?.body).toEqual({ url: LONG_URL, campaign: 2 });
	});

	test('an argument with a default value is optional, and an empty one is not sent', async () => {
		const custom = "={{ $fromAI('Alias', 'Empty for a random one', 'string', '') }}";
		const { schema, error } = await call(create({ custom }), { Long_URL: LONG_URL });
		expect(error).toBeUndefined();
		expect(schema.required).toEqual(['Long_URL']);
		expect((await testbed.requests()).map(({ body }) => body)).toEqual([{ url: LONG_URL }]);
	});

	test('Create or Update has an argument for each column, and the same call again changes nothing', async () => {
		const labels = { custom: 'Alias', url: 'Long_URL', expiry: 'Expiry', campaign: 'Campaign' };
		/** As the editor saves it when "Let the model define this parameter" is pressed beside each column. */
		const value = Object.fromEntries(
			Object.entries(labels).map(([name, label]) => [
				...[
					name,
					`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${label}', \`\`, 'string') }}`,
				],
			]),
		) as Json;
		const parameters = upsert({ ...mapped(...Object.keys(labels)), value });
		// All arguments are required, so those that a model has no value for are empty
		const args = { Alias: 'spring', Long_URL: LONG_URL, Expiry: '30 April 2030', Campaign: '' };
		await testbed.setScene();
		for (const action of ['created', 'unchanged']) {
			// The service gives its IDs again, which the node remembers by workflow
			const reply = await testbed.engine.tool({ parameters, args, via, workflowId: via });
			expect([reply.error, reply.leaks]).toEqual([undefined, []]);
			expect(Object.keys(reply.schema.properties as Json)).toEqual(Object.values(labels));
			// Without the input item, which is the item of the agent with the arguments
			expect(reply.response).toMatchObject([{ id: 6, action }]);
		}
		const sent = (await testbed.requests()).filter(({ method }) => method !== 'GET');
		expect(sent.map(({ path, body }) => [path, body])).toEqual([
			['/api/url/add', { custom: 'spring', url: LONG_URL, expiry: '2030-04-30 23:59:59' }],
		]);
	});

	test.each<[string, Json, string, string]>([
		['an invalid value', {}, 'example', 'Start it with https://'],
		['a name of no record', { campaign: 'Spring' }, LONG_URL, 'Check the name'],
		['a refusal of the service', { custom: 's1' }, LONG_URL, 'Use another alias'],
		['an empty value', {}, '', 'Fill in this field'],
	])('the agent reads what to do after %s', async (_, additionalFields, url, advice) => {
		const { response, error } = await call(create(additionalFields), { Long_URL: url });
		// n8n's Agent node from version 3 on gives the model only the message
		const [item] = (response ?? []) as Array<{ error: string }>;
		expect((item?.error ?? error?.message ?? '').split(advice)).toHaveLength(2);
	});
});
