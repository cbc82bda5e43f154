/** IDs of a reply that go into the path of another request. */
import { UnexpectedReply } from '../../../nodes/LinkManagement/errors';
import { validRecordId } from '../../../nodes/LinkManagement/references/call';

test.each([
	[7, '7'],
	[1_000_000, '1000000'],
	['9007199254740993', '9007199254740993'],
])('%p becomes %s', (id, text) => {
	expect(validRecordId(id)).toBe(text);
});

test.each([['../account'], ['1x'], ['01'], [1.5], [''], [2 ** 53]])(
	'%p is rejected, as the path would be that of another record',
	(id) => {
		expect(() => validRecordId(id)).toThrow(UnexpectedReply);
	},
);
