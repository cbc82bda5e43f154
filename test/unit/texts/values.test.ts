/** What numbers, objects and locators are, in whatever form a service or n8n sends them. */
import { isObject, locatorValue, textOf } from '../../../nodes/LinkManagement/values/json';
import { decodeEntities, withoutTags } from '../../../nodes/LinkManagement/values/markup';
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

test('only a JSON object is one', () => {
	for (const value of [{}, { a: 1 }]) expect(isObject(value)).toBe(true);
	for (const value of [null, undefined, [], [{}], 'x', 5, true, () => ({})])
		expect([value, isObject(value)]).toEqual([value, false]);
});

describe('What was chosen in a locator', () => {
	test.each<[unknown, unknown]>([
		[{ __rl: true, value: 5 }, 5],
		[{ mode: 'list', value: '' }, ''],
		[{ __rl: false, mode: 'id', value: 7 }, 7],
	])('of %j is %j', (locator, value) => {
		expect(locatorValue(locator)).toBe(value);
	});

	test.each([
		[{ value: 5 }],
		[{ __rl: false, value: 5 }],
		[{ __rl: true }],
		[{ mode: 'list' }],
		['text'],
		[null],
		[['value', 'mode']],
	])('%j is none, and stays as it is', (value) => {
		expect(locatorValue(value)).toBe(value);
	});
});

test('a text of JSON ends where nobody reads on', () => {
	const of = (length: number) => ['x'.repeat(length)];
	// The list counts as 1, and a text as one more than its characters
	expect(textOf(of(99_998))).toHaveLength(99_998 + 4);
	expect(textOf(of(99_999))).toBe('');
	expect(textOf({ toJSON: () => undefined })).toBe('');
});

test.each([
	['&amp;&lt;&gt;&quot;&apos;', '&<>"\''],
	['a&nbsp;b', 'a b'],
	['&hellip;&ndash;&mdash;', '…–—'],
	['&lsquo;a&rsquo; &ldquo;b&rdquo;', '‘a’ “b”'],
	['&AMP;', '&'],
	['&#65;&#x42;&#X43;', 'ABC'],
	['&#1114111;', '\u{10ffff}'],
	['&#1114112;', ''],
	['&unknow;', '&unknow;'],
	['&toolongtobeone;', '&toolongtobeone;'],
])('the entities of %s mean %s', (text, decoded) => {
	expect(decodeEntities(text)).toBe(decoded);
});

test.each([
	['a<script x="1">b</script y>c', 'a c'],
	['a<style>b</styles>c</style>d', 'a d'],
	['a<template>b</template >c', 'a c'],
	['a<b>b</b>c', 'abc'],
	['a<body>b</body>c', 'a b c'],
	['a<x-b>c', 'a c'],
	['a<p title="<b>">b', 'a b'],
])('%s without its tags is %s', (text, plain) => {
	expect(withoutTags(text)).toBe(plain);
});
