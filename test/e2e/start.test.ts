/** `npm start`: what it prints, how it ends, and that no process is left. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { root } from '../support/n8n/installation';
import { readSpreadsheet } from '../support/n8n/spreadsheet';
import { startService } from '../support/service';

let folder: string;
let running: Started[] = [];
beforeEach(() => (folder = realpathSync(mkdtempSync(join(tmpdir(), 'npm-start-')))));
afterEach(async () => {
	// A failed test may leave processes
	for (const started of running) started.process.kill();
	await Promise.all(running.map(({ ended }) => ended));
	running = [];
	rmSync(folder, { recursive: true, force: true });
});

interface Started {
	process: ChildProcess;
	/** All it has printed. */
	output(): string;
	/** Resolves as soon as it has printed the text. */
	says(text: string): Promise<void>;
	/** Its exit code. */
	ended: Promise<number | null>;
}

function start(args: string[], env: Record<string, string> = {}): Started {
	const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs'), ...args], {
		env: { ...process.env, SANDBOX_FOLDER: folder, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let printed = '';
	const listeners = new Set<() => void>();
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => {
			printed += chunk.toString();
			for (const listener of listeners) listener();
		});
	}
	const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
	const says = async (text: string) =>
		await new Promise<void>((resolve, reject) => {
			const look = () => printed.includes(text) && resolve();
			listeners.add(look);
			void ended.then((code) =>
				reject(new Error(`It ended with ${code} before it said "${text}":\n${printed}`)),
			);
			look();
		});
	const started = { process: child, output: () => printed, says, ended };
	running.push(started);
	return started;
}

/** The addresses of n8n and of the link service, if that was started. */
function addresses(output: string): string[] {
	return [...output.matchAll(/^ {2}(?:n8n|Link service) +(http:\S+)/gm)].map(([, url]) => url!);
}

async function isGone(url: string): Promise<boolean> {
	return await fetch(url).then(
		() => false,
		() => true,
	);
}

test('--once runs the example, prints a summary, and leaves the spreadsheet but no process', async () => {
	const started = start(['--once', '--limit', '1000']);
	expect({ code: await started.ended, output: started.output() }).toMatchObject({ code: 0 });
	expect(started.output()).toMatch(/Rows read +100 from examples\/data\/links\.csv/);
	expect(started.output()).toMatch(
		/Short links +99\n +Failed +1\n +row 95: The alias nl-apr-preferences is taken.*\n +Requests +112\n/,
	);

	const rows = readSpreadsheet(join(folder, 'files', 'short-links.xlsx'));
	expect(rows.filter((row) => row.short_url)).toHaveLength(99);
	expect(rows.filter((row) => row.not_created_because)).toMatchObject([
		{ title: 'Subscribe to our newsletter' },
	]);
	const left = addresses(started.output());
	expect(left).toHaveLength(2);
	expect(await Promise.all(left.map(isGone))).toEqual([true, true]);
});

test('it says where to log in before the example runs, then that it waits, and at the end where the run is', async () => {
	// One request is missing for the last row, so that the run ends only in the next minute
	const started = start(['--limit', '111']);
	await started.says('of 100, waiting for the next minute');
	const before = started.output();
	const [n8n] = addresses(before);
	expect(before).toContain('owner@example.com / ');
	expect(before).toContain(`Open the workflows: ${n8n}/home/workflows\n`);
	expect(before).not.toContain('Rows read');

	await started.says('Press Ctrl-C');
	const [, run] = /Open this run: (\S+)/.exec(started.output()) ?? [];
	expect(run).toMatch(/\/workflow\/bulkCreateFromSheet\/executions\/\d+$/);
	expect(run).toContain(n8n);
});

test('it uses the service of the environment, and ends all its processes on SIGTERM', async () => {
	const service = await startService(['--limit', '0']);
	try {
		const started = start([], {
			LINK_MANAGEMENT_URL: service.url,
			LINK_MANAGEMENT_KEY: service.key,
		});
		await started.says('Press Ctrl-C');
		expect(await service.control('/state?counts=1')).toMatchObject({ links: 99 });
		expect(started.output()).not.toContain('Starting the link service');

		const n8n = addresses(started.output())[0]!;
		expect(await isGone(n8n)).toBe(false);
		started.process.kill('SIGTERM');
		expect(await started.ended).toBe(0);
		expect(await isGone(n8n)).toBe(true);
		expect(await isGone(`${service.url}/sandbox/stats`)).toBe(false);
	} finally {
		await service.stop();
	}
});

test('after SIGKILL no process is left', async () => {
	const started = start([]);
	await started.says('Press Ctrl-C');
	const left = addresses(started.output());
	started.process.kill('SIGKILL');
	for (const url of left) while (!(await isGone(url))) await sleep(50);
	expect(left).toHaveLength(2);
});

test.each([
	[['--limits', '30'], "Unknown option '--limits'"],
	[['--limit', 'many'], '--limit needs a whole number'],
	[['--port', '65535'], '--port needs a whole number'],
])('the arguments %j are rejected before anything starts', async (args, message) => {
	const started = start(args);
	expect(await started.ended).toBe(1);
	expect(started.output()).toContain(message);
	expect(started.output()).not.toContain('Starting');
});

test('a URL without a key is rejected', async () => {
	const started = start([], {
		LINK_MANAGEMENT_URL: 'https://links.example.com',
		LINK_MANAGEMENT_KEY: '',
	});
	expect(await started.ended).toBe(1);
	expect(started.output()).toContain('LINK_MANAGEMENT_KEY');
});
