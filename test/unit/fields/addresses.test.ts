/** Long URLs and aliases as tables hold them: what is sent, what is worth a look, and what is refused. */
import type { INode, NodeOperationError } from 'n8n-workflow';

import type { InputWarning } from '../../../nodes/LinkManagement/errors';
import { asAlias, asUrl } from '../../../nodes/LinkManagement/fields/addresses';
import type { Convert } from '../../../nodes/LinkManagement/fields/field';

const converted = (convert: Convert, value: unknown) => {
	const warnings: InputWarning[] = [];
	const node = { name: 'Node' } as INode;
	const sent = convert(value, { label: 'Field', node, item: 3, warnings });
	return [sent, ...warnings.map((found) => `${found.value} ${found.warning.what}`)];
};

const added = (given: string) => `"${given}" has no scheme, so https:// was added`;
const UNKNOWN = 'has a scheme that browsers may not know';

test.each([
	...[undefined, null, '', '  ', []].map((nothing) => [nothing, undefined]),
	[' https://example.com/a?b=c#d ', 'https://example.com/a?b=c#d'],
	['\ufeffhttps://example.com/a\u200b', 'https://example.com/a'],
	['http://example.com', 'http://example.com'],
	[
		'https://web.archive.org/web/https://example.com',
		'https://web.archive.org/web/https://example.com',
	],
	['intent://scan/#Intent;scheme=zxing;end', 'intent://scan/#Intent;scheme=zxing;end'],
	['mailto:a@example.com', 'mailto:a@example.com'],
	...[
		...['example.com/a?b=c#d', 'example.com:8080/x', 'münchen.de', 'localhost:3000'],
		...['www.example.com', 'xn--mnchen-3ya.xn--p1ai', '192.168.0.1/x', 'example.com?q=1'],
	].map((given) => [` ${given}`, `https://${given}`, added(given)]),
	['htps://example.com', 'htps://example.com', `"htps://example.com" ${UNKNOWN}`],
	[
		'https://example.com/a\u200bb',
		'https://example.com/a\u200bb',
		'"https://example.com/ab" contains characters that nobody sees',
	],
])('the URL %j is sent as %j', (given, ...sent) => {
	expect(converted(asUrl, given)).toEqual(sent);
});

test.each([
	...['TBD', 'n/a', 'spring', '1.5', '30.04.2030', 'x@example.com', '/path.html', 'a b.com'].map(
		(given) => [given, 'is not a complete URL', 'Start it with https://.'],
	),
	...['https://', 'https:// example.com', 'https:///x', 'example.com or so', 'see javascript:'].map(
		(given) => [given, 'is not a complete URL', 'Start it with https://.'],
	),
	...['https://?q=1', 'https://example.com:99999', 'example.com:99999', 'https://a b.com'].map(
		(given) => [given, 'is not a complete URL', 'Check the host and the port.'],
	),
	...['https://https://example.com', 'http://https//example.com', 'https://https:example.com'].map(
		(given) => [given, 'begins with two schemes', 'Remove one of them.'],
	),
	['https://example.com/My File.pdf', 'contains a space', 'Write %20 instead of it.'],
	...['javascript:alert(1)', 'vbscript:x', 'FILE:///etc/passwd', 'data:text/html,x'].map(
		(given) => [given, 'does not lead to a page', 'Start it with https://.'],
	),
])('the URL %j is refused', (given, problem, advice) => {
	expect(() => converted(asUrl, given)).toThrow(
		expect.objectContaining({
			message: `Field: "${given}" ${problem} [item 3]`,
			description: `${advice} Nothing was sent for this item.`,
		}) as Error,
	);
});

const ROUNDED = 'is a number that a spreadsheet may have rounded';

test.each([
	['', undefined],
	['shop/spring', 'shop/spring'],
	['007', '007'],
	['1.23457E+18', '1.23457E+18', `"1.23457E+18" ${ROUNDED}`],
	[12345678901234567, '12345678901234568', `"12345678901234568" ${ROUNDED}`],
	['1234567890123450', '1234567890123450', `"1234567890123450" ${ROUNDED}`],
])('the alias %j is sent as %j', (given, ...sent) => {
	expect(converted(asAlias, given)).toEqual(sent);
});

test.each([
	...['https://go.example.com/promo', 'go.example.com/promo'].map((given) => [
		given,
		'is a whole short URL',
	]),
	...['/', 'a?b', 'a#b', 'a//b', 'a\\b'].map((given) => [given, 'cannot be part of a short URL']),
])('the alias %j is refused', (given, problem) => {
	expect(() => converted(asAlias, given)).toThrow(
		`Field: ${JSON.stringify(given).replace('\\\\', '\\')} ${problem} [item 3]`,
	);
});

test('a short URL in place of an alias: the advice names the field that takes it', () => {
	const node = { name: 'Node' } as INode;
	const adviceIn = (mode?: string) => {
		try {
			return asAlias('go.example.com/promo', { label: 'Link', node, item: 3, warnings: [], mode });
		} catch (error) {
			return (error as NodeOperationError).description;
		}
	};
	expect(adviceIn('alias')).toContain('By ID or Short URL');
	expect(adviceIn()).toContain('Match On');
});
