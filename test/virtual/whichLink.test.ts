/**
 * Which link is meant, and is it so: a link is changed, deleted or given only where it is known to be the one, a plan says what
 * the run does, and what a service stores in another form comes to rest. Each run has a new host, as in a new process, unless a
 * test gives one.
 */
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { useVirtualClock } from '../support/virtual/clock';
import { BRAND, OTHER_BRAND } from '../support/virtual/linkRows';
import {
	hasAlias,
	LinkService,
	type LinkServiceOptions,
	refusal,
} from '../support/virtual/linkService';
import {
	newHost,
	runInVirtualTime,
	type VirtualOutcome,
	type VirtualScript,
} from '../support/virtual/scriptedRun';

useVirtualClock();

const OLD = 'https://example.com/old';
const NEW = 'https://example.com/new';

interface How {
	host?: string;
	dryRun?: boolean;
	matchOn?: string;
	options?: IDataObject;
	credentials?: IDataObject;
	signal?: AbortSignal;
}

/** Create or Update with these rows, with On Error: Continue. */
const upsert = async (
	service: LinkService,
	rows: IDataObject[],
	{ matchOn = 'custom', dryRun, options = {}, ...how }: How = {},
): Promise<VirtualOutcome> => {
	const items = rows.map((value) => ({
		matchOn,
		columns: { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] },
		dryRun,
		options: { ...options, ...(dryRun && { dryRun }) },
	}));
	const run = { resource: 'link', operation: 'upsert', items, continues: true, ...how };
	return await runInVirtualTime(run, service.script);
};

const actionsOf = ({ items }: VirtualOutcome) => items.map(({ json }) => json.action);
const rowsOf = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ custom: `r${n}`, url: `${OLD}/${n}` }));
/** A service that has the link of each row. */
const holding = (rows: ReturnType<typeof rowsOf>, options: LinkServiceOptions = {}) => {
	const service = new LinkService(options);
	for (const row of rows) service.add(row);
	return service;
};
const changesAmong = ({ requests }: VirtualOutcome) =>
	requests.filter(({ method }) => method !== 'GET').map(({ method }) => method);
const targetsOf = ({ links }: LinkService) =>
	Object.fromEntries(links.map(({ alias, longurl }) => [alias, longurl]));
/** More rows, so that the list is read. */
const others = ['x', 'y', 'z'].map((custom) => ({ custom, url: `https://example.com/${custom}` }));

test('a row is not blamed for an unknown name in another row for its link', async () => {
	const rows = [
		{ custom: 'a', url: OLD, campaign: 'Unknown' },
		{ custom: 'a', url: OLD, metatitle: 'Title' },
	];
	const { items } = await upsert(new LinkService(), rows);
	const reason = 'Columns: items 0 and 1 are for the same link, and differ in Campaign, Meta Title';
	const [first, second] = items.map(({ error }) => error);
	expect(first).toContain(reason);
	expect(first).toContain('Campaign: ');
	expect(second).toMatch(new RegExp(`^${reason}\\.`));
	expect(second).not.toContain('Campaign: ');
});

test.each<[string, IDataObject, IDataObject]>([
	['that the row gives', { domain: BRAND }, {}],
	['of the credential', {}, { defaultDomain: BRAND }],
])(
	'a row without a long URL says which link has its alias, but not on the domain %s',
	async (_, row, credentials) => {
		const service = new LinkService({ domains: [BRAND] });
		service.add({ url: OLD, custom: 'spring' });
		const rows = [{ custom: 'spring', ...row }, ...others];
		const { items } = await upsert(service, rows, { credentials });
		expect(items[0]?.error).toContain(
			'no link on go.brand.example has the alias "spring"; the closest is https://sho.rt/spring.',
		);
	},
);

