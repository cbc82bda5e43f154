/** What is collected from the pages of a list, apart from what readList.test.ts shows. */
import { CollectedRecords } from '../../../nodes/LinkManagement/lists/collectedRecords';

test('An ID is one record, whether it is a number or text', () => {
	const collected = new CollectedRecords();
	const ids = [7, '007', '7', '07', 'a7', 'NaN', '9007199254740993', '9007199254740992', 7, 'a7'];
	collected.add({ records: [...ids.map((id) => ({ id })), { id: 7, type: 'qr' }], last: 1 });
	expect(collected.records.map(({ id }) => id)).toEqual([
		...ids.slice(0, 2),
		...ids.slice(3, 8),
		7,
	]);
});

test('Two records whose IDs are numbers too large to be exact are both kept', () => {
	const records = ['a', 'b'].map((name) => ({ id: 2 ** 53, name }));
	const collected = new CollectedRecords();
	collected.add({ records, last: 1 });
	expect(collected.records).toEqual(records);
});
