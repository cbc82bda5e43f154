/** The address in the credential, as people paste it. */
import fc from 'fast-check';

import { BASE_URL_EXPRESSION, normalizeBaseUrl } from '../../../nodes/LinkManagement/api/baseUrl';
import { readCredential } from '../../../nodes/LinkManagement/client/credential';
import { resources } from '../../../nodes/LinkManagement/resources';
import { withTimeLimit } from '../../support/longTexts/growth';

/** What n8n makes of the expression. */
const evaluateExpression = new Function(
	'baseUrl',
	`const $credentials = { baseUrl }; return ${BASE_URL_EXPRESSION.replace(/^=\{\{|\}\}$/g, '')}`,
) as (baseUrl: string) => string;

const cases: Array<[typed: string, meant: string]> = [
	['  https://links.example.com/ \n', 'https://links.example.com'],
	['https://links.example.com/API/', 'https://links.example.com'],
	['https://example.com/links/api', 'https://example.com/links'],
	['https://links.example.com/api/urls?limit=2&page=1', 'https://links.example.com'],
	['https://links.example.com/api//qr/', 'https://links.example.com'],
	['https://example.com/api/urlshortener', 'https://example.com/api/urlshortener'],
	['http://api/url', 'http://api/url'],
	['http://api/api/url/add', 'http://api'],
	['links.example.com/', 'https://links.example.com'],
	['localhost:5678/api', 'https://localhost:5678'],
	['api/api/url/add', 'https://api'],
	['ftp://links.example.com', 'ftp://links.example.com'],
	['', ''],
];

test.each(cases)('%j means %s, to the function and to the expression', (typed, meant) => {
	expect([normalizeBaseUrl(typed), evaluateExpression(typed)]).toEqual([meant, meant]);
});

test('every endpoint of the API is cut off', () => {
	const urls = Object.values(resources).flatMap(({ operations }) =>
		Object.values(operations).map(({ option }) => option.routing.request.url),
	);
	expect(urls.length).toBeGreaterThan(30);
	for (const url of urls) {
		const pasted = `https://links.example.com${url.replace(/:\w+/g, '5')}`;
		expect([url, normalizeBaseUrl(pasted)]).toEqual([url, 'https://links.example.com']);
	}
});

const parts = fc.constantFrom(
	'/',
	'/api',
	'/API',
	'/url',
	'/urls?x',
	'api',
	'links',
	':',
	'.com',
	' ',
	'\n',
	'$1',
);
const baseUrls = fc.oneof(
	fc.string(),
	fc
		.tuple(fc.constantFrom('https://', 'http://api', 'https://links.example.com'), fc.array(parts))
		.map(([start, more]) => start + more.join('')),
);

test('the expression and the function agree on any text', () => {
	fc.assert(
		fc.property(baseUrls, (typed) => evaluateExpression(typed) === normalizeBaseUrl(typed)),
	);
});

test('a megabyte is read once, where a quadratic pattern takes many minutes', () => {
	const baseUrl = `https://links.example.com${'/api/urlx'.repeat(120_000)}x`;
	withTimeLimit(30, () => {
		expect(normalizeBaseUrl(baseUrl)).toBe(baseUrl);
		expect(evaluateExpression(baseUrl)).toBe(baseUrl);
	});
});

test('a base URL may have 2,048 characters, and the problem says so', () => {
	const problemWith = (length: number) =>
		readCredential({ baseUrl: 'https://links.example.com/'.padEnd(length, 'x'), apiKey: 'a-key' })
			.problem;
	expect(problemWith(2048)).toBeUndefined();
	expect(problemWith(2049)).toBe(
		'Base URL: it has 2,049 characters, more than the 2,048 that an address may have',
	);
});