test('an alias that is taken on another domain shows the link that has it', async () => {
	const service = new LinkService({ domains: [BRAND], isUniqueOnAllDomains: true });
	service.add({ url: OLD, custom: 'spring' });
	const { items } = await upsert(service, [
		{ custom: 'spring', url: NEW, domain: BRAND },
		...others,
	]);
	expect(items[0]?.error).toContain(`https://sho.rt/spring leads to ${OLD}. If such a link`);
});

test.each([200, 403, 500])(
	'a creation that is refused with HTTP %i leads to no similar alias',
	async (status) => {
		const body = { error: 1, message: 'You have reached the maximum number of links.' };
		for (const more of [[], others]) {
			const service = new LinkService({
				instead: ({ method }) => (method === 'POST' ? { status, body } : undefined),
			});
			for (const custom of ['spring', 'summer1']) service.add({ url: OLD, custom });
			const rows = ['Spring', 'Summer-1'].map((custom) => ({ custom, url: NEW }));
			const { items } = await upsert(service, [...rows, ...more]);
			expect(items.slice(0, 2).every(({ error }) => error?.includes('maximum number'))).toBe(true);
			expect(targetsOf(service)).toEqual({ spring: OLD, summer1: OLD });
		}
	},
);

describe('At a service without case', () => {
	const lower = (text: string) => text.toLowerCase();
	const WITHOUT_CASE: LinkServiceOptions = {
		isSameAlias: (one, other) => lower(one) === lower(other),
		findsShort: ({ shorturl }, short) => lower(shorturl) === lower(short),
	};

	test('a taken alias leads to the link that it shows', async () => {
		const service = new LinkService(WITHOUT_CASE);
		service.add({ url: OLD, custom: 'spring' });
		service.add({ url: OLD, custom: 'b' });
		for (const dryRun of [true, false])
			expect(
				actionsOf(await upsert(service, [{ custom: 'Spring', url: NEW }], { dryRun })),
			).toEqual([dryRun ? 'update' : 'updated']);
		expect(targetsOf(service)).toEqual({ spring: NEW, b: OLD });
	});

	test('a plan creates beside a link on a domain that may not be the default one, as the run does', async () => {
		const service = new LinkService({ ...WITHOUT_CASE, domains: [BRAND] });
		service.add({ url: OLD, custom: 'row-1', domain: BRAND });
		const row = { custom: 'Row-1', url: NEW };
		const { items } = await upsert(service, [row], { dryRun: true });
		expect(items[0]?.json).toMatchObject({ action: 'create', warning: expect.any(String) });
		expect(actionsOf(await upsert(service, [row]))).toEqual(['created']);
		expect(targetsOf(service)).toEqual({ 'row-1': OLD, 'Row-1': NEW });
	});
});

test('a row without a long URL changes no link with a similar alias, and names the closest', async () => {
	const service = new LinkService({ domains: [BRAND] });
	service.add({ url: OLD, custom: 'spring' });
	service.add({ url: OLD, custom: 'fair', domain: BRAND });
	const rows = ['Spring', 'fair'].map((custom) => ({ custom, metatitle: 'New' }));
	const { items } = await upsert(service, [...rows, ...others]);
	expect(items[0]?.error).toMatch(/no link has the alias "Spring"; the closest is spring/);
	expect(items[1]?.error).toContain(`Link with the alias fair: ${BRAND}/fair. Nothing shows that`);
	expect(service.links.slice(0, 2).map(({ title }) => title)).toEqual(['Title', 'Title']);
});

test.each([['promo'], ['TRUE']])('the plan of %s names the link of the run', async (custom) => {
	for (const more of [[], others]) {
		const service = new LinkService();
		service.add({ url: OLD, custom: custom === 'promo' ? 'Promo' : 'true' });
		const rows = [{ custom, url: NEW }, ...more];
		const plan = await upsert(service, rows, { dryRun: true });
		expect(plan.items[0]?.json).toMatchObject({ action: 'create', shorturl: '' });
		// The service counts case: it shows no link for this alias
		expect(plan.items[0]?.json).not.toHaveProperty('warning');
		expect(actionsOf(await upsert(service, rows))[0]).toBe('created');
	}
});

