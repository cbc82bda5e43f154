/** What is collected from the pages of a list, apart from what readList.test.ts shows. */
import { CollectedRecords } from '../../../nodes/LinkManagement/lists/collectedRecords';

const pageOf = (...ids: number[]) => ({ records: ids.map((id) => ({ id })), last: undefined });

test('A page says whether it has a record that was not read before', () => {
	const collected = new CollectedRecords();
	expect(collected.add(pageOf(1, 2))).toBe(true);
	expect(collected.add(pageOf(2, 1))).toBe(false);
	expect(collected.add(pageOf(2, 3))).toBe(true);
	expect(collected.add(pageOf())).toBe(false);
});

test('A record without an ID that is too large to compare is kept', () => {
	const collected = new CollectedRecords();
	collected.add({ records: [{ name: 'x'.repeat(200_000) }], last: 1 });
	expect(collected.records).toHaveLength(1);
});
