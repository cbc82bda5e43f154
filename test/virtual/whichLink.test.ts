/**
 * Which link is meant, and is it so: a link is changed, deleted or given only where it is known to be the one, a plan says what
 * the run does, and what a service stores in another form comes to rest. Each run has a new host, as in a new process, unless a
 * test gives one.
 */
import type { IDataObject } from 'n8n-workflow';

import { useVirtualClock } from '../support/virtual/clock';
import {
	BRAND,
	changesAmong,
	NEW,
	nodeBeside,
	OLD,
	OTHER_BRAND,
	others,
	resultsOf,
	serviceWith,
	WITHOUT_CASE,
} from '../support/virtual/linkRows';
import {
	answering,
	hasAlias,
	LinkService,
	type LinkServiceOptions,
	refusal,
} from '../support/virtual/linkService';
import type { VirtualScript } from '../support/virtual/scriptedRun';

useVirtualClock();

/** A run of Create or Update in a process of its own. */
const upsert = async (service: LinkService, ...given: [IDataObject[], IDataObject?]) =>
	await nodeBeside(service).upsert(...given);

const rowsOf = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ custom: `r${n}`, url: `${OLD}/${n}` }));
/** A service that has the link of each row. */
const holding = (rows: ReturnType<typeof rowsOf>, options: LinkServiceOptions = {}) => {
	const service = new LinkService(options);
	for (const row of rows) service.add(row);
	return service;
};

const ON_BRAND = { domain: BRAND };
const ELSEWHERE =
	'no link on go.brand.example has the alias "spring"; the closest is https://sho.rt/spring.';
const CLOSEST = 'no link has the alias "Spring"; the closest is spring';
const NOT_SHOWN = `fair: ${BRAND}/fair. Nothing shows that`;

test.each<[string, IDataObject, IDataObject, string]>([
	['on the given domain', { custom: 'spring', ...ON_BRAND }, {}, ELSEWHERE],
	["on the credential's domain", { custom: 'spring' }, { defaultDomain: BRAND }, ELSEWHERE],
	['in this case', { custom: 'Spring' }, {}, CLOSEST],
	['in capitals', { custom: 'SPRING' }, {}, 'alias "SPRING"; the closest is spring.'],
	['surely on the default domain', { custom: 'fair' }, {}, NOT_SHOWN],
])('without a long URL, a row whose alias is not %s changes no link', async (...given) => {
	const [, row, credentials, error] = given;
	const service = serviceWith({ domains: [BRAND] }, ['spring']);
	service.add({ url: OLD, custom: 'fair', domain: BRAND });
	const rows = [{ ...row, metatitle: 'New' }, ...others];
	const { items } = await nodeBeside(service, credentials).upsert(rows);
	expect(items[0]?.error).toContain(error);
	expect(service.links.slice(0, 2).map(({ title }) => title)).toEqual(['Title', 'Title']);
});

const ABOUT_DOMAIN =
	'If links without a domain are made elsewhere, set Default Domain in the credential.';
const ADVICE = 'If such a link is meant, use its alias. Otherwise, use another one.';
const SPELLINGS = ['Spring', 'spring-', 'sprin.g', 'SPRING', 'spr-ing', 's-pring'];
const leads = (aliases: string[]) =>
	aliases.map((custom) => `https://sho.rt/${custom} leads to ${OLD}`).join('; ');
const FIVE = [...SPELLINGS].reverse().slice(0, 5);
const SAID = 'That alias is taken.';
const USED_UP = 'You have reached the maximum number of links.';
const NO_OTHER = `Alias spring: ${SAID} Use another alias. ${ABOUT_DOMAIN}`;
const GIVEN_DOMAIN = 'Alias spring is taken. Use another alias.';
const ON_ANOTHER = `Alias spring: ${SAID} ${leads(['spring'])}. ${ADVICE}`;
const SIMILAR = `Alias spring: ${SAID} ${leads(FIVE)}. ${ADVICE} ${ABOUT_DOMAIN}`;

test.each<[string, string[], IDataObject, string, string?]>([
	['nothing else', [], {}, NO_OTHER],
	['nothing of the default domain for a given one', [], ON_BRAND, GIVEN_DOMAIN],
	['the link of another domain', ['spring'], ON_BRAND, ON_ANOTHER],
	['five similar ones', SPELLINGS, {}, SIMILAR],
	['no similar one where another reason was given', SPELLINGS, {}, USED_UP, USED_UP],
])('words for an alias that is taken have %s', async (...given) => {
	const [, aliases, row, words, message = SAID] = given;
	for (const more of [[], others]) {
		const service = serviceWith(
			{
				domains: [BRAND, OTHER_BRAND, 'https://sho.rt'],
				...answering('POST', refusal(message)),
			},
			[...others.map(({ custom }) => custom), ...aliases],
		);
		const outcome = await upsert(service, [{ custom: 'spring', url: NEW, ...row }, ...more]);
		expect(outcome.items[0]?.error).toBe(words);
		// A similar alias is that of another link
		expect(changesAmong(outcome)).toEqual(['POST']);
	}
});

