/** `npm run test:live`: what it finds of the operations, what it leaves, and how it begins and ends. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { resources } from '../../../nodes/LinkManagement/actions';
import { Client, type Json } from '../../../sandbox/live/client.ts';
import { ENDPOINTS } from '../../../sandbox/live/endpoints.ts';
import { LIVE, nameOfRun } from '../../../sandbox/live/names.ts';
import { sweep } from '../../../sandbox/live/records.ts';
import { stepsTable } from '../../../sandbox/live/report.ts';
import { measureAndWalk, REQUESTS } from '../../../sandbox/live/run.ts';
import type { Step } from '../../../sandbox/live/walk.ts';
import { nodeBinary } from '../../../sandbox/n8n/node.ts';
import { presetSettings } from '../../../sandbox/service/presets.ts';
import { defaultSettings, type Settings } from '../../../sandbox/service/settings.ts';
import { type Engine, LEGACY_EXPRESSIONS } from '../../support/engine';
import { shared } from '../../support/engine/shared';
import { NO_WAIT } from '../../support/live';
import { startProgram } from '../../support/program';
import type { RunningService } from '../../support/service';

/** The key with which the records of others are made. */
const OWNER = shared.newKey();
const root = join(__dirname, '../../..');

let engine: Engine;
/** For the runs in this process, and for those that are killed. */
let services: RunningService[];
beforeAll(async () => {
	[engine, services] = await Promise.all([shared.engine(), shared.services(3)]);
});

const SEED = { links: 30, qrs: 3, campaigns: 2, channels: 2, pixels: 2, clicks: 9, scans: 9 };

async function open(service: RunningService, settings: Partial<Settings>): Promise<Json> {
	await service.tell('/reset', { settings: { ...NO_WAIT, ...settings }, seed: SEED });
	await service.ask('POST /api/domain/add', { domain: 'https://go.example.org' }, OWNER);
	// Of a run that may be under way, and has the time of none of these tests
	const name = `${nameOfRun(LIVE, new Date(Date.now() - 30 * 60_000))}channel`;
	await service.ask('POST /api/channel/add', { name }, OWNER);
	await service.control('/requests', { method: 'DELETE' });
	return { ...(await service.state()) };
}

interface Received {
	method: string;
	path: string;
	status: number | null;
	contract: string[] | null;
}
const requestsOf = async (service: RunningService) =>
	await service.control<Received[]>('/requests');

/** A whole run against a service, with a key that n8n has not used. Expects that it keeps to the description and leaves nothing. */
async function run(settings: Partial<Settings>, { readOnly = false, faults = [] as Json[] } = {}) {
	const service = services[0]!;
	const before = await open(service, settings);
	if (faults.length > 0) await service.tell('/faults', faults);
	const account = { url: service.url, key: shared.newKey() };
	const client = new Client(account, 100_000);
	const name = nameOfRun();
	const result = await measureAndWalk({
		...{ client, account, name, readOnly, updateAccount: true },
		startEngine: async () => ({ ...engine, stop: async () => {} }),
	});
	if (readOnly) expect(await service.control('/state')).toEqual(before);
	await sweep(client, (other) => other === name);
	expect(await service.control('/state')).toEqual(before);
	const received = await requestsOf(service);
	expect(received.filter(({ contract }) => contract)).toEqual([]);
	return { ...result, received };
}

const inState = (steps: Step[], state: Step['state']) =>
	steps.filter((step) => step.state === state).map(({ operation }) => operation);

/** Nobody scans a QR code here. */
const NOT_CHECKED = ['trigger: qrCodeScansIncreased', 'trigger: qrCodeScansReached'];

const LIMITS = { limit: 60, window: 1, resetFormat: 'seconds', fractionalSeconds: true } as const;
const DESCRIBED: [string, Partial<Settings>] = ['of the description, within its limit', LIMITS];
/** With `npm run test:engine -- --preset`, the first begins with that preset, and the others would be mixtures. */
const SERVICES = process.env.LINK_SERVICE_PRESET
	? [DESCRIBED]
	: [
			DESCRIBED,
			...['strict', 'tolerant'].map((name): typeof DESCRIBED => [
				`of the preset ${name}`,
				{ ...presetSettings(name), ...NO_WAIT },
			]),
		];

