/**
 * The node finds the links that it made again, whatever the service stored of their long URL or alias, and it comes to rest: what
 * was sent is remembered by link. An alias means only itself. Each test has a host of its own, which is one process.
 */
import { type IDataObject, sleep } from 'n8n-workflow';

import { advanceUntil, useVirtualClock } from '../support/virtual/clock';
import {
	BRAND,
	changesAmong,
	NEW,
	nodeBeside,
	OLD,
	others,
	resultsOf,
	serviceWith,
	storeAtEnd,
	upsertItems,
	WITHOUT_CASE,
} from '../support/virtual/linkRows';
import { BUSY, LinkService, type LinkServiceOptions } from '../support/virtual/linkService';
import {
	newHost,
	type VirtualReply,
	type VirtualRequest,
	type VirtualScript,
} from '../support/virtual/scriptedRun';

useVirtualClock();

const STORES: LinkServiceOptions = { store: () => 'https://tracker.example/r' };

describe('A link of the node, at a service that stores another URL,', () => {
	test.each(['id', 'shorturl'])(
		'is that of its row matched on %s with an empty cell, with a derived alias or its own',
		async (matchOn) => {
			const service = new LinkService(STORES);
			const { upsert } = nodeBeside(service);
			const rows = [{ url: OLD }, { url: NEW, custom: 'mine' }, ...others].map((row) => ({
				...{ ...row, [matchOn]: '' },
			}));
			// What the service stored is sent once more
			for (const action of ['created', 'updated', 'unchanged'])
				expect(resultsOf(await upsert(rows, { matchOn }))).toEqual(rows.map(() => action));
			expect(service.links).toHaveLength(rows.length);
		},
	);

	test('comes out of Create or Get, whatever else changes in its row', async () => {
		for (const credentials of [{}, { defaultDomain: 'sho.rt' }]) {
			const service = new LinkService(STORES);
			const { createOrGet } = nodeBeside(service, credentials);
			const row = { url: OLD, custom: 'mine' };
			for (const description of ['one', 'two', 'three'])
				expect(resultsOf(await createOrGet([{ ...row, description }]))).toEqual([
					description === 'one',
				]);
			const { items } = await createOrGet([{ ...row, url: NEW }]);
			expect(items[0]?.error).toMatch(/^The alias mine is taken/);
		}
	});
});

test('matched on the short URL, a link is found again whose alias the row itself changed', async () => {
	const service = new LinkService({
		instead({ method, body }, { links }) {
			if (method === 'PUT' && body.custom !== undefined)
				Object.assign(links[0]!, { alias: 'new', shorturl: 'https://sho.rt/new' });
			return undefined;
		},
	});
	const { shorturl } = service.add({ url: OLD, custom: 'old' });
	const { upsert } = nodeBeside(service);
	const rows = [{ shorturl, custom: 'new', url: OLD }];
	for (const more of [[], others]) {
		const table = [...rows, ...more.map(({ url }) => ({ url }))];
		const expected = more.length === 0 ? 'updated' : 'unchanged';
		expect(resultsOf(await upsert(table, { matchOn: 'shorturl' }))[0]).toBe(expected);
		const again = await upsert(table, { matchOn: 'shorturl' });
		expect([resultsOf(again)[0], again.requests.length]).toEqual(['unchanged', 1]);
	}
});

test.each([
	[{}, [], 1],
	[{}, others, 1],
	[{ custom: 'new' }, [], 0],
	[{ custom: 'new' }, others, 0],
])('a short URL that another link has now, with %j beside %j: link %i', async (...given) => {
	const [row, more, expected] = given;
	const service = new LinkService({
		instead({ method, body }, { links }) {
			if (method === 'PUT' && body.custom !== undefined)
				Object.assign(links[0]!, { alias: 'new', shorturl: 'https://sho.rt/new' });
			return undefined;
		},
	});
	const { shorturl, ...old } = service.add({ url: OLD, custom: 'old' });
	const { upsert } = nodeBeside(service);
	await upsert([{ shorturl, custom: 'new' }], { matchOn: 'shorturl' });
	service.links.push({ ...old, id: 2, shorturl });
	const rows = [{ shorturl, url: NEW, ...row }, ...more.map(({ url }) => ({ url }))];
	await upsert(rows, { matchOn: 'shorturl' });
	expect(service.links.findIndex(({ longurl }) => longurl === NEW)).toBe(expected);
});

