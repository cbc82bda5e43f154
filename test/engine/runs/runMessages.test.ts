/** What a run says in n8n's log. */
import { expect, test } from '@jest/globals';

import { setUpScriptedEngine } from '../../support/engine/scriptedEngine';

const scripted = setUpScriptedEngine();

const SECRET = 'token=a-secret-of-the-target';
const KEY = 'a-key-for-tests';

test('what a hostile service says does not get into the log: neither the key nor the query of a long URL', async () => {
	const url = `https://shop.example.com/?${SECRET}`;
	const { logs } = await scripted.run(
		{
			parameters: { resource: 'link', operation: 'create', url },
			credentials: { baseUrl: scripted.service.url, apiKey: KEY },
		},
		({ method }) => ({
			status: method === 'POST' ? 500 : 503,
			content: JSON.stringify({ error: 1, message: `${KEY} ${url}` }),
			headers: { 'x-ratelimit-limit': '30', 'x-request': KEY },
		}),
	);
	/** The node's own lines, without what n8n's log adds. */
	const lines = logs.flatMap((line) => /Link Management: [^\n]*/.exec(line)?.[0] ?? []).join('\n');
	expect(lines).toContain('looks up the short link [item ');
	expect(lines).toContain('GET /api/urls is sent again in ');
	expect(lines).not.toContain(KEY);
	expect(lines).not.toContain(SECRET);
});