test('at a service without case, a taken alias leads to the link that it shows', async () => {
	const service = serviceWith(WITHOUT_CASE, ['spring', 'b']);
	const rows = [{ custom: 'Spring', url: NEW }];
	const plan = await upsert(service, rows, { dryRun: true });
	expect(plan.items[0]?.json).toMatchObject({
		...{ action: 'update', warning: expect.stringContaining('If case counts there') },
	});
	const outcome = await upsert(service, rows);
	expect([resultsOf(outcome), changesAmong(outcome)]).toEqual([['updated'], ['POST', 'PUT']]);
	expect(service.links.map(({ longurl }) => longurl)).toEqual([NEW, OLD]);
});

test('a plan warns of no link on another domain than a row gives, or than the default one that is known', async () => {
	const service = new LinkService({ domains: [BRAND, OTHER_BRAND] });
	service.add({ url: OLD, custom: 'a', domain: OTHER_BRAND });
	const node = nodeBeside(service);
	await node.upsert([{ custom: 'b', url: NEW, domain: BRAND }]);
	const plan = async (row: IDataObject) =>
		(await node.upsert([row, ...others], { dryRun: true })).items[0]?.json;
	expect(await plan({ custom: 'a', url: NEW, domain: BRAND })).not.toHaveProperty('warning');
	expect(await plan({ custom: 'a', url: NEW })).toHaveProperty('warning');
	await node.upsert(others);
	expect(await plan({ custom: 'a', url: NEW })).not.toHaveProperty('warning');
});

test.each<[string, IDataObject, boolean, LinkServiceOptions?, string?]>([
	['that no list shows', { domain: OTHER_BRAND }, true],
	['of the account', { domain: BRAND }, false],
	['at a service that lists no domains', { domain: OTHER_BRAND }, false, { domains: [] }],
	['of the credential', { domain: OTHER_BRAND }, false, {}, OTHER_BRAND],
])('a plan warns of a domain %s', async (...given) => {
	const [, row, warns, options, defaultDomain] = given;
	const service = new LinkService({ domains: [BRAND], ...options });
	for (const link of others) service.add(link);
	const rows = [{ custom: 'new', url: NEW, expiry: '30.04.2031', ...row }, ...others];
	const { upsert } = nodeBeside(service, defaultDomain === undefined ? {} : { defaultDomain });
	const { items, hints } = await upsert(rows, { dryRun: true });
	expect(hints.join().includes('1 row is not certain')).toBe(warns);
	const json = items.find(({ item }) => item === 0)!.json;
	expect([json.action, json.changes]).toEqual(['create', 'Expiry: – → 2031-04-30 23:59:59']);
	expect(String(json.warning).includes('The list of domains does not show')).toBe(warns);
});

const [DE, FR] = ['https://b.example/de', 'https://b.example/fr'] as const;

test('one alias in two folders of a host is that of two links', async () => {
	const rows = [DE, FR].map((domain) => ({ custom: 'promo', url: OLD, domain }));
	for (const operation of ['upsert', 'createOrGet', 'create'] as const) {
		const service = new LinkService({ domains: [DE, FR] });
		const { items } = await nodeBeside(service)[operation](rows);
		expect(items.map(({ json }) => json.shorturl)).toEqual([`${DE}/promo`, `${FR}/promo`]);
	}
	const { create } = nodeBeside(new LinkService({ domainFor: () => DE }));
	const { items } = await create(rows.slice(1));
	expect(items[0]?.json.warning).toBe(
		'Domain not as requested: b.example/de instead of b.example/fr.',
	);
});

test.each([
	['in a folder that Default Domain leaves out', 'https://sho.rt/s', 'sho.rt', 100],
	['that no page shows, in a folder of another', 'https://sho.rt/s', 'sho.rt', 1],
	['of another scheme', 'http://sho.rt', 'https://sho.rt', 100],
])('a link %s is found by a plan, and by its alias', async (_, home, defaultDomain, maxPage) => {
	const findsShort: LinkServiceOptions['findsShort'] = ({ shorturl }, short) => shorturl === short;
	const service = serviceWith({ home, findsShort, maxPage }, ['a', 'newer']);
	const { upsert, run } = nodeBeside(service, { defaultDomain });
	const plan = await upsert([{ custom: 'a', url: NEW }], { dryRun: true });
	expect(resultsOf(plan)).toEqual(['update']);
	const { items } = await run('get', [{ linkId: { mode: 'alias', value: 'a' } }]);
	expect(items[0]?.json.id).toBe(1);
});