test('a link that was changed on a default domain that a creation showed is found after a restart', async () => {
	const service = new LinkService({ domainFor: (domain) => domain });
	for (const domain of [BRAND, undefined]) service.add({ url: OLD, custom: 'a', domain });
	const items = upsertItems([...others, { custom: 'a', metatitle: 'New' }]);
	const { run } = nodeBeside(service);
	const staticData = {};
	expect(resultsOf(await run('upsert', items, { staticData })).at(-1)).toBe('updated');
	// After an hour, only the static data is left, as after a restart
	await advanceUntil(sleep(61 * 60_000));
	expect(resultsOf(await run('upsert', items, { staticData })).at(-1)).toBe('unchanged');
});

const KNOWN = { defaultDomain: 'sho.rt' };

test.each<[string, IDataObject, IDataObject, number, string?]>([
	['that is so on an assumed domain', { custom: 'a', url: OLD }, {}, 1],
	['without a long URL', { custom: 'a', metatitle: 'Title' }, {}, 0],
	['that is so on the domain of the credential', { custom: 'a', url: OLD }, KNOWN, 0],
	['that is changed there', { custom: 'a', url: NEW }, KNOWN, 0],
	['that is changed on an assumed domain', { custom: 'a', url: NEW }, {}, 0],
	['by its ID', { id: 1, url: NEW }, KNOWN, 0, 'id'],
	['by its short URL', { shorturl: 'https://sho.rt/a', url: NEW }, KNOWN, 0, 'shorturl'],
])('of a row %s, its link is remembered only where nothing else shows it', async (...given) => {
	const [, row, credentials, count, matchOn = 'custom'] = given;
	const service = serviceWith();
	const { run } = nodeBeside(service, credentials);
	const staticData: IDataObject = {};
	await run('upsert', upsertItems([row], { matchOn }), { staticData });
	const entries = Object.keys((staticData.sent ?? {}) as IDataObject);
	expect(entries.filter((name) => name.startsWith('-'))).toHaveLength(count);
});

test('a link that was read and is as its row says is not read again', async () => {
	const service = serviceWith();
	const { upsert } = nodeBeside(service);
	const table = [{ custom: 'a', url: OLD, expiry: '' }, ...others];
	const counts = [];
	for (let run = 0; run < 3; run++)
		counts.push((await upsert(table, { emptyCells: 'clear' })).requests.length);
	expect(counts.slice(1)).toEqual([1, 1]);
});

test('a link that was deleted or renamed is forgotten by a run and made anew, and a plan forgets nothing', async () => {
	let keepsCase = false;
	const aliasFor = (alias: string) => (keepsCase ? alias : alias.toLowerCase());
	const service = new LinkService({ aliasFor });
	const { upsert } = nodeBeside(service, { defaultDomain: 'sho.rt' });
	const rows = [{ custom: 'Spring', url: OLD }];
	expect(resultsOf(await upsert(rows))).toEqual(['created']);
	expect(resultsOf(await upsert(rows))).toEqual(['unchanged']);
	service.remove(service.links[0]!);
	expect(resultsOf(await upsert(rows, { dryRun: true }))).toEqual(['create']);
	expect(resultsOf(await upsert(rows))).toEqual(['created']);
	expect(service.links.map(({ alias }) => alias)).toEqual(['spring']);
	const { id } = service.links[0]!;
	service.remove(service.links[0]!);
	Object.assign(service.add({ url: OLD, custom: 'other' }), { id });
	expect(resultsOf(await upsert(rows))).toEqual(['created']);
	service.remove(service.links[1]!);
	keepsCase = true;
	expect(resultsOf(await upsert(rows))).toEqual(['created']);
	// Nothing is asked for any more by the ID of a link that is gone
	const { requests } = await upsert(rows);
	expect(requests.map(({ path }) => path)).toEqual(['/api/urls']);
});

