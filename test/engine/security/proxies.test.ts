/** Proxies of the environment: n8n's own variables decide which way a request takes, in both entry points and in a poll. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { type Engine, LEGACY_EXPRESSIONS, startEngine } from '../../support/engine';
import { json, type Outbound, startOutbound } from '../../support/engine/outbound';
import { ENTRY_POINTS } from '../../support/engine/protocol';
import { TRIGGER_TYPE } from '../../support/engine/triggerPolls';
import { KEY } from '../../support/security/requestChecks';

let proxy: Outbound;
let direct: Outbound;
let engine: Engine;
beforeAll(async () => {
	[proxy, direct] = await Promise.all([startOutbound(), startOutbound()]);
	const env = { ...proxy.env, NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1', ...LEGACY_EXPRESSIONS };
	engine = await startEngine({ env });
});
afterAll(async () => {
	await engine?.stop();
	await Promise.all([proxy?.stop(), direct?.stop()]);
});

test.each([
	['HTTP_PROXY takes the requests to a service', false],
	['NO_PROXY leaves out a service', true],
])('%s', async (_, isDirect) => {
	const [used, unused] = isDirect ? [direct, proxy] : [proxy, direct];
	const baseUrl = isDirect ? String(direct.env.HTTP_PROXY) : 'http://links.example.com';
	const account = { error: 0, data: { id: 1, email: 'me@example.com' } };
	for (const way of [used, unused])
		way.answer(({ url }) =>
			json(url.includes('account') ? account : { error: 0, data: { urls: [] } }),
		);
	const credentials = { baseUrl, apiKey: KEY };
	const parameters = { resource: 'account', operation: 'get' };
	for (const entryPoint of ENTRY_POINTS)
		expect((await engine.run({ parameters, credentials, entryPoint })).error).toBeUndefined();
	const poll = { nodeType: TRIGGER_TYPE, parameters: { event: 'newLink' }, credentials };
	expect((await engine.poll(poll)).error).toBeUndefined();
	expect(await engine.credentialTest({ credentials })).toMatchObject({ status: 'OK' });
	expect(used.requests.length).toBeGreaterThanOrEqual(4);
	expect(unused.requests).toEqual([]);
});
