/** Every operation through both doors: the request the API describes, and items as DESIGN promises. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import type { ItemReply, Json } from '../support/engine';
import { startWorld, type Sent, type World } from '../support/engine/world';
import { OPERATIONS, type OperationCase } from './operations';

let world: World;
beforeAll(async () => void (world = await startWorld()));

const seen: string[] = [];
afterAll(async () => {
	await world?.stop();
	process.stdout.write(`\nOperation → request\n${seen.join('\n')}\n\n`);
});

const isList = ({ output }: OperationCase) => 'records' in output;
const name = ({ resource, operation }: OperationCase) => `${resource}:${operation}`;

function remember(operation: OperationCase, [request]: Sent[]): void {
	const query = new URLSearchParams(request?.query as Record<string, string>).toString();
	const body = request?.body === undefined ? '' : `  ${JSON.stringify(request.body)}`;
	seen.push(`  ${name(operation).padEnd(22)} ${request?.method.padEnd(6)} ${request?.path}${query && `?${query}`}${body}`);
}

/** The records that the service sent, without the key `error`. */
function recordsSent({ output }: OperationCase, reply: Json): Json[] {
	if ('item' in output) return [output.item];
	const data = reply.data as Json;
	const records = 'records' in output ? (data[output.records] as Json[]) : [output.reply === 'data' ? data : reply];
	return records.map(({ error, ...record }) => record);
}

/** A campaign bears `name`, whichever key the service used; nothing else may be missing. */
function expectRecord({ json }: ItemReply, sent: Json, { resource }: OperationCase): void {
	if (resource !== 'campaign' || !('domain' in sent)) return expect(json).toEqual(sent);
	const { domain, ...rest } = sent;
	expect(json).toMatchObject({ ...rest, name: domain });
}

describe('Every operation', () => {
	test('there are 26', () => {
		expect(new Set(OPERATIONS.map(name)).size).toBe(26);
	});

	test.each(OPERATIONS.map((operation): [string, OperationCase] => [name(operation), operation]))('%s', async (_, operation) => {
		const { resource, request } = operation;
		const shortUrl = await world.shortUrl();
		const parameters = { resource, operation: operation.operation, ...operation.parameters };
		const { reply, sent } = await world.bothDoors({ parameters, items: [{ shortUrl }] });

		remember(operation, sent);
		expect(reply).toMatchObject({ status: 'success' });
		expect(sent).toHaveLength(1);
		const query = JSON.parse(JSON.stringify(request.query ?? {}).replace('={{ $json.shortUrl }}', shortUrl)) as Json;
		expect(`${sent[0]?.method} ${sent[0]?.path}`).toBe(request.line);
		expect(sent[0]?.query).toEqual(query);
		expect(sent[0]?.body).toEqual(request.body);
		if (request.body) expect(sent[0]?.headers['content-type']).toMatch(/^application\/json/);
		expect(sent[0]?.headers.authorization).toBe(`Bearer ${world.key}`);

		const items = reply.outputs[0] ?? [];
		const records = recordsSent(operation, sent[0]?.reply as Json);
		expect(items).toHaveLength(records.length);
		expect(records.length).toBeGreaterThan(0);
		if (isList(operation)) expect(items).toHaveLength(2);
		items.forEach((item, index) => {
			expectRecord(item, records[index] ?? {}, operation);
			expect(item.json).not.toHaveProperty('error');
			expect(item.error).toBeUndefined();
			expect(item.pairedItem).toEqual({ item: 0 });
		});
	});
});

describe('Simplified', () => {
	const FIGURES = ['clicks', 'uniqueClicks'];
	const parameters = { get: { operation: 'get', linkId: { __rl: true, mode: 'id', value: '1' } } };

	test.each([
		['link', { resource: 'link', ...parameters.get }],
		['link by short URL', { resource: 'link', operation: 'getByShortUrl', shortUrl: '={{ $json.shortUrl }}' }],
		['QR code', { resource: 'qrCode', operation: 'get', qrCodeId: { __rl: true, mode: 'id', value: '1' } }],
	])('%s: one flat record with counts as numbers', async (_, chosen) => {
		const shortUrl = await world.shortUrl();
		const { reply, sent } = await world.bothDoors({ parameters: { ...chosen, simplify: true }, items: [{ shortUrl }] });
		const { details, data } = sent[0]?.reply as { details: Json; data: Json };
		const json = reply.outputs[0]?.[0]?.json ?? {};
		expect(json).toMatchObject(details);
		for (const figure of FIGURES) expect(json[figure]).toBe(data[figure]);
		expect(json).not.toHaveProperty('details');
		expect(json).not.toHaveProperty('error');
	});
});

describe('No match for a short URL', () => {
	const parameters = { resource: 'link', operation: 'getByShortUrl', shortUrl: 'https://example.com/no-such-link' };

	test.each(['refusal', 'emptyList'])('told by %s: no item', async (shortNoMatch) => {
		await world.settings({ shortNoMatch });
		const { reply } = await world.bothDoors({ parameters }, { settings: { shortNoMatch } });
		expect(reply.status).toBe('success');
		expect(reply.outputs.flat()).toEqual([]);
	});
});
