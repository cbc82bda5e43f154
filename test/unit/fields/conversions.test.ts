/**
 * Conversions from what users and spreadsheets enter to what the API takes, with their edges and messages: what is sent, what is worth
 * a look, and what is refused.
 */
import type { INode } from 'n8n-workflow';

import { findOperation } from '../../../nodes/LinkManagement/actions';
import type { InputWarning } from '../../../nodes/LinkManagement/errors';
import { asAlias, asUrl } from '../../../nodes/LinkManagement/fields/addresses';
import {
	asBoolean,
	asHexColor,
	asJson,
	asKnownName,
	asOneOf,
	asPositiveInteger,
	asRgbColor,
	asSeveralOf,
	asText,
	asTrimmedText,
} from '../../../nodes/LinkManagement/fields/convert';
import { asDateTime as dateTimeOf } from '../../../nodes/LinkManagement/fields/dateTime';
import type { Convert } from '../../../nodes/LinkManagement/fields/field';
import { knownDevice } from '../../../nodes/LinkManagement/fields/knownNames';
import { tableRows } from '../../../nodes/LinkManagement/fields/tableRows';
import { accepted } from '../../support/fields';

const place = {
	label: 'Field',
	node: { name: 'Node' } as INode,
	item: 3,
	timeZone: 'Europe/Berlin',
};

const converted = (convert: Convert, value: unknown) => {
	const warnings: InputWarning[] = [];
	const sent = convert(value, { ...place, warnings });
	return [sent, ...warnings.map((found) => `${found.value} ${found.warning.what}`)];
};

const added = (given: string) => `"${given}" has no scheme, so https:// was added`;
const UNKNOWN = 'has a scheme that browsers may not know';

