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
	['an empty base', BASE, { baseURL: '', url: `${BASE}/api` }],
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