test('another link than asked for is an error that names it, in every run, and no other is made', async () => {
	for (const operation of ['upsert', 'createOrGet'] as const) {
		let isDown = false;
		const service = new LinkService({
			aliasFor: () => undefined,
			instead: ({ method }) => (isDown && method === 'GET' ? BUSY : undefined),
		});
		const node = nodeBeside(service);
		const rows = [{ custom: 'mine', url: OLD }];
		for (let n = 0; n < 3; n++)
			expect((await node[operation](rows)).items[0]?.error).toContain(
				`Alias not as requested: random1 instead of mine. The link https://sho.rt/random1 ${n === 0 ? 'was made or found' : 'was there before'}.`,
			);
		isDown = true;
		expect((await node[operation](rows)).items[0]?.error).toMatch(/^Busy\./);
		expect(service.links).toHaveLength(1);
		// The report of a run that ends names it, too
		isDown = false;
		const row = { custom: 'its', url: NEW };
		const items =
			operation === 'upsert'
				? upsertItems([row])
				: [{ url: NEW, additionalFields: { custom: 'its' } }];
		const ended = await node.run(operation, items, { continues: false });
		expect(ended.error?.description).toMatch(/Made or found, .+\/random2\./);
		// Until somebody gives the link its alias
		Object.assign(service.links[0]!, { alias: 'mine', shorturl: 'https://sho.rt/mine' });
		const found = operation === 'upsert' ? 'unchanged' : false;
		expect(resultsOf(await node[operation](rows))).toEqual([found]);
	}
});

test('a link that only its long URL shows is found again when its domain is not the default one', async () => {
	const service = new LinkService({
		domains: [BRAND],
		instead: ({ path }) => (path === '/api/domains' ? BUSY : undefined),
	});
	service.add({ url: 'https://example.com/0', custom: '0' });
	service.add({ url: OLD, custom: 'a', domain: BRAND });
	const { upsert } = nodeBeside(service);
	const rows = [{ custom: 'a', url: OLD }, ...others];
	expect(resultsOf(await upsert(rows))[0]).toBe('unchanged');
	expect(resultsOf(await upsert(rows))).toEqual(rows.map(() => 'unchanged'));
});

test('a password that is changed and changed back is sent, whatever was matched on in between', async () => {
	const service = new LinkService();
	const { id, shorturl } = service.add({ url: OLD, custom: 'a' });
	const { upsert } = nodeBeside(service);
	const passwords: unknown[] = [];
	for (const [matchOn, password] of [
		['custom', 'one'],
		['id', 'two'],
		['shorturl', 'one'],
		['custom', 'one'],
	]) {
		const named = { custom: 'a', id, shorturl };
		const row = { [matchOn!]: named[matchOn as 'id'], password };
		const { requests } = await upsert([row], { matchOn });
		passwords.push(requests.find(({ method }) => method === 'PUT')?.body.password);
	}
	expect(passwords).toEqual(['one', 'two', 'one', undefined]);
});

describe('A changed row whose link is known is one PUT, and nothing is written in order to learn', () => {
	test('on the host of the base URL, the credential, and an own domain that a run saw as the table has it', async () => {
		const own = { home: BRAND, domains: [BRAND] };
		for (const [options, credentials] of [
			[{}, { defaultDomain: 'sho.rt' }],
			[own, { defaultDomain: BRAND }],
			[own, {}],
		]) {
			const service = new LinkService(options as LinkServiceOptions);
			const rows = [{ custom: 'a', url: OLD }, ...others];
			for (const row of rows) service.add(row);
			const { upsert } = nodeBeside(service, credentials as IDataObject);
			expect(changesAmong(await upsert(rows))).toEqual([]);
			const changed = await upsert([{ custom: 'a', url: NEW }, ...others]);
			expect(changesAmong(changed)).toEqual(['PUT']);
			expect(service.links[0]!.longurl).toBe(NEW);
		}
	});

	test.each(['createOrGet', 'upsert'] as const)(
		'%s makes no campaign for a link that stays',
		async (operation) => {
			const campaigns: IDataObject[] = [];
			const { run } = nodeBeside(serviceWith({ lists: { campaigns } }));
			const options = { createMissing: ['campaigns'] };
			const additionalFields = { custom: 'a', campaign: { mode: 'name', value: 'Spring' } };
			const items =
				operation === 'upsert'
					? upsertItems([{ custom: 'a', url: OLD, campaign: 'Spring' }], options)
					: [{ url: OLD, additionalFields, options }];
			const results = [];
			for (let n = 0; n < 2; n++) results.push(...resultsOf(await run(operation, items)));
			// The campaign of a row belongs to the link, so Create or Update makes it once
			const isUpsert = operation === 'upsert';
			expect(results).toEqual(isUpsert ? ['updated', 'unchanged'] : [false, false]);
			expect(campaigns).toHaveLength(isUpsert ? 1 : 0);
		},
	);
});

