/**
 * Invalid input is rejected before anything is sent, and the error names the field and the item. These are examples;
 * security/injection tries every field with random values, and unit/run/items has the rules of the check.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, test } from '@jest/globals';

import type { Json } from '../../support/engine';
import { ENTRY_POINTS } from '../../support/engine/protocol';
import { setUpTestbed } from '../../support/engine/testbed';
import { byLinkId } from '../../support/operationCases';
import { UPSERT_CASE } from '../../support/upsert';

const testbed = setUpTestbed();

const ROWS: Array<[name: string, parameters: Json, message: RegExp]> = [
	[
		'an ID that an expression leaves empty',
		{ resource: 'link', operation: 'get', linkId: byLinkId('={{ $json.none }}') },
		/^Link: /,
	],
	[
		'a QR code without its content',
		{ resource: 'qrCode', operation: 'create', type: 'wifi', ssid: '={{ $json.none }}' },
		/^Network Name \(SSID\): the expression gives nothing/,
	],
	[
		'a switch with an unknown value that only an update needs',
		{
			...{ resource: 'link', operation: 'upsert', ...UPSERT_CASE.parameters },
			options: { allowEmptying: '={{ "perhaps" }}' },
		},
		/^Allow Emptying Other Fields: /,
	],
];

describe.each(ENTRY_POINTS)('Through the entry point %s', (entryPoint) => {
	test.each(ROWS)(
		'%s: nothing is sent, and the error names the field',
		async (_, parameters, message) => {
			const { reply, sent } = await testbed.run({ parameters, entryPoint });
			expect(sent).toEqual([]);
			expect(reply.status).toBe('error');
			expect(reply.error?.message).toMatch(message);
			expect(reply.error?.message).toContain('[item 0]');
			expect(reply.error?.context.itemIndex).toBe(0);
			expect(reply.error?.description).toBeTruthy();
		},
	);
});

test('every problem of a table is named in one run, grouped by field and reason', async () => {
	const items = [
		{ url: 'https://example.com/0', expiry: '2030-02-31', pixels: '1,Pixl 6' },
		{ url: 'no address', expiry: 'soon' },
		{ url: 'https://example.com/2', pixels: '1,Pixl 6' },
	];
	const parameters = {
		...{ resource: 'link', operation: 'create', url: '={{ $json.url }}' },
		additionalFields: { expiry: '={{ $json.expiry }}', pixels: '={{ $json.pixels }}' },
		options: { includeInputFields: 'perhaps' },
	};
	const { reply, sent } = await testbed.run({ parameters, items });
	// The names of pixels are looked up in the check
	expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api/pixels']);
	expect(reply.error?.message).toBe('3 of 3 items cannot be sent. Nothing was changed.');
	const beginnings = [
		'Items 0 (https://example.com/0), 1, 2 (https://example.com/2) · Include Input Fields: "perhaps" is neither true nor false. ',
		'Items 0 (https://example.com/0), 1 · Expiry: "2030-02-31" is not a date, "soon" is not a date. ',
		'Items 0 (https://example.com/0), 2 (https://example.com/2) · Pixel Names or IDs: no pixel is called "Pixl 6"; the closest is "Pixel 6". ',
		'Item 1 · Long URL: "no address" is not a complete URL. Start it with https://.',
	];
	const lines = reply.error?.description?.split('<br>') ?? [];
	expect(lines.map((line, n) => line.slice(0, beginnings[n]?.length))).toEqual(beginnings);
});

test('Stop ends the check of 20,000 rows, and nothing is sent', async () => {
	await testbed.setScene();
	const run = testbed.engine.start({
		parameters: { resource: 'link', operation: 'create', url: '={{ $json.url }}' },
		items: Array.from({ length: 20_000 }, (_, n) => ({ url: `https://example.com/${n}` })),
		keep: 0,
	});
	while (!(await run.cancel())) await sleep(20);
	expect((await run.reply).status).toBe('canceled');
	expect(await testbed.requests()).toEqual([]);
});

test.each([
	['archive', 'link', 'The resource "link" has no operation "archive"'],
	['create', 'bundle', 'There is no resource "bundle"'],
])(
	'the operation %s of the resource %s, which this version does not have, sends nothing',
	async (operation, resource, message) => {
		const { reply, sent } = await testbed.run({ parameters: { resource, operation } });
		expect(reply.error?.message).toBe(message);
		expect(reply.error?.description).toMatch(/update the node\. Nothing was sent\.$/);
		expect(sent).toEqual([]);
	},
);
