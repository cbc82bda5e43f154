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

const linkWith = (additionalFields: Json): Json => ({
	resource: 'link',
	operation: 'create',
	url: 'https://example.com',
	additionalFields,
});
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

const ID_FIELDS: Row[] = [
	[
		'item',
		{
			resource: 'channel',
			operation: 'assignItem',
			channelId: byId(1),
			itemType: 'links',
			itemId: byLinkId('={{ "a/b" }}'),
		},
		/Item/,
	],
	[
		'an ID that an expression leaves empty',
		{ resource: 'link', operation: 'get', linkId: byLinkId('={{ $json.none }}') },
		/Link/,
	],
	['channel of a new link', linkWith({ channel: byId('={{ "1.5" }}') }), /Channel/],
	['pixels', linkWith({ pixels: '={{ [1, 0] }}' }), /Pixel/],
];

const ROWS: Row[] = [
	[
		'a target URL without a place',
		linkWith({ geotarget: { rows: [{ location: '', link: 'https://example.com' }] } }),
		/^Geo Targeting, row 1, Country: /,
	],
	[
		'a UTM parameter that stands in URL Parameters with another value',
		linkWith({
			parameters: { rows: [{ name: 'utm_source', value: 'mail' }] },
			utm_source: 'newsletter',
		}),
		/^UTM Source: URL Parameters has utm_source with another value, "mail"/,
	],
];

const VALUES: Row[] = [
	['long URL without scheme', { resource: 'link', operation: 'create', url: 'page' }, /URL/],
	['expiry with two meanings', linkWith({ expiry: '5/6/2030' }), /Expiry.*June 5, 2030, or May 6/],
	[
		'channel colour',
		{
			resource: 'channel',
			operation: 'create',
			name: 'x',
			additionalFields: { color: 'greenish' },
		},
		/Colou?r/,
	],
	['QR foreground', qrWith({ additionalFields: { foreground: 'rgb(300,0,0)' } }), /Foreground/],
	['limit 0', { resource: 'link', operation: 'getAll', returnAll: false, limit: 0 }, /Limit/],
	[
		'QR data that is not JSON',
		qrWith({ additionalFields: { dataJson: '{ssid: }' } }),
		/^Content as JSON/,
	],
	[
		'a QR code without its content',
		qrWith({ type: 'wifi', ssid: '={{ $json.none }}' }),
		/^Network Name \(SSID\): the expression gives nothing/,
	],
	[
		'a contact without any field',
		qrWith({ type: 'vcard' }),
		/^Contact \(vCard\): a value is required/,
	],
	['a QR code that leads to no address', qrWith({ type: 'link', data: 'TBD' }), /^URL: /],
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
		'a field to clear that is not known',
		updateLink({ fieldsToClear: '={{ ["url"] }}' }),
		/^Fields to Clear: "url" is not one of the fields that can be emptied/,
	],
	[
		'a switch with an unknown value that only an update needs',
		upsertWith({ allowEmptying: '={{ "perhaps" }}' }),
		/^Allow Emptying Other Fields: /,
	],
];

describe.each(ENTRY_POINTS)('Invalid input through the entry point %s', (entryPoint) => {
	test.each([...ID_FIELDS, ...ROWS, ...VALUES])(
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

	test.each([
		['linkId', 'idOrUrl', 'spring sale', 'Link: "spring sale" is neither an ID nor a short URL'],
		['campaignId', 'recordId', 'Spring', 'Campaign: "Spring" is not an ID'],
	])('%s, typed in the mode %s as %s, names the field', async (name, mode, value, message) => {
		const of: Record<string, Json> = {
			linkId: { resource: 'link', operation: 'get' },
			campaignId: { resource: 'campaign', operation: 'delete' },
		};
		const parameters = { ...of[name], [name]: { __rl: true, mode, value } };
		const { reply, sent } = await testbed.run({ parameters, entryPoint });
		expect(sent).toEqual([]);
		expect(reply.error?.message).toContain(message);
	});

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
