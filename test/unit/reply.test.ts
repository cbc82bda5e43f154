/** What comes out of replies: the declared types, whatever the service sent. */
import type { IDataObject } from 'n8n-workflow';

import {
	data,
	message,
	record,
	statistics,
} from '../../nodes/LinkManagement/operations/output/reply';
import { named } from '../../nodes/LinkManagement/resources/campaign';

const OUTPUT = { id: 'integer', clicks: 'integer', name: 'string', public: 'boolean' } as const;

const typed = (sent: object) => record(OUTPUT).record({ ...sent });
const asSent = (sent: object): [object, object] => [sent, sent];

test.each<[sent: object, json: object]>([
	[{ id: '12' }, { id: 12 }],
	[{ clicks: '1,234' }, { clicks: 1234 }],
	[{ public: '1' }, { public: true }],
	[{ public: 0 }, { public: false }],
	[{ public: 'False' }, { public: false }],
	// No values of the declared type
	...[{ id: null }, { id: '' }, { id: '12345678901234567890' }, { clicks: '1,23' }].map(asSent),
	...[{ public: 'perhaps' }, { name: '12' }, { undeclared: '12' }].map(asSent),
])('%j comes out as %j', (sent, json) => {
	expect(typed(sent)).toEqual(json);
});

test('the reply is not changed, and not copied where its types are right', () => {
	const wrong = { id: '12', name: 'x' };
	typed(wrong);
	expect(wrong).toEqual({ id: '12', name: 'x' });
	const right = { id: 12, name: 'x' };
	expect(record(OUTPUT).record(right)).toBe(right);
});

test('a record under "data" has the declared types', () => {
	expect(data(OUTPUT).record({ error: 0, data: { id: '12' } })).toEqual({ id: 12 });
});

test('a message has the same form, whichever key and types the service used', () => {
	const done = { success: true, message: 'Done' };
	expect(message.record({ error: '0', message: 'Done' })).toEqual(done);
	expect(message.record({ error: 0, msg: 'Done', success: '1' })).toEqual(done);
	expect(message.record({ error: 0, message: null })).toEqual({ success: true, message: '' });
});

test('a record in place of a message has the declared types', () => {
	const channel = { id: '12', name: '7', description: '', color: '#3366ff', starred: '1' };
	expect(message.record({ error: 0, ...channel })).toEqual({
		...channel,
		success: true,
		id: 12,
		starred: true,
		message: '',
	});
});

describe('Statistics', () => {
	const reply = statistics({ id: 'integer', scans: 'integer' });
	const body = {
		error: '0',
		id: '7',
		details: { id: '7', scans: '1,002', clicks: 'many', topOs: 'a field of the details' },
		data: { clicks: '1,234', uniqueClicks: '9', topOs: { Linux: '1,200', Windows: '34' } },
	};

	test('an ID that stands only beside details and data comes out', () => {
		const { id } = reply.record({ error: 0, id: '7', details: { scans: 1 } });
		expect(id).toBe(7);
	});

	test('numbers sent as text come out as numbers, also with a comma, and all of them are declared', () => {
		const json = reply.record(body, 'simple');
		expect(Object.keys(reply.output).sort()).toEqual(Object.keys(json).sort());
		expect(json).toEqual({
			id: 7,
			scans: 1002,
			clicks: 1234,
			uniqueClicks: 9,
			topCountry: '',
			topReferrer: '',
			topBrowser: '',
			topOperatingSystem: 'Linux',
			topCountries: {},
			topReferrers: {},
			topBrowsers: {},
			topOperatingSystems: { Linux: 1200, Windows: 34 },
		});
	});

	test('a date among the statistics is a detail all the same', () => {
		const qrCode = statistics({ id: 'integer', date: 'string' });
		const sent = { details: { id: 1 }, data: { date: '2030-01-31', clicks: 1 } };
		expect(qrCode.record(sent, 'simple')).toMatchObject({ id: 1, date: '2030-01-31' });
	});

	test.each([
		['0000-00-00 00:00:00', null],
		['', null],
		['2030-01-31 12:00:00', '2030-01-31 12:00:00'],
	])('an expiry %j comes out as %j', (expiry, shown) => {
		const link = statistics({ id: 'integer', expiry: 'string' });
		const json = link.record({ details: { id: 1, expiry }, data: {} }, 'simple');
		expect(json.expiry).toBe(shown);
	});

	test('without statistics there are counts of 0, but for those of the details', () => {
		for (const figures of [undefined, [], null]) {
			const sent = { details: { id: 1, clicks: '5' }, data: figures } as IDataObject;
			expect(reply.record(sent, 'simple')).toMatchObject({
				...{ id: 1, clicks: 5, uniqueClicks: 0, topCountries: {} },
			});
		}
	});

	test('details and data stay as sent where the output is raw', () => {
		const { details, data: figures } = body;
		expect(reply.record(body, 'raw')).toEqual({ id: '7', details, data: figures });
	});
});

test.each([
	[{ domain: 'Spring' }, { name: 'Spring' }],
	[{ name: null, campaign: 'Spring' }, { name: 'Spring' }],
	[
		{ name: 'Spring', domain: 'go.example.com' },
		{ name: 'Spring', domain: 'go.example.com' },
	],
	[{ id: 1 }, { id: 1 }],
])('the campaign %j comes out as %j', (sent, json) => {
	expect(named(sent)).toEqual(json);
});
