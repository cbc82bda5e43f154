/** What is read from the credential, and what is wrong with it. */
import { readCredential, withApiKey } from '../../../nodes/LinkManagement/client/credential';

const BASE = 'https://links.example.com';
const read = (values: Record<string, unknown>) =>
	readCredential({ baseUrl: BASE, apiKey: 'a-key', ...values } as Parameters<
		typeof readCredential
	>[0]);

test('A credential is read without white space, a pasted "Bearer " and an endpoint', () => {
	expect(read({ baseUrl: ` ${BASE}/api `, apiKey: ' bearer \t a-key\n' })).toEqual({
		...{ baseUrl: BASE, apiKey: 'a-key', updatesReplace: 'unknown', timeZone: 'UTC' },
		...{ defaultDomain: '', problem: undefined },
	});
	expect(read({ apiKey: 'my-Bearer' }).apiKey).toBe('my-Bearer');
	expect(read({ defaultDomain: ' sho.rt ' }).defaultDomain).toBe('sho.rt');
});

test.each([
	['yes', 'yes'],
	['no', 'no'],
])('%p, whether updates replace, is read as %p', (said, updatesReplace) => {
	expect(read({ updatesReplace: said }).updatesReplace).toBe(updatesReplace);
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

test('Nothing is sent with a credential that has a problem', () => {
	const send = (baseUrl: string) => () => withApiKey({ baseUrl, apiKey: '' }, { url: BASE });
	expect(send(BASE)).toThrow('API Key: a value is required');
	expect(send('ftp://links.example.com')).toThrow(SCHEME);
});