test('a list that was read to its end says that a link does not exist, and is not read for one that is known', async () => {
	const rows = [{ custom: 'a', url: NEW }];
	for (const [count, credentials, dryRun] of [
		[2, {}, false],
		[1, {}, true],
		[2, { defaultDomain: 'sho.rt' }, false],
	] as const) {
		const { requests } = await nodeBeside(new LinkService(), credentials).upsert(rows, { dryRun });
		expect(requests.length).toBe(count);
	}
});

describe('As long as the default domain is not known', () => {
	test.each([1, 5])(
		'a service that shows no list creates each of %i new rows, and a taken alias says so',
		async (count) => {
			const service = new LinkService(answering('GET', refusal('No.', 403)));
			const first = await upsert(service, rowsOf(count));
			expect(resultsOf(first)).toEqual(rowsOf(count).map(() => 'created'));
			const { items } = await upsert(service, rowsOf(count));
			expect(items[0]?.error).toMatch(/^Alias r0: That alias is taken\..+set Default Domain/);
		},
	);

	test.each([403, 503])(
		'a list that cannot be read (HTTP %i) is no reason to say that a link does not exist',
		async (status) => {
			const refusing = answering('GET', refusal('Not today.', status));
			const node = () => nodeBeside(holding(rowsOf(2), refusing));
			const aliases = ['r0', 'r1'];
			const deletions = aliases.map((linkId) => ({ linkId }));
			for (const { items } of [
				await node().run('delete', deletions),
				await node().upsert(aliases.map((custom) => ({ custom }))),
				await node().upsert(rowsOf(2), { dryRun: true }),
			]) {
				const errors = items.map(({ error }) => error);
				expect(errors).toEqual([0, 1].map(() => expect.stringMatching(/^Not today\./)));
			}
		},
	);
});

test.each(['id', 'shorturl'] as const)(
	'matched on %s, rows without it are found again in another process, and others are told apart',
	async (matchOn) => {
		const service = new LinkService({ home: BRAND, domains: [BRAND] });
		const rows = [OLD, NEW].map((url) => ({ url, [matchOn]: '' }));
		for (const action of ['created', 'unchanged'])
			expect(resultsOf(await upsert(service, rows, { matchOn }))).toEqual([action, action]);
		const named = service.links.map((link) => ({
			[matchOn]: link[matchOn],
			metatitle: link.alias,
		}));
		expect(resultsOf(await upsert(service, named, { matchOn }))).toEqual(['updated', 'updated']);
	},
);

