/** Sentences that name several values. */
import { listed, valueWarning } from '../../../nodes/LinkManagement/values/sentences';

test('ten different names are listed, and the others counted', () => {
	const names = Array.from({ length: 12 }, (_, at) => `${at}`);
	expect(listed(['0', ...names.slice(0, 10)])).toBe('0, 1, 2, 3, 4, 5, 6, 7, 8, 9');
	expect(listed(names)).toBe('0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more');
});

test('a warning counts its values', () => {
	const { sentence } = valueWarning('is odd');
	expect(sentence(['"a"'])).toBe('1 item has a value that is odd: "a".');
	expect(sentence(['"a"', '"b"'])).toBe('2 items have a value that is odd: "a", "b".');
});
