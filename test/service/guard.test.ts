/** What is preloaded into n8n, here into a small server. */
import { type ChildProcess, spawn } from 'node:child_process';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

import { nodeBinary } from '../../sandbox/n8n/node.ts';

const guard = pathToFileURL(join(__dirname, '../../sandbox/n8n/guard.mjs')).href;
const program = `
	const server = require('node:http').createServer((_, reply) => reply.end('ok'));
	server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 101 Switching Protocols\\r\\nConnection: Upgrade\\r\\nUpgrade: websocket\\r\\n\\r\\n'));
	server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

const UPGRADE = { Connection: 'Upgrade', Upgrade: 'websocket' };

let child: ChildProcess;
let port: number;

beforeAll(async () => {
	child = spawn(nodeBinary(), ['--import', guard, '--eval', program], {
		stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
	});
	port = await new Promise((resolve) => {
		createInterface({ input: child.stdout! }).once('line', (line) => resolve(Number(line)));
	});
});
afterAll(async () => {
	if (child.exitCode !== null || child.signalCode !== null) return;
	child.kill('SIGKILL');
	await new Promise((resolve) => child.once('exit', resolve));
});

/** `fetch` would set the headers Host and Origin itself. "PORT" stands for the server's port. */
async function ask(headers: Record<string, string>, path = '/rest/login') {
	const filled = JSON.parse(JSON.stringify(headers).replaceAll('PORT', String(port))) as object;
	const sent = request({ port, path, host: '127.0.0.1', method: 'POST', headers: { ...filled } });
	const response = await new Promise<IncomingMessage>((resolve, reject) => {
		for (const event of ['response', 'upgrade']) sent.once(event, resolve);
		sent.once('error', reject).end();
	});
	let text = '';
	if (response.statusCode === 101) response.socket.destroy();
	else for await (const chunk of response) text += chunk;
	return { status: response.statusCode, text, process: response.headers['x-process'] };
}

test('tells which process answers', async () => {
	expect(await ask({})).toEqual({ status: 200, text: 'ok', process: String(child.pid) });
	expect((await ask({ Host: 'evil.example' })).process).toBe(String(child.pid));
});

test.each([
	['a program', {}],
	['its own page', { Origin: 'http://127.0.0.1:PORT' }],
	['a forwarded port', { Host: 'localhost:8080', Origin: 'http://localhost:8080' }],
])('answers %s, which can open a web socket', async (_, headers) => {
	expect(await ask(headers)).toMatchObject({ status: 200 });
	expect(await ask({ ...headers, ...UPGRADE }, '/rest/push')).toMatchObject({ status: 101 });
});

test.each<[string, Record<string, string>, string]>([
	['another site', { Origin: 'https://evil.example' }, 'https://evil.example'],
	['a sandboxed frame', { Origin: 'null' }, 'null'],
	[
		'a site whose name leads here',
		{ Host: 'evil.example:PORT', Origin: 'http://evil.example:PORT' },
		'evil.example',
	],
	['a Host with a user name', { Host: 'localhost:1@evil.example' }, 'evil.example'],
])('refuses %s', async (_, headers, named) => {
	const { status, text } = await ask(headers);
	expect(status).toBe(403);
	expect(text).toContain(named);
	expect(await ask({ ...headers, ...UPGRADE }, '/rest/push')).toMatchObject({ status: 403 });
});

test.each(['/form/x', '/form-waiting/1', '/webhook/x/chat', '/webhook-test/x'])(
	'answers %s from any page, but under own names only',
	async (path) => {
		expect(await ask({ Origin: 'null' }, path)).toMatchObject({ status: 200 });
		expect(await ask({ Origin: 'https://a.example' }, path)).toMatchObject({ status: 200 });
		expect(await ask({ Host: 'evil.example' }, path)).toMatchObject({ status: 403 });
	},
);

test('the server ends with the process that started it', async () => {
	const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
	child.disconnect();
	expect(await ended).toBe('SIGTERM');
});
