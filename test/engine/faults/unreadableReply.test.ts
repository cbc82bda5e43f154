/** A reply nested so deeply that nobody can read it: later runs with the same key, in n8n's engine, must go on. */
import { describe, expect, test } from '@jest/globals';

import { recordsOf, setUpScriptedEngine } from '../../support/engine/scriptedEngine';

const DEPTH = 8_000;
const nested = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`;
const parameters = { resource: 'account', operation: 'get' };
const scripted = setUpScriptedEngine();

describe.each(['manyItems', 'oneItem'] as const)('through the entry point %s', (entryPoint) => {
	test.each([
		['the message', `{"error":1,"message":${nested}}`],
		['the error', `{"error":${nested}}`],
		['the list of errors', `{"error":1,"message":"No.","errors":[${nested}]}`],
		['Retry-After', `{"error":1,"message":"No.","Retry-After":${nested}}`],
		['the data', `{"error":0,"data":{"id":${nested}}}`],
	])('thousands of levels in %s do not keep the next run from sending', async (_, content) => {
		const credentials = scripted.newCredentials();
		const request = { parameters, items: [{}], credentials, entryPoint };
		// n8n 1.85 passes such a record on, and then this test's own pipe cannot carry it
		await scripted.run(request, () => ({ content })).catch(() => undefined);
		const next = await scripted.run(request, () => ({ error: 0, data: { id: 7 } }));
		expect(recordsOf(next)).toEqual([{ id: 7 }]);
		expect(scripted.service.requests).toHaveLength(1);
	});
});
