/** On Error: Stop checks all items before the first request, and pays nothing twice for it. */
import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { Json } from '../../support/engine';
import { ENTRY_POINTS } from '../../support/engine/protocol';
import { setUpTestbed } from '../../support/engine/testbed';
import { byId, OPERATIONS } from '../../support/operationCases';
import { mapped, upsert } from '../../support/upsert';
import { startClock, stopClock } from '../../support/virtual/clock';
import { runInVirtualTime, type VirtualScript } from '../../support/virtual/scriptedRun';

describe('What was prepared by the check is sent', () => {
	beforeEach(() => startClock(Date.parse('2030-01-31T10:00:00.300Z')));
	afterEach(stopClock);

	/** Replies with something that most operations can use. */
	const reply: VirtualScript = (_, count) => ({
		body: {
			error: 0,
			id: count,
			shorturl: `https://sho.rt/${count}`,
			details: { id: count, shorturl: `https://sho.rt/${count}` },
			data: { id: count, maxpage: 1, currentpage: 1, urls: [], campaigns: [], channels: [] },
		},
	});
	const filledIn = (parameters: Json): IDataObject =>
		JSON.parse(
			JSON.stringify(parameters).replaceAll('={{ $json.shortUrl }}', 'https://sho.rt/1'),
		) as IDataObject;

	const createOrGet = {
		resource: 'link',
		operation: 'createOrGet',
		parameters: { url: 'https://example.com', additionalFields: { custom: 'spring' } },
	};

	test.each(
		[...OPERATIONS, createOrGet].map((one): [string, typeof createOrGet] => [
			`${one.resource}:${one.operation}`,
			one as typeof createOrGet,
		]),
	)('%s evaluates each parameter once an item', async (_, { resource, operation, parameters }) => {
		const row = { ...filledIn(parameters), options: { includeInputFields: true } };
		const other = JSON.parse(JSON.stringify(row).replaceAll('"landing"', '"other"')) as IDataObject;
		const run = { resource, operation, items: [row, other], continues: false };
		const { evaluated, requests } = await runInVirtualTime(run, reply);
		expect(requests.length).toBeGreaterThan(0);
		expect(evaluated.filter((one, at) => evaluated.indexOf(one) !== at)).toEqual([]);
	});
});

