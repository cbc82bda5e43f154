/**
 * Create or Update beside a service with each setting of the sandbox: the plan says what the run does, the second plan and run
 * have nothing to do but what is sent once more, no other link changes, and none is made twice. In a process that remembers nothing,
 * a plan names nothing as different that a reading shows.
 */
import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { presetSettings } from '../../sandbox/service/presets.ts';
import { settingGroups, type Settings } from '../../sandbox/service/settings.ts';
import type { Json } from '../support/engine';
import { useVirtualClock } from '../support/virtual/clock';
import { upsertItems } from '../support/virtual/linkRows';
import { runInVirtualTime, type VirtualOutcome } from '../support/virtual/scriptedRun';
import { REWRITES, rewriting } from '../support/walk/rewriting';
import { startSandbox } from '../support/walk/sandbox';

useVirtualClock();

interface ServiceCase {
	settings?: Partial<Settings>;
	/** Of {@link REWRITES}. */
	stores?: string;
	credentials?: IDataObject;
}

/** Values of the settings that have no list of them. */
const VALUES: Partial<Record<keyof Settings, unknown[]>> = {
	aliasTakenMessage: ['No.'],
	blockedAliasWords: [['new']],
	creationFailureText: ['new'],
	// A link more than there are
	creationQuota: [17],
	domainCreationStatus: ['201'],
	forbiddenEndpoints: [['listLinks'], ['updateLink'], ['listDomains']],
	furtherPixelTypes: [['other']],
	journalSize: [10],
	limit: [60],
	listLimit: [20],
	maxPageSize: [5],
	maxPageSizes: [{ listLinks: 5 }],
	messageOnlyReplies: [['createLink'], ['updateLink'], ['createCampaign']],
	missingEndpoints: [['updateLink'], ['listDomains']],
	pageSize: [3],
	refusalStatus: [400, 404],
	resetOverride: ['soon'],
	seed: [2],
	sharedDomains: [['https://shared.example']],
	shortLinkBase: ['https://sho.rt', 'https://go.example.com'],
	stolenPerWindow: [5],
	utcOffsetMinutes: [330, -480],
	window: [0.5],
};

const LIMITED: Partial<Settings> = { limit: 60 };
/** Without these beside them, some settings have no effect. */
const BESIDE: Partial<Record<keyof Settings, Partial<Settings>>> = {
	cappedPage: { maxPageSize: 5 },
	creationFailureText: { creationFailure: '500' },
	creationQuota: { creationFailure: 'refusal' },
	forbiddenStatus: { forbiddenEndpoints: ['updateLink'] },
	fractionalSeconds: LIMITED,
	// The size that a service has by default is allowed
	largePage: { maxPageSize: 15 },
	maxPageSizes: { maxPageSize: 5 },
	missingEndpointReply: { missingEndpoints: ['updateLink'] },
	overLimit: LIMITED,
	resetFormat: LIMITED,
	resetOverride: LIMITED,
	separateBudgets: LIMITED,
	stolenPerWindow: LIMITED,
	window: LIMITED,
};

const SETTINGS = Object.values(settingGroups)
	.flatMap((group) => Object.entries(group))
	.flatMap(([key, { initial, allowed }]) => {
		const name = key as keyof Settings;
		const others = typeof initial === 'boolean' ? [!initial] : (allowed?.slice(1) ?? VALUES[name]!);
		return others.map((value) => ({ settings: { ...BESIDE[name], [name]: value } }));
	});

