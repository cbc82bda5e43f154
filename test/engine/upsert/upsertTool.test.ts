/** Create or Update as a tool of an AI agent: the model fills the columns of the resource mapper. */
import { describe, expect, test } from '@jest/globals';

import type { Json } from '../../support/engine';
import { setUpTestbed } from '../../support/engine/testbed';
import { upsert } from '../../support/upsert';

const testbed = setUpTestbed();

/** Columns with their labels. */
const LABELS = { custom: 'Alias', url: 'Long URL', expiry: 'Expiry', campaign: 'Campaign' };
const argumentOf = (label: string) => label.replace(/ /g, '_');

/** A field as the editor saves it when "Let the model define this parameter" is pressed beside it. */
const fromModel = (label: string) =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${argumentOf(label)}', \`\`, 'string') }}`;

const columns: Json = {
	mappingMode: 'defineBelow',
	value: Object.fromEntries(
		Object.entries(LABELS).map(([name, label]) => [name, fromModel(label)]),
	),
	matchingColumns: [],
	schema: Object.entries(LABELS).map(([id, displayName]) => ({
		...{ id, displayName, required: id === 'custom', defaultMatch: false },
		...{ canBeUsedToMatch: false, display: true, removed: false, type: 'string' },
	})),
	attemptToConvertTypes: false,
	convertFieldsToString: false,
};
const parameters = upsert(columns);

/** What a model passes: all arguments are required, so those that it has no value for are empty. */
const SPRING = {
	...{ Alias: 'spring', Long_URL: 'https://example.com/spring' },
	...{ Expiry: '30 April 2030', Campaign: '' },
};

describe.each(['invoke', 'engine'] as const)('Called by way of "%s"', (via) => {
	const call = async (args: Json) => {
		await testbed.control('/requests', { method: 'DELETE' });
		// The service gives its IDs again, which the node remembers by workflow
		const reply = await testbed.engine.tool({ parameters, args, via, workflowId: via });
		const sent = await testbed.requests();
		expect(reply.leaks).toEqual([]);
		expect(sent.flatMap(({ contract }) => contract ?? [])).toEqual([]);
		const [answer] = (reply.response ?? []) as Json[];
		return { ...reply, answer, changes: sent.filter(({ method }) => method !== 'GET') };
	};

	test('a model sees an argument for each column, and what it calls twice changes nothing twice', async () => {
		await testbed.setScene();
		const made = await call(SPRING);
		expect(made.error).toBeUndefined();
		expect(made.schema).toMatchObject({
			properties: Object.fromEntries(
				Object.values(LABELS).map((label) => [argumentOf(label), { type: 'string' }]),
			),
		});
		// Without the input item, which is the item of the agent with the arguments
		const shorturl = expect.stringMatching(/\/spring$/);
		expect(made.answer).toEqual({ id: 6, shorturl, action: 'created' });
		expect(
			made.changes.map(({ method, path, body }) => ({ line: `${method} ${path}`, body })),
		).toEqual([
			{
				line: 'POST /api/url/add',
				body: {
					...{ custom: 'spring', url: 'https://example.com/spring' },
					expiry: '2030-04-30 23:59:59',
				},
			},
		]);

		const again = await call(SPRING);
		expect(again.answer).toMatchObject({ action: 'unchanged', id: 6 });
		expect(again.changes).toEqual([]);
	});
});