test.each<[string, IDataObject, RegExp | string]>([
	['id', { id: 99 }, /^No link has the ID 99\. Check the ID, or empty the cell to create a link\./],
	[
		'shorturl',
		{ shorturl: 'https://sho.rt/b' },
		/^No link has the short URL \S+\/b\. Check the short/,
	],
	['id', { id: 'x' }, /^ID: /],
	['id', { id: '', custom: 'new' }, /^Long URL: a value is required for a new link\. /],
	['id', { custom: 'a' }, /^ID: links are matched on this column, and it is not mapped/],
	['id', { id: 1, domain: BRAND }, /^Domain: the link is on sho\.rt, and its domain cannot be ch/],
	['id', { id: 1, domain: 'https://www.sho.rt' }, 'updated'],
	[
		'id',
		{ id: 1, custom: 'new' },
		/^Alias not as requested: a instead of new\. The link is \S+\/a after/,
	],
])('matched on %s, a row with %j: %s', async (matchOn, row, result) => {
	for (const more of [[], others]) {
		const service = serviceWith({ domains: [BRAND, 'https://www.sho.rt'] });
		const rows = [{ ...row, metatitle: 'New' }, ...more.map(({ url }) => ({ url }))];
		const outcome = await upsert(service, rows, { matchOn });
		expect(outcome.requests.some(({ body }) => 'domain' in body)).toBe(false);
		const [done] = resultsOf(outcome);
		expect(done).toEqual(typeof result === 'string' ? result : expect.stringMatching(result));
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

test.each<[string, IDataObject]>([
	['custom', { custom: 'a' }],
	['id', { id: 1 }],
	['id', { id: '' }],
	['shorturl', { shorturl: 'https://sho.rt/a' }],
])('matched on %s, two different rows with %j are both refused', async (matchOn, row) => {
	const rows = ['One', 'Two'].map((metatitle) => ({ ...row, url: OLD, metatitle }));
	const { items, requests } = await upsert(new LinkService(), rows, { matchOn });
	const refused: unknown = expect.stringMatching(/are for the same link, and differ in Meta Title/);
	expect(items.map(({ error }) => error)).toEqual([refused, refused]);
	expect(requests).toEqual([]);
});

const NO_ALIAS = { custom: '', url: OLD };
test.each<[string, string, IDataObject, IDataObject, string]>([
	['an expression', 'defineBelow', NO_ALIAS, { custom: '={{ $json.a }}' }, 'column was renamed'],
	['a fixed value', 'defineBelow', NO_ALIAS, NO_ALIAS, 'Fill in the cell. '],
	['a heading', 'autoMapInputData', NO_ALIAS, { custom: '={{ $json.a }}' }, 'Fill in the cell. '],
	['no column', 'defineBelow', { url: OLD }, { url: OLD }, 'Map the column. '],
])('an alias that %s does not give is an error with advice', async (...given) => {
	const [, mappingMode, value, saved, advice] = given;
	const items = [{ matchOn: 'custom', columns: { mappingMode, value }, options: {} }];
	const input = [{ Alias: '', url: OLD }];
	const { error } = await nodeBeside(new LinkService()).run('upsert', items, {
		...{ input, saved: { columns: { mappingMode, value: saved } }, continues: false },
	});
	expect(error?.message).toContain('Alias: a value is required, because links are matched on it');
	expect(error?.description).toContain(advice);
});

test('a column that was matched on before is not called ignored', async () => {
	const rows = [{ custom: 'a', url: OLD, id: 5, shorturl: '', abc: 'x' }];
	expect((await upsert(new LinkService(), rows)).hints.join()).toMatch(/ignored: abc\./);
});

test.each([
	// Only the service shows that both are one link
	['https://sho.rt/r0', '1', [false, true]],
	['https://sho.rt/r0', 'http://SHO.rt/r0', [true, true]],
	[1, '1', [true, true]],
	['https://sho.rt/r0', 'https://sho.rt/r1', [false, false]],
	['r0', 'R0', [false, false]],
	[1, 2, [false, false]],
])('two different updates of %j and %j: refused are %j', async (one, other, refused) => {
	const items = [one, other].map((value, n) => ({
		linkId: value,
		updateFields: { metatitle: `Title ${n}` },
	}));
	const outcome = await nodeBeside(holding(rowsOf(2))).run('update', items);
	const reason = 'items 0 and 1 are for the same link, and differ in Meta Title';
	expect(outcome.items.map(({ error }) => error?.includes(reason) === true)).toEqual(refused);
});

test('replies with null in place of the ID leave each row its link, and come to rest', async () => {
	const service = new LinkService();
	const script: VirtualScript = async (request, count) => {
		const reply = await service.script(request, count);
		if (request.method === 'GET' || typeof reply === 'string') return reply;
		return { body: { ...(reply.body as IDataObject), id: null } };
	};
	const { upsert } = nodeBeside({ script });
	for (const [password, action] of [
		['a', 'created'],
		['b', 'updated'],
		['b', 'unchanged'],
	]) {
		const outcome = await upsert(rowsOf(5).map((row) => ({ ...row, password })));
		expect(resultsOf(outcome)).toEqual(rowsOf(5).map(() => action));
	}
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
	await nodeBeside(service).run('delete', items);
	expect(service.links).toEqual([]);
});

test('an alias that finds nothing but a link on another host is refused in the words of the service', async () => {
	const refusing = answering('POST', refusal('Your plan is used up.'));
	const service = new LinkService({ domains: [BRAND], findsShort: hasAlias, ...refusing });
	service.add({ url: OLD, custom: 'a', domain: BRAND });
	service.fill(2);
	const { items } = await upsert(service, [{ custom: 'a', url: NEW }]);
	expect(items[0]?.error).toContain('Your plan is used up.');
	expect(service.links[0]?.longurl).toBe(OLD);
});

test('on a domain that may be an own one, a link that leads elsewhere keeps no row from being created', async () => {
	const service = new LinkService({ domains: [BRAND] });
	const there = { url: OLD, domain: BRAND };
	for (const custom of ['a', 'b', 'c']) service.add({ ...there, custom });
	// After the first row, the list is read
	const rows = [
		{ ...there, custom: 'c' },
		{ url: NEW, custom: 'a' },
		{ url: OLD, custom: 'b' },
	];
	const { items } = await nodeBeside(service).createOrGet(rows);
	expect(items.map(({ json }) => json.created)).toEqual([false, true, false]);
	// The other fields of a link that existed are not those of the row
	expect(items[2]?.json).toEqual({ id: 2, shorturl: `${BRAND}/b`, created: false });
});

test('a column that the workflow itself leaves at null clears no field, and an expression does', async () => {
	const service = serviceWith();
	const row = { custom: 'a', url: OLD, metatitle: null };
	await upsert(service, [row], { emptyCells: 'clear' });
	expect(service.links[0]?.title).toBe('Title');
});
