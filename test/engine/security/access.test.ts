/** Base URL and key: what they may contain, and that the key is sent to no other host. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { NodeHelpers } from 'n8n-workflow';

import { LinkManagementApi } from '../../../credentials/LinkManagementApi.credentials';
import { type Json } from '../../support/engine';
import { ENTRY_POINTS } from '../../support/engine/protocol';
import { BASE, KEY, setUpScriptedEngine } from '../../support/engine/scriptedEngine';
import { startScripted } from '../../support/engine/scriptedService';
import { TRIGGER_TYPE } from '../../support/engine/triggerPolls';
import { goodReply } from '../../support/security/requestChecks';

const scripted = setUpScriptedEngine();
beforeEach(() => scripted.service.answer(goodReply));

const CREATE = { resource: 'link', operation: 'create', url: 'https://example.com' };

/** The error of each kind of request to the service; undefined: none. */
async function everywhere(credentials: Json): Promise<Array<string | undefined>> {
	const runs = ENTRY_POINTS.map(async (entryPoint) => {
		const { error, leaks } = await scripted.engine.run({
			parameters: CREATE,
			credentials,
			entryPoint,
		});
		expect(leaks).toEqual([]);
		return error?.message;
	});
	const list = await scripted.engine.listSearch({
		method: 'searchLinks',
		parameters: {},
		credentials,
	});
	const poll = await scripted.engine.poll({
		nodeType: TRIGGER_TYPE,
		parameters: { event: 'newLink' },
		credentials,
	});
	const { status, message } = await scripted.engine.credentialTest({ credentials });
	return [
		...(await Promise.all(runs)),
		list.error?.message,
		poll.error?.message,
		status === 'OK' ? undefined : message,
	];
}

test.each([
	['A base URL with a password', { baseUrl: 'http://user:hunter2@links.example.com' }, 'Base URL'],
	['A base URL of a file', { baseUrl: 'file:///etc/passwd' }, 'Base URL'],
	['A base URL with many slashes', { baseUrl: `${BASE}${'/'.repeat(20_000)}x` }, 'Base URL'],
	['A key with a header', { apiKey: `${KEY}\r\nX-Injected: yes` }, 'API Key'],
	['An empty key', { apiKey: '' }, 'API Key'],
])('%s is rejected, and nothing is sent', async (_, given, label) => {
	for (const said of await everywhere({ baseUrl: BASE, apiKey: KEY, ...given })) {
		expect(said?.startsWith(`${label}: `)).toBe(true);
		expect(said).not.toContain('hunter2');
		expect(said).not.toContain(KEY);
	}
	expect(scripted.service.requests).toEqual([]);
});

test.each([
	['with "Bearer" pasted along', `Bearer ${KEY}`],
	['of signs', '!"#$%&\'()*+,-./:;<=>?@[]^_`{|}~'],
])('A key %s is sent as a bearer token', async (_, apiKey) => {
	expect(await everywhere({ baseUrl: BASE, apiKey })).toEqual(Array(5).fill(undefined));
	const sent = new Set(scripted.service.requests.map(({ headers }) => headers.authorization));
	expect([...sent]).toEqual([`Bearer ${apiKey.trim().replace(/^bearer\s+/i, '')}`]);
});

test('A redirect is never followed, and is told without the key that it holds', async () => {
	// A key of its own, because lists are cached for some time
	const apiKey = `${KEY}-308`;
	const headers = { location: `http://evil.example/api/url/add?key=${apiKey}` };
	scripted.service.answer(() => ({ status: 308, headers, content: '' }));
	const all = await everywhere({ baseUrl: BASE, apiKey });
	for (const said of all) {
		expect(said).toBeDefined();
		expect(said).not.toContain(apiKey);
	}
	for (const said of all.slice(0, ENTRY_POINTS.length)) expect(said).toContain('evil.example');
	const urls = scripted.service.requests.map(({ url }) => url);
	expect(urls.filter((url) => !url.startsWith(`${BASE}/api/`))).toEqual([]);
});

describe('A proxy in the options of the node', () => {
	const runWith = async (baseUrl: string) => {
		const requestOptions = { proxy: scripted.service.url };
		const parameters = { ...CREATE, requestOptions };
		const credentials = { baseUrl, apiKey: KEY };
		await Promise.all(
			ENTRY_POINTS.map((entryPoint) =>
				scripted.engine.run({ parameters, credentials, entryPoint }),
			),
		);
		return [...new Set(scripted.service.requests.map(({ method, url }) => `${method} ${url}`))];
	};

	test('sees everything of a request over http', async () => {
		expect(await runWith(BASE)).toEqual([`POST ${BASE}/api/url/add`]);
		expect(JSON.stringify(scripted.service.requests)).toContain(KEY);
	});

	test('sees only the host of a request over https', async () => {
		expect(await runWith('https://links.example.com')).toEqual(['CONNECT links.example.com:443']);
		expect(JSON.stringify(scripted.service.requests)).not.toContain(KEY);
	});
});

