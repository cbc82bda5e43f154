/** Additional Body Fields: fields that only one service has are added to the body of the request. */
import type { IDataObject, INode } from 'n8n-workflow';

import {
	additionalBodyFields,
	hasAdditionalBodyFields,
} from '../../../nodes/LinkManagement/fields/additionalBody';
import { updateFields } from '../../../nodes/LinkManagement/fields/collection';
import { inBody } from '../../../nodes/LinkManagement/fields/send';
import { field, send } from '../../support/sendField';

const property = additionalBodyFields(['url', 'custom']);
const sent = async (additionalBodyFields: unknown, body: IDataObject = { url: 'x' }) =>
	await send(property, { body, qs: { additionalBodyFields, page: 1 } as IDataObject });

test('the value waits in the query, and the editor shows an empty object', () => {
	expect(property).toMatchObject({
		...{ name: 'additionalBodyFields', type: 'json', default: '{}' },
		routing: {
			send: { type: 'query', property: 'additionalBodyFields', propertyInDotNotation: false },
		},
	});
});

test.each([
	['{ "note": "VIP", "tags": [1, null] }', { note: 'VIP', tags: [1, null] }],
	[{ note: '' }, { note: '' }],
])('%j is added to the other fields of the body', async (given, fields) => {
	const { body, qs, url } = await sent(given);
	expect([body, qs, url]).toEqual([{ url: 'x', ...fields }, { page: 1 }, '/api/x']);
});

test.each([undefined, null, '', ' ', '{}', {}, []])('%j adds nothing', async (nothing) => {
	const { body, qs } = await sent(nothing);
	expect([body, qs]).toEqual([{ url: 'x' }, { page: 1 }]);
});

test.each([
	...['[1]', '5', '"text"', [1], 5, true, new Date(0)].map((value) => [value, 'not a JSON object']),
	['{ note: 1 }', 'the value is not valid JSON'],
	// A field of the operation, even one that is not filled in
	['{ "note": 1, "custom": "spring" }', '"custom" has a field of its own in this operation'],
])('%j is refused', async (given, words) => {
	const refused = sent(given);
	await expect(refused).rejects.toThrow(words as string);
	await expect(refused).rejects.toThrow(/^Additional Body Fields: .* \[item 3\]$/);
});

describe('An update', () => {
	const fields = updateFields([inBody(field('name'))], { required: true });
	const update = async (additionalBodyFields: unknown) =>
		await send(fields, { qs: { additionalBodyFields } as IDataObject });

	test('may consist of additional body fields alone', async () => {
		expect((await update('{ "note": "VIP" }')).body).toEqual({});
		await expect(update('{}')).rejects.toThrow('Update Fields: a value is required [item 3]');
	});

	test('names the field when they are invalid', async () => {
		await expect(update('VIP')).rejects.toThrow(
			/^Additional Body Fields: the value is not valid JSON .* \[item 3\]$/,
		);
	});

	test('without a query has none', () => {
		const place = { label: 'Update Fields', node: { name: 'Node' } as INode };
		expect(hasAdditionalBodyFields({ url: '/api/x' }, place)).toBe(false);
	});
});