test('a plan names the campaigns that a run would make, with their rows', async () => {
	const service = serviceWith({ lists: { campaigns: [] } });
	const rows = ['a', 'b'].map((custom) => ({ custom, url: OLD, campaign: 'Spring' }));
	const options = { createMissing: ['campaigns'], dryRun: true };
	const { hints, items } = await nodeBeside(service).upsert(rows, options);
	expect(hints[0]).toMatch(/It would create 1 campaign: Spring \(2 rows\)\.$/);
	expect(items.map(({ json }) => json.changes)).toEqual(['', 'Campaign: (not shown) → Spring']);
});

test.each<[string, isOnApi: boolean, IDataObject, made: number]>([
	['on the domain of the credential', false, { defaultDomain: 'sho.rt' }, 0],
	['on the host of the base URL', true, {}, 0],
	['on a domain that is only assumed', false, {}, 1],
])('Create Missing: a link %s that leads elsewhere', async (_, isOnApi, credentials, made) => {
	const host = newHost();
	const campaigns: IDataObject[] = [];
	const service = serviceWith({
		home: isOnApi ? `https://${host}.example.com` : undefined,
		lists: { campaigns },
	});
	const { run } = nodeBeside(service, credentials, host);
	const itemsOf = (aliases: string[], value: string) =>
		aliases.map((custom) => ({
			...{ url: NEW, options: { createMissing: ['campaigns'] } },
			additionalFields: { custom, campaign: { mode: 'name', value } },
		}));
	const { items } = await run('createOrGet', itemsOf(['a'], 'Spring'));
	expect(items[0]?.error).toContain('The alias a is taken: ');
	expect(campaigns).toHaveLength(made);
	// The first row makes the campaign, and no other looks for its link before
	const { requests } = await run('createOrGet', itemsOf(['b', 'c', 'd'], 'Summer'));
	expect(campaigns).toHaveLength(made + 1);
	expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
		'GET /api/campaigns',
		'GET /api/urls',
		...(requests.some(({ path }) => path === '/api/domains') ? ['GET /api/domains'] : []),
		'POST /api/campaign/add',
		...Array<string>(3).fill('POST /api/url/add'),
	]);
});

