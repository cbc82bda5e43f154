/** By what a record is recognized, and when the reply to a creation names one (services.md section 2). */
import {
	createdRecordIn,
	namesInReply,
	recordNames,
} from '../../../nodes/LinkManagement/recovery/pastCreations';

test('a record is recognized by its ID and by all of its addresses', () => {
	const record = {
		title: 'Spring',
		...{ id: 12, shorturl: ' https://sho.rt/a ', short: 'https://sho.rt/b', link: 'https://qr/1' },
	};
	expect(recordNames(record)).toEqual([
		'12',
		'https://sho.rt/a',
		'https://sho.rt/b',
		'https://qr/1',
	]);
});

test.each([[0], [false], [null], [''], ['null']])('%p in place of an ID names no record', (id) => {
	expect(recordNames({ id })).toEqual([]);
});

test.each([['10'], ['x0']])('%p is an ID', (id) => {
	expect(recordNames({ id })).toEqual([id]);
});

test('a text of more than 2,000 characters is no address', () => {
	const ofLength = (length: number) => 'https://sho.rt/'.padEnd(length, 'x');
	expect(recordNames({ shorturl: ofLength(2_000) })).toEqual([ofLength(2_000)]);
	expect(recordNames({ shorturl: ofLength(2_001) })).toEqual([]);
});

describe('The reply to a creation names the record', () => {
	test.each([
		['at its top', { error: 0, id: 7 }, ['7']],
		['under data', { error: 0, data: { id: 7 } }, ['7']],
		['in a list under data', { error: 0, data: [{ id: 7 }] }, ['7']],
	])('%s', (_, reply, names) => {
		expect(namesInReply(reply, { url: 'https://example.com' })).toEqual(names);
	});

	test('by no text with an address in it, and by no list of addresses', () => {
		const note = 'See https://sho.rt/help';
		const seen = ['https://sho.rt/x'];
		expect(namesInReply({ note, seen } as never, {})).toEqual([]);
		expect(namesInReply({ note, url: 'http://sho.rt/x' }, {})).toEqual(['http://sho.rt/x']);
	});
});

test.each([
	['at its top', { error: 0, id: 7, data: { id: 8 } }, { error: 0, id: 7, data: { id: 8 } }],
	['under data', { error: 0, data: { id: 7, short: 'x' } }, { id: 7, short: 'x' }],
])('the new record in a reply that names it %s', (_, reply, record) => {
	expect(createdRecordIn(reply)).toEqual(record);
});

describe('The reply to a creation names no record', () => {
	test.each([
		['with a message only', { error: 0, message: 'Saved.' }],
		['with an address that ends in more words', { error: 0, message: 'https://sho.rt/x is taken' }],
		['with an address of more than 2,000 characters', { url: `https://${'x'.repeat(2_000)}` }],
	])('%s', (_, reply) => {
		expect(namesInReply(reply, { url: 'https://example.com/a' })).toEqual([]);
	});
});
