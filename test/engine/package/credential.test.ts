/** The credential test: only a working key passes, however a service rejects the others. */
import { describe, expect, test } from '@jest/globals';

import { LinkManagementApi } from '../../../credentials/LinkManagementApi.credentials';
import { ENTRY_POINTS } from '../../support/engine/protocol';
import { KEY, setUpScriptedEngine } from '../../support/engine/scriptedEngine';
import { type ScriptedReply } from '../../support/engine/scriptedService';
import { setUpTestbed } from '../../support/engine/testbed';

describe('The sandbox service', () => {
	const testbed = setUpTestbed();

	test('accepts a good key', async () => {
		await testbed.setScene();
		const passed = { status: 'OK', message: 'Connection successful!' };
		expect(await testbed.engine.credentialTest({})).toEqual(passed);
		const [request] = await testbed.requests();
		expect(`${request?.method} ${request?.path}`).toBe('GET /api/account');
	});

	test('may hold expressions in both entry points, and a pasted endpoint and white space everywhere', async () => {
		const [start, end] = [testbed.key.slice(0, 4), testbed.key.slice(4)];
		const pasted = { baseUrl: `  ${testbed.url}/api/urls?limit=2\n`, apiKey: testbed.key };
		const computed = {
			baseUrl: `={{ ${JSON.stringify(testbed.url)}.trim() }}`,
			apiKey: `={{ ["${start}", "${end}"].join("") }}`,
		};
		const reply = await testbed.engine.credentialTest({ credentials: pasted });
		expect(reply).toMatchObject({ status: 'OK' });
		for (const credentials of [pasted, computed])
			for (const entryPoint of ENTRY_POINTS) {
				const parameters = { resource: 'account', operation: 'get' };
				const { reply, sent } = await testbed.run({ parameters, credentials, entryPoint });
				expect(reply.error).toBeUndefined();
				expect(sent.map(({ path }) => path)).toEqual(['/api/account']);
			}
	});

	test.each([
		['200', /API key/],
		['401', /API key/],
		['403', /API key/],
		['html', /web page/],
	])('says what is wrong with a bad key, which it refuses with %s', async (badKey, words) => {
		await testbed.setScene({ settings: { badKey } });
		const credentials = { baseUrl: testbed.url, apiKey: 'a-wrong-key' };
		const { status, message } = await testbed.engine.credentialTest({ credentials });
		expect(status).toBe('Error');
		expect(message).toMatch(words);
		expect(message).not.toContain('a-wrong-key');
	});
});

describe('Other services', () => {
	const scripted = setUpScriptedEngine();

	test.each<[string, ScriptedReply, RegExp]>([
		['error 1', { error: 1, message: 'No' }, /./],
		['a login page', { headers: { 'content-type': 'text/html' }, content: '<html></html>' }, /./],
		['only a message', { message: 'Unauthenticated.' }, /./],
		['an account that is null', { error: 0, data: null }, /./],
		['an empty reply', { content: '' }, /./],
		['JSON that was cut off', { content: '{"error":0,"data":{"id":' }, /./],
		['HTTP 500', { status: 500, content: '{}' }, /./],
		[
			'HTTP 303',
			{ status: 303, headers: { location: '/login' }, content: '' },
			/^The service redirects to another address\./,
		],
		[
			'HTTP 400',
			{ status: 400, content: '' },
			/^The service refused the request\. Check the API key/,
		],
	])('%s fails the credential test, with a message', async (_, reply, words) => {
		scripted.service.answer(() => reply);
		const { status, message } = await scripted.engine.credentialTest({});
		expect(status).toBe('Error');
		expect(message).toMatch(words);
	});

	test.each([0, '0'])('error %j passes the credential test', async (error) => {
		scripted.service.answer(() => ({ error, data: {} }));
		expect(await scripted.engine.credentialTest({})).toMatchObject({ status: 'OK' });
		expect(scripted.service.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
	});

	test('no answer at the address fails the credential test, with a sentence or with a code that the line under Base URL explains', async () => {
		const credentials = { baseUrl: 'http://127.0.0.1:1', apiKey: KEY };
		const { status, message } = await scripted.engine.credentialTest({ credentials });
		expect(status).toBe('Error');
		const baseUrl = new LinkManagementApi().properties.find(({ name }) => name === 'baseUrl');
		const codes = (baseUrl?.hint ?? '').match(/\b[A-Z_]{6,}\b/g);
		expect(codes).toContain('ECONNREFUSED');
		// Older versions of n8n say it in words
		expect([
			...(codes ?? []),
			'The service refused the connection - perhaps it is offline',
		]).toContain(message);
	});
});
