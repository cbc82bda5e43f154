/** How the sandbox starts n8n and signs in. A small program stands in for n8n. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { N8nClient } from '../../sandbox/n8n/client.ts';
import { startProcess } from '../../sandbox/n8n/process.ts';
import { startN8n } from '../../sandbox/n8n/server.ts';
import { listen } from '../support/http';

/** Ready from the start, but without an answer at first. It keeps the owner that it was sent. */
const program = `
	const { existsSync, readFileSync, writeFileSync } = require('node:fs');
	const owner = process.env.N8N_USER_FOLDER + '/owner.json';
	let asked = 0;
	const stored = () => existsSync(owner) && JSON.parse(readFileSync(owner, 'utf8'));
	const answers = {
		'/healthz/readiness': () => [200, {}],
		'/rest/owner/setup': (body) =>
			++asked < 4 ? [200, {}] : stored() ? [400, {}] : (writeFileSync(owner, body), [200, { data: stored() }]),
		'/rest/login': (body) => (JSON.parse(body).password === stored().password ? [200, { data: {} }] : [401, {}]),
	};
	require('node:http').createServer(async (request, response) => {
		let body = '';
		for await (const chunk of request) body += chunk;
		const [status, answer] = answers[request.url](body);
		response.writeHead(status).end(JSON.stringify(answer));
	}).listen(Number(process.env.N8N_PORT), '127.0.0.1');`;

const folder = mkdtempSync(join(tmpdir(), 'n8n-start-'));
const tarball = join(folder, 'package.tgz');
const logFile = join(folder, 'n8n.log');
const { N8N_DIR } = process.env;

beforeAll(() => {
	const bin = join(folder, 'node_modules', 'n8n', 'bin');
	mkdirSync(bin, { recursive: true });
	writeFileSync(join(bin, 'n8n'), program);
	mkdirSync(join(folder, 'package'));
	execFileSync('tar', ['-czf', tarball, '-C', folder, 'package']);
	process.env.N8N_DIR = folder;
});
afterAll(() => {
	if (N8N_DIR === undefined) delete process.env.N8N_DIR;
	else process.env.N8N_DIR = N8N_DIR;
	rmSync(folder, { recursive: true });
});

test('waits for n8n, sets up the owner with a password of its own, and signs in with it again', async () => {
	const userFolder = join(folder, 'data');
	const first = await startN8n({ userFolder, tarball, logFile });
	await first.stop();
	const passwordFile = join(userFolder, 'owner-password');
	const password = readFileSync(passwordFile, 'utf8').trim();
	expect(statSync(passwordFile).mode & 0o777).toBe(0o600);
	expect(statSync(userFolder).mode & 0o777).toBe(0o700);
	const { owner } = first.client;
	expect(owner.password).toBe(password);
	const stored = JSON.parse(readFileSync(join(userFolder, 'owner.json'), 'utf8')) as object;
	expect(stored).toMatchObject(owner);

	const second = await startN8n({ userFolder, tarball, logFile });
	await second.stop();
	expect(second.client.owner).toEqual(owner);

	// The owner has changed the password in the editor, or the data are those of an earlier version
	writeFileSync(join(userFolder, 'owner.json'), JSON.stringify({ password: 'Another-1' }));
	await expect(startN8n({ userFolder, tarball, logFile })).rejects.toThrow(
		`put the password of ${owner.email} into ${passwordFile}, or delete ${userFolder}`,
	);
});

test('another program that took the port first is not taken for n8n', async () => {
	const other = await listen(createServer((_, response) => response.end('{"status":"ok"}')));
	try {
		const port = new URL(other.url).port;
		const starting = startProcess({
			command: ['start'],
			userFolder: join(folder, 'other'),
			tarball,
			logFile,
			env: { ...process.env, N8N_PORT: port },
			probes: [`${other.url}/healthz/readiness`],
		});
		await expect(starting).rejects.toThrow('EADDRINUSE');
	} finally {
		await other.stop();
	}
});

describe('signing in', () => {
	const owner = { email: 'owner@example.com', password: 'Own-password-1' };
	const NOT_READY = ['503 {"code":503,"message":"Database is not ready!"}'];

	/** Signs in to a server that gives these replies, and repeats the last one. @returns the paths of the requests */
	async function signIn(
		replies: string[],
		patience: number,
		then?: (client: N8nClient) => Promise<void>,
	) {
		const asked: string[] = [];
		const n8n = await listen(
			createServer((request, response) => {
				asked.push(request.url ?? '');
				const [status, ...text] = (replies.length > 1 ? replies.shift()! : replies[0]!).split(' ');
				response.writeHead(Number(status)).end(text.join(' '));
			}),
		);
		const wait = new AbortController();
		const end = setTimeout(() => wait.abort(new Error('it was not ready in time')), patience);
		try {
			const client = new N8nClient(n8n.url, owner);
			await client.signIn(wait.signal);
			await then?.(client);
		} finally {
			clearTimeout(end);
			await n8n.stop();
		}
		return asked;
	}

	test('waits until n8n has set up the owner, whatever it says before', async () => {
		const texts = ['200 n8n is starting up. Please wait', '404 Cannot POST /rest/owner/setup'];
		const others = ['200 ', '200 null', '200 {}', '200 {"data":{}}'];
		const ready = `200 ${JSON.stringify({ data: owner })}`;
		const asked = await signIn([...texts, ...NOT_READY, ...others, ready], 60_000);
		expect(asked).toEqual(Array(8).fill('/rest/owner/setup'));
	});

	test('ends with the last answer of an n8n that is never ready', async () => {
		await expect(signIn(['200 {}'], 300)).rejects.toThrow(
			'it was not ready in time. The last answer to POST /rest/owner/setup was 200: {}',
		);
	});

	test('a later request is sent again while the database of n8n is not ready', async () => {
		const ready = `200 ${JSON.stringify({ data: owner })}`;
		const asked = await signIn(
			[ready, ...NOT_READY, ...NOT_READY, '200 {"data":1}'],
			60_000,
			async (client) => expect(await client.request('GET', '/settings')).toBe(1),
		);
		expect(asked).toHaveLength(4);
	});
});