const OTHER_CASES: ServiceCase[] = [
	{ settings: presetSettings('strict') },
	{ settings: presetSettings('tolerant') },
	{ settings: { creationFailure: 'refusal', refusalStatus: 404, customAlias: 'lowerCase' } },
	{ settings: { customAlias: 'slug', longUrls: 'entities', messageOnlyReplies: ['createLink'] } },
	{ settings: { linkUpdate: 'replaceAll', linkUpdateNeedsUrl: true, ownAlias: 'taken' } },
	{ settings: { shortLinkBase: 'https://sho.rt', linkSearch: 'urlAndTitle', maxPageSize: 5 } },
	{ settings: { linkUpdate: 'patch' }, credentials: { updatesReplace: 'no' } },
	{
		settings: { shortLinkBase: 'https://go.example.com' },
		credentials: { defaultDomain: 'go.example.com' },
	},
	...Object.keys(REWRITES).map((stores) => ({ stores })),
];

/** Rows fail in the run for a reason that no plan can know. */
const FAILING: Partial<Record<keyof Settings, RegExp>> = {
	blockedAliasWords: /contains a word that is not allowed/,
	creationFailure: /Reading works while creating fails|maximum that your plan allows/,
	customAlias: /is taken|not as requested/,
	forbiddenEndpoints: /do not have permission|is taken/,
	missingEndpoints: /does not offer a way to change|[Ss]et Default Domain/,
	// It gives the link of an alias in another case
	sameLongUrl: /not as requested.+ was there before/,
	// The default domain is one of the account
	shortLinkBase: /set Default Domain/,
};

const to = (path: string) => `https://example.com/${path}`;
const BRAND = 'https://go.example.com';

/** Links that exist. */
const LINKS: Json[] = [
	{ custom: 'equal', url: to('equal'), metatitle: 'R&D', description: 'Note' },
	{ custom: 'changed', url: to('old'), description: 'Kept' },
	{ custom: 'spring', url: to('spring') },
	{ custom: 'a-b', url: to('a-b') },
	{ custom: 'case', url: to('case') },
	{ custom: 'branded', url: to('branded'), domain: BRAND },
	{ custom: 'slash', url: to('slash?a=1&b=2') },
	{ custom: 'codes', url: to('My+File.pdf') },
	{ custom: 'expiry', url: to('expiry'), expiry: '2031-01-01 10:00:00', description: 'Kept' },
	{ custom: 'campaign', url: to('campaign'), expiry: '2031-01-01 10:00:00' },
	{ custom: 'by-url', url: to('by-url'), description: 'Kept' },
	{ custom: 'by-id', url: to('by-id'), geotarget: [{ location: 'Canada', link: to('ca') }] },
	{ custom: 'other', url: to('other'), description: 'Of no row' },
];

/** A table for each column to match on. `of` is the alias of the link whose short URL or ID the row gives. */
const TABLES: Record<string, Json[]> = {
	custom: [
		{ custom: 'equal', url: to('equal'), metatitle: 'R&D', description: 'Note' },
		{ custom: 'changed', url: to('new/?a=1&b=2'), metatitle: 'New title' },
		{ custom: 'new', url: to('a%2Fb/#part'), metatitle: 'Brand new', password: 'x' },
		{ custom: 'Spring', url: to('capital') },
		{ custom: 'A_b', url: to('signs') },
		{ custom: 'Case', url: to('case') },
		{ custom: 'branded', url: to('branded/new'), domain: BRAND },
		{ custom: 'branded-new', url: to('b'), domain: BRAND },
		{},
		{ custom: 'slash', url: to('slash/?a=1&b=2') },
		{ custom: 'codes', url: to('My%20File.pdf') },
		{ custom: 'expiry', url: to('expiry'), expiry: '2032-01-01 10:00:00' },
		{ custom: 'campaign', url: to('campaign'), campaign: 'Campaign 1' },
	],
	shorturl: [{ of: 'by-url', url: to('by-url/new') }, { url: to('derived') }],
	id: [
		{ of: 'by-id', url: to('by-id'), custom: 'By-ID' },
		{ url: to('fresh'), custom: 'fresh' },
	],
};

const PLANNED: Json = { created: 'create', updated: 'update', unchanged: 'none' };
let services = 0;