test('a plan warns of no link on another domain than a row gives, or than the default one that is known', async () => {
	const service = new LinkService({ domains: [BRAND, OTHER_BRAND] });
	service.add({ url: OLD, custom: 'a', domain: OTHER_BRAND });
	const host = newHost();
	await upsert(service, [{ custom: 'b', url: NEW, domain: BRAND }], { host });
	const plan = async (row: IDataObject) =>
		(await upsert(service, [row, ...others], { host, dryRun: true })).items[0]?.json;
	expect(await plan({ custom: 'a', url: NEW, domain: BRAND })).not.toHaveProperty('warning');
	expect(await plan({ custom: 'a', url: NEW })).toHaveProperty('warning');
	await upsert(service, others, { host });
	expect(await plan({ custom: 'a', url: NEW })).not.toHaveProperty('warning');
});

test('the domains are read once, for the domain of a row and for the default domain', async () => {
	const service = new LinkService({ domains: [BRAND] });
	service.add({ url: OLD, custom: 'a' });
	const rows = [{ custom: 'b', url: NEW, domain: 'go.brand.example' }, ...others];
	const { requests } = await upsert(service, rows);
	expect(requests.filter(({ path }) => path === '/api/domains')).toHaveLength(1);
});

describe('As long as the default domain is not known', () => {
	const delet = async (service: LinkService, alias: string) =>
		await runInVirtualTime(
			{ resource: 'link', operation: 'delete', items: [{ linkId: alias }] },
			service.script,
		);
	const SHARED: LinkServiceOptions = { sharedDomains: [BRAND] };
	const UNLISTED: LinkServiceOptions = { domainFor: (domain) => domain };

	test.each([
		['shared by all users', SHARED],
		['in no list', UNLISTED],
	])('an alias on a domain %s is not deleted or changed', async (_, options) => {
		const host = newHost();
		const service = new LinkService({ home: `https://${host}.example.com`, ...options });
		for (const custom of ['a', 'b']) service.add({ url: OLD, custom });
		service.add({ url: OLD, custom: 'fair', domain: BRAND });
		const run = { resource: 'link', operation: 'delete', items: [{ linkId: 'fair' }], host };
		const { error } = await runInVirtualTime(run, service.script);
		expect(error?.message).toMatch(/with the alias fair|default domain has the alias fair/);
		expect(service.links).toHaveLength(3);
		expect(
			actionsOf(await upsert(service, [{ custom: 'fair', url: NEW }, ...others], { host }))[0],
		).toBe('created');
		expect(service.links[2]?.longurl).toBe(OLD);
	});

	test('the only link with an alias is meant where no domain of the account has it', async () => {
		const service = new LinkService();
		service.add({ url: OLD, custom: 'fair' });
		expect((await delet(service, 'fair')).error).toBeUndefined();
		const own = new LinkService({ domains: [BRAND] });
		own.add({ url: OLD, custom: 'fair', domain: BRAND });
		const { error } = await delet(own, 'fair');
		expect(error?.description).toContain('set Default Domain in the credential');
		expect(own.links).toHaveLength(1);
	});

	test.each([1, 5])(
		'a service that shows no list creates each of %i new rows, and a taken alias says so',
		async (count) => {
			const instead: LinkServiceOptions['instead'] = ({ method }) =>
				method === 'GET' ? { status: 403, body: { error: 1, message: 'No.' } } : undefined;
			const service = new LinkService({ instead });
			const first = await upsert(service, rowsOf(count));
			expect(actionsOf(first)).toEqual(rowsOf(count).map(() => 'created'));
			const { items } = await upsert(service, rowsOf(count));
			expect(items[0]?.error).toMatch(/^Alias r0: That alias is taken\..+Set Default Domain/);
		},
	);

	test.each([403, 503])(
		'a list that cannot be read (HTTP %i) is no reason to say that a link does not exist',
		async (status) => {
			const instead: LinkServiceOptions['instead'] = ({ method }) =>
				method === 'GET' ? { status, body: { error: 1, message: 'Not today.' } } : undefined;
			const items = ['r0', 'r1'].map((linkId) => ({ linkId }));
			const deletions = { resource: 'link', operation: 'delete', items, continues: true };
			for (const { items } of [
				await runInVirtualTime(deletions, holding(rowsOf(2), { instead }).script),
				await upsert(holding(rowsOf(2), { instead }), [{ custom: 'r0' }, { custom: 'r1' }]),
				await upsert(holding(rowsOf(2), { instead }), rowsOf(2), { dryRun: true }),
			]) {
				const errors = items.map(({ error }) => error);
				expect(errors).toEqual([0, 1].map(() => expect.stringMatching(/^Not today\./)));
			}
		},
	);

	test.each([2, 6])(
		'a wrong Default Domain is doubted in a plan of %i rows, and named once',
		async (count) => {
			const rows = rowsOf(count);
			const credentials = { defaultDomain: 'wrong.example' };
			const plan = await upsert(holding(rows), rows, { dryRun: true, credentials });
			const run = await upsert(holding(rows), rows, { credentials });
			expect(plan.items[0]?.json.warning).toMatch(/^https:\/\/sho.rt\/r0 .+ on wrong\.example/);
			expect(run.hints.join().match(/correct Default Domain in the credential/g)).toHaveLength(1);
		},
	);
});

