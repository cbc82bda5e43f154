/** The engine's other ways into the node: Stop, the locators' lists, an AI agent. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { startWorld, type World } from '../support/engine/testbed';

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world?.stop());

const CREATE = { resource: 'link', operation: 'create', url: '={{ $json.url }}' };
const items = Array.from({ length: 30 }, (_, index) => ({ url: `https://example.com/${index}` }));

describe('Stop', () => {
	test.each(['many', 'one'] as const)(
		'while waiting for a window, through the door for %s: canceled, nothing more is sent',
		async (door) => {
			await world.setScene({ settings: { limit: 3, window: 60 }, seed: {} });
			const key = world.freshKey();
			const run = world.engine.start({
				parameters: CREATE,
				items,
				door,
				credentials: { baseUrl: world.url, apiKey: key },
			});
			while ((await world.requests()).length < 3);
			await run.cancel();
			const { status } = await run.reply;
			expect(status).toBe('canceled');
			expect(await world.requests()).toHaveLength(3);
		},
	);
});

describe('Lists of the locators', () => {
	test.each([
		['searchLinks', 5],
		['searchCampaigns', 3],
		['searchChannels', 3],
		['searchDomains', 2],
		['searchQrCodes', 3],
	])('%s', async (method, count) => {
		await world.setScene();
		const { results, error } = await world.engine.listSearch({ method, parameters: {} });
		expect(error).toBeUndefined();
		expect(results).toHaveLength(count);
		expect(results?.every(({ name, value }) => name !== '' && Number(value) > 0)).toBe(true);
	});

	test('a filter', async () => {
		await world.setScene();
		const { results } = await world.engine.listSearch({ method: 'searchLinks', filter: 'page/4' });
		expect(results?.map(({ value }) => Number(value))).toEqual([4]);
	});
});

describe('As a tool of an AI agent', () => {
	const parameters = {
		resource: 'link',
		operation: 'create',
		url: "={{ $fromAI('Long_URL', 'Where it leads', 'string') }}",
	};

	test.each(['invoke', 'engine'] as const)('called by way of "%s"', async (via) => {
		await world.setScene();
		const { name, description, schema, response, error, leaks } = await world.engine.tool({
			parameters,
			args: { Long_URL: 'https://example.com/from-a-model' },
			via,
		});
		expect(error).toBeUndefined();
		expect(name).toBe('Link_Management_Tool');
		// the second form is that of n8n 1.85
		expect(description).toMatch(
			/^Create short link in Link Management$|\n Resource: link\n Operation: create$/,
		);
		expect(schema).toMatchObject({
			properties: { Long_URL: { type: 'string' } },
			required: ['Long_URL'],
		});
		expect(response).toEqual([{ id: 6, shorturl: expect.stringContaining(world.url) }]);
		expect((await world.requests()).map(({ body }) => body)).toEqual([
			{ url: 'https://example.com/from-a-model' },
		]);
		expect(leaks).toEqual([]);
	});

	test('bad arguments come back as a message', async () => {
		await world.setScene();
		const { error } = await world.engine.tool({ parameters, args: { Long_URL: 'example' } });
		expect(error?.message).toContain('Long URL');
		expect(await world.requests()).toEqual([]);
	});
});
