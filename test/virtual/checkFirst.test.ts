/**
 * What the check before the first request has prepared is sent: n8n evaluates each parameter once an item. And through both entry
 * points, each operation sends the request that it stands for.
 */
import type { IDataObject } from 'n8n-workflow';

import { mapValues } from '../../nodes/LinkManagement/text/json';
import { type OperationCase, OPERATIONS } from '../support/operationCases';
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
type Case = Omit<OperationCase, 'request' | 'output'> & { request?: OperationCase['request'] };
const CASES = [...OPERATIONS, createOrGet].map((given: Case): [string, Case] => [
	`${given.resource}:${given.operation}`,
	given,
]);

test.each(CASES)('%s', async (_, { resource, operation, parameters, request }) => {
	const saved = JSON.stringify({ ...parameters, options: { includeInputFields: true } });
	const items = ['landing', 'other'].map(
		(alias) =>
			JSON.parse(
				saved
					.replaceAll('={{ $json.shortUrl }}', SHORT_URL)
					.replaceAll('"landing"', JSON.stringify(alias)),
			) as IDataObject,
	);
	for (const oneByOne of [false, true]) {
		const run = { resource, operation, items, continues: false, oneByOne };
		const { evaluated, requests } = await runInVirtualTime(run, reply);
		expect(requests.length).toBeGreaterThan(0);
		if (!oneByOne) expect(evaluated.filter((one, at) => evaluated.indexOf(one) !== at)).toEqual([]);
		if (!request) continue;
		const { line, query = {}, body = {} } = request;
		const sent = requests.filter(({ method, path }) => `${method} ${path}` === line);
		const texts = mapValues(sent[0]?.query ?? {}, String);
		expect(texts).toEqual(query.short === '' ? { short: SHORT_URL } : query);
		expect(sent[0]?.body).toEqual(body);
	}
});
