/** Services that differ where the API description leaves it open: their replies are understood completely. */
import { describe, expect, test } from '@jest/globals';

import type { Json, RunReply } from '../../support/engine';
import { recordsOf, setUpScriptedEngine } from '../../support/engine/scriptedEngine';
import type { Script, ScriptedReply } from '../../support/engine/scriptedService';
import { byId } from '../../support/operationCases';

const scripted = setUpScriptedEngine();

const run = async (parameters: Json, script: Script, items: Json[] = [{}]): Promise<RunReply> =>
	await scripted.run({ parameters, items }, script);

describe('Lists', () => {
	const items = [
		{ type: 'links', id: 1 },
		{ type: 'bio', id: 1 },
		{ type: 'links', id: 2 },
	];

	test('items of a channel with the same ID but another type are all kept', async () => {
		const reply = await run(
			{ resource: 'channel', operation: 'getItems', channelId: byId('4'), returnAll: true },
			() => ({
				error: '0',
				data: { currentpage: 1, maxpage: 1, items },
			}),
		);
		expect(recordsOf(reply)).toEqual(items);
	});
});

describe('Get by Short URL finds nothing', () => {
	test.each<[string, ScriptedReply]>([
		['an empty array for data', { error: 0, data: [] }],
		['an envelope without its array', { error: 0, data: { result: 0, maxpage: 0 } }],
	])('%s', async (_, answer) => {
		const reply = await run(
			{ resource: 'link', operation: 'getByShortUrl', shortUrl: 'https://sho.rt/none' },
			() => answer,
		);
		expect(reply.status).toBe('success');
		expect(recordsOf(reply)).toEqual([]);
	});

	test('a reply of an unknown shape is an error', async () => {
		const reply = await run(
			{ resource: 'link', operation: 'getByShortUrl', shortUrl: 'https://sho.rt/none' },
			() => ({ error: 0, hello: 1 }),
		);
		expect(reply.error?.message).toMatch(/^The reply does not contain/);
	});
});

test('an empty reply is a success for updates, assignments and deletions, not for reads', async () => {
	const nothing: ScriptedReply = { status: 204, content: '' };
	const id = byId('4');
	for (const parameters of [
		{ resource: 'channel', operation: 'update', channelId: id, updateFields: { name: 'New' } },
		{ resource: 'campaign', operation: 'assignLink', campaignId: id, linkId: id },
		{ resource: 'domain', operation: 'delete', domainId: id },
	]) {
		expect((await run(parameters, () => nothing)).status).toBe('success');
		expect(scripted.service.requests).toHaveLength(1);
	}
	expect((await run({ resource: 'account', operation: 'get' }, () => nothing)).status).toBe(
		'error',
	);
});
