/** What `npm run test:live` finds out about a service equals the settings of the sandbox, and nothing of it stays. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client, type Json } from '../../sandbox/live/client.ts';
import { ENDPOINTS, type OperationId } from '../../sandbox/live/endpoints.ts';
import { Findings } from '../../sandbox/live/findings.ts';
import { measureHabits } from '../../sandbox/live/habits/index.ts';
import { LIVE, nameOfRun } from '../../sandbox/live/names.ts';
import { PRESET_FOLDER, presetText, writePreset } from '../../sandbox/live/preset.ts';
import { sweep } from '../../sandbox/live/records.ts';
import { credentialAdvice, timeZoneAdvice } from '../../sandbox/live/report.ts';
import { nodeBinary } from '../../sandbox/n8n/node.ts';
import { endpoints } from '../../sandbox/service/api/description.ts';
import { presetSettings } from '../../sandbox/service/presets.ts';
import type { Settings } from '../../sandbox/service/settings.ts';
import { allSettings, drawnHabits, MEASURED, NO_WAIT, valuesOf } from '../support/live';
import { breaches, client as clientOf, Tested } from './client';

/** The key with which the account's records are made. It has a budget of its own. */
const OWNER = 'key-of-the-owner';

const root = join(__dirname, '../..');

const tested = new Tested('--key', 'key-of-the-run', '--key', OWNER);
const { control, tell, set } = tested;

const folder = mkdtempSync(join(tmpdir(), 'live-'));
mkdirSync(join(folder, PRESET_FOLDER), { recursive: true });
afterAll(() => rmSync(folder, { recursive: true }));

/** An account with records of its own, some with names that look like those of a run. */
const SEED = { links: 120, qrs: 3, campaigns: 22, channels: 2, pixels: 2, clicks: 9_000, scans: 9 };
const LOOKALIKES: Array<[path: string, body: object]> = [
	['/url/add', { url: 'https://example.com/n8n-live-notes', custom: 'n8n-live-notes' }],
	['/url/add', { url: 'https://other.example.com/n8n-live-20301231-235959-main' }],
	['/campaign/add', { name: 'n8n-live-campaign' }],
	['/channel/add', { name: 'My n8n-live-20301231-235959-channel' }],
	['/domain/add', { domain: 'https://n8n-live-20301231-235959-own.example.org' }],
];

async function open(habits: Partial<Settings>): Promise<void> {
	await tell('/reset', { settings: NO_WAIT, seed: SEED });
	const owner = clientOf(tested.service, OWNER);
	for (const [path, fields] of LOOKALIKES) await owner('POST', path, fields);
	await set(habits);
	await control('/requests', { method: 'DELETE' });
}

/** Measures the service, and expects that its account then holds exactly what it held before. */
async function measured(habits: Partial<Settings>): Promise<Findings> {
	await open(habits);
	const before = await control('/state');
	const client = new Client(tested.service, 100_000);
	const name = nameOfRun();
	const findings = await measureHabits(client, name, false);
	// The description allows every form of a reply
	const broken = (await breaches(tested.service)).flat();
	expect(broken.filter((line) => String(line).startsWith('reply'))).toEqual([]);
	// What the plan forbids it to delete stays
	await set({ missingEndpoints: [], forbiddenEndpoints: [] });
	await sweep(client, (run) => run === name);
	expect(await control('/state')).toEqual(before);
	return findings;
}

const ENDPOINT_SETTINGS = ['missingEndpoints', 'forbiddenEndpoints'] as const;

/** Expects that every habit that was measured is one of the service's. */
function expectHabits({ settings, endpoints }: Findings, habits: Partial<Settings>): void {
	const actual = allSettings(habits);
	for (const name of ENDPOINT_SETTINGS) {
		// The others were not needed, because what they are for could not be created
		const seen = actual[name].filter((id) => [...endpoints.keys()].some((used) => used === id));
		expect({ [name]: [...settings[name]!].sort() }).toEqual({ [name]: seen });
	}
	const sorted = allSettings(settings);
	const others = Object.keys(settings).filter((name) => !/Endpoints$/.test(name));
	// A list that the plan does not allow shows no page
	const works = ([list]: [string, number]) => endpoints.get(list as never)?.state === 'works';
	const sizes = Object.entries(actual.maxPageSizes).filter(works);
	// Where some lists have too few records, only the sizes of the others are known
	const known = Object.keys(settings.maxPageSizes ?? {}).map((list) => [
		list,
		actual.maxPageSizes[list] ?? actual.maxPageSize,
	]);
	actual.maxPageSizes = Object.fromEntries('maxPageSize' in settings ? sizes : known);
	const isSeen = (id: string) =>
		works([id, 0]) && !(actual.changeReply === 'empty' && /^update/.test(id));
	actual.messageOnlyReplies = actual.messageOnlyReplies.filter(isSeen);
	const pick = (from: Settings) =>
		Object.fromEntries(others.map((name) => [name, from[name as keyof Settings]]));
	expect(pick(sorted)).toEqual(pick(actual));
}

