/** What the dropdowns of the locators list and find, also in accounts with more records than a page holds. */
import { LISTS } from '../../../nodes/LinkManagement/client/endpoints';
import type { Json } from '../../support/engine';
import { newCredentials, setUpScriptedEngine } from '../../support/engine/scriptedEngine';
import { setUpTestbed } from '../../support/engine/testbed';

const scripted = setUpScriptedEngine();

const numbered = (count: number): Json[] =>
	Array.from({ length: count }, (_, n) => ({ id: n + 1, name: `No. ${n + 1}` }));

/** Serves these records of each kind in pages of the size that is asked for, or refuses more than `max`. */
const serve = (records: Json[], max = 1_000) =>
	scripted.service.answer(({ path, query }) => {
		const [page, limit] = [Number(query.page), Number(query.limit)];
		if (limit > max) return { error: 1, message: 'The limit is too large.' };
		const { arrayName } = Object.values(LISTS).find((list) => list.path === path)!;
		const data = {
			currentpage: page,
			maxpage: Math.ceil(records.length / limit),
			[arrayName]: records.slice((page - 1) * limit, page * limit),
		};
		return { error: 0, data };
	});

/** Each search has a key of its own, unless it goes on with what another has learned. */
const search = async (
	method: string,
	filter?: string,
	paginationToken?: string,
	credentials = newCredentials(),
) => await scripted.engine.listSearch({ method, filter, paginationToken, credentials });
const names = (found: { results?: Array<{ name: string }> }) =>
	found.results?.map(({ name }) => name);
const queries = () => scripted.service.requests.map(({ query }) => query);
const limits = () => queries().map(({ limit }) => Number(limit));

describe('Beside the sandbox', () => {
	const testbed = setUpTestbed();
	const find = async (method: string, filter = '', parameters: Json = {}) => {
		await testbed.setScene();
		const { results = [], error } = await testbed.engine.listSearch({ method, filter, parameters });
		expect(error).toBeUndefined();
		return results;
	};

	test('each list has all records of its kind', async () => {
		const counts = { searchCampaigns: 3, searchChannels: 3, searchDomains: 2, searchLinks: 5 };
		for (const [method, count] of Object.entries({ ...counts, searchQrCodes: 3 })) {
			const results = await find(method);
			expect(results).toHaveLength(count);
			expect(results.every(({ name, value }) => name !== '' && Number(value) > 0)).toBe(true);
		}
		const assign = { resource: 'channel', operation: 'assignItem' };
		for (const [itemType, count] of Object.entries({ links: 5, qr: 3, bio: 0 }))
			expect(await find('searchItems', '', { ...assign, itemType })).toHaveLength(count);
	});

	test('a link is found by the short URL that the list shows, also by its beginning', async () => {
		const [, , , , first] = await find('searchLinks');
		expect(await find('searchLinks', ` ${testbed.url.replace('http', 'https')}/s1 `)).toEqual([
			first,
		]);
		expect(await find('searchLinks', `${testbed.url}/s`)).toHaveLength(5);
		expect(await find('searchLinks', 'https://other.example/s1')).toEqual([]);
	});

	test('countries that begin with what is typed come first, and take no request', async () => {
		const found = (await find('searchCountries', 'ger')).map(({ value }) => value);
		expect(found[0]).toBe('Germany');
		expect(found).toEqual(expect.arrayContaining(['Algeria', 'Niger', 'Nigeria']));
		// Also by a code or another name
		const names = async (method: string, filter: string) =>
			(await find(method, filter)).map(({ name }) => name);
		expect(await names('searchCountries', 'UK')).toEqual(['United Kingdom', 'Ukraine']);
		expect(await names('searchLanguages', 'Deutsch')).toEqual(['German (de)']);
		expect(await testbed.requests()).toEqual([]);
	});
});

test('a search finds a record behind the first page, and continues from there', async () => {
	serve(numbered(3_000), 100);
	const found = await search('searchCampaigns', 'no. 34');
	expect(names(found)).toEqual(['No. 34']);
	const next = await search('searchCampaigns', 'no. 34', String(found.paginationToken));
	expect(names(next)).toEqual(Array.from({ length: 10 }, (_, n) => `No. ${340 + n}`));
	expect(next.paginationToken).toBe('5');
});

