/** The servers that n8n's queue mode needs: Redis and PostgreSQL from Debian's packages, each with its own port and folder. */
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import getPort from 'get-port';

import { type Child, startChild } from './child.ts';
import { patienceWith } from './patience.ts';

const keeper = fileURLToPath(new URL('keeper.mjs', import.meta.url));
const debianPostgres = '/usr/lib/postgresql';

/** The Debian packages that are needed, and the programs of each that are run here. */
const packages = {
	'redis-server': ['redis-server', 'redis-cli'],
	postgresql: ['initdb', 'postgres', 'createdb'],
};

export interface Backing {
	port: number;
	stop(): Promise<void>;
}

/** The Debian packages that have to be installed before anything here can start. */
export function missingPackages(): string[] {
	const missing = Object.entries(packages).filter(([, programs]) => !programs.every(find));
	return missing.map(([name]) => name);
}

/** @param command the server and its arguments, without its port and its data folder, which are added */
export async function startRedis(folder: string, command: string[]): Promise<Backing> {
	const port = await getPort();
	mkdirSync(folder, { recursive: true });
	const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
	const child = keep([find('redis-server')!, ...command.slice(1), ...place], folder, {});
	await ready(child, async () => {
		const { stdout } = await promisify(execFile)(find('redis-cli')!, ['-p', String(port), 'ping']);
		if (stdout.trim() !== 'PONG') throw new Error(stdout);
	});
	return { port, stop: child.stop };
}

export interface Database {
	user: string;
	password: string;
	name: string;
}

/** Starts PostgreSQL with one empty database. */
export async function startPostgres(
	folder: string,
	{ user, password, name }: Database,
): Promise<Backing> {
	const port = await getPort();
	const identity = unprivileged();
	mkdirSync(folder, { recursive: true });
	const data = join(folder, 'data');
	const passwordFile = join(folder, 'password');
	writeFileSync(passwordFile, password, { mode: 0o600 });
	if (identity) {
		for (const path of [folder, passwordFile]) chownSync(path, identity.uid, identity.gid);
		// Other users can't enter a temporary folder of root
		chmodSync(dirname(folder), 0o711);
	}
	const given = [
		'--username',
		user,
		'--pwfile',
		passwordFile,
		'--auth',
		'scram-sha-256',
		'--encoding',
		'UTF8',
		'--no-locale',
		'--no-sync',
	];
	execFileSync(find('initdb')!, [...given, '--pgdata', data], {
		...identity,
		cwd: folder,
		stdio: 'pipe',
	});
	// The data need not survive a power failure
	const hasty = ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=off'];
	const place = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder];
	const child = keep([find('postgres')!, ...place, ...hasty], folder, identity ?? {});
	const env = { ...process.env, PGPASSWORD: password };
	const at = ['--host', '127.0.0.1', '--port', String(port), '--username', user];
	await ready(
		child,
		async () =>
			await promisify(execFile)(find('createdb')!, [...at, '--maintenance-db', 'postgres', name], {
				env,
			}),
	);
	return { port, stop: child.stop };
}

function keep(
	[program, ...args]: string[],
	cwd: string,
	identity: { uid?: number; gid?: number },
): Child {
	const what = JSON.stringify({ program, args, cwd, ...identity });
	return startChild({ args: [keeper, what], logFile: `${cwd}.log` });
}

/** Repeats the probe until it succeeds. */
async function ready(child: Child, probe: () => Promise<unknown>): Promise<void> {
	const gaveUp = patienceWith(child);
	for (;;) {
		const refused = await probe().then(
			() => undefined,
			(error: Error) => error.message,
		);
		if (refused === undefined) return;
		if (gaveUp.aborted) {
			await child.stop();
			const { message } = gaveUp.reason as Error;
			throw new Error(`It did not start: ${message}. ${refused}\n\n${child.tail()}`);
		}
		await sleep(100);
	}
}

/** PostgreSQL does not run as root. For root, it runs as the user that its Debian package creates. */
function unprivileged(): { uid: number; gid: number } | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
	return { uid: id('-u'), gid: id('-g') };
}

/** Debian installs PostgreSQL's programs in a folder per version that is not on the path. */
function find(program: string): string | undefined {
	const versions = existsSync(debianPostgres)
		? readdirSync(debianPostgres).sort((a, b) => Number(b) - Number(a))
		: [];
	const places = [
		...versions.map((version) => join(debianPostgres, version, 'bin')),
		...(process.env.PATH ?? '').split(delimiter),
	];
	return places.map((place) => join(place, program)).find((path) => existsSync(path));
}