/** A service that holds the links, and a node beside it. */
async function startScene({ settings = {}, stores, credentials }: ServiceCase) {
	const host = `table-${++services}`;
	const { shortLinkBase = '' } = settings;
	const initial = { limit: 0, shortLinkBase };
	const sandbox = await startSandbox(`https://${host}.example.com`, initial);
	const { close, control } = sandbox;
	await control('POST', '/seed', { campaigns: 2, links: 3 });
	/** What the service answered to the creation of a link, by its alias. */
	const made = new Map<unknown, Json>();
	for (const link of LINKS) {
		const request = { method: 'POST', path: '/api/url/add', query: {}, body: link as IDataObject };
		const { body } = (await sandbox.script({ ...request, at: 0 }, 0)) as { body: Json };
		made.set(link.custom, body);
	}
	await control('PATCH', '/settings', settings);
	const script =
		stores === undefined ? sandbox.script : rewriting(sandbox.script, REWRITES[stores]!);
	return {
		close,
		/** All links, by ID. */
		links: async () => {
			const { links } = await control<{ links: Json[] }>('GET', '/state');
			return new Map<unknown, Json>(links.map((link) => [link.id, link]));
		},
		/** @param key another one than before is a process that remembers nothing */
		run: async (
			matchOn: string,
			rows: Json[],
			dryRun: boolean,
			key?: string,
		): Promise<VirtualOutcome> => {
			const named = rows.map(({ of, ...row }) => ({
				[matchOn]: made.get(of)?.[matchOn] ?? '',
				...row,
			}));
			const items = upsertItems(named as IDataObject[], { matchOn, dryRun });
			const given = { resource: 'link', operation: 'upsert', items, continues: true };
			const own = { ...credentials, ...(key && { apiKey: key }) };
			return await runInVirtualTime({ ...given, host, credentials: own }, script);
		},
	};
}

const changesAmong = ({ requests }: VirtualOutcome) =>
	requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);

const isCreation = (sent: string): boolean => sent === 'POST /api/url/add';

interface RowOutcome {
	row: number;
	json: Json;
	action?: unknown;
	error?: string;
}

/** What came out for each row that has a value. */
const outcomesOf = ({ items }: VirtualOutcome, rows: Json[]): RowOutcome[] =>
	[...items]
		.sort((a, b) => a.item - b.item)
		.map(({ item, json, error }) => ({ row: item, json, action: json.action, error }))
		.filter(({ row }) => Object.keys(rows[row]!).length > 0);

const errorsOf = (outcomes: RowOutcome[]) =>
	outcomes.flatMap(({ error }) => (error === undefined ? [] : [error]));

/** What a link has beside what a row gives, as far as a reading shows it. Services know countries without case. */
const keptOf = ({ title, description, expiry, options }: Json, row: Json) => ({
	...(row.metatitle === undefined && { title }),
	...(row.description === undefined && { description }),
	...(row.expiry === undefined && { expiry }),
	geotarget: JSON.stringify((options as Json).geotarget ?? []).toLowerCase(),
});

/** What a row gives, by the columns of the service. */
const givenBy = ({ url, metatitle, description, expiry }: Json) =>
	Object.fromEntries(
		Object.entries({ longurl: url, title: metatitle, description, expiry }).filter(
			([, value]) => value !== undefined,
		),
	);

const shownOf = (link: Json) => ({ ...link, longurl: String(link.longurl).replace(/&amp;/g, '&') });

