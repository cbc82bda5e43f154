/** `npm start`: what it prints, how it ends, and that no process is left. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { root } from '../support/n8n/installation';
import { readSpreadsheet } from '../support/n8n/outputFiles';
import { type Program, startProgram } from '../support/program';
import { startService } from '../support/service';

/** Two that start side by side have different ports, because a port that is chosen stays free until n8n has started. */
const ports = ['5678', '5680'] as const;

const allFolders = realpathSync(mkdtempSync(join(tmpdir(), 'npm-start-')));
/** A folder for all data of a run. */
const newFolder = () => mkdtempSync(join(allFolders, 'run-'));

const running: Program[] = [];
afterAll(async () => {
	// A failed test may leave processes
	for (const started of running) started.process.kill();
	await Promise.all(running.map(({ ended }) => ended));
	rmSync(allFolders, { recursive: true, force: true });
});

function start(args: string[], env: Record<string, string> = {}, folder = newFolder()): Program {
	const command = [process.execPath, join(root, 'scripts', 'start.mjs'), ...args];
	const started = startProgram(command, { SANDBOX_FOLDER: folder, ...env });
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

describe('Started', () => {
	const folder = newFolder();
	let once: Program;

	beforeAll(async () => {
		// The rows need two windows. It is printed every 15 seconds what the run waits for
		const args = ['--once', '--limit', '60', '--port', ports[0]];
		once = start(args, { SANDBOX_WINDOW: '30' }, folder);
		await once.says('Starting n8n');
	});

	test('it ends on SIGTERM, also while n8n starts', async () => {
		const another = start(['--port', ports[1]]);
		await another.says('Starting n8n');
		another.process.kill('SIGTERM');
		expect(await another.ended).toBe(0);
	});

	test('it says where to log in before the example runs, and then that it waits', async () => {
		await once.says('of 100, waiting for the next window');
		const [before] = once.output().split('of 100, waiting for the next window');
		const [n8n] = addresses(before!);
		expect(before).toContain('owner@example.com / ');
		expect(before).toContain(`Open the workflows: ${n8n}/home/workflows\n`);
		expect(before).not.toContain('Rows read');
	});

	test('--once prints a summary, and leaves the spreadsheet but no process', async () => {
		expect({ code: await once.ended, output: once.output() }).toMatchObject({ code: 0 });
		expect(once.output()).toMatch(/Rows read +100 from examples\/data\/links\.csv/);
		expect(once.output()).toMatch(
			/Short links +98\n +Failed +2\n +items 17 \(nl-apr-preferences\), 94 \(nl-apr-preferences\): Alias: items 17 and 94 are for the same link, .*\n +Requests +110\n/,
		);

		const rows = readSpreadsheet(join(folder, 'files', 'short-links.xlsx'));
		expect(rows.filter((row) => row.short_url)).toHaveLength(98);
		expect(rows.filter((row) => row.not_created_because)).toMatchObject([
			{ title: 'Choose what we write about' },
			{ title: 'Subscribe to our newsletter' },
		]);
		const left = addresses(once.output());
		expect(left).toHaveLength(2);
		expect(await Promise.all(left.map(isGone))).toEqual([true, true]);
	});

	test('a second time in the same folder, with the service of the environment, it says where the run is, and leaves no process after SIGKILL', async () => {
		// It tells its limit, so that the removal need not be slow
		const service = await startService(['--limit', '5000']);
		try {
			const environment = { LINK_MANAGEMENT_URL: service.url, LINK_MANAGEMENT_KEY: service.key };
			const before = await service.control('/state');
			const started = start(['--port', ports[1], '--yes', '--remove'], environment, folder);
			await started.says('Press Ctrl-C');
			const [told] = started.output().split('Starting n8n');
			expect(told).toMatch(/up to 100 links and 10 campaigns .* begin with demo-\d{8}-\d{6}-\./);
			expect(started.output()).toContain('Removed: 98 links and 10 campaigns\n');
			expect(await service.control('/state')).toEqual(before);
			expect(started.output()).not.toContain('Starting the link service');
			const n8n = addresses(started.output())[0]!;
			const [, run] = /Open this run: (\S+)/.exec(started.output()) ?? [];
			expect(run).toMatch(/\/workflow\/bulkCreateFromSheet\/executions\/\d+$/);
			expect(run).toContain(n8n);

			expect(await isGone(n8n)).toBe(false);
			started.process.kill('SIGKILL');
			while (!(await isGone(n8n))) await sleep(50);
			expect(await isGone(`${service.url}/sandbox/stats`)).toBe(false);
		} finally {
			await service.stop();
		}
	});
});

const [LINK_MANAGEMENT_URL, LINK_MANAGEMENT_KEY] = ['https://links.example.com', 'x'];

test.each<[string, string[], Record<string, string>, RegExp]>([
	['an unknown argument', ['--limits', '30'], {}, /Unknown option '--limits'/],
	['a port that is too large', ['--port', '65535'], {}, /--port needs a whole number/],
	['a port that is no number', ['--service-port', 'x'], {}, /--service-port needs a whole number/],
	['a URL without a key', [], { LINK_MANAGEMENT_URL, LINK_MANAGEMENT_KEY: '' }, /MANAGEMENT_KEY/],
	[
		'an address without a scheme',
		[],
		{ LINK_MANAGEMENT_URL: 'localhost:5690', LINK_MANAGEMENT_KEY },
		/needs http/,
	],
	[
		'a service that cannot be reached',
		['--yes'],
		{ LINK_MANAGEMENT_URL: 'http://127.0.0.1:9', LINK_MANAGEMENT_KEY },
		/could not be reached/,
	],
	[
		'a service without --yes, where nobody can be asked,',
		[],
		{ LINK_MANAGEMENT_URL, LINK_MANAGEMENT_KEY },
		/It changes nothing that exists\.[^]*Next: add --yes/,
	],
])('%s ends it before anything starts', async (_, args, environment, message) => {
	const started = start(args, environment);
	expect(await started.ended).toBe(1);
	expect(started.output()).toMatch(message);
	expect(started.output()).not.toContain('Starting');
});
