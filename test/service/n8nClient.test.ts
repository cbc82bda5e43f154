/** How the sandbox waits for n8n and signs in. A small server stands in for n8n. */
import { createServer } from 'node:http';

import { N8nClient } from '../../sandbox/n8n/client.ts';
import { bodyOf, listen, type Listening } from '../support/http';

const owner = { email: 'owner@example.com', password: 'Own-password-1' };
const patience = AbortSignal.timeout(60_000);
/** Ends a wait soon. */
function impatience() {
	const wait = new AbortController();
	setTimeout(() => wait.abort(new Error('it was not ready after 0.3 s')), 300);
	return wait.signal;
}
const settings = (showSetupOnFirstLoad: boolean) =>
	JSON.stringify({ data: { userManagement: { showSetupOnFirstLoad } } });

let server: Listening | undefined;
afterEach(async () => {
	await server?.stop();
	server = undefined;
});

/** Starts a server that gives these replies to requests for the settings, and repeats the last one. */
async function n8nThatSays(...replies: Array<[status: number, text: string]>) {
	const asked: Array<{ path: string; body: unknown }> = [];
	const handler = createServer(async (request, response) => {
		const path = request.url ?? '';
		const text = await bodyOf(request);
		asked.push({ path, body: text && JSON.parse(text) });
		const isSettings = path === '/rest/settings';
		const [status, reply] = isSettings
			? replies.length > 1
				? replies.shift()!
				: replies[0]!
			: [200, '{"data":{}}'];
		response.writeHead(status).end(reply);
	});
	server = await listen(handler);
	return { client: new N8nClient(server.url, owner), asked };
}

test('signing in waits until n8n has settings, whatever it says before', async () => {
	const { client, asked } = await n8nThatSays(
		[200, 'n8n is starting up. Please wait'],
		[503, '{"code":503,"message":"Database is not ready!"}'],
		[404, 'Cannot GET /rest/settings'],
		[200, ''],
		[200, 'null'],
		[200, '{}'],
		[200, '{"data":{}}'],
		[200, settings(true)],
	);
	await client.signIn(patience);
	expect(asked).toHaveLength(9);
	expect(asked.at(-1)).toMatchObject({ path: '/rest/owner/setup', body: owner });
});

test('a request is sent again while the database of n8n is not ready', async () => {
	const notReady: [number, string] = [503, '{"code":503,"message":"Database is not ready!"}'];
	const { client, asked } = await n8nThatSays(notReady, notReady, [200, '{"data":1}']);
	expect(await client.request('GET', '/settings')).toBe(1);
	expect(asked).toHaveLength(3);
});

test('an n8n that is never ready ends the sign-in with its last answer', async () => {
	const { client } = await n8nThatSays([200, '{}']);
	await expect(client.signIn(impatience())).rejects.toThrow(
		'it was not ready after 0.3 s. The last answer to GET /rest/settings was 200: {}',
	);
});
