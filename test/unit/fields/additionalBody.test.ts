/** Fields of the body that only one service has. */
import type { IDataObject, IHttpRequestOptions, INode } from 'n8n-workflow';

import {
	additionalBodyFields,
	hasAdditionalBodyFields,
} from '../../../nodes/LinkManagement/fields/additionalBody';

const NODE = { name: 'Node', parameters: {} } as unknown as INode;
const property = additionalBodyFields(['url', 'pixels']);

/** The request that is sent with this value. */
async function send(value: unknown, body?: IDataObject) {
	const qs = { additionalBodyFields: value, page: 1 } as IDataObject;
	const context = { getNode: () => NODE, getItemIndex: () => 3, getTimezone: () => 'UTC' };
	const [action] = property.routing?.send?.preSend ?? [];
	return await action!.call(context as never, { url: '/api/x', body, qs } as IHttpRequestOptions);
}

/** Whether the value counts as a field of the body, before it is sent. */
const has = (value: unknown) =>
	hasAdditionalBodyFields(
		{ url: '/api/x', qs: { additionalBodyFields: value as IDataObject } },
		{ label: 'Another field', node: NODE, item: 3 },
	);

test('The value waits in the query under a name of its own, as JSON', () => {
	expect(property).toMatchObject({
		...{ displayName: 'Additional Body Fields', name: 'additionalBodyFields', type: 'json' },
		...{ default: '{}', routing: { send: { type: 'query', property: 'additionalBodyFields' } } },
	});
});

test('The fields are added to the body', async () => {
	const given = { note: 'VIP', tags: ['a'] };
	for (const value of [given, JSON.stringify(given)]) {
		const { body, qs } = await send(value, { url: 'https://example.com' });
		expect(body).toEqual({ url: 'https://example.com', note: 'VIP', tags: ['a'] });
		expect(qs).toEqual({ page: 1 });
		expect(has(value)).toBe(true);
	}
	expect((await send(given)).body).toEqual(given);
});

test.each([[undefined], [''], [' '], ['{}'], [{}]])('%j adds nothing', async (value) => {
	expect((await send(value)).body).toBeUndefined();
	expect(has(value)).toBe(false);
});

test('A request without a query has none', () => {
	expect(hasAdditionalBodyFields({ url: '/api/x' }, { label: 'x', node: NODE })).toBe(false);
});

test.each([['[1]'], ['5'], [[{ note: 'VIP' }]], [true], [new Date(0)]])(
	'%j is refused, as it is not an object',
	async (value) => {
		const message = 'Additional Body Fields: the value is not a JSON object [item 3]';
		await expect(send(value)).rejects.toThrow(message);
		expect(() => has(value)).toThrow(message);
	},
);

test('A field that the operation has is refused', async () => {
	await expect(send({ note: 'VIP', pixels: [] })).rejects.toThrow(
		'Additional Body Fields: "pixels" has a field of its own in this operation [item 3]',
	);
});
