/** How the sandbox starts n8n and signs in. A small program stands in for n8n. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startProcess } from '../../sandbox/n8n/process.ts';
import { secretIn } from '../../sandbox/n8n/secret.ts';
import { startN8n } from '../../sandbox/n8n/server.ts';
import { listen } from '../support/http';

/** Ready from the start, but with other answers at first, as n8n gives them. It keeps the owner that it was sent. */
const program = `
	const { existsSync, readFileSync, writeFileSync } = require('node:fs');
	const owner = process.env.N8N_USER_FOLDER + '/owner.json';
	const notReady = [503, { message: 'Database is not ready!' }];
	const before = ['n8n is starting up. Please wait', '', 'null', '{}', '{"data":{}}'].map((text) => [200, text]);
	before.push([404, 'Cannot POST /rest/owner/setup'], notReady);
	const passing = [notReady];
	const stored = () => existsSync(owner) && JSON.parse(readFileSync(owner, 'utf8'));
	const answers = {
		'/healthz/readiness': () => [200, {}],
		'/rest/owner/setup': (body) =>
			before.shift() ?? (stored() ? [400, {}] : (writeFileSync(owner, body), [200, { data: stored() }])),
		'/rest/settings': () => passing.shift() ?? [200, { data: 1 }],
		'/rest/login': (body) => (JSON.parse(body).password === stored().password ? [200, { data: {} }] : [401, {}]),
	};
	require('node:http').createServer(async (request, response) => {
		let body = '';
		for await (const chunk of request) body += chunk;
		const [status, answer] = answers[request.url](body);
		response.writeHead(status).end(typeof answer === 'string' ? answer : JSON.stringify(answer));
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

test('waits for n8n, sets up the owner with a random password of its own, which only this user can read, and signs in with it again', async () => {
	const userFolder = join(folder, 'data');
	const first = await startN8n({ userFolder, tarball, logFile });
	// Sent again while the database is not ready
	expect(await first.client.request('GET', '/settings')).toBe(1);
	await first.stop();
	const passwordFile = join(userFolder, 'owner-password');
	const password = readFileSync(passwordFile, 'utf8').trim();
	// What n8n asks of a password
	expect(password).toMatch(/^(?=.*\d)(?=.*[A-Z]).{24,64}$/);
	expect(secretIn(join(folder, 'of-another'))).not.toBe(password);
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