test.each(SERVICES)('all operations of both nodes work at a service %s', async (_, settings) => {
	const { steps, received } = await run(settings);
	expect(received.filter(({ status }) => status === 429)).toEqual([]);
	expect(steps.filter(({ state }) => state === 'differs')).toEqual([]);
	expect(received.length).toBeLessThanOrEqual(REQUESTS.full);
	// A measured preset need not have all endpoints
	if (process.env.LINK_SERVICE_PRESET) return;
	expect(inState(steps, 'notChecked')).toEqual(NOT_CHECKED);
	const operations = Object.entries(resources).flatMap(([resource, { operations }]) =>
		Object.keys(operations).map((operation) => `${resource}: ${operation}`),
	);
	expect(inState(steps, 'works')).toEqual(expect.arrayContaining(operations));
	expect(new Set(steps.map(({ endpoint }) => endpoint))).toEqual(new Set(Object.keys(ENDPOINTS)));
});

test('it says which operations the service or the plan does not have, and which differ', async () => {
	const missing = { missingEndpoints: ['createPixel'], forbiddenEndpoints: ['updateLink'] };
	const answering = (method: string, path: string, body: object) => ({
		times: 0,
		match: { method, path },
		fault: { kind: 'wrongShape', body },
	});
	const masked = { error: 0, data: { id: 1, email: 'o***@example.com' } };
	const faults = [
		answering('POST', '/api/channel/\\d+/assign', { error: 0, message: 'Item was added.' }),
		answering('GET', '/api/account', masked),
	];
	const { steps } = await run(missing, { faults });
	expect(inState(steps, 'notChecked')).toContain('account: update');
	expect(inState(steps, 'notOffered')).toEqual(['pixel: create']);
	expect(inState(steps, 'forbidden')).toEqual(['link: update', 'link: upsert']);
	expect(inState(steps, 'differs')).toEqual(['channel: getItems']);
	const table = stepsTable(steps);
	expect(table).toMatch(/pixel: create +POST \/api\/pixel\/add +not offered +This endpoint does/);
	expect(table).toMatch(/link: update .+ forbidden by the plan +You do not have permission/);
	expect(table).toMatch(/channel: getItems .+ differs +expected the link that was assigned; got/);
});

test('where replies to creations name another record, it changes that one in nothing, and says so', async () => {
	const creations = { method: 'POST', path: '/api/(url|campaign|channel|domain|pixel|qr)/add$' };
	const one = 'https://short.example/1';
	const body = { error: 0, id: 1, shorturl: one, link: one };
	const fault = { kind: 'wrongShape', body, after: true };
	const faults = [{ times: 0, match: creations, fault }];
	const { findings, steps } = await run({}, { faults });
	const creating = steps.filter(({ operation }) => /: (create|upsert)/.test(operation));
	expect(creating.filter(({ state }) => state === 'works')).toEqual([]);
	expect(findings.differences).toHaveLength(10);
	expect(findings.differences[0]).toMatch(
		/^createCampaign answered the ID 1 for n8n-live-[\d-]+campaign; its list shows it with the ID \d+$/,
	);
});

test('reading only, it sends nothing but readings, and reports only what lists and headers show', async () => {
	const habits = { overlayKey: 'overlay', maxPageSize: 20, resetFormat: 'ms' } as const;
	const { steps, findings, received } = await run(habits, { readOnly: true });
	const settings = { ...habits, cappedPage: 'given', pageSize: 15 };
	expect({ ...defaultSettings, ...NO_WAIT, ...settings }).toMatchObject(findings.settings);
	expect(findings.settings).toMatchObject(settings);
	expect(findings.notMeasured).toContainEqual(['linkUpdate', 'the run only read']);
	expect(new Set(received.map(({ method }) => method))).toEqual(new Set(['GET']));
	expect(inState(steps, 'differs')).toEqual([]);
	expect(inState(steps, 'notChecked')).toEqual(['account: update']);
	expect(received.length).toBeLessThanOrEqual(REQUESTS.readOnly);
});

/** The command as npm runs it, once everything is installed. */
function command(service: RunningService, args: string[], env: NodeJS.ProcessEnv = {}) {
	const program = ['--import', './bench/register.mjs', 'sandbox/live/main.ts', ...args];
	const account = { LINK_MANAGEMENT_URL: service.url, LINK_MANAGEMENT_KEY: shared.newKey() };
	const all = { ...LEGACY_EXPRESSIONS, ...account, ...env };
	return startProgram([nodeBinary(), ...program], all, root);
}

/** Starts a run, and sends it the signal as soon as it has made a link of its own and has printed the text. */
async function interrupt(service: RunningService, text: string, signal: NodeJS.Signals) {
	const started = command(service, ['--yes']);
	await started.says(text);
	while ((await service.state()).links.length <= SEED.links) {
		if (started.process.exitCode !== null) throw new Error(started.output());
		await sleep(20);
	}
	started.process.kill(signal);
	return { code: await started.ended, output: started.output() };
}

