/** Rows that change the same record: each change is made after the one before it, and on what that one left. */
import { describe, expect, test } from '@jest/globals';

import type { Json } from '../../support/engine';
import { type Scene, setUpTestbed } from '../../support/engine/testbed';
import { byId } from '../../support/operationCases';

const testbed = setUpTestbed();

/** After the five links of the scene. */
const ID = 6;
const SCENE: Scene = {
	links: [{ url: 'https://example.com/old', custom: 'spring', description: 'Old' }],
};

const details = async (): Promise<Json> =>
	(await testbed.ask(`GET /api/url/${ID}`)).details as Json;

const update = (linkId: unknown): Json => ({
	resource: 'link',
	operation: 'update',
	linkId,
	updateFields: { url: '={{ $json.url }}', description: '={{ $json.description }}' },
});

/** One row sets the long URL, another one the description, with so many rows for other links between them. */
const rowsWith = (between: number): Json[] => [
	{ link: 'spring', id: ID, url: 'https://example.com/new', description: '' },
	...Array.from({ length: between }, (_, row) => ({
		link: `seed-${row}`,
		id: (row % 5) + 1,
		url: '',
		description: `Row ${row % 5}`,
	})),
	{ link: 'spring', id: ID, url: '', description: 'New' },
];

describe.each(['patch', 'replace'])(
	'Two rows for one link, where an update is a %s',
	(linkUpdate) => {
		const scene = { ...SCENE, settings: { linkUpdate } };

		test.each([['side by side', 0]])('by ID, %s, both count', async (_, between) => {
			const parameters = update(byId('={{ $json.id }}'));
			const { reply } = await testbed.run({ parameters, items: rowsWith(between) }, scene);
			expect(reply.error).toBeUndefined();
			expect(await details()).toMatchObject({
				longurl: 'https://example.com/new',
				description: 'New',
			});
		});

		test('by short URL, both count', async () => {
			const value = `=${testbed.url}/{{ $json.link }}`;
			const parameters = update({ __rl: true, mode: 'url', value });
			const { reply, sent } = await testbed.run({ parameters, items: rowsWith(0) }, scene);
			expect(reply.error).toBeUndefined();
			expect(await details()).toMatchObject({
				longurl: 'https://example.com/new',
				description: 'New',
			});
			// The first row uses what the search returned; the second one reads the link again
			expect(sent.map(({ method }) => method)).toEqual(['GET', 'PUT', 'GET', 'PUT']);
		});
	},
);

test('of several rows that assign one link, the last one counts', async () => {
	const parameters = {
		resource: 'campaign',
		operation: 'assignLink',
		campaignId: byId('={{ $json.campaign }}'),
		linkId: byId(ID),
	};
	const items = [1, 2, 3, 1, 2].map((campaign) => ({ campaign }));
	const { reply, sent } = await testbed.run({ parameters, items }, SCENE);
	expect(reply.error).toBeUndefined();
	expect(sent.map(({ path }) => path)).toEqual(
		items.map(({ campaign }) => `/api/campaign/${campaign}/assign/${ID}`),
	);
	expect(sent.every(({ inFlight }) => inFlight === 1)).toBe(true);
});
