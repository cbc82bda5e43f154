/** Other parts of n8n that use the node: Stop, the lists of locators, an AI agent. */
import { describe, expect, test } from '@jest/globals';

import { setUpTestbed } from '../../support/engine/testbed';

const testbed = setUpTestbed();

describe('The list of a locator', () => {
	test.each([
		['searchLinks', 5],
		['searchCampaigns', 3],
		['searchChannels', 3],
		['searchDomains', 2],
		['searchQrCodes', 3],
	])('%s gives all records', async (method, count) => {
		await testbed.setScene();
		const { results, error } = await testbed.engine.listSearch({ method, parameters: {} });
		expect(error).toBeUndefined();
		expect(results).toHaveLength(count);
		expect(results?.every(({ name, value }) => name !== '' && Number(value) > 0)).toBe(true);
	});
});

describe('As a tool of an AI agent', () => {
	const parameters = {
		resource: 'link',
		operation: 'create',
		url: "={{ $fromAI('Long_URL', 'Where it leads', 'string') }}",
	};

	test.each(['invoke', 'engine'] as const)('called by way of "%s"', async (via) => {
		await testbed.setScene();
		const { name, description, schema, response, error, leaks } = await testbed.engine.tool({
			parameters,
			args: { Long_URL: 'https://example.com/from-a-model' },
			via,
		});
		expect(error).toBeUndefined();
		expect(name).toBe('Link_Management_Tool');
		// n8n 1.85 gives the second form
		expect(description).toMatch(
			/^Create short link in Link Management$|\n Resource: link\n Operation: create$/,
		);
		expect(schema).toMatchObject({
			properties: { Long_URL: { type: 'string' } },
			required: ['Long_URL'],
		});
		expect(response).toEqual([{ id: 6, shorturl: expect.stringContaining(testbed.url) }]);
		expect((await testbed.requests()).map(({ body }) => body)).toEqual([
			{ url: 'https://example.com/from-a-model' },
		]);
		expect(leaks).toEqual([]);
	});

	const REFUSED = [
		['an invalid value', {}, 'example', 'Start it with https://'],
		['a name of no record', { campaign: 'Spring' }, 'https://example.com', 'Check the name'],
		['a refusal of the service', { custom: 's1' }, 'https://example.com', 'Use another alias'],
	] as const;
	test.each(
		REFUSED.flatMap(([what, additionalFields, Long_URL, advice]) =>
			(['invoke', 'engine'] as const).map(
				(via) => [what, via, additionalFields, Long_URL, advice] as const,
			),
		),
	)(
		'the agent reads what to do after %s, called by way of "%s"',
		async (_, via, additionalFields, Long_URL, advice) => {
			await testbed.setScene();
			const { response, error } = await testbed.engine.tool({
				parameters: { ...parameters, additionalFields },
				args: { Long_URL },
				via,
			});
			// n8n's Agent node from version 3 on gives the model only the message
			const [item] = (response ?? []) as Array<{ error: string }>;
			const read = item?.error ?? error?.message ?? '';
			expect(read.split(advice)).toHaveLength(2);
		},
	);

	const NONE = {
		link: { filters: { q: 'no such word' }, operation: 'getAll' },
		'link with a short URL': {
			shortUrl: 'https://go.example.com/none',
			operation: 'getByShortUrl',
		},
	};
	test.each(
		Object.entries(NONE).flatMap(([none, more]) =>
			(['invoke', 'engine'] as const).map((via) => [none, via, more] as const),
		),
	)('the agent is told that there is no %s, called by way of "%s"', async (_, via, more) => {
		await testbed.setScene();
		const { response, error } = await testbed.engine.tool({
			parameters: { resource: 'link', ...more },
			via,
		});
		expect(error).toBeUndefined();
		expect(response).toEqual([{ found: false, message: 'No record was found' }]);
	});

	test('an argument with a default value is optional, and an empty one is not sent', async () => {
		await testbed.setScene();
		const { schema, error } = await testbed.engine.tool({
			parameters: {
				...parameters,
				additionalFields: {
					custom: "={{ $fromAI('Alias', 'Empty for a random one', 'string', '') }}",
				},
			},
			args: { Long_URL: 'https://example.com/from-a-model' },
		});
		expect(error).toBeUndefined();
		expect(schema.required).toEqual(['Long_URL']);
		expect((await testbed.requests()).map(({ body }) => body)).toEqual([
			{ url: 'https://example.com/from-a-model' },
		]);
	});
});