test('killed in the walk, it leaves records, and --sweep removes them and nothing else', async () => {
	const service = services[2]!;
	const before = await open(service, {});
	await interrupt(service, 'channel: create: works', 'SIGKILL');
	expect(await service.control('/state')).not.toEqual(before);

	const { ended, output } = command(service, ['--sweep', '--yes']);
	expect({ code: await ended, output: output() }).toMatchObject({ code: 0 });
	expect(output()).toContain(
		'It removes the records of earlier runs: their names begin with n8n-live- and a time.',
	);
	expect(output()).toMatch(/Left: records of n8n-live-[\d-]+, which may be under way/);
	expect(await service.control('/state')).toEqual(before);
});

// test/service/removal.test.ts has more replies of which nothing is removed
test('where lists are refused, --sweep says so without control characters, and ends with 1', async () => {
	const body = { error: 1, message: 'Gone\u001b[2J\u0007 wrong' };
	const fault = { kind: 'wrongShape', body };
	const service = services[1]!;
	await open(service, {});
	const match = { method: 'GET', path: '/api/(?!account)' };
	await service.tell('/faults', [{ times: 0, match, fault }]);
	const { ended, output } = command(service, ['--sweep', '--yes']);
	expect(await ended).toBe(1);
	expect(output()).toMatch(/Not removed: the list of links could not be read to its end: \w+/);
	expect(output()).toContain('Next: run "npm run test:live -- --sweep" later.');
	expect(output()).not.toContain('there were none');
	expect(output()).not.toMatch(/(?!\n)\p{Cc}/u);
});

test('on Ctrl-C, it removes what it has created', async () => {
	const service = services[1]!;
	const before = await open(service, {});
	const { code, output } = await interrupt(service, 'Measuring the habits', 'SIGINT');
	expect({ code, output }).toMatchObject({ code: 130 });
	expect(output).toContain('Stopping. What was created is removed first.');
	expect(await service.control('/state')).toEqual(before);
});

test('on Ctrl-C while it removes what it has created, it goes on with that', async () => {
	const service = services[1]!;
	const before = await open(service, {});
	await service.tell('/faults', [
		{ match: { method: 'POST', path: '/api/qr/add' }, fault: { kind: 'resetBefore' } },
		{ times: 0, match: { method: 'DELETE' }, fault: { kind: 'latency', ms: 200 } },
	]);
	const started = command(service, ['--yes']);
	await started.says('Removing the records');
	started.process.kill('SIGINT');
	expect(await started.ended).toBe(130);
	expect(started.output()).toContain('3 channels removed');
	expect(await service.control('/state')).toEqual(before);
});

test('before it has asked, a signal ends it at once', async () => {
	const service = services[1]!;
	await open(service, {});
	await service.tell('/faults', [{ match: { path: '/api/account' }, fault: { kind: 'hang' } }]);
	const started = command(service, ['--yes']);
	while ((await requestsOf(service)).length === 0) await sleep(20);
	started.process.kill('SIGTERM');
	expect(await started.ended).toBe(130);
	expect(started.output().trim()).toBe('');
});

test('where lists are pages of a firewall at the end of a run, the run is not forgotten', async () => {
	const service = services[2]!;
	await open(service, {});
	const folder = mkdtempSync(join(tmpdir(), 'live-'));
	try {
		const started = command(service, ['--yes'], { SANDBOX_FOLDER: folder });
		await started.says('Measuring the habits');
		const match = { method: 'GET', path: '/api/(?!account)' };
		const fault = { kind: 'html', status: 404 };
		await service.tell('/faults', [{ times: 0, match, fault }]);
		started.process.kill('SIGINT');
		expect(await started.ended).toBe(130);
		expect(started.output()).toContain('Not removed: the list of links could not be read');
		expect(readdirSync(join(folder, 'live'))).toHaveLength(1);
	} finally {
		rmSync(folder, { recursive: true });
	}
});

test('without a terminal and without --yes, it says what it would do, and does nothing', async () => {
	const service = services[2]!;
	await open(service, { limit: 30 });
	const { ended, output } = command(service, []);
	expect(await ended).toBe(1);
	expect(output()).toMatch(/about 220 requests: about 8 minutes at 30 requests a minute/);
	expect(output()).toContain('npm run test:live -- --yes');
	expect((await requestsOf(service)).map(({ path }) => path)).toEqual(['/api/account']);
});
