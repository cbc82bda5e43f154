/** Every operation through both entry points: it sends the request of the API description and gives one item per record. */
import { expect, test } from '@jest/globals';

import type { Json } from '../../support/engine';
import { setUpTestbed } from '../../support/engine/testbed';
import { type OperationCase, OPERATIONS } from '../../support/operationCases';

const testbed = setUpTestbed();

/** A link that every scene has. */
const shortUrl = () => `${testbed.url}/s1`;

const isList = ({ output }: OperationCase) => 'records' in output;

/** The records of the same request sent without n8n, without the key `error`. */
async function recordsOf({ output, request }: OperationCase, query: Json): Promise<Json[]> {
	if ('item' in output) return [output.item];
	await testbed.setScene();
	const search = new URLSearchParams(query as Record<string, string>).toString();
	const reply = await testbed.ask(`${request.line}${search && `?${search}`}`, request.body);
	const data = reply.data as Json;
	const records =
		'records' in output
			? (data[output.records] as Json[])
			: [output.reply === 'data' ? data : reply];
	return records.map((record) =>
		Object.fromEntries(Object.entries(record).filter(([key]) => key !== 'error')),
	);
}

/** What comes out of a record: a campaign has `name`, whichever key the service used, and some texts are random. */
function shownOf({ resource, operation, output }: OperationCase, record: Json): Json {
	const isNewCode = resource === 'qrCode' && operation === 'create';
	const texts = isNewCode ? ['link'] : 'item' in output ? (output.more ?? []) : [];
	const random = Object.fromEntries(texts.map((name) => [name, expect.any(String)]));
	const { domain, ...rest } = record;
	return resource === 'campaign' && 'domain' in record
		? expect.objectContaining({ ...rest, name: domain })
		: { ...record, ...random };
}

test.each(OPERATIONS)(
	'$resource:$operation sends the request of the API description and gives its records',
	async (operation) => {
		const { resource, request } = operation;
		const parameters = { resource, operation: operation.operation, ...operation.parameters };
		const { reply, one, sent } = await testbed.bothEntryPoints({
			parameters,
			items: [request.query?.short === undefined ? {} : { shortUrl: shortUrl() }],
			// Otherwise a link is read before its update
			credentials: { updatesReplace: 'no' },
		});

		expect(reply).toMatchObject({ status: 'success' });
		expect(sent).toHaveLength(1);
		const query: Json = {
			...request.query,
			...(request.query?.short !== undefined && { short: shortUrl() }),
		};
		expect(`${sent[0]?.method} ${sent[0]?.path}`).toBe(request.line);
		expect(sent[0]?.query).toEqual(query);
		expect(sent[0]?.body).toEqual(request.body);
		if (request.body) expect(sent[0]?.headers['content-type']).toMatch(/^application\/json/);
		expect(sent[0]?.headers.accept).toMatch(/^application\/json/);

		const records = await recordsOf(operation, query);
		expect(records).toHaveLength(isList(operation) ? 2 : 1);
		const items = records.map((record) => ({
			json: shownOf(operation, record),
			pairedItem: { item: 0 },
		}));
		for (const { outputs } of [reply, one]) {
			expect(outputs[0]).toEqual(items);
			for (const { json } of outputs[0]!) expect(json).not.toHaveProperty('error');
		}
	},
);
