/**
 * Create or Update beside a service with each setting of the sandbox: the plan says what the run does, the second plan and run have
 * nothing to do but what is sent once more, no other link changes, and none is made twice. In a process that remembers nothing,
 * a plan names nothing as different that a reading shows.
 */
import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { presetSettings } from '../../sandbox/service/presets.ts';
import { settingGroups, type Settings } from '../../sandbox/service/settings.ts';
import type { Json } from '../support/engine';
import { useVirtualClock } from '../support/virtual/clock';
import { nodeBeside } from '../support/virtual/linkRows';
import type { VirtualScript } from '../support/virtual/scriptedRun';
import { startSandbox } from '../support/walk/sandbox';
import { inOrder, PLANNED } from '../support/walk/seeds';

useVirtualClock();

/** What becomes of the body of a creation or an update. */
type Rewrite = (body: IDataObject) => IDataObject;

const changing =
	(name: string, change: (text: string) => string): Rewrite =>
	(body) =>
		typeof body[name] === 'string' ? { ...body, [name]: change(body[name]) } : body;

/** Services that store something else than what they are sent, and do not say so. */
const REWRITES: Record<string, Rewrite> = {
	'http for https': changing('url', (url) => url.replace(/^https:/, 'http:')),
	'URLs without a fragment': changing('url', (url) => url.replace(/#.*/, '')),
	// In the path, an encoded slash is not the same as one that separates folders
	'URLs with decoded slashes': changing('url', (url) => url.replace(/%2F/g, '/')),
	'URLs without a slash at the end': changing('url', (url) => url.replace(/\/$/, '')),
	'titles of 5 characters': changing('metatitle', (title) => title.slice(0, 5)),
	'texts with HTML escapes': changing('metatitle', (title) => title.replace(/&/g, '&amp;')),
	'no descriptions': changing('description', () => ''),
};

/** The service, which stores what is rewritten. */
const rewriting =
	(script: VirtualScript, rewrite: Rewrite): VirtualScript =>
	async ({ body, ...request }, count) =>
		await script(
			{ ...request, body: request.path.startsWith('/api/url/') ? rewrite(body) : body },
			count,
		);

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

const CREATION = { method: 'POST', path: '/api/url/add', query: {}, at: 0 };
let services = 0;

/** A service that holds the links, and a node beside it. */
async function startScene({ settings = {}, stores, credentials }: ServiceCase) {
	const host = `table-${++services}`;
	const { shortLinkBase = '' } = settings;
	const { script, control, close } = await startSandbox(`https://${host}.example.com`, {
		...{ limit: 0, shortLinkBase },
	});
	await control('POST', '/seed', { campaigns: 2, links: 3 });
	/** What the service answered to the creation of a link, by its alias. */
	const made = new Map<unknown, Json>();
	for (const link of LINKS) {
		const { body } = (await script({ ...CREATION, body: link as IDataObject }, 0)) as {
			body: Json;
		};
		made.set(link.custom, body);
	}
	await control('PATCH', '/settings', settings);
	const service = { script: stores === undefined ? script : rewriting(script, REWRITES[stores]!) };
	return {
		close,
		/** All links, by ID. */
		links: async () => {
			const { links } = await control<{ links: Json[] }>('GET', '/state');
			return new Map<unknown, Json>(links.map((link) => [link.id, link]));
		},
		/** What comes out for each row that has a value, and the requests for changes. */
		run: async (matchOn: string, dryRun: boolean, own: IDataObject = {}) => {
			const rows = TABLES[matchOn]!.map(({ of, ...row }) => {
				return { [matchOn]: made.get(of)?.[matchOn] ?? '', ...row } as IDataObject;
			});
			const node = nodeBeside(service, { ...credentials, ...own }, host);
			const outcome = await node.upsert(rows, { matchOn, dryRun });
			const isChange = ({ method }: { method: string }) => method !== 'GET';
			return {
				items: inOrder(outcome).filter(
					({ item }) => Object.keys(TABLES[matchOn]![item]!).length > 0,
				),
				sent: outcome.requests.filter(isChange).map(({ method, path }) => `${method} ${path}`),
			};
		},
	};
}

type Scene = Awaited<ReturnType<typeof startScene>>;
type Items = Awaited<ReturnType<Scene['run']>>['items'];

const errorsOf = (items: Items) => items.flatMap(({ error }) => error ?? []);

/** What a link has, as far as a reading shows it. Services know countries without case. */
const shownOf = ({ longurl, title, description, expiry, options }: Json) => ({
	...{ longurl: String(longurl).replace(/&amp;/g, '&'), title, description, expiry },
	geotarget: JSON.stringify((options as Json).geotarget ?? []).toLowerCase(),
});

/** The same of what a row gives. */
const givenBy = ({ url, metatitle, description, expiry }: Json) => ({
	longurl: url,
	...(metatitle !== undefined && { title: metatitle }),
	...(description !== undefined && { description }),
	...(expiry !== undefined && { expiry }),
});

/** The plan, which changes nothing and says what the run does, or warns; then the run, which changes nothing else. */
async function planAndRun(scene: Scene, { settings = {}, stores }: ServiceCase, matchOn: string) {
	const before = await scene.links();
	const { items: planned, sent: sentByPlan } = await scene.run(matchOn, true);
	expect(sentByPlan).toEqual([]);
	const { items: done, sent } = await scene.run(matchOn, false);
	const after = await scene.links();

	const reasons = Object.keys(settings).flatMap((name) => FAILING[name as keyof Settings] ?? []);
	const errors = errorsOf([...planned, ...done]);
	expect(errors.filter((error) => !reasons.some((reason) => reason.test(error)))).toEqual([]);
	for (const [index, { json, error }] of done.entries()) {
		const plan = planned[index]!;
		if (plan.json.warning !== undefined || errorsOf([plan]).length > 0 || error) continue;
		const id = json.action === 'created' ? undefined : json.id;
		expect([plan.json.action, plan.json.id]).toEqual([PLANNED[String(json.action)], id]);
	}

	const succeeded = done.filter(({ error }) => error === undefined);
	const changed = succeeded.filter(({ json }) => json.action !== 'unchanged');
	for (const { item, json } of stores === undefined ? succeeded : []) {
		const now = after.get(Number(json.id))!;
		const old = before.get(Number(json.id)) ?? now;
		expect(shownOf(now)).toEqual({ ...shownOf(old), ...givenBy(TABLES[matchOn]![item]!) });
	}
	for (const [id, link] of before)
		if (!changed.some(({ json }) => Number(json.id) === id)) expect(after.get(id)).toEqual(link);
	const created = changed.filter(({ json }) => json.action === 'created');
	const named = errorsOf(done).filter((error) => /exists now|was made or found/.test(error));
	const made = [...after.keys()].filter((id) => !before.has(id));
	expect(made).toHaveLength(created.length + named.length);
	expect(made).toEqual(expect.arrayContaining(created.map(({ json }) => Number(json.id))));
	return { planned, done, sent };
}

/** Whether the service writes aliases or long URLs in another form, which only the memory of the node explains. */
const storesOther = ({ settings, stores }: ServiceCase): boolean =>
	stores !== undefined ||
	settings?.longUrls === 'entities' ||
	['slug', 'lowerCase'].includes(String(settings?.customAlias));

/** What a plan names as different, although a reading shows it. The rest is sent again because no reading shows it. */
const differingIn = (planned: Items) =>
	planned
		.filter(({ json }) => json.action === 'update')
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
			const { planned, sent } = await planAndRun(scene, given, matchOn);
			const left = planned.filter(({ json }) => json.action !== 'none');
			expect(left.filter(({ item }) => !failed.some((one) => one.item === item))).toEqual([]);
			if (failed.length > 0) continue;
			// Where the list was not read to its end, a refused creation shows that a link exists
			expect(sent.filter((one) => one !== 'POST /api/url/add')).toEqual([]);
			if (storesOther(given)) continue;
			const restarted = await scene.run(matchOn, true, { apiKey: 'key-of-another-process' });
			expect(differingIn(restarted.items)).toEqual([]);
		}
	} finally {
		await scene.close();
	}
});
