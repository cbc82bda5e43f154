/** Other Body Fields: fields that only one service has are added to the body of the request. */
import type { IDataObject } from 'n8n-workflow';

import { additionalBodyFields } from '../../../nodes/LinkManagement/fields/additionalBody';
import { updateFields } from '../../../nodes/LinkManagement/fields/collection';
import { accepted, field } from '../../support/fields';

const property = additionalBodyFields(['url', 'custom']);
const sent = (additionalBodyFields: unknown) =>
	accepted([field('url'), property], { url: 'x', additionalBodyFields } as IDataObject).body;

test('the editor shows an empty object', () => {
	expect(property).toMatchObject({ name: 'additionalBodyFields', type: 'json', default: '{}' });
});

test('they are added to the other fields of the body', () => {
	const given = '{ "note": "VIP", "tags": [1, null] }';
	expect(sent(given)).toEqual({ url: 'x', note: 'VIP', tags: [1, null] });
});

test.each([undefined, null, '', '{}'])('%j adds nothing', (nothing) => {
	expect(sent(nothing)).toEqual({ url: 'x' });
});

test.each([
	...['[1]', '"text"', [1], new Date(0)].map((value) => [value, 'not a JSON object']),
	['{ note: 1 }', 'the value is not valid JSON'],
	// A field of the operation, even one that is not filled in
	['{ "note": 1, "custom": "spring" }', '"custom" has a field of its own in this operation'],
])('%j is refused', (given, words) => {
	expect(() => sent(given)).toThrow(words as string);
	expect(() => sent(given)).toThrow(/^Other Body Fields \(JSON\): .* \[item 3\]$/);
});

test('an update may consist of them alone', () => {
	const fields = [updateFields([field('name')], { required: true }), property];
	const update = (additionalBodyFields: string) => accepted(fields, { additionalBodyFields }).body;
	expect(update('{ "note": "VIP" }')).toEqual({ note: 'VIP' });
	expect(() => update('{}')).toThrow('Update Fields: a value is required [item 3]');
});
