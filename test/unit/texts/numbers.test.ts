/** What is a number, in whatever form a service or n8n sends it. */
import { numberFrom } from '../../../nodes/LinkManagement/values/numbers';

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
