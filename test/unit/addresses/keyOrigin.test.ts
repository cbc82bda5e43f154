/** The API key goes only to the origin of the base URL, whatever a request looks like. */
import type { IHttpRequestOptions } from 'n8n-workflow';

import { LinkManagementApi } from '../../../credentials/LinkManagementApi.credentials';

const KEY = 'a-key-0123456789';
const BASE = 'https://links.example.com';

const authenticate = (baseUrl: string, request: object) =>
	new LinkManagementApi().authenticate(
		{ baseUrl, apiKey: KEY },
		request as unknown as IHttpRequestOptions,
	);

const SAME: Array<[what: string, baseUrl: string, request: object]> = [
	['an address', BASE, { url: `${BASE}/api/account` }],
	['the address of the HTTP Request node', BASE, { uri: `${BASE}/api/account` }],
	['a path behind the base', BASE, { baseURL: BASE, url: '/api/account' }],
	['a path without a slash', BASE, { baseURL: BASE, url: 'api/account' }],
	['only the base', BASE, { baseURL: BASE, url: '' }],
	['an address in spite of a base', BASE, { baseURL: BASE, url: `${BASE}/api` }],
	['an empty base', BASE, { baseURL: '', url: `${BASE}/api` }],
	['an address as an object', BASE, { url: new URL(`${BASE}/api`) }],
	['another path than that of the base URL', `${BASE}/links`, { url: `${BASE}/x` }],
	['a base URL with /api', `${BASE}/api`, { url: `${BASE}/api/account` }],
	['a base URL with slashes and white space', ` ${BASE}// \n`, { url: `${BASE}/api` }],
	['a base URL in capitals', 'HTTPS://Links.Example.COM', { url: `${BASE}/api` }],
	['an address in capitals', BASE, { url: 'HTTPS://LINKS.EXAMPLE.COM/api' }],
	['the default port', BASE, { url: 'https://links.example.com:443/api' }],
	[
		'a base URL with the default port',
		'http://links.example.com:80',
		{ url: 'http://links.example.com' },
	],
	['another port', 'http://localhost:3000', { url: 'http://localhost:3000/api' }],
	['letters outside ASCII', 'https://bücher.example', { url: 'https://xn--bcher-kva.example/api' }],
	['an IPv6 address', 'http://[::1]:3000', { url: 'http://[0:0:0:0:0:0:0:1]:3000/api' }],
];

test.each(SAME)('the key is sent to %s', async (_, baseUrl, request) => {
	expect(await authenticate(baseUrl, { ...request, headers: { accept: 'x' } })).toEqual({
		...request,
		headers: { accept: 'x', authorization: `Bearer ${KEY}` },
		sendCredentialsOnCrossOriginRedirect: false,
	});
});

const OTHER: Array<[what: string, request: object, shown: string]> = [
	['another host', { url: 'https://evil.example/x?y' }, 'https://evil.example'],
	[
		'another host, by the HTTP Request node',
		{ uri: 'https://evil.example' },
		'https://evil.example',
	],
	['a subdomain', { url: 'https://x.links.example.com' }, 'https://x.links.example.com'],
	['a longer host', { url: `${BASE}.evil.example` }, `${BASE}.evil.example`],
	['another scheme', { url: 'http://links.example.com' }, 'http://links.example.com'],
	['another port', { url: `${BASE}:8443` }, `${BASE}:8443`],
	['a host after a user name', { url: `${BASE}@evil.example` }, 'https://evil.example'],
	[
		'a host after a backslash',
		{ url: `${BASE}\\@evil.example`, uri: 'https://evil.example' },
		'https://evil.example',
	],
	[
		'an address in spite of the base',
		{ baseURL: BASE, url: 'https://evil.example' },
		'https://evil.example',
	],
	[
		'an address without a scheme',
		{ baseURL: BASE, url: '//evil.example/x' },
		'https://evil.example',
	],
	['backslashes', { baseURL: BASE, url: '\\\\evil.example' }, 'https://evil.example'],
	[
		'another base',
		{ baseURL: 'https://evil.example', url: '/api/account' },
		'https://evil.example',
	],
	[
		'another base and a good address',
		{ baseURL: 'https://evil.example', url: `${BASE}/api` },
		'https://evil.example',
	],
	['two addresses', { url: `${BASE}/api`, uri: 'https://evil.example' }, 'https://evil.example'],
	['a path alone', { url: '/api/account' }, 'another address'],
	['a base that is no address', { baseURL: 'links.example.com', url: '/api' }, 'another address'],
	['no address', {}, 'another address'],
	['a file', { url: 'file:///etc/passwd' }, 'another address'],
];

test.each(OTHER)('a request to %s is refused', async (_, request, shown) => {
	const refused = await authenticate(BASE, request).catch((error: Error) => error);
	expect(refused).toBeInstanceOf(Error);
	expect((refused as Error).message).toBe(
		`This credential sends its API key only to ${BASE}, the host of its Base URL. The request to ${shown} was not sent. Send it without the credential, or correct the address`,
	);
});

test('a long host is cut in the message', async () => {
	const refused = await authenticate(BASE, { url: `https://${'x.'.repeat(500)}example` }).catch(
		String,
	);
	expect(String(refused).length).toBeLessThan(400);
});

test('a redirect to another origin does not get the key, even if the HTTP Request node allows it', async () => {
	const request = { url: `${BASE}/api`, sendCredentialsOnCrossOriginRedirect: true };
	const { headers, ...options } = await authenticate(BASE, request);
	expect(options.sendCredentialsOnCrossOriginRedirect).toBe(false);
	// n8n 1.85 and 2.0 send this header, written so, after every redirect
	expect(Object.keys(headers ?? {})).not.toContain('Authorization');
});
