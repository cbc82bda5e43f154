/** The edges of what each conversion takes, and what the message says of what it does not take. */
import type { INode } from 'n8n-workflow';

import {
	type Convert,
	flag,
	hexColor,
	id,
	ids,
	json,
	linkReference,
	oneOf,
	quoted,
	rgbColor,
	tableRows,
	text,
	url,
} from '../../../nodes/LinkManagement/fields/convert';
import { dateTime } from '../../../nodes/LinkManagement/fields/dateTime';

const place = { label: 'Field', node: { name: 'Node' } as INode, item: 3, timezone: 'UTC' };
const geo = tableRows(
	{ name: 'location', label: 'Country', convert: text },
	{ name: 'link', label: 'Link', convert: url },
);
const CA = { location: 'Canada', link: 'https://example.com/ca' };

test.each<[string, Convert, unknown, unknown]>([
	['a boolean as text', text, true, 'true'],
	['IDs with white space around them', ids, ' 1,, 2 ;\n3; ', [1, 2, 3]],
	['no IDs', ids, [], undefined],
	['an eight-digit color without #', hexColor, 'ff800080', '#ff8000'],
	['a color with a transparent part', hexColor, '#FF800080', '#ff8000'],
	['a color with an alpha value', rgbColor, 'RGBA(1 , 22 ,  255 , 0.5)', 'rgb(1,22,255)'],
	['a color of long numbers', rgbColor, 'rgb(100,200,123)', 'rgb(100,200,123)'],
	['an object as one row', geo, CA, [CA]],
	['a locator in a row', geo, [{ ...CA, location: { mode: 'list', value: 'Canada' } }], [CA]],
	['a row that holds empty locators', geo, [{ location: { mode: 'list', value: '' } }], undefined],
	['the ID of a link', linkReference, '42', 42],
	['the ID of a link with white space', linkReference, ' 42 ', 42],
	['a short URL', linkReference, ' https://sho.rt/x ', 'https://sho.rt/x'],
	['no link', linkReference, ' ', undefined],
	['a date with white space around it', dateTime, ' 2030-01-31 10:20:30\n', '2030-01-31 10:20:30'],
	[
		'a date with a comma before the fraction',
		dateTime,
		'2030-01-31 10:20:30,5',
		'2030-01-31 10:20:30',
	],
	[
		'a date before an offset with a space',
		dateTime,
		'2030-01-31 10:20:30 +01:30',
		'2030-01-31 08:50:30',
	],
	['a small z', dateTime, '2030-01-31t10:20:30z'.replace('t', 'T'), '2030-01-31 10:20:30'],
	['the last second of a day', dateTime, '2030-01-31 23:59:59', '2030-01-31 23:59:59'],
	['a leap day', dateTime, '2028-02-29', '2028-02-29 00:00:00'],
	['milliseconds from 1973 on', dateTime, 1e11 + 1, '1973-03-03 09:46:40'],
])('%s is taken', (_, convert, given, sent) => {
	const input: unknown = given;
	expect(convert(input, place)).toEqual(sent);
});

test.each<[Convert, unknown, string]>([
	[id, 'abc', 'Field: "abc" is not a whole number of at least 1 [item 3]'],
	[ids, ['1', ''], 'Field: a value is required [item 3]'],
	[ids, [true], '"true" is not a whole number'],
	[linkReference, 'spring', '"spring" is not a full short URL'],
	[linkReference, 'sho.rt/42', '"sho.rt/42" is not a full short URL'],
	[linkReference, '42x', '"42x" is not a full short URL'],
	[linkReference, '-5', '"-5" is not a whole number'],
	[linkReference, '1.5', '"1.5" is not a whole number'],
	[linkReference, 'javascript://x', 'does not lead to a page'],
	[oneOf('public', 'private'), 'secret', '"secret" is not a valid value'],
	[flag, 'untrue', '"untrue" is neither true nor false'],
	[flag, 'trueish', 'neither true nor false'],
	[flag, 'piano', 'neither true nor false'],
	[flag, 'nope', 'neither true nor false'],
	[url, 'see javascript:', 'is not a complete URL'],
	[url, ' see https://example.com', 'is not a complete URL'],
	[url, 'vbscript:x', 'does not lead to a page'],
	[url, 'FILE:///etc/passwd', 'does not lead to a page'],
	[url, 'data:text/html,x', 'does not lead to a page'],
	[url, 'blob:https://example.com/x', 'does not lead to a page'],
	[hexColor, 'x#ff8000', '"x#ff8000" is not a color'],
	[hexColor, '#ff8000x', 'is not a color'],
	[hexColor, '#ff8000f', 'is not a color'],
	[hexColor, '#ff8000zz', 'is not a color'],
	[hexColor, 'x#f80', 'is not a color'],
	[hexColor, '#f80x', 'is not a color'],
	[rgbColor, 'xrgb(1,2,3)', 'is not a color'],
	[rgbColor, 'rgb(1,2,3)x', 'is not a color'],
	[rgbColor, 'rgb(1,2)', 'is not a color'],
	[rgbColor, 'rgb(1x,2,3)', 'is not a color'],
	[rgbColor, 'rgb(1,2,3,4))', 'is not a color'],
	[json, '{', 'the value is not valid JSON ('],
	[geo, [CA, 'x'], 'contains no rows'],
	[geo, 'x', 'the value is not valid JSON'],
	[geo, 5, '"5" contains no rows'],
	[geo, [CA, { ...CA, link: '' }], 'Field, row 2, Link: a value is required'],
	[dateTime, 'on 2030-01-31', 'is not a date'],
	[dateTime, '2030-01-31 or so', 'is not a date'],
	[dateTime, '2030-02-29', '"2030-02-29" is not a date'],
	[dateTime, '2030-04-31', 'is not a date'],
	[dateTime, '2030-00-10', 'is not a date'],
	[dateTime, '2030-01-01 24:00:00', 'is not a date'],
	[dateTime, '2030-01-01 10:60:00', 'is not a date'],
	[dateTime, '2030-01-01 10:20:60', 'is not a date'],
	[dateTime, 1e11, 'is not a date'],
	[dateTime, 253_402_300_800_000, 'is after the year 9999'],
	[dateTime, new Date(NaN), 'is not a date'],
])('%p rejects %p with the words %s', (convert, given, words) => {
	const input: unknown = given;
	expect(() => convert(input, place)).toThrow(words);
});

test('a message quotes 80 characters of a value at most', () => {
	expect(quoted('x'.repeat(80))).toBe(`"${'x'.repeat(80)}"`);
	expect(quoted('x'.repeat(81))).toBe(`"${'x'.repeat(79)}…"`);
});