describe('An alias means only itself', () => {
	const ALIASES = ['spring', 'summer-sale', 'a b', 'b', 'c', '7', 'früh'];
	const ROWS = ['Spring', 'Summer Sale', 'a%2520b', 'a/b', 'c%23', '007', 'fru\u0308h'];

	test.each<[string, LinkServiceOptions, string[]]>([
		['that counts case', {}, ['früh']],
		['that does not', WITHOUT_CASE, ['Spring', 'früh']],
	])('at a service %s', async (_, options, found) => {
		for (const more of [[], others]) {
			const service = serviceWith(options, ALIASES);
			const { upsert } = nodeBeside(service);
			const rows = ROWS.map((custom) => ({ custom, url: NEW }));
			const results = resultsOf(await upsert([...rows, ...more])).slice(0, rows.length);
			const isFound = (custom: string) => found.includes(custom.normalize('NFC'));
			expect(results).toEqual(ROWS.map((custom) => (isFound(custom) ? 'updated' : 'created')));
			expect(
				service.links.slice(0, ALIASES.length).filter(({ longurl }) => longurl === NEW),
			).toHaveLength(found.length);
		}
	});

	test.each(['Spring', 'Summer Sale', 'a%2520b', 'a/b', 'c%23', 'c%3Fx', 'c%2F', 'c%2541', '007'])(
		'%s deletes no other link, by its alias and by its short URL',
		async (alias) => {
			const service = serviceWith(
				{
					// It takes what follows ? or # for no part of the short URL
					findsShort: ({ shorturl }, short) => shorturl === short.replace(/[?#].*/, ''),
				},
				ALIASES,
			);
			const { run } = nodeBeside(service);
			const shortUrl = `https://sho.rt/${alias.replace(' ', '%20')}`;
			for (const linkId of [{ mode: 'alias', value: alias }, shortUrl])
				expect((await run('delete', [{ linkId }])).items[0]?.error).toMatch(/^No link has the/);
			expect(service.links).toHaveLength(ALIASES.length);
		},
	);
});

describe('UTM values that change', () => {
	test.each(['update', 'upsert'])(
		'replace the old ones in the long URL that is kept: %s',
		async (operation) => {
			const service = new LinkService({ store: storeAtEnd });
			service.add({ url: `${OLD}?a=1`, custom: 'a' });
			const { run, upsert } = nodeBeside(service);
			for (const utm_source of ['one', 'two'])
				if (operation === 'upsert') await upsert([{ custom: 'a', utm_source }]);
				else await run('update', [{ linkId: 1, updateFields: { utm_source } }]);
			expect(service.links[0]!.longurl).toBe(`${OLD}?a=1&utm_source=two`);
		},
	);

	test('are emptied by Empty Cells: Clear', async () => {
		const service = new LinkService({ store: storeAtEnd });
		service.add({ url: `${OLD}?a=1&utm_source=old&utm_term=x`, custom: 'a' });
		await nodeBeside(service).upsert([{ custom: 'a', utm_source: '' }], { emptyCells: 'clear' });
		expect(service.links[0]!.longurl).toBe(`${OLD}?a=1`);
	});
});

test.each([
	['yes', /Expiry: 2020-01-01 00:00:00 → –/, undefined],
	['unknown', /^Meta Title: Title → New$/, /the service may change it: Expiry \(2020-01-01/],
])(
	'a plan says what an update ends where the credential says %s',
	async (updatesReplace, changes, warning) => {
		const service = serviceWith({
			instead({ path }, { links }) {
				const details = { ...links[0], expiry: '2020-01-01 00:00:00' };
				return path === '/api/url/1' ? { body: { error: 0, id: 1, details } } : undefined;
			},
		});
		const options = { dryRun: true, allowEmptying: true };
		const row = { custom: 'a', metatitle: 'New' };
		const { items } = await nodeBeside(service, { updatesReplace }).upsert([row], options);
		expect(items[0]!.json.changes).toMatch(changes);
		if (warning) expect(items[0]!.json.warning).toMatch(warning);
	},
);

test('one alias with two long URLs in two slices of one execution has a warning in the later one', async () => {
	const service = new LinkService();
	const { run } = nodeBeside(service);
	const slice = async (execution: string, url: string, metatitle = 'Title') => {
		const row = { custom: 'a', url, metatitle };
		const { items } = await run('upsert', upsertItems([row]), { execution });
		return items[0]!.json.warning;
	};
	expect(await slice('1', OLD)).toBeUndefined();
	expect(await slice('1', OLD, 'Another title')).toBeUndefined();
	expect(await slice('1', '', 'Third title')).toBeUndefined();
	expect(await slice('1', NEW)).toMatch(/another long URL/);
	// A later execution brings a new table
	expect(await slice('2', OLD)).toBeUndefined();
});

test.each(['upsert', 'createOrGet'] as const)(
	'%s: equal rows are one link, also where they are under way at once',
	async (operation) => {
		// The first rows let several be under way. The service answers the creation of an alias that is taken with another link
		const service = new LinkService({
			aliasFor: (alias) => (service.links.some((one) => one.alias === alias) ? undefined : alias),
		});
		const rows = ['x', 'y', 'z', 'a', 'a', 'b', 'a'].map((custom) => ({ custom, url: OLD }));
		const outcome = await nodeBeside(service)[operation](rows);
		const [made, found] = operation === 'upsert' ? ['created', 'unchanged'] : [true, false];
		expect(resultsOf(outcome)).toEqual([made, made, made, made, found, made, found]);
		expect(changesAmong(outcome)).toEqual(Array.from({ length: 5 }, () => 'POST'));
		expect(service.links).toHaveLength(5);
		expect(outcome.hints.join()).not.toContain('existed already');
	},
);

test('an older link of another domain, which a service gives for its long URL, is not that of a row without one', async () => {
	const service = new LinkService({ domains: [BRAND], givesSameLink: true });
	service.add({ url: OLD, custom: 'mine', domain: BRAND });
	const { upsert } = nodeBeside(service, { defaultDomain: 'sho.rt' });
	for (const url of [OLD, OLD, NEW]) {
		const [result] = resultsOf(await upsert([{ custom: 'mine', url }, ...others]));
		expect(result).toMatch(
			/^Domain not as requested: go\.brand\.example instead of sho\.rt\. The link \S+\/mine was there before\./,
		);
	}
	expect(service.links[0]).toMatchObject({ longurl: OLD });
});

describe('A link is not made to lead to itself, whichever way the row names it:', () => {
	const url = 'http://sho.rt/a';
	const update = (value: string) => ({
		...{ linkId: { mode: 'idOrUrl', value }, updateFields: { url } },
	});

	test.each<[string, string, IDataObject[], requests: number]>([
		['by its alias on an assumed domain', 'upsert', upsertItems([{ custom: 'a', url }]), 2],
		['by its ID', 'upsert', upsertItems([{ id: 1, url }], { matchOn: 'id' }), 1],
		['in a plan', 'upsert', upsertItems([{ custom: 'a', url }], { dryRun: true }), 2],
		['Update by its ID', 'update', [update('1')], 1],
		['Update by its short URL', 'update', [update('https://SHO.rt/a')], 0],
	])('%s', async (_, operation, items, requests) => {
		// With `no`, Update reads nothing that would show the address
		for (const updatesReplace of operation === 'update' ? ['unknown'] : ['no', 'unknown']) {
			const outcome = await nodeBeside(serviceWith(), { updatesReplace }).run(operation, items);
			expect(resultsOf(outcome)[0]).toMatch(/is the address of the link itself/);
			expect(changesAmong(outcome)).toEqual([]);
			expect(outcome.requests).toHaveLength(requests);
		}
	});

	test('a new link, where the others show the default domain', async () => {
		const row = { custom: 'new', url: 'https://sho.rt/new' };
		for (const dryRun of [false, true]) {
			const service = serviceWith({}, ['a', 'x', 'y', 'z']);
			const outcome = await nodeBeside(service).upsert([row, ...others], { dryRun });
			expect(resultsOf(outcome)[0]).toMatch(/is the address of the link itself/);
			expect(service.links).toHaveLength(4);
		}
	});

	test('Create, but not with another alias or none', async () => {
		const host = newHost();
		const url = `https://${host}.example.com`;
		const items = [
			{ url, additionalFields: {} },
			{ url: `${url}/a`, additionalFields: { custom: 'a' } },
			{ url: `${url}/a`, additionalFields: { custom: 'b' } },
		];
		const { run } = nodeBeside(new LinkService(), {}, host);
		const itself: unknown = expect.stringContaining('is the address of the link itself');
		const errors = (await run('create', items)).items.map(({ error }) => error);
		expect(errors).toEqual([undefined, itself, undefined]);
	});
});

test('parameters are added to a long URL that is shown with HTML escapes only where the escapes may go', async () => {
	const service = new LinkService({ store: storeAtEnd });
	const url = 'https://example.com/?utm_source=old&x=1&y=2';
	service.add({ url, custom: 'a' });
	const script: VirtualScript = async (...given) =>
		JSON.parse(JSON.stringify(await service.script(...given)), (key, value: unknown) =>
			key === 'longurl' ? String(value).replaceAll('&', '&amp;') : value,
		) as VirtualReply;
	const { upsert } = nodeBeside({ script });
	const outcome = await upsert([{ custom: 'a', utm_source: 'new' }]);
	const [{ body }] = outcome.requests.filter(({ method }) => method === 'PUT') as [VirtualRequest];
	expect(body).not.toHaveProperty('url');
	expect(outcome.items[0]?.json.warning).toContain('has each "&" as an HTML escape');
});

test.each([
	['a folder that Default Domain does not say', { home: 'https://sho.rt/s' }, 'sho.rt', ['a', 'a']],
	[
		'www. and no case',
		{ ...WITHOUT_CASE, home: 'https://www.sho.rt' },
		'https://www.sho.rt',
		['Spring', 'spring'],
	],
])('Create or Get finds its link again with %s', async (_, options, defaultDomain, aliases) => {
	const service = new LinkService(options);
	const results = [];
	for (const custom of aliases) {
		const { createOrGet } = nodeBeside(service, { defaultDomain });
		results.push(...resultsOf(await createOrGet([{ custom, url: OLD }])));
	}
	expect(results).toEqual([true, false]);
});

test('Create shows the default domain, too', async () => {
	const service = new LinkService({ domainFor: (domain) => domain });
	service.add({ url: OLD, custom: 'x', domain: BRAND });
	const { run } = nodeBeside(service);
	await run('create', [{ url: NEW, additionalFields: { custom: 'promo' } }]);
	const { items } = await run('delete', [{ linkId: { mode: 'alias', value: 'promo' } }]);
	expect(items.map(({ json }) => json)).toEqual([{ deleted: true }]);
});

describe('A service that gives the link that a long URL has already', () => {
	const urlOf = (custom: string) => `https://example.com/${custom}`;

	test('shows by its date that it was there, and its row changes it', async () => {
		const rows = ['a', 'b', 'c', 'd'].map((custom) => ({
			custom,
			url: urlOf(custom),
			password: 'p',
		}));
		const service = new LinkService({ givesSameLink: true, maxPage: 5 });
		for (const row of rows) service.add(row);
		service.fill(40);
		const { upsert } = nodeBeside(service, { defaultDomain: 'sho.rt' });
		expect(resultsOf(await upsert(rows, { dryRun: true }))).toEqual(rows.map(() => 'update'));
		expect(resultsOf(await upsert(rows))).toEqual(rows.map(() => 'updated'));
		expect(resultsOf(await upsert(rows, { dryRun: true }))).toEqual(rows.map(() => 'none'));
	});

	test.each(['create', 'createOrGet', 'upsert'])(
		'does not teach %s another default domain than that of the credential',
		async (operation) => {
			const service = new LinkService({ givesSameLink: true, domains: [BRAND] });
			const own = service.add({ url: urlOf('own'), custom: 'x' });
			service.add({ url: urlOf('branded'), custom: 'x', domain: BRAND });
			service.add({ url: OLD, custom: 'promo', domain: BRAND });
			const { run } = nodeBeside(service, { defaultDomain: 'sho.rt' });
			const row = { url: OLD, custom: 'promo' };
			const { url, ...additionalFields } = row;
			await run(
				operation,
				operation === 'upsert' ? upsertItems([row]) : [{ url, additionalFields }],
			);
			await run('delete', [{ linkId: { mode: 'alias', value: 'x' } }]);
			expect(service.links).not.toContain(own);
			expect(service.links).toHaveLength(2);
		},
	);

	test.each(['create', 'createOrGet'])(
		'does not teach %s a default domain by a link of the same run',
		async (operation) => {
			const service = new LinkService({ givesSameLink: true, domains: [BRAND] });
			const own = service.add({ url: urlOf('own'), custom: 'x' });
			service.add({ url: urlOf('branded'), custom: 'x', domain: BRAND });
			const { run } = nodeBeside(service, { defaultDomain: 'sho.rt' });
			const domain = { mode: 'domain', value: BRAND };
			const items = [{ domain }, {}].map((more) => ({
				url: OLD,
				additionalFields: { custom: 'promo', ...more },
			}));
			await run(operation, items);
			await run('delete', [{ linkId: { mode: 'alias', value: 'x' } }]);
			expect(service.links).not.toContain(own);
		},
	);
});
