/** Conversions from what users and spreadsheets enter to what the API takes. */
import type { INode } from 'n8n-workflow';

import {
	type Convert,
	filled,
	flag,
	hexColor,
	id,
	ids,
	json,
	oneOf,
	rgbColor,
	tableRows,
	text,
	trimmed,
	url,
} from '../../nodes/LinkManagement/fields/convert';
import { dateTime } from '../../nodes/LinkManagement/fields/dateTime';

const place = {
	label: 'Field',
	node: { name: 'Node' } as INode,
	item: 3,
	timezone: 'Europe/Berlin',
};
const geo = tableRows(
	{ name: 'location', label: 'Country', convert: trimmed },
	{ name: 'link', label: 'Link', convert: url },
);
const CA = { location: 'Canada', link: 'https://example.com/ca' };

const taken: Array<[name: string, convert: Convert, given: unknown, sent: unknown]> = [
	['text', text, 2024, '2024'],
	['text', text, ' kept ', ' kept '],
	['trimmed', trimmed, ' spring ', 'spring'],
	['id', id, '42', 42],
	['id', id, 42, 42],
	['ids', ids, '1, 2;3', [1, 2, 3]],
	['ids', ids, [1, '2'], [1, 2]],
	['ids', ids, 7, [7]],
	['flag', flag, 'FALSE', false],
	['flag', flag, 'yes', true],
	['flag', flag, 0, false],
	['url', url, ' https://example.com/a?b=c#d ', 'https://example.com/a?b=c#d'],
	['url', url, 'market://details?id=com.example', 'market://details?id=com.example'],
	['hexColor', hexColor, 'F0a', '#ff00aa'],
	['hexColor', hexColor, 'rgb(1, 2, 3)', '#010203'],
	['rgbColor', rgbColor, '#FF8000', 'rgb(255,128,0)'],
	['rgbColor', rgbColor, 'rgb( 255 , 0,0 )', 'rgb(255,0,0)'],
	['oneOf', oneOf('public', 'private'), 'public', 'public'],
	['json', json, '{"a":[1]}', { a: [1] }],
	['json', json, { a: 1 }, { a: 1 }],
	['filled', filled, { a: '', b: 0, c: 'x' }, { b: 0, c: 'x' }],
	['rows', geo, { rows: [CA] }, [CA]],
	['rows', geo, [CA], [CA]],
	['rows', geo, JSON.stringify([CA]), [CA]],
	['rows', geo, { rows: [{ location: '', link: '' }, CA] }, [CA]],
	['rows', geo, { rows: [{ location: '', link: '' }] }, undefined],
	['dateTime', dateTime, '2030-01-31', '2030-01-31 00:00:00'],
	[
		'dateTime of an object that gives its text, such as a DateTime',
		dateTime,
		{ toString: () => '2030-01-31T10:00:00.000+01:00', toJSON: () => 'another text' },
		'2030-01-31 10:00:00',
	],
	['dateTime', dateTime, '2030-01-31T10:20', '2030-01-31 10:20:00'],
	['dateTime', dateTime, '2030-01-31 10:20:30.456', '2030-01-31 10:20:30'],
	['dateTime', dateTime, '2030-01-31T10:20:30Z', '2030-01-31 11:20:30'],
	['dateTime', dateTime, '2030-07-31T10:20:30.000-04:00', '2030-07-31 16:20:30'],
	['dateTime', dateTime, '2030-07-31T10:20:30+0530', '2030-07-31 06:50:30'],
	['dateTime', dateTime, '2030-07-31T10:20:30+02', '2030-07-31 10:20:30'],
	['dateTime', dateTime, new Date('2030-01-31T23:30:00Z'), '2030-02-01 00:30:00'],
	['dateTime', dateTime, Date.UTC(2030, 0, 31, 9), '2030-01-31 10:00:00'],
	['dateTime', dateTime, '9999-12-31T23:59:59Z', '9999-12-31 23:59:59'],
	['dateTime', dateTime, '9999-12-31T20:00:00Z', '9999-12-31 21:00:00'],
	['dateTime', dateTime, '0999-07-01T12:00:00Z', '0999-07-01 12:53:28'],
];

test.each(taken)('%s converts %p (%#)', (_name, convert, given, sent) => {
	const input: unknown = given;
	expect(convert(input, place)).toEqual(sent);
});

test.each([text, trimmed, id, ids, flag, url, hexColor, rgbColor, json, filled, geo, dateTime])(
	'an empty value is left out (%#)',
	(convert) => {
		for (const nothing of [undefined, null, '', '  '])
			expect(convert(nothing, place)).toBeUndefined();
	},
);

const refused: Array<[name: string, convert: Convert, given: unknown]> = [
	...[
		'5/../../account',
		'abc',
		'0',
		'-1',
		'1.5',
		0,
		-1,
		1.5,
		NaN,
		true,
		'1e3',
		'９',
		'99999999999999999999',
		['5'],
		{},
	].map((given): [string, Convert, unknown] => ['id', id, given]),
	['ids', ids, '1, two'],
	['text', text, { a: 1 }],
	['text', text, NaN],
	['text', text, 'half a smile \ud83d'],
	['flag', flag, 'perhaps'],
	...[
		'example.com',
		'www.example.com:8080/x',
		'https://',
		'https:// example.com',
		'https:///x',
		'javascript:alert(1)',
		'javascript://example.com/%0aalert(1)',
		'https://example.com/a b',
	].map((given): [string, Convert, unknown] => ['url', url, given]),
	['hexColor', hexColor, '#12345'],
	['rgbColor', rgbColor, 'rgb(256,0,0)'],
	['rgbColor', rgbColor, 'red'],
	['oneOf', oneOf('public', 'private'), 'Public '],
	['json', json, '{"a":'],
	['filled', filled, 'text'],
	['rows', geo, { rows: [{ location: 'Canada', link: '' }] }],
	['rows', geo, { rows: [{ location: '', link: 'https://example.com' }] }],
	['rows', geo, { rows: [{ location: 'Canada', link: 'example.com' }] }],
	['rows', geo, ['Canada']],
	...[
		'2030-02-30',
		'2030-13-01',
		'2030-01-01T25:00',
		'tomorrow',
		'31.01.2030',
		'2030-01-01T10:20+99:99',
		Date.UTC(2030, 0, 31) * 1000,
		17,
		true,
		{ toString: null },
	].map((given): [string, Convert, unknown] => ['dateTime', dateTime, given]),
];

test.each(refused)('%s rejects %p (%#)', (_name, convert, given) => {
	const input: unknown = given;
	expect(() => convert(input, place)).toThrow(/^Field.*\[item 3\]$/);
});