/** The plan, which changes nothing and says what the run does, or warns; then the run, which changes nothing else. */
async function planAndRun(
	scene: Awaited<ReturnType<typeof startScene>>,
	{ settings = {}, stores }: ServiceCase,
	matchOn: string,
) {
	const rows = TABLES[matchOn]!;
	const before = await scene.links();
	const plan = await scene.run(matchOn, rows, true);
	expect(changesAmong(plan)).toEqual([]);
	const planned = outcomesOf(plan, rows);
	const run = await scene.run(matchOn, rows, false);
	const done = outcomesOf(run, rows);
	const after = await scene.links();

	const reasons = Object.keys(settings).flatMap((name) => FAILING[name as keyof Settings] ?? []);
	const errors = errorsOf([...planned, ...done]);
	expect(errors.filter((error) => !reasons.some((reason) => reason.test(error)))).toEqual([]);
	const isSure = ({ json }: RowOutcome, index: number) =>
		json.warning === undefined && errorsOf([planned[index]!, done[index]!]).length === 0;
	const links = (outcomes: RowOutcome[]) =>
		outcomes.map(({ row, action, json }) => ({ row, action, id: json.id }));
	expect(links(planned.filter(isSure))).toEqual(
		links(done.filter((_, index) => isSure(planned[index]!, index))).map((one) => ({
			...one,
			action: PLANNED[String(one.action)],
			id: one.action === 'created' ? undefined : one.id,
		})),
	);

	const rowOf = new Map(
		done.map(({ row, json, action }) => [
			action === 'unchanged' ? '' : Number(json.id),
			rows[row]!,
		]),
	);
	const stored = (all: Json) => (stores === undefined ? all : {});
	for (const [id, link] of before) {
		const row = rowOf.get(Number(id));
		const now = after.get(id)!;
		if (row) expect(stored(keptOf(now, row))).toEqual(stored(keptOf(link, row)));
		else expect(now).toEqual(link);
	}
	for (const { row, json, error } of done)
		if (error === undefined)
			expect(shownOf(after.get(Number(json.id))!)).toMatchObject(stored(givenBy(rows[row]!)));
	const created = done.filter(({ action }) => action === 'created');
	const named = errorsOf(done).filter((error) => /exists now|was made or found/.test(error));
	const made = [...after.keys()].filter((id) => !before.has(id));
	expect(made).toHaveLength(created.length + named.length);
	expect(made).toEqual(expect.arrayContaining(created.map(({ json }) => Number(json.id))));
	return { planned, done, sent: changesAmong(run) };
}

/** Whether the service writes aliases or long URLs in another form, which only the memory of the node explains. */
const storesOther = ({ settings, stores }: ServiceCase): boolean =>
	stores !== undefined ||
	settings?.longUrls === 'entities' ||
	['slug', 'lowerCase'].includes(String(settings?.customAlias));

/** What a plan names as different, although a reading shows it. The rest is sent again because no reading shows it. */
const differingIn = (planned: RowOutcome[]) =>
	planned
		.filter(({ action }) => action === 'update')
		.flatMap(({ json }) => String(json.changes).split(' · '))
		.filter((change) => !change.includes('(not shown) →'));

test.each([{}, ...SETTINGS, ...OTHER_CASES])('%j', async (given: ServiceCase) => {
	const scene = await startScene(given);
	try {
		for (const matchOn of Object.keys(TABLES)) {
			const first = await planAndRun(scene, given, matchOn);
			const failed = [...first.planned, ...first.done].filter(({ error }) => error !== undefined);
			// What the service stores in another form is sent once more
			if (given.stores !== undefined) await planAndRun(scene, given, matchOn);
			const last = await planAndRun(scene, given, matchOn);
			const left = last.planned.filter(
				({ row, action }) => action !== 'none' && !failed.some((one) => one.row === row),
			);
			expect(left).toEqual([]);
			// Where the list was not read to its end, a refused creation shows that a link exists
			if (failed.length === 0 && !storesOther(given)) {
				const restarted = await scene.run(
					matchOn,
					TABLES[matchOn]!,
					true,
					'key-of-another-process',
				);
				expect(differingIn(outcomesOf(restarted, TABLES[matchOn]!))).toEqual([]);
			}
			if (failed.length === 0) expect(last.sent.filter((one) => !isCreation(one))).toEqual([]);
		}
	} finally {
		await scene.close();
	}
});