test("n8n's NO_PROXY leaves out a service; all others are asked through its HTTP_PROXY", async () => {
	const service = await startScripted();
	service.answer(() => ({ error: 0, id: 1, data: { id: 1, urls: [] } }));
	const direct = { baseUrl: service.url, apiKey: KEY };
	expect(await everywhere(direct)).toEqual(Array(5).fill(undefined));
	expect(service.requests.length).toBeGreaterThanOrEqual(5);
	expect(scripted.service.requests).toEqual([]);
	await service.stop();
});

/** From the first version that takes this credential to the newest one. */
describe.each([2, 4.5])('In version %d of the HTTP Request node', (typeVersion) => {
	const request = async (url: string, options: Json = {}) => {
		const parameters = {
			...{ url, options, authentication: 'predefinedCredentialType' },
			nodeCredentialType: 'linkManagementApi',
		};
		const nodeType = 'n8n-nodes-base.httpRequest';
		const { error, leaks } = await scripted.engine.run({ nodeType, typeVersion, parameters });
		expect(leaks).toEqual([]);
		return error && `${error.message} ${error.description}`;
	};
	const redirects = { redirect: { redirect: { followRedirects: true, maxRedirects: 5 } } };
	/** The service redirects; everything else answers. */
	const redirectTo = (location: string) =>
		scripted.service.answer(({ url }) =>
			url === `${BASE}/old` ? { status: 302, headers: { location }, content: '' } : { error: 0 },
		);
	const keysSent = () =>
		scripted.service.requests.map((sent) => [sent.url, sent.headers.authorization]);

	test('the credential works for the service, however its address is written', async () => {
		const spelt = [`${BASE}/api/account`, 'http://LINKS.Example.com:80/api/account'];
		for (const url of spelt) expect(await request(url)).toBeUndefined();
		expect(keysSent()).toEqual(spelt.map(() => [`${BASE}/api/account`, `Bearer ${KEY}`]));
	});

	test.each([
		['http://evil.example/', 'http://evil.example'],
		[`${BASE}@evil.example/`, 'http://evil.example'],
		['https://links.example.com/api/account', 'https://links.example.com'],
	])('the credential sends nothing to %s and says so', async (url, origin) => {
		expect(await request(url)).toContain(
			`This credential sends its API key only to ${BASE}, the host of its Base URL. The request to ${origin} was not sent`,
		);
		expect(scripted.service.requests).toEqual([]);
	});

	test.each(['http://evil.example/x', `${BASE}:8080/x`])(
		'a redirect to %s, another origin, does not carry the key',
		async (target) => {
			redirectTo(target);
			const options = { ...redirects, sendCredentialsOnCrossOriginRedirect: true };
			expect(await request(`${BASE}/old`, options)).toBeUndefined();
			expect(keysSent()).toEqual([
				[`${BASE}/old`, `Bearer ${KEY}`],
				[target, undefined],
			]);
		},
	);

	test('a redirect within the service carries the key', async () => {
		redirectTo('/new');
		expect(await request(`${BASE}/old`, redirects)).toBeUndefined();
		expect(keysSent()[1]).toEqual([`${BASE}/new`, `Bearer ${KEY}`]);
	});
});

test('an address of the next page that the service sends does not get the key', async () => {
	scripted.service.answer(() => ({ error: 0, next: 'http://evil.example/next' }));
	const pagination = {
		...{ paginationMode: 'responseContainsNextURL', nextURL: '={{ $response.body.next }}' },
		...{ paginationCompleteWhen: 'responseIsEmpty', limitPagesFetched: true, maxRequests: 3 },
	};
	const { error } = await scripted.engine.run({
		nodeType: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			...{ url: `${BASE}/api/urls`, authentication: 'predefinedCredentialType' },
			nodeCredentialType: 'linkManagementApi',
			options: { pagination: { pagination } },
		},
	});
	expect(`${error?.message} ${error?.description}`).toContain('sends its API key only to');
	expect(scripted.service.requests.map(({ url }) => url)).toEqual([`${BASE}/api/urls`]);
});

test('plain http is allowed, with a notice in the credential', () => {
	const notices = new LinkManagementApi().properties.filter(({ type }) => type === 'notice');
	// n8n would evaluate a regular expression whenever a run reads the credential
	expect(JSON.stringify(notices)).not.toContain('regex');
	/** Decided by the function that n8n's editor uses. */
	const isShown = (baseUrl: string) =>
		notices.some((notice) => NodeHelpers.displayParameter({ baseUrl }, notice, null, null));
	const plain = ['http://links.example.com', '={{ "http://x.example" }}', ' HTTP://x.example'];
	const other = ['', 'https://links.example.com', 'HTTPS://LINKS.EXAMPLE.COM', 'links.example.com'];
	expect([...plain, ...other].filter(isShown)).toEqual(plain);
});
