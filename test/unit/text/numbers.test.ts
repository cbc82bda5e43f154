/** What is a number, in whatever form a service or n8n sends it, and numbers and lists in words. */
import {
	durationInWords,
	grouped,
	highestBy,
	listed,
	numberFrom,
	rateInWords,
} from '../../../nodes/LinkManagement/text/sentences';

test.each<readonly [unknown, number | undefined]>([
	['+1,234,567.89', 1_234_567.89],
	['123,456', 123_456],
	...['  ', '12,34,567', '1,234.'].map((sent) => [sent, undefined] as const),
])('%p is the number %p', (sent, number) => {
	expect(numberFrom(sent)).toBe(number);
});

test('the digits of a number are grouped by three', () => {
	for (const count of [0, 7, 999, 1_000, 12_345, 100_000, 1_234_567])
		expect(grouped(count)).toBe(count.toLocaleString('en'));
});

test.each([
	[89_999, '90 seconds'],
	[90_000, '2 minutes'],
	[90 * 60_000, '2 hours'],
])('%d ms are %s', (ms, words) => {
	expect(durationInWords(ms)).toBe(words);
});

test.each([
	[57_000, 'a minute'],
	[56_999, 'in 57 seconds'],
])('what happens once in %d ms happens %s', (ms, words) => {
	expect(rateInWords(ms)).toBe(words);
});

test('the highest of several entries is the first of equal ones', () => {
	const valueOf = ([, value]: [string, number]) => value;
	expect(highestBy(Object.entries({ a: 1, b: 2, c: 2 }), valueOf)).toEqual(['b', 2]);
	expect(highestBy([], valueOf)).toBeUndefined();
});

test('ten different names are listed, and the others counted', () => {
	const names = Array.from({ length: 12 }, (_, at) => `${at}`);
	expect(listed(['0', ...names.slice(0, 10)])).toBe('0, 1, 2, 3, 4, 5, 6, 7, 8, 9');
	expect(listed(names)).toBe('0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more');
});
