/** A QR code's type as an expression: n8n then shows the fields of every type, and only those of one type count. */
import type { Json } from '../../support/engine';
import { setUpTestbed } from '../../support/engine/testbed';

const testbed = setUpTestbed();

const FIELDS = {
	data: '={{ $json.say }}',
	email: 'ada@example.com',
	phone: '+15550100',
	message: 'Hi',
	fname: 'Ada',
	ssid: 'Guests',
};
const CONTENT = {
	email: { email: FIELDS.email },
	sms: { phone: FIELDS.phone, message: FIELDS.message },
	vcard: { fname: FIELDS.fname, phone: FIELDS.phone, email: FIELDS.email },
	wifi: { ssid: FIELDS.ssid, encryption: 'nopass' },
};
const create = (more: Json) => ({
	resource: 'qrCode',
	operation: 'create',
	type: '={{ $json.type }}',
	...more,
});

test.each([
	['text', 'Hello'],
	['link', 'https://example.com'],
	['phone', '+15550100'],
	['email', CONTENT.email],
	['sms', CONTENT.sms],
	['vcard', CONTENT.vcard],
	['wifi', CONTENT.wifi],
])('sends the content of type %s only', async (type, data) => {
	const items = [{ type, say: typeof data === 'string' ? data : 'not this' }];
	const { reply, sent } = await testbed.bothEntryPoints({ parameters: create(FIELDS), items });
	expect(reply.error).toBeUndefined();
	expect(sent.map(({ body }) => body)).toEqual([{ type, data }]);
});

test('each item has its own type', async () => {
	const items = [{ type: 'wifi' }, { type: 'text', say: 'Hello' }, { type: 'sms' }];
	const { sent } = await testbed.run({ parameters: create(FIELDS), items });
	const bodies = sent.map(({ body }) => body);
	expect(bodies).toHaveLength(3);
	expect(bodies).toEqual(
		expect.arrayContaining([
			{ type: 'wifi', data: CONTENT.wifi },
			{ type: 'text', data: 'Hello' },
			{ type: 'sms', data: CONTENT.sms },
		]),
	);
});

test('invalid values for other types are ignored', async () => {
	const { sent } = await testbed.bothEntryPoints({
		parameters: create({ data: 'Hello', email: ['no text'] }),
		items: [{ type: 'text' }],
	});
	expect(sent.map(({ body }) => body)).toEqual([{ type: 'text', data: 'Hello' }]);
});

test('the fields of another type do not count as content', async () => {
	const { reply, sent } = await testbed.bothEntryPoints({
		parameters: create({ data: 'Hello' }),
		items: [{ type: 'wifi' }],
	});
	expect(reply.error?.message).toBe('Network Name (SSID): a value is required [item 0]');
	expect(sent).toEqual([]);
});
