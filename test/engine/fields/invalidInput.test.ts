/**
 * Invalid input is rejected before anything is sent, and the error names the field and the item. These are examples;
 * security/injection.test.ts tries every field with random values.
 */
import { describe, expect, test } from '@jest/globals';

import { type Json } from '../../support/engine';
import { ENTRY_POINTS } from '../../support/engine/protocol';
import { setUpTestbed } from '../../support/engine/testbed';
import { byId, byLinkId } from '../../support/operationCases';
import { UPSERT_CASE } from '../../support/upsert';

const testbed = setUpTestbed();

type Row = [name: string, parameters: Json, label: RegExp];

const qrWith = (more: Json): Json => ({
	resource: 'qrCode',
	operation: 'create',
	type: 'text',
	data: 'x',
	...more,
});

const upsertWith = (options: Json): Json => ({
	...{ resource: 'link', operation: 'upsert' },
	...UPSERT_CASE.parameters,
	options,
});

const updateLink = (updateFields: Json): Json => ({
	resource: 'link',
	operation: 'update',
	linkId: byLinkId(1),
	updateFields,
});

const ROWS: Row[] = [
	[
		'an ID that an expression leaves empty',
		{ resource: 'link', operation: 'get', linkId: byLinkId('={{ $json.none }}') },
		/Link/,
	],
	[
		'a channel color',
		{
			resource: 'channel',
			operation: 'create',
			name: 'x',
			additionalFields: { color: 'greenish' },
		},
		/Colou?r/,
	],
	['a limit of 0', { resource: 'link', operation: 'getAll', returnAll: false, limit: 0 }, /Limit/],
	[
		'content that is not JSON',
		qrWith({ additionalFields: { dataJson: '{ssid: }' } }),
		/^Content as JSON/,
	],
	[
		'a QR code without its content',
		qrWith({ type: 'wifi', ssid: '={{ $json.none }}' }),
		/^Network Name \(SSID\): the expression gives nothing/,
	],
	[
		'an image without a field for it',
		qrWith({ downloadImage: true, binaryPropertyName: '={{ $json.none }}' }),
		/^Put Output File in Field: the expression gives nothing/,
	],
	['an update without anything to change', updateLink({}), /^Update Fields: a value is required/],
	[
		'a field both given and cleared',
		updateLink({ description: 'x', fieldsToClear: ['expiry', 'description'] }),
		/^Fields to Clear: "description" also has a value/,
	],
	[
		'a switch with an unknown value that only an update needs',
		upsertWith({ allowEmptying: '={{ "perhaps" }}' }),
		/^Allow Emptying Other Fields: /,
	],
];

describe.each(ENTRY_POINTS)('Invalid input through the entry point %s', (entryPoint) => {
	test.each(ROWS)(
		'%s: nothing is sent, and the error names the field',
		async (_, parameters, label) => {
			const { reply, sent } = await testbed.run({ parameters, entryPoint });
			expect(sent).toEqual([]);
			expect(reply.status).toBe('error');
			expect(reply.error?.message).toMatch(label);
			expect(reply.error?.message).toContain('[item 0]');
			expect(reply.error?.context.itemIndex).toBe(0);
			expect(reply.error?.description).toBeTruthy();
		},
	);

	test('the error names the item', async () => {
		const parameters = {
			resource: 'campaign',
			operation: 'delete',
			campaignId: byId('={{ $json.id }}'),
		};
		const { reply } = await testbed.run({
			parameters,
			entryPoint,
			items: [{ id: 1 }, { id: 2 }, { id: 'x' }],
		});
		const { message = '', description } = reply.error ?? {};
		expect(`${message} ${description}`).toMatch(
			entryPoint === 'manyItems' ? / Item 2 · / : /\[item 2\]/,
		);
		expect(reply.error?.context.itemIndex).toBe(2);
	});
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
