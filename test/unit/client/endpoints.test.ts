/** Paths, names and IDs of records, as replies and items give them. */
import {
	ACCOUNT_PATH,
	filledPath,
	linkPath,
	nameOfRecord,
	qrCodePath,
	recordIdOf,
	validRecordId,
} from '../../../nodes/LinkManagement/client/endpoints';
import { UnexpectedReply } from '../../../nodes/LinkManagement/errors';

test('a path has the value of each placeholder, and none without a value', () => {
	const path = '/api/channel/:channelId/assign/:type/:itemId';
	const values = { channelId: 5, type: 'a/b', itemId: '7' };
	expect(filledPath(path, values)).toBe('/api/channel/5/assign/a%2Fb/7');
	expect(() => filledPath(path, { ...values, type: undefined })).toThrow(
		`The path ${path} has no value for :type`,
	);
	expect([ACCOUNT_PATH, linkPath('5'), qrCodePath('6')]).toEqual([
		...['/api/account', '/api/url/5', '/api/qr/6'],
	]);
});

test.each([
	[{ name: 'A&amp;B', campaign: 'C' }, 'A&B'],
	[{ name: ' ', campaign: '', domain: 'sho.rt' }, 'sho.rt'],
	[{ name: '', id: 5 }, ''],
])('the record %j is called %j', (record, name) => {
	expect(nameOfRecord(record)).toBe(name);
});

test.each<[id: unknown, exact: string | undefined, shown: number | undefined]>([
	[5, '5', 5],
	['42', '42', 42],
	['9007199254740993', '9007199254740993', undefined],
	[2 ** 53, undefined, undefined],
	[0, undefined, undefined],
	[-1, undefined, undefined],
	['05', undefined, 5],
	['5a', undefined, undefined],
	['a5', undefined, undefined],
	[null, undefined, undefined],
])('the ID %j is sent as %j and chosen as %j', (id, exact, shown) => {
	expect(recordIdOf({ id: id as string })).toBe(shown);
	if (exact === undefined) expect(() => validRecordId(id)).toThrow(UnexpectedReply);
	else expect(validRecordId(id)).toBe(exact);
});