/** The habits that a run must find out. It does not exceed the limit, and cannot know of endpoints that it does not need. */
const visible = (habits: Partial<Settings>) =>
	Object.fromEntries(
		Object.entries(habits).filter(([name]) => !/^overLimit$|Endpoints$/.test(name)),
	);

const TOLERANT = {
	...presetSettings('tolerant'),
	sharedDomains: ['https://shared-1.example.com'],
};
const KNOWN: Array<[name: string, habits: Partial<Settings>]> = [
	['of the description', NO_WAIT],
	['of the preset strict', { ...NO_WAIT, ...presetSettings('strict') }],
	['of the preset tolerant', { ...NO_WAIT, ...TOLERANT }],
];
/** Each of them has other habits: so many that every value of every habit is there. */
const DRAWN = Array.from({ length: 16 }, (_, index): [string, Partial<Settings>] => [
	`drawn ${index + 1}`,
	drawnHabits(index + 1),
]);

/** The values that the services below showed, as JSON, by setting. */
const shown = new Map<string, Set<string>>();

test.each([...KNOWN, ...DRAWN])(
	'the habits of a service %s are found out, and a sandbox with its preset is measured alike',
	async (name, habits) => {
		const findings = await measured(habits);
		expectHabits(findings, habits);
		const { defaultDomain } = findings;
		if (defaultDomain !== undefined)
			expect(defaultDomain).toBe(allSettings(habits).shortLinkBase || tested.service.url);
		for (const [setting, value] of Object.entries(findings.settings))
			shown.set(setting, (shown.get(setting) ?? new Set()).add(JSON.stringify(value)));
		if (!name.startsWith('drawn')) expect(findings.settings).toMatchObject(visible(habits));

		const text = presetText(findings);
		const { key, url } = tested.service;
		for (const secret of [key, url, '127.0.0.1', 'n8n-live', '@'])
			expect(text).not.toContain(secret);
		writePreset(folder, 'alike', findings);
		const alike = await measured(presetSettings('alike', join(folder, PRESET_FOLDER)));
		expect(alike.settings).toMatchObject(findings.settings);
	},
);

test.each(MEASURED)('every value of %s is shown by one of these services', (name) => {
	const values = valuesOf(name).map((value) => JSON.stringify(value));
	expect([...shown.get(name)!]).toEqual(expect.arrayContaining(values));
});

test('it knows every endpoint of the description', () => {
	expect(Object.keys(ENDPOINTS).sort()).toEqual(
		endpoints.map(({ operationId }) => operationId).sort(),
	);
});

test.each(['missingEndpoints', 'forbiddenEndpoints'] as const)(
	'a service with each list among its %s is measured to the end',
	async (setting) => {
		const lists = (Object.keys(ENDPOINTS) as OperationId[]).filter((id) => id.startsWith('list'));
		for (const list of lists) {
			await open({ [setting]: [list] });
			const findings = await measureHabits(new Client(tested.service, 100_000), nameOfRun());
			expect(findings.settings[setting]).toEqual([list]);
		}
	},
);

test('a value that the sandbox does not have is not measured', () => {
	const findings = new Findings();
	findings.set('utcOffsetMinutes', 3 * 24 * 60);
	const reason = 'Setting "utcOffsetMinutes" must lie between -1440 and 1440, not 4320';
	expect(findings.notMeasured).toContainEqual(['utcOffsetMinutes', reason]);
	expect(presetText(findings)).toBe('{}\n');
});

