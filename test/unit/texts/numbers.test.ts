/** What is a number, in whatever form a service or n8n sends it. */
import {
	countedThat,
	grouped,
	numberFrom,
	withoutZeros,
} from '../../../nodes/LinkManagement/values/numbers';

test.each([
	[12, 12],
	[0, 0],
	['12', 12],
	[' 12 ', 12],
	['-1.5', -1.5],
	['1,234', 1_234],
	['+1,234,567.89', 1_234_567.89],
	['-12,345', -12_345],
	['123,456', 123_456],
])('%p is the number %p', (sent, number) => {
	expect(numberFrom(sent)).toBe(number);
});

test.each([
	...[
		NaN,
		Infinity,
		'',
		'  ',
		'many',
		'1,2',
		'1,2345',
		'12,34,567',
		'1,234x',
		'x1,234',
		'1234,567',
	],
	...['1,234.', '1,ab3', null, undefined, true, [7], {}, '9'.repeat(400)],
])('%p is no number', (sent) => {
	expect(numberFrom(sent)).toBeUndefined();
});

test.each([
	['42.0', '42'],
	['1024.00', '1024'],
	[' 42.0 ', ' 42'],
])('the whole number %j is %j without its zeros', (text, whole) => {
	expect(withoutZeros(text)).toBe(whole);
});

test.each(['42', '42.', '42.5', '4.05', '.0', '42.0x', 'v42.0', '42.0 1', 'Offer 42.0'])(
	'%j stays as it is',
	(text) => {
		expect(withoutZeros(text)).toBe(text);
	},
);

test('the digits of a number are grouped by three', () => {
	for (const count of [0, 7, 999, 1_000, 12_345, 100_000, 1_234_567])
		expect(grouped(count)).toBe(count.toLocaleString('en'));
});

test('a sentence about one or several agrees with their number', () => {
	expect(countedThat(1, 'link', 'has', 'have')).toBe('1 link has');
	expect(countedThat(3, 'link', 'has', 'have')).toBe('3 links have');
});