test('a name is shown and found without the HTML escapes that a service stores, and an ID stands for an empty one', async () => {
	serve([
		{ id: 1, name: 'R&amp;D&#039;s', shorturl: 'https://sho.rt/a', title: 'R&amp;D' },
		{ id: 2, name: '', shorturl: 'https://sho.rt/b' },
		{ id: 3, name: '', domain: 'Spring', shorturl: 'https://sho.rt/c' },
	]);
	expect(names(await search('searchCampaigns'))).toEqual(["R&D's", '2', 'Spring']);
	expect(names(await search('searchCampaigns', 'r&d'))).toEqual(["R&D's"]);
	expect(names(await search('searchLinks'))).toContain('https://sho.rt/a · R&D');
});

test('a service that refuses the page behind the end ends the list', async () => {
	scripted.service.answer(({ query }) =>
		query.page === '1'
			? { error: 0, data: { campaigns: [{ id: 1, name: 'Spring' }] } }
			: { error: 1, message: 'Page out of range' },
	);
	const { paginationToken } = await search('searchCampaigns');
	expect(await search('searchCampaigns', '', String(paginationToken))).toEqual({ results: [] });
	expect(await search('searchCampaigns', 'no such name')).toEqual({ results: [] });
});

test('domains of all users, which end each page of a service, are offered once, at the end', async () => {
	const own = Array.from({ length: 150 }, (_, n) => ({
		id: n + 1,
		domain: `https://${n}.example`,
	}));
	const shared = { id: null, domain: 'https://all.example' };
	scripted.service.answer(({ query }) => {
		const [page, limit] = [Number(query.page), Number(query.limit)];
		const domains = [...own.slice((page - 1) * limit, page * limit), shared];
		return { error: 0, data: { maxpage: Math.ceil(own.length / limit), domains } };
	});
	const credentials = newCredentials();
	const first = await search('searchDomainNames', '', undefined, credentials);
	const next = await search('searchDomainNames', '', String(first.paginationToken), credentials);
	const offered = [...(names(first) ?? []), ...(names(next) ?? [])];
	expect(offered).toEqual([...own.map(({ domain }) => domain), shared.domain]);
});

test('the service filters the links: by what is typed, and by the last part of a short or long URL', async () => {
	serve([1, 2].map((id) => ({ id, shorturl: `https://sho.rt/${id}`, longurl: 'https://x.y/2' })));
	for (const [typed, ids] of [
		['spring', [1, 2]],
		['http://sho.rt/2', [2]],
		['x.y/2', [1, 2]],
	] as const)
		expect((await search('searchLinks', typed)).results?.map(({ value }) => value)).toEqual(ids);
	expect(queries()).toEqual([
		{ limit: '100', page: '1', q: 'spring' },
		...Array(2).fill({ limit: '1000', page: '1', q: '2' }),
	]);
});

test('splash pages and overlays are both listed completely', async () => {
	serve(numbered(150), 100);
	const all = numbered(150).map(({ name }) => name);
	const labels = ['Splash Page', 'Overlay'].flatMap((kind) =>
		all.map((name) => `${kind}: ${name}`),
	);
	const found = await search('searchLinkTypes');
	expect(names(found)).toEqual(['Direct', 'Frame', 'Splash (Default Page)', ...labels]);
	expect(found.paginationToken).toBeUndefined();
	expect(names(await search('searchLinkTypes', 'no. 120'))).toEqual([labels[119], labels[269]]);
});

const PLAN = 'Your plan does not include this.';
const BAD_KEY = 'A valid API key is required to use this service.';
const NO_LIST = 'This service or plan does not offer a way to list';
const BY_ID = 'Choose By ID and enter the ID.';

test.each<[method: string, status: number, refusal: string, message: string]>([
	['searchCampaigns', 403, PLAN, `${PLAN} ${BY_ID}`],
	[
		...(['searchCampaigns', 401, BAD_KEY] as const),
		`${BAD_KEY} Check the API key of the credential. If it is right: ${BY_ID}`,
	],
	[
		...(['searchDomainNames', 404, ''] as const),
		`${NO_LIST} branded domains (HTTP 404). Choose By Domain and enter the domain with https://.`,
	],
	[
		...(['searchLinks', 404, ''] as const),
		`${NO_LIST} short links (HTTP 404). Choose By ID or Short URL and enter one of them.`,
	],
])(
	'where %s cannot read its list (HTTP %i: "%s"), the error says what to do without it',
	async (method, status, refusal, message) => {
		const page = '<html>Not found</html>';
		const content = refusal ? JSON.stringify({ error: 1, message: refusal }) : page;
		scripted.service.answer(() => ({ status, content }));
		expect((await search(method)).error?.message).toBe(message);
	},
);

