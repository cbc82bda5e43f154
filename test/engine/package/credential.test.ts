/** The credential test: only a working key passes, however a service rejects the others. */
import { describe, expect, test } from '@jest/globals';

import { LinkManagementApi } from '../../../credentials/LinkManagementApi.credentials';
import { ENTRY_POINTS } from '../../support/engine/protocol';
import { SCRIPTED_KEY, setUpScriptedEngine } from '../../support/engine/scriptedEngine';
import { type ScriptedReply } from '../../support/engine/scriptedService';
import { setUpTestbed } from '../../support/engine/testbed';

describe('The sandbox service', () => {
	const testbed = setUpTestbed();

	test('accepts a good key', async () => {
		await testbed.setScene();
		expect(await testbed.engine.credentialTest()).toEqual({
			status: 'OK',
			message: 'Connection successful!',
		});
		const [request] = await testbed.requests();
		expect(`${request?.method} ${request?.path}`).toBe('GET /api/account');
	});

	test('may hold expressions, in both entry points', async () => {
		const [start, end] = [testbed.key.slice(0, 4), testbed.key.slice(4)];
		const credentials = {
			baseUrl: `={{ ${JSON.stringify(testbed.url)}.trim() }}`,
			apiKey: `={{ ["${start}", "${end}"].join("") }}`,
		};
		const parameters = { resource: 'account', operation: 'get' };
		for (const entryPoint of ENTRY_POINTS) {
			const { reply, sent } = await testbed.run({ parameters, credentials, entryPoint });
			expect(reply.error).toBeUndefined();
			expect(sent.map(({ path }) => path)).toEqual(['/api/account']);
		}
	});

	test.each([
		['a trailing slash', (url: string) => `${url}/`],
		['a pasted endpoint', (url: string) => `${url}/api/urls?limit=2`],
		['white space around it', (url: string) => `  ${url}\n`],
	])('accepts a base URL with %s, in the test and in a run', async (_, spelt) => {
		const credentials = { baseUrl: spelt(testbed.url), apiKey: testbed.key };
		expect(await testbed.engine.credentialTest({ credentials })).toMatchObject({ status: 'OK' });
		const parameters = { resource: 'account', operation: 'get' };
		for (const entryPoint of ENTRY_POINTS) {
			const { reply, sent } = await testbed.run({ parameters, credentials, entryPoint });
			expect(reply.error).toBeUndefined();
			expect(sent.map(({ path }) => path)).toEqual(['/api/account']);
		}
	});

	test.each(['200', 'html'])(
		'rejects a bad key, which the service refuses with %s',
		async (badKey) => {
			await testbed.setScene({ settings: { badKey } });
			const credentials = { baseUrl: testbed.url, apiKey: 'a-wrong-key' };
			const { status, message } = await testbed.engine.credentialTest({ credentials });
			expect(status).toBe('Error');
			expect(message).not.toContain('a-wrong-key');
		},
	);
});

describe('Other services', () => {
	const scripted = setUpScriptedEngine();

	const refusals: Array<[string, ScriptedReply]> = [
		['error 1', { error: 1, message: 'No' }],
		['error 429', { error: 429, message: 'Too many requests' }],
		[
			'a login page',
			{ headers: { 'content-type': 'text/html' }, content: '<!DOCTYPE html><title>Log in</title>' },
		],
		['a text under error', { error: 'Invalid API key' }],
		['only a message', { message: 'Unauthenticated.' }],
		['an account that is null', { error: 0, data: null }],
		['an object of another service', { status: 'ok' }],
		['an empty reply', { content: '' }],
		['JSON that was cut off', { content: '{"error":0,"data":{"id":' }],
		['HTTP 404', { status: 404, content: '{}' }],
		['HTTP 500', { status: 500, content: '{}' }],
	];

	test.each(refusals)('%s fails the credential test', async (_, reply) => {
		scripted.service.answer(() => reply);
		const { status, message } = await scripted.engine.credentialTest();
		expect(status).toBe('Error');
		expect(message).not.toBe('');
	});

	test.each([
		[303, /^The service redirects to another address\./],
		[400, /^The service refused the request\. Check the API key/],
	])('HTTP %i is explained', async (status, words) => {
		scripted.service.answer(() => ({ status, headers: { location: '/login' }, content: '' }));
		const { message } = await scripted.engine.credentialTest();
		expect(message).toMatch(words);
	});

	test.each([
		['error 0', { error: 0, data: {} }],
		['error "0"', { error: '0', data: {} }],
	])('%s passes the credential test', async (_, reply) => {
		scripted.service.answer(() => reply);
		expect(await scripted.engine.credentialTest()).toMatchObject({ status: 'OK' });
		expect(scripted.service.requests[0]?.headers.authorization).toBe(`Bearer ${SCRIPTED_KEY}`);
	});

	test('no answer at the address fails the credential test, with a sentence or with a code that the line under Base URL explains', async () => {
		const credentials = { baseUrl: 'http://127.0.0.1:1', apiKey: SCRIPTED_KEY };
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