describe("In n8n's engine", () => {
	const testbed = setUpTestbed();
	const CREATE = { resource: 'link', operation: 'create', url: '={{ $json.url }}' };
	const rows = (count: number, isInvalid: (row: number) => boolean): Json[] =>
		Array.from({ length: count }, (_, row) => ({
			url: isInvalid(row) ? `no address ${row}` : `https://example.com/${row}`,
		}));

	test('a typo in row 395 of 400: nothing is sent, and the error names the row', async () => {
		const items = rows(400, (row) => row === 17 || row === 395);
		const { reply, sent } = await testbed.run({ parameters: CREATE, items });
		expect(sent).toEqual([]);
		expect(reply.status).toBe('error');
		expect(reply.error).toMatchObject({
			message: '2 of 400 items cannot be sent. Nothing was changed.',
			description:
				'Items 17, 395 · Long URL: "no address 17" is not a complete URL, "no address 395" is not a complete URL. Start it with https://.',
		});
	});

	test('every problem of a table is named in one run, grouped by field and reason', async () => {
		const fields = {
			custom: '={{ $json.alias }}',
			expiry: '={{ $json.expiry }}',
			pixels: '={{ $json.pixels }}',
		};
		const items = [
			{ url: 'https://example.com/0', expiry: '2030-02-31', pixels: '1,Pixl 6' },
			{ url: 'no address', expiry: 'soon' },
			{ url: 'https://example.com/2' },
			{ url: 'https://example.com/3', pixels: '1,Pixl 6' },
			{ url: 'https://example.com/4', pixels: '1,Pixl 6' },
		];
		const parameters = {
			...CREATE,
			additionalFields: fields,
			options: { includeInputFields: 'perhaps' },
		};
		const { reply, sent } = await testbed.run({ parameters, items });
		// The names of pixels are looked up in the check
		expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api/pixels']);
		expect(reply.error?.message).toBe('5 of 5 items cannot be sent. Nothing was changed.');
		const lines = reply.error?.description?.split('<br>') ?? [];
		const beginnings = [
			'Items 0–4 · Include Input Fields: "perhaps" is neither true nor false. ',
			'Items 0 (https://example.com/0), 3 (https://example.com/3), 4 (https://example.com/4) · Pixel Names or IDs: no pixel is called "Pixl 6"; the closest is "Pixel 6". ',
			'Items 0 (https://example.com/0), 1 · Expiry: "2030-02-31" is not a date, "soon" is not a date. ',
			'Item 1 · Long URL: "no address" is not a complete URL. Start it with https://.',
		];
		expect(lines.map((line, n) => line.slice(0, beginnings[n]?.length))).toEqual(beginnings);
	});

	test('all invalid cells of a row of Create or Update are named, and nothing that follows from them', async () => {
		const wordsOf = async (parameters: Json, ...items: Json[]) => {
			const { reply, sent } = await testbed.bothEntryPoints({ parameters, items });
			expect(sent).toEqual([]);
			return items.length > 1 ? reply.error?.description : reply.error?.message;
		};
		const given = { url: 'no address', expiry: 'soon' };
		const byAlias = upsert(mapped('custom', 'url', 'expiry'));
		expect(await wordsOf(byAlias, { custom: 'a', ...given })).toBe(
			'Long URL: "no address" is not a complete URL · Expiry: "soon" is not a date [item 0]',
		);
		expect(await wordsOf(byAlias, {}, given)).toEqual(
			expect.stringMatching(
				/^Item 1 · Alias: a value is required, because links are matched on it\..+<br>Item 1 · Long URL: "no address" is not a complete URL\..+<br>Item 1 · Expiry: "soon" is not a date\./,
			),
		);
		const byNumber = upsert(mapped('id', 'expiry'), {}, { matchOn: 'id' });
		expect(await wordsOf(byNumber, { id: 'x', expiry: 'soon' })).toBe(
			'ID: "x" is not a whole number of at least 1 · Expiry: "soon" is not a date [item 0]',
		);
		expect(await wordsOf(byNumber, { id: 7, expiry: 'soon' })).toBe(
			'Expiry: "soon" is not a date [item 0]',
		);
	});

	test('On Error: Continue: an invalid row has all its reasons', async () => {
		const { reply, sent } = await testbed.run({
			parameters: {
				resource: 'link',
				operation: 'update',
				linkId: byId(1),
				updateFields: {
					url: '={{ $json.url }}',
					expiry: '={{ $json.expiry }}',
					fieldsToClear: ['url'],
				},
				options: { allowEmptying: 'perhaps' },
			},
			items: [{ url: 'no address', expiry: 'soon' }],
			settings: { onError: 'continueRegularOutput' },
		});
		expect(sent).toEqual([]);
		expect(reply.outputs[0]?.map(({ json }) => json)).toEqual([
			{
				url: 'no address',
				expiry: 'soon',
				error: expect.stringMatching(
					/^Allow Emptying Other Fields: "perhaps" is neither true nor false\. Use true or false\. Expiry: "soon" is not a date\. .+ Fields to Clear: "url" .+ Long URL: "no address" is not a complete URL\. .+$/,
				),
			},
		]);
	});

	test.each(ENTRY_POINTS)(
		'more items than Maximum Deletions allows: nothing is deleted, through the entry point %s',
		async (entryPoint) => {
			const parameters = {
				resource: 'link',
				operation: 'delete',
				linkId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
				options: { maximumDeletions: 2 },
			};
			for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
				const run = async (items: Json[]) =>
					await testbed.run({ parameters, items, settings: { onError }, entryPoint });
				const { reply, sent } = await run([{ id: 1 }, { id: 2 }, { id: 3 }]);
				expect(sent).toEqual([]);
				const { message, description } = reply.error ?? {};
				expect(`${message} ${description} ${reply.outputs[0]?.[0]?.json.error}`).toContain(
					'Maximum Deletions: the run would delete 3 records, more than 2',
				);
				expect((await run([{ id: 1 }, { id: 2 }])).sent).toHaveLength(2);
			}
		},
	);

	test('Stop ends the check of 20,000 rows, and nothing is sent', async () => {
		await testbed.setScene();
		const run = testbed.engine.start({
			parameters: CREATE,
			items: rows(20_000, () => false),
			keep: 0,
		});
		while (!(await run.cancel())) await sleep(20);
		const reply = await run.reply;
		expect(reply.status).toBe('canceled');
		expect(await testbed.requests()).toEqual([]);
	});
});
