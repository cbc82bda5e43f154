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
	asOption,
	asPositiveInteger,
	asRgbColor,
	asSeveralOf,
	asText,
	asTrimmedText,
} from '../../../nodes/LinkManagement/fields/convert';
import type { Convert } from '../../../nodes/LinkManagement/fields/field';
import { knownDevice } from '../../../nodes/LinkManagement/fields/knownNames';
import { tableRows } from '../../../nodes/LinkManagement/fields/tableRows';
import { accepted } from '../../support/fields';

const place = {
	label: 'Field',
	node: { name: 'Node' } as INode,
	item: 3,
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

test('a short URL in place of an alias: the advice names the field that takes it', () => {
	const adviceOf = (words: string) =>
		expect.objectContaining({ description: expect.stringContaining(words) as string }) as Error;
	const takenIn = (mode?: string) => () => asAlias('go.example.com/promo', { ...place, mode });
	expect(takenIn('alias')).toThrow(adviceOf('By ID or Short URL'));
	expect(takenIn()).toThrow(adviceOf('Match On'));
});

const geo = tableRows(
	{ name: 'location', label: 'Country', convert: asTrimmedText },
	{ name: 'link', label: 'Link', convert: asUrl },
	true,
);
const device = asKnownName(knownDevice);
const CA = { location: 'Canada', link: 'https://example.com/ca' };
const ROUNDED = 'is a number that a spreadsheet may have rounded';

test.each<[Convert, given: unknown, sent: unknown, warning?: string]>([
	[asAlias, '', undefined],
	[asAlias, '007', '007'],
	[asAlias, '1.23457E+18', '1.23457E+18', `"1.23457E+18" ${ROUNDED}`],
	[asAlias, 12345678901234567, '12345678901234568', `"12345678901234568" ${ROUNDED}`],
	[asAlias, '1234567890123450', '1234567890123450', `"1234567890123450" ${ROUNDED}`],
	// An error of a spreadsheet, but within a text
	[asText, 'Say #N/A', 'Say #N/A'],
	[asText, { toJSON: () => '2030-01-31' }, '2030-01-31'],
	[asTrimmedText, '\u2067 a\u200bb\u2069 ', 'a\u200bb'],
	[asBoolean, 'FALSE\u200b', false],
	[asHexColor, 'F0a', '#ff00aa'],
	[asHexColor, 999999, '#999999'],
	[asRgbColor, 'RGBA(1 , 22 ,  255 ,1)', 'rgb(1,22,255)'],
	[asRgbColor, 'rgba(1,22,255,1.00)', 'rgb(1,22,255)'],
	[asRgbColor, 'rgba(1,22,255, 100% )', 'rgb(1,22,255)'],
	[asRgbColor, 'rgba(1,22,255,100.00%)', 'rgb(1,22,255)'],
	[asOneOf(['dayFirst', 'monthFirst']), ' Month first', 'monthFirst'],
	[asOption([{ name: 'QR Code', value: 'qr' }]), 'qr-code', 'qr'],
	[geo, { rows: [{ location: '', link: '' }, CA] }, [CA]],
	[geo, CA, [CA]],
	[geo, [{ location: 'Japan' }], undefined],
	// Targets as some services show them
	[geo, { Canada: { all: CA.link } }, [CA]],
	[geo, { Canada: 'example.com/ca' }, [CA], added('example.com/ca')],
])('%p takes %j as %j', (convert, given, ...sent) => {
	expect(converted(convert, given)).toEqual(sent);
});

test.each([asText, asHexColor, device, geo])('an empty value is left out (%#)', (convert) => {
	for (const nothing of [undefined, null, '', '  ', []])
		expect(convert(nothing, place)).toBeUndefined();
});

/** Rows of several values that are rejected with the same words, which quote each of them. */
const rejected = (convert: Convert, values: Array<number | string>, words: string) =>
	values.map((value): [Convert, unknown, string] => [convert, value, `"${value}" ${words}`]);

test.each<[Convert, unknown, string]>([
	[asUrl, 'https://example.com/a\u3000b', '/a b" contains a blank that is no usual space'],
	[asAlias, 'go.example.com/promo', '"go.example.com/promo" is a whole short URL'],
	...rejected(asAlias, ['/', 'a?b', 'a#b', 'a//b', 'a\\b'], 'cannot be part of a short URL'),
	[asText, 'half a smile \ud83d', 'is not text'],
	[asText, 'Another encoding: Caf\ufffd', 'contains characters that could not be read'],
	[asJson, { note: ['#N/A'] }, 'is what a spreadsheet shows for a formula without a result'],
	[asTrimmedText, ' #ref! ', '"#ref!" is what a spreadsheet shows'],
	[asTrimmedText, '#WERT!', 'is what a spreadsheet shows'],
	...rejected(asBoolean, ['untrue', 'trueish', 'piano', 'nope'], 'is neither true nor false'),
	...rejected(asHexColor, [16744448, '#ff8000f'], 'is not a color'),
	...rejected(asHexColor, ['#ff800000', 'rgba(1,2,3,0.1)', 'rgba(1, 2, 3, 10%)'], 'is transparent'),
	...rejected(asRgbColor, ['rgb(256,0,0)', 'xrgb(1,2,3)', 'rgb(1,2,3)x'], 'is not a color'),
	[asRgbColor, 'rgba(1,2,3,)', '"rgba(1,2,3,)" is transparent'],
	[geo, [CA, 'x'], 'contains no rows'],
	[geo, [{ location: 'Canada', url: CA.link }], 'row 1: "url" is neither "location" nor "link"'],
	[geo, 'Canada=https://x.com', '"Canada=https://x.com" contains no rows'],
	[
		geo,
		{ Canada: CA.link, CANADA: 'https://x.com' },
		'Field: "CANADA" is there twice, with "https://example.com/ca" and "https://x.com"',
	],
	[geo, [CA, { ...CA, location: ' ' }], 'Field, row 2, Country: a value is required'],
])('%p rejects %p with the words %s', (convert, given, words) => {
	const work = () => convert(given, place);
	expect(work).toThrow(words);
	expect(work).toThrow(/^Field.*\[item 3\]$/);
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