test.each([
	['https://example.com/page', 'https://example.com/page/'],
	['https://example.com/?a=1&amp;b=2', 'https://example.com/?a=1&b=2'],
	['http://example.com/', 'https://example.com/'],
])('a long URL that was corrected from %s to %s is sent, and rests then', async (before, url) => {
	const service = new LinkService();
	service.add({ url: before, custom: 'a' });
	const host = newHost();
	const rows = [{ custom: 'a', url }, ...others];
	expect(actionsOf(await upsert(service, rows, { host }))[0]).toBe('updated');
	expect(targetsOf(service).a).toBe(url);
	expect(changesAmong(await upsert(service, rows, { host }))).toEqual([]);
});

test('the URL parameters of a row do not pile up in the long URL that is kept', async () => {
	const store: LinkServiceOptions['store'] = (url, parameters) =>
		parameters.reduce(
			(all, { name, value }) => `${all}${all.includes('?') ? '&' : '?'}${name}=${value}`,
			url,
		);
	const service = new LinkService({ store });
	service.add({ url: OLD, custom: 'a' });
	const host = newHost();
	for (const metatitle of ['1', '2', '3'])
		await upsert(service, [{ custom: 'a', metatitle, utm_source: 'mail' }], { host });
	expect(targetsOf(service).a).toBe(`${OLD}?utm_source=mail`);
});

test.each([
	['http for https', (short: string) => short.replace('https', 'http')],
	['a query', (short: string) => `${short}?utm_source=mail`],
])('matched on the short URL, %s does not matter', async (_, written) => {
	for (const more of [[], others]) {
		const service = new LinkService({ findsShort: ({ shorturl }, short) => shorturl === short });
		const { shorturl } = service.add({ url: OLD, custom: 'a' });
		const rows = [{ shorturl: written(shorturl), url: NEW }, ...more.map(({ url }) => ({ url }))];
		expect(actionsOf(await upsert(service, rows, { matchOn: 'shorturl' }))[0]).toBe('updated');
	}
});

