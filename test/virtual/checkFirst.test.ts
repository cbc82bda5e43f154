/** What the check before the first request has prepared is sent: n8n evaluates each parameter once an item. */
import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { OPERATIONS } from '../support/operationCases';
import { useVirtualClock } from '../support/virtual/clock';
import { runInVirtualTime, type VirtualScript } from '../support/virtual/scriptedRun';

useVirtualClock();

const SHORT_URL = 'https://sho.rt/1';

/** Replies with something that most operations can use. */
const reply: VirtualScript = (_, count) => {
	const link = { id: count, shorturl: SHORT_URL };
	const lists = { urls: [], campaigns: [], channels: [] };
	return {
		body: { error: 0, ...link, details: link, data: { id: count, maxpage: 1, ...lists } },
	};
};

const createOrGet = {
	resource: 'link',
	operation: 'createOrGet',
	parameters: { url: 'https://example.com', additionalFields: { custom: 'landing' } },
};
const CASES = [...OPERATIONS, createOrGet].map((given): [string, typeof createOrGet] => [
	`${given.resource}:${given.operation}`,
	given as typeof createOrGet,
]);

test.each(CASES)('%s', async (_, { resource, operation, parameters }) => {
	const saved = JSON.stringify({ ...parameters, options: { includeInputFields: true } });
	const items = ['landing', 'other'].map(
		(alias) =>
			JSON.parse(
				saved
					.replaceAll('={{ $json.shortUrl }}', SHORT_URL)
					.replaceAll('"landing"', JSON.stringify(alias)),
			) as IDataObject,
	);
	const run = { resource, operation, items, continues: false };
	const { evaluated, requests } = await runInVirtualTime(run, reply);
	expect(requests.length).toBeGreaterThan(0);
	expect(evaluated.filter((one, at) => evaluated.indexOf(one) !== at)).toEqual([]);
});