test('at a service whose `result` counts a page, all records of a run are removed, and those of others stay', async () => {
	await open({});
	const before = await control('/state');
	const client = new Client(tested.service, 100_000);
	const send = client.send.bind(client);
	client.send = async (id, call) => {
		const exchange = await send(id, call);
		const data = exchange.body.data as Json | undefined;
		if (data?.perpage) data.result = data.perpage;
		return exchange;
	};
	const name = nameOfRun();
	for (let index = 0; index < 120; index++)
		await client.send('createCampaign', { body: { name: `${name}${index}` } });
	const swept = await sweep(client, (run) => run === name);
	expect(swept).toMatchObject({ left: [], unread: [] });
	expect([...swept.removed.values()]).toEqual([120]);
	expect(await control('/state')).toEqual(before);
});

test('a list that fails in the middle of a run leaves one habit unknown', async () => {
	await open({});
	const client = new Client(tested.service, 100_000);
	const send = client.send.bind(client);
	let isSame = false;
	client.send = async (id, call) => {
		if (id === 'createLink') isSame = /same$/.test(String(call?.body?.url));
		const exchange = await send(id, call);
		return isSame && id === 'listLinks' ? { ...exchange, ok: false } : exchange;
	};
	const { notMeasured, settings } = await measureHabits(client, nameOfRun());
	const reason = expect.stringMatching(/^the list of links could not be read/) as string;
	expect(notMeasured).toContainEqual(['sameLongUrl', reason]);
	expect(settings.unknownRecord).toBe('refusal');
});

test('a lost connection ends a run only where a request must not be sent twice', async () => {
	await open({});
	const client = new Client(tested.service, 100_000);
	const lost = async (method: string) =>
		await tell('/faults', [{ match: { method }, fault: { kind: 'resetBefore' } }]);
	await lost('GET');
	expect((await client.send('getAccount')).ok).toBe(true);
	await lost('DELETE');
	expect((await client.send('deleteLink', { path: { id: 1 } })).ok).toBe(true);
	await lost('POST');
	await expect(client.send('createLink', { body: {} })).rejects.toThrow('(ECONNRESET)');
});

test('what n8n may send with the key in a step counts as sent, until a reply shows what is left', async () => {
	await tell('/reset', { settings: { limit: 7, window: 1, fractionalSeconds: true } });
	const client = new Client(tested.service, 100_000);
	await client.send('getAccount');
	for (let step = 0; step < 3; step++) {
		await client.waitFor(3);
		for (let request = 0; request < 3; request++)
			expect((await tested.call('GET', '/account')).status).toBe(200);
	}
});

test('a run is over when its process has ended, or an hour after its beginning', () => {
	const before = (minutes: number) => nameOfRun(LIVE, new Date(Date.now() - minutes * 60_000));
	const [own, ended, recent, old] = [before(3), before(2), before(59), before(61)] as const;
	mkdirSync(join(folder, ended));
	const script = `import { Runs } from './sandbox/live/runs.ts';
		const [one, other] = [new Runs('${folder}'), new Runs('${folder}')];
		one.begin('${own}');
		for (const runs of [one, other])
			console.log(...${JSON.stringify([own, ended, recent, old])}.map((run) => runs.isOver(run)));`;
	const args = ['--input-type=module', '--eval', script];
	const { stdout, stderr } = spawnSync(nodeBinary(), args, { cwd: root, encoding: 'utf8' });
	expect({ stdout, stderr }).toEqual({
		stdout: 'true true false true\nfalse true false true\n',
		stderr: '',
	});
});

test.each([
	[undefined, 'check "Time Zone"; it could not be measured.'],
	[0, 'leave "Time Zone" at UTC, the zone of the dates.'],
	[120, 'whose dates are UTC+2:00, such as Etc/GMT-2.'],
	[-210, 'whose dates are UTC-3:30.'],
])('an offset of %s minutes is what Time Zone is for', (utcOffsetMinutes, advice) => {
	const findings = new Findings();
	if (utcOffsetMinutes !== undefined) findings.set('utcOffsetMinutes', utcOffsetMinutes);
	expect(timeZoneAdvice(findings)).toContain(advice);
});

test.each([
	['patch', false, 'to No.'],
	['patch', true, 'at Unknown. An update without the long URL is refused'],
	['replaceAll', true, 'to Yes.'],
] as const)(
	'updates of the kind %s that need a long URL (%s): "Updates Replace the Whole Link" %s',
	(linkUpdate, needsUrl, advice) => {
		const findings = new Findings();
		findings.set('linkUpdate', linkUpdate);
		findings.set('linkUpdateNeedsUrl', needsUrl);
		expect(credentialAdvice(findings)).toContain(`"Updates Replace the Whole Link" ${advice}`);
	},
);