test.each([
	...[undefined, null, '', '  ', []].map((nothing) => [nothing, undefined]),
	['\ufeff https://example.com/a?b=c#d\u200b', 'https://example.com/a?b=c#d'],
	['http://example.com', 'http://example.com'],
	['intent://scan/#Intent;scheme=zxing;end', 'intent://scan/#Intent;scheme=zxing;end'],
	['mailto:a@example.com', 'mailto:a@example.com'],
	...[
		...['example.com:8080/x', 'münchen.de', 'localhost:3000', 'xn--mnchen-3ya.xn--p1ai'],
		...['192.168.0.1/x', 'example.com?q=1'],
	].map((given) => [` ${given}`, `https://${given}`, added(given)]),
	['htps://example.com', 'htps://example.com', `"htps://example.com" ${UNKNOWN}`],
	...['\u3164', '\u0007'].map((unseen) => [
		`https://example.com/a${unseen}b`,
		`https://example.com/a${unseen}b`,
		expect.stringMatching(/^"https:.* contains characters that nobody sees$/) as string,
	]),
])('the URL %j is sent as %j', (given, ...sent) => {
	expect(converted(asUrl, given)).toEqual(sent);
});

const WITH_SCHEME = 'Start it with https://.';

test.each([
	['TBD', 'is not a complete URL', WITH_SCHEME],
	['30.04.2030', 'is not a complete URL', WITH_SCHEME],
	['x@example.com', 'is not a complete URL', WITH_SCHEME],
	['https:// example.com', 'is not a complete URL', WITH_SCHEME],
	['example.com or so', 'is not a complete URL', WITH_SCHEME],
	['see javascript:', 'is not a complete URL', WITH_SCHEME],
	['https://?q=1', 'is not a complete URL', 'Check the host and the port.'],
	['example.com:99999', 'is not a complete URL', 'Check the host and the port.'],
	['https://a b.com', 'is not a complete URL', 'Check the host and the port.'],
	['https://https://example.com', 'begins with two schemes', 'Remove one of them.'],
	['http://https//example.com', 'begins with two schemes', 'Remove one of them.'],
	['https://http://x.com', 'begins with two schemes', 'Remove one of them.'],
	['https://example.com/My File.pdf', 'contains a space', 'Write %20 instead of it.'],
	['javascript:alert(1)', 'does not lead to a page', WITH_SCHEME],
	['FILE:///etc/passwd', 'does not lead to a page', WITH_SCHEME],
	['data:text/html,x', 'does not lead to a page', WITH_SCHEME],
])('the URL %j is refused', (given, problem, advice) => {
	expect(() => converted(asUrl, given)).toThrow(
		expect.objectContaining({
			message: `Field: "${given}" ${problem} [item 3]`,
			description: `${advice} Nothing was sent for this item.`,
		}) as Error,
	);
});

test('a URL with a blank that is no space is refused', () => {
	expect(() => converted(asUrl, 'https://example.com/a\u3000b')).toThrow(
		'Field: "https://example.com/a b" contains a blank that is no usual space [item 3]',
	);
});

test('one hint counts the URLs that got a scheme, and names three of their hosts', () => {
	const warnings: InputWarning[] = [];
	for (const url of ['a.com', 'b.com/x', 'c.com?q=1', 'd.com', 'https://e.com'])
		asUrl(url, { ...place, warnings });
	const [{ warning } = warnings[0]!] = warnings;
	expect(warning.isOnlyCounted).toBe(true);
	expect(warning.sentence(warnings.map(({ counted }) => counted!))).toBe(
		'https:// was added to 4 URLs without a scheme: a.com, b.com, c.com and 1 more.',
	);
});

const ROUNDED = 'is a number that a spreadsheet may have rounded';

test.each([
	['', undefined],
	['007', '007'],
	['1.23457E+18', '1.23457E+18', `"1.23457E+18" ${ROUNDED}`],
	[12345678901234567, '12345678901234568', `"12345678901234568" ${ROUNDED}`],
	['1234567890123450', '1234567890123450', `"1234567890123450" ${ROUNDED}`],
])('the alias %j is sent as %j', (given, ...sent) => {
	expect(converted(asAlias, given)).toEqual(sent);
});

test.each([
	['go.example.com/promo', 'is a whole short URL'],
	...['/', 'a?b', 'a#b', 'a//b', 'a\\b'].map((given) => [given, 'cannot be part of a short URL']),
])('the alias %j is refused', (given, problem) => {
	expect(() => converted(asAlias, given)).toThrow(`Field: "${given}" ${problem} [item 3]`);
});

test('a short URL in place of an alias: the advice names the field that takes it', () => {
	const adviceOf = (words: string) =>
		expect.objectContaining({ description: expect.stringContaining(words) as string }) as Error;
	const takenIn = (mode?: string) => () => asAlias('go.example.com/promo', { ...place, mode });
	expect(takenIn('alias')).toThrow(adviceOf('By ID or Short URL'));
	expect(takenIn()).toThrow(adviceOf('Match On'));
});

const dateTime = dateTimeOf('start');

const geo = tableRows(
	{ name: 'location', label: 'Country', convert: asTrimmedText },
	{ name: 'link', label: 'Link', convert: asUrl },
	true,
);
const device = asKnownName(knownDevice);
const CA = { location: 'Canada', link: 'https://example.com/ca' };

const taken: Array<[name: string, convert: Convert, given: unknown, sent: unknown]> = [
	['an error of a spreadsheet within a text', asText, 'Say #N/A', 'Say #N/A'],
	[
		'a name between characters that nobody sees',
		asTrimmedText,
		'\u2067 a\u200bb\u2069 ',
		'a\u200bb',
	],
	['flag', asBoolean, 'FALSE\u200b', false],
	['hexColor', asHexColor, 'F0a', '#ff00aa'],
	['hexColor', asHexColor, 999999, '#999999'],
	...['1', '1.00', ' 100% ', '100.00%'].map((alpha): [string, Convert, unknown, unknown] => [
		...(['a color with a full alpha', asRgbColor] as const),
		...([`RGBA(1 , 22 ,  255 ,${alpha})`, 'rgb(1,22,255)'] as const),
	]),
	['oneOf as its label has it', asOneOf(['dayFirst', 'monthFirst']), ' Month first', 'monthFirst'],
	['dateTime', dateTime, '9999-12-31T20:00:00Z', '9999-12-31 21:00:00'],
	['dateTime', dateTime, '0999-07-01T12:00:00Z', '0999-07-01 12:53:28'],
	['the first seconds of ten digits', dateTime, 1e9, '2001-09-09 03:46:40'],
	['a DateTime as text', asText, { toJSON: () => '2030-01-31' }, '2030-01-31'],
	['rows', geo, { rows: [{ location: '', link: '' }, CA] }, [CA]],
	['an object as one row', geo, CA, [CA]],
	['a row without content and others', geo, [{ location: 'Japan' }], undefined],
	['targets as some services show them', geo, { Canada: { all: CA.link } }, [CA]],
	['the short form without https://', geo, { Canada: 'example.com/ca' }, [CA]],
];

test.each(taken)('%s: %p is taken (%#)', (_name, convert, given, sent) => {
	expect(convert(given, place)).toEqual(sent);
});

test.each([asText, asHexColor, device, geo])('an empty value is left out (%#)', (convert) => {
	for (const nothing of [undefined, null, '', '  ', []])
		expect(convert(nothing, place)).toBeUndefined();
});

test.each<[name: string, convert: Convert, given: unknown]>([
	['text', asText, 'half a smile \ud83d'],
	['text in another encoding', asText, 'Caf\ufffd'],
	['JSON with an error of a spreadsheet', asJson, { note: ['#N/A'] }],
	['an error of a spreadsheet', asTrimmedText, ' #ref! '],
	['an error of a German spreadsheet', asTrimmedText, '#WERT!'],
	['rgbColor', asRgbColor, 'rgb(256,0,0)'],
	['a day that no month has', dateTime, '2030-02-30'],
	['microseconds', dateTime, Date.UTC(2030, 0, 31) * 1000],
	['a list as date', dateTime, [47603]],
	['an object without a text', dateTime, { toString: null }],
])('%s rejects %p (%#)', (_name, convert, given) => {
	const input: unknown = given;
	expect(() => convert(input, place)).toThrow(/^Field.*\[item 3\]$/);
});

test.each<[Convert, unknown, string]>([
	...['untrue', 'trueish', 'piano', 'nope'].map((given): [Convert, unknown, string] => [
		asBoolean,
		given,
		`"${given}" is neither true nor false`,
	]),
	[asHexColor, 16744448, '"16744448" is not a color'],
	[asHexColor, '#ff8000f', 'is not a color'],
	...['#ff800000', 'rgba(1,2,3,0.1)', 'rgba(1, 2, 3, 10%)'].map(
		(given): [Convert, unknown, string] => [asHexColor, given, `"${given}" is transparent`],
	),
	[asRgbColor, 'rgba(1,2,3,)', '"rgba(1,2,3,)" is transparent'],
	[asRgbColor, 'xrgb(1,2,3)', 'is not a color'],
	[asRgbColor, 'rgb(1,2,3)x', 'is not a color'],
	[geo, [CA, 'x'], 'contains no rows'],
	[geo, [{ location: 'Canada', url: CA.link }], 'row 1: "url" is neither "location" nor "link"'],
	[geo, 'Canada=https://x.com', '"Canada=https://x.com" contains no rows'],
	[
		geo,
		{ Canada: CA.link, CANADA: 'https://x.com' },
		'Field: "CANADA" is there twice, with "https://example.com/ca" and "https://x.com"',
	],
	[geo, [CA, { ...CA, location: ' ' }], 'Field, row 2, Country: a value is required'],
	[dateTime, '2030-01-01 10:60:00', 'is not a date'],
	[dateTime, '2030-01-01 10:20:60', 'is not a date'],
	[dateTime, 1e11, 'is not a date'],
	[dateTime, new Date(NaN), 'is not a date'],
])('%p rejects %p with the words %s', (convert, given, words) => {
	expect(() => convert(given, place)).toThrow(words);
});

test('a count or an ID is digits, and nothing else that JavaScript takes for a number', () => {
	for (const given of [7, '7', ' 007 ', '7.0', ' 7.000 '])
		expect(asPositiveInteger(given, place)).toBe(7);
	const texts = ['1e3', '+5', '5.', '5.01', '5,0', '0.0', '-5.0', '5.0.0', '0x10'];
	for (const given of [...texts, 1.5, 0, -1, true, [5], 2 ** 53])
		expect(() => asPositiveInteger(given, place)).toThrow('is not a whole number of at least 1');
	for (const nothing of [undefined, null, ' '])
		expect(() => asPositiveInteger(nothing, place)).toThrow('Field: a value is required [item 3]');
});

test('several of the known values are taken as an array or text with commas or semicolons', () => {
	const some = asSeveralOf(['campaigns', 'channels']);
	expect(some(['campaigns', 'channels'], place)).toEqual(['campaigns', 'channels']);
	expect(some('campaigns, channels,', place)).toEqual(['campaigns', 'channels']);
	expect(some('Campaigns; Channels', place)).toEqual(['campaigns', 'channels']);
	expect(some('["campaigns", "Channels"]', place)).toEqual(['campaigns', 'channels']);
	for (const nothing of [undefined, null, '', [], ['']])
		expect(some(nothing, place)).toBeUndefined();
	expect(() => some('campaigns, pixels', place)).toThrow(
		'Field: "pixels" is not a valid value [item 3]',
	);
	const description = expect.stringContaining('{{ $json.tags[0] }}') as string;
	expect(() => some({ campaigns: true }, place)).toThrow(expect.objectContaining({ description }));
});

test.each<[isRounded: boolean, tags: string[]]>([
	[true, ['1.23457E+15', '1E+15', '1,5e+20', '100000000000000000', '123456789012345000']],
	[false, ['1.2E+15x', 'x1.2E+15', '12.5E+15', '123456789012345', '1234567890123450001']],
])('it is %p that a spreadsheet may have rounded the tag of a pixel: %j', (isRounded, tags) => {
	const { fields } = findOperation('pixel', 'create')!;
	for (const tag of tags) {
		const given = { type: 'fbpixel', name: 'Shop', tag };
		const warnings = isRounded ? [{ label: 'Tag' }] : [];
		expect(accepted(fields, given)).toMatchObject({ body: given, warnings });
	}
});