test('where Assign Item cannot read the list of QR codes, the error names a mode that its field has', async () => {
	const content = JSON.stringify({ error: 1, message: PLAN });
	scripted.service.answer(() => ({ status: 403, content }));
	const parameters = { resource: 'channel', operation: 'assignItem', itemType: 'qr' };
	const search = { method: 'searchItems', parameters, credentials: newCredentials() };
	const { error } = await scripted.engine.listSearch(search);
	expect(error?.message).toBe(`${PLAN} Choose By ID or Short URL and enter the ID.`);
});

test('a token that is no page is refused, and nothing is sent', async () => {
	serve(numbered(30));
	for (const token of ['x', '0', '1.5', '9007199254740991']) {
		const { results, error } = await search('searchCampaigns', 'no such name', token);
		expect(results).toBeUndefined();
		expect(error?.message).toBe('The page is not a whole number of at least 1');
	}
	expect(scripted.service.requests).toEqual([]);
});

describe('What n8n would evaluate or open', () => {
	const list = async (method: string, records: Json[]) => {
		serve(records.map((record, n) => ({ id: n + 1, ...record })));
		return (await search(method)).results;
	};

	test('a domain that is an expression is not offered', async () => {
		const domains = ['={{ 1 }}', ' ={{ 1 }}', 'https://{{ $env.HOME }}', 'https://a.b'];
		const records = domains.map((domain) => ({ domain }));
		const offered = [{ name: 'https://a.b', value: 'https://a.b' }];
		expect(await list('searchDomainNames', records)).toEqual(offered);
	});

	test('a name that is an expression is quoted, because the editor saves it', async () => {
		const offered = [{ name: '"={{ $env.HOME }}"', value: 1 }];
		expect(await list('searchCampaigns', [{ name: '={{ $env.HOME }}' }])).toEqual(offered);
	});

	test('the address of a link is one of the web', async () => {
		const addresses = [
			...['HTTPS://sho.rt/a', 'http://sho.rt/2', 'javascript:alert(1)', '={{ $env.HOME }}'],
			...['sho.rt/c', '//sho.rt/d', ''],
		];
		const records = addresses.map((shorturl) => ({ shorturl, title: 'T' }));
		const found = await list('searchLinks', records);
		expect(found?.flatMap(({ url }) => url ?? [])).toEqual(addresses.slice(0, 2));
		expect(found).toHaveLength(addresses.length);
	});
});

describe('Requests', () => {
	const SMALL = Array(10).fill(100);
	test.each([
		[
			'among 3,000 looks at 1,000 with each',
			3_000,
			1_000,
			['', 'no. 2999'],
			[100, 1_000, 1_000, 1_000],
		],
		['goes on with further letters without one', 900, 1_000, ['no.', 'no. 85', 'no. 857'], [1_000]],
		['in a list that was shown whole takes none', 100, 1_000, ['', 'no. 77'], [100]],
		['looks at ten small pages at most', 3_000, 100, ['no such name'], [1_000, ...SMALL]],
	] as Array<[string, number, number, string[], number[]]>)(
		'a search %s',
		async (_, count, max, filters, wanted) => {
			serve(numbered(count), max);
			const credentials = newCredentials();
			for (const filter of filters) {
				const found = names(await search('searchCampaigns', filter, undefined, credentials));
				const { length } = numbered(count).filter(({ name }) =>
					String(name).toLowerCase().includes(filter),
				);
				expect(found).toHaveLength(filter === '' ? 100 : length);
			}
			expect(limits()).toEqual(wanted);
		},
	);

	test('a choice of several pixels, which n8n loads at once, takes one for 1,000', async () => {
		serve(numbered(700));
		const request = { kind: 'loadOptions', method: 'getPixels' } as const;
		const found = await scripted.engine.listSearch({ ...request, credentials: newCredentials() });
		expect(found.results).toHaveLength(700);
		expect(limits()).toEqual([1_000]);
	});
});
