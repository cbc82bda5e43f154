/**
 * What is read from the credential, also from an address as people paste it, what is wrong with it, and that the API key goes only to the
 * origin of the base URL, whatever a request looks like.
 */
import fc from 'fast-check';
import type { IHttpRequestOptions } from 'n8n-workflow';

import { LinkManagementApi } from '../../../credentials/LinkManagementApi.credentials';
import { resources } from '../../../nodes/LinkManagement/actions';
import {
	BASE_URL_EXPRESSION,
	normalizeBaseUrl,
	readCredential,
	withApiKey,
} from '../../../nodes/LinkManagement/client/credential';

const BASE = 'https://links.example.com';
const read = (values: Partial<Parameters<typeof readCredential>[0]>) =>
	readCredential({ baseUrl: BASE, apiKey: 'a-key', ...values });

test('A credential is read without white space, a pasted "Bearer " and an endpoint', () => {
	expect(read({ baseUrl: ` ${BASE}/api `, apiKey: ' bearer \t a-key\n' })).toEqual({
		...{ baseUrl: BASE, apiKey: 'a-key', updatesReplace: 'unknown', timeZone: 'UTC' },
		...{ defaultDomain: '', problem: undefined },
	});
	expect(read({ apiKey: 'my-Bearer' }).apiKey).toBe('my-Bearer');
});

test.each(['yes', 'no'])('%p, whether updates replace, is read', (updatesReplace) => {
	expect(read({ updatesReplace })).toMatchObject({ updatesReplace });
});

const SCHEME = 'Base URL: start it with https:// or http://, as in https://links.example.com';
const CHARACTERS =
	'Base URL: remove spaces, invisible characters, backslashes, and everything after a ? or #';
const USER = 'Base URL: remove the user name and password. The API key is sent instead';
const KEY =
	'API Key: it contains a space, a line break or another character that no key has. Copy it again';

test.each([
	['links.example.com', undefined],
	['https://', SCHEME],
	['xhttps://links.example.com', SCHEME],
	['https:/links.example.com', SCHEME],
	['https://http://links.example.com', SCHEME],
	['https://https.example.com', undefined],
	[`\u200b${BASE}`, CHARACTERS],
	[`${BASE}#a`, CHARACTERS],
	['https://user@links.example.com', USER],
	['https://:password@links.example.com', USER],
])('The base URL %p has the problem %p', (baseUrl, problem) => {
	expect(read({ baseUrl }).problem).toBe(problem);
});

test.each([
	[' Bearer ', 'API Key: a value is required'],
	['schlüssel', KEY],
])('The key %p has the problem %p', (apiKey, problem) => {
	expect(read({ apiKey }).problem).toBe(problem);
});

test.each([
	[' Europe/Berlin ', 'Europe/Berlin', undefined],
	['Berlin', 'UTC', 'Time Zone: enter the name of a time zone, such as Europe/Berlin'],
])('The time zone %p is read as %p, with the problem %p', (said, timeZone, problem) => {
	expect(read({ timeZone: said })).toMatchObject({ timeZone, ...(problem && { problem }) });
});

const DOMAIN = 'Default Domain: enter a host such as links.example.com, or leave it empty';

test.each([
	[' www.sho.rt ', 'www.sho.rt', undefined],
	['sho.rt/s/', 'sho.rt/s', undefined],
	['https://sho.rt/api/url/add', 'https://sho.rt', undefined],
	['None', '', undefined],
	['https://', 'https://', DOMAIN],
	['My Company', 'My Company', DOMAIN],
	['#N/A', '#N/A', DOMAIN],
])('The default domain %p is read as %p, with the problem %p', (said, defaultDomain, problem) => {
	expect(read({ defaultDomain: said })).toMatchObject({ defaultDomain, problem });
});

test('Nothing is sent with a credential that has a problem', () => {
	const send = (baseUrl: string) => () => withApiKey({ baseUrl, apiKey: '' }, { url: BASE });
	expect(send(BASE)).toThrow('API Key: a value is required');
	expect(send('ftp://links.example.com')).toThrow(SCHEME);
});

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
	...['/', '/api', '/API', '/url', '/urls?x', 'api', 'links', ':', '.com', ' ', '\n', '$1'],
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

test('a base URL may have 2,048 characters, and the problem says so', () => {
	const problemWith = (length: number) => read({ baseUrl: `${BASE}/`.padEnd(length, 'x') }).problem;
	expect(problemWith(2048)).toBeUndefined();
	expect(problemWith(2049)).toBe(
		'Base URL: it has 2,049 characters, more than the 2,048 that an address may have',
	);
});

const API_KEY = 'a-key-0123456789';

const authenticate = (baseUrl: string, request: object) =>
	new LinkManagementApi().authenticate(
		{ baseUrl, apiKey: API_KEY },
		request as unknown as IHttpRequestOptions,
	);

test.each<[what: string, baseUrl: string, request: object]>([
	['an empty base', BASE, { baseURL: '', url: `${BASE}/api` }],
	['an IPv6 address', 'http://[::1]:3000', { url: 'http://[0:0:0:0:0:0:0:1]:3000/api' }],
])('the key is sent to %s', async (_, baseUrl, request) => {
	expect(await authenticate(baseUrl, { ...request, headers: { accept: 'x' } })).toEqual({
		...request,
		headers: { accept: 'x', authorization: `Bearer ${API_KEY}` },
		sendCredentialsOnCrossOriginRedirect: false,
	});
});

test.each<[what: string, request: object]>([
	['no address', {}],
	['a file', { url: 'file:///etc/passwd' }],
])('a request to %s is refused', async (_, request) => {
	const refused = await authenticate(BASE, request).catch((error: Error) => error);
	expect(refused).toBeInstanceOf(Error);
	expect((refused as Error).message).toBe(
		`This credential sends its API key only to ${BASE}, the host of its Base URL. The request to another address was not sent. Send it without the credential, or correct the address`,
	);
});