test('where IDs descend, new rows are created, and lost replies make no link twice', async () => {
	let creations = 0;
	const rows = rowsOf(9);
	for (const [loses, older] of [
		[false, 5],
		[true, 5],
		// All links have the same date
		[true, 0],
	] as const) {
		const service = new LinkService({
			idFor: (number) => 1_000_000 - number,
			instead: ({ method }) =>
				loses && method === 'POST' && ++creations % 3 === 0 ? 'acts' : undefined,
		});
		service.fill(older);
		const { items } = await upsert(service, rows);
		expect(items.map(({ json, error }) => error ?? json.action)).toEqual(rows.map(() => 'created'));
		expect(service.links).toHaveLength(older + rows.length);
	}
});

test('replies with null in place of the ID leave each row its link, and come to rest', async () => {
	const service = new LinkService();
	const host = newHost();
	const script: VirtualScript = async (request, count) => {
		const reply = await service.script(request, count);
		if (request.method === 'GET' || typeof reply === 'string') return reply;
		return { body: { ...(reply.body as IDataObject), id: null } };
	};
	const actions = [];
	for (const password of ['a', 'b', 'b']) {
		const rows = rowsOf(5).map((row) => ({ ...row, password }));
		actions.push(actionsOf(await upsert({ script } as LinkService, rows, { host })));
	}
	expect(actions).toEqual(
		['created', 'updated', 'unchanged'].map((action) => Array<string>(5).fill(action)),
	);
});

test('two tables for the same links rest, each with its own columns', async () => {
	const service = new LinkService();
	const host = newHost();
	const tables = [{ status: 'public' }, { password: 'x' }].map((more) =>
		['a', 'b', 'c', 'd'].map((custom) => ({ custom, url: `${OLD}/${custom}`, ...more })),
	);
	// The node is the same in both runs here, so that only the rows tell them apart
	for (const table of tables) await upsert(service, table, { host });
	expect(changesAmong(await upsert(service, tables[1]!, { host }))).toEqual([]);
});

test('a link that the list left out while others were deleted is asked for by its alias', async () => {
	const service = new LinkService({
		instead: ({ path, query }, { links }) =>
			path === '/api/urls' && query.page !== undefined
				? { body: { error: '0', data: { maxpage: 1, urls: links.slice(1) } } }
				: undefined,
	});
	for (const row of rowsOf(5)) service.add(row);
	const items = rowsOf(5).map(({ custom }) => ({ linkId: { mode: 'alias', value: custom } }));
	const run = { resource: 'link', operation: 'delete', items };
	expect((await runInVirtualTime(run, service.script)).error).toBeUndefined();
	expect(service.links).toEqual([]);
});

test('an alias that finds nothing but a link on another host is refused in the words of the service', async () => {
	const service = new LinkService({
		domains: [BRAND],
		findsShort: hasAlias,
		instead: ({ method }) => (method === 'POST' ? refusal('Your plan is used up.') : undefined),
	});
	service.add({ url: OLD, custom: 'a', domain: BRAND });
	service.fill(2);
	const { items } = await upsert(service, [{ custom: 'a', url: NEW }]);
	expect(items[0]?.error).toContain('Your plan is used up.');
	expect(service.links[0]?.longurl).toBe(OLD);
});

test('a plan warns of an alias that another link has', async () => {
	const service = holding(rowsOf(5));
	// Another link's, its own, a new one, and none
	const rows = ['r1', 'r1', 'new', ''].map((custom, n) => ({
		...{ id: service.links[n]!.id, custom, metatitle: 'New' },
	}));
	const { items } = await upsert(service, rows, { matchOn: 'id', dryRun: true });
	expect(items.map(({ json }) => json.warning)).toEqual([
		expect.stringMatching(/^https:\/\/sho\.rt\/r1 has this alias/),
		...[undefined, undefined, undefined],
	]);
});

test('a column that the workflow itself leaves at null clears no field, and an expression does', async () => {
	const service = new LinkService();
	service.add({ url: OLD, custom: 'a' });
	const row = { custom: 'a', url: OLD, metatitle: null };
	await upsert(service, [row], { options: { emptyCells: 'clear' } });
	expect(service.links[0]?.title).toBe('Title');
});
