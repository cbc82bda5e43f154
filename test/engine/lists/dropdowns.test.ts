/** What the dropdowns of the locators list, in accounts with more records than a page holds. */
import type { Json } from '../../support/engine';
import { setUpScriptedEngine } from '../../support/engine/scriptedEngine';

const scripted = setUpScriptedEngine();

const KEYS: Record<string, string> = {
	'/api/domains': 'domains',
	'/api/campaigns': 'campaigns',
	'/api/splash': 'splash',
	'/api/overlay': 'cta',
	'/api/pixels': 'pixels',
	'/api/urls': 'urls',
};

/** Serves `count` records of each kind, named "No. 1" and so on. */
const serve = (count: number) =>
	scripted.service.answer(({ path, query }) => {
		const page = Number(query.page);
		const records = Array.from({ length: count }, (_, n) => ({
			id: n + 1,
			name: `No. ${n + 1}`,
			shorturl: `s${n + 1}`,
		}));
		const data = {
			currentpage: page,
			maxpage: Math.ceil(count / 100),
			[KEYS[path] ?? '']: records.slice((page - 1) * 100, page * 100),
		};
		return { error: 0, data };
	});

const search = async (
	method: string,
	filter?: string,
	paginationToken?: string,
	parameters: Json = {},
) =>
	await scripted.engine.listSearch({
		method,
		filter,
		paginationToken,
		credentials: scripted.newCredentials(),
		parameters,
	});
const names = (found: { results?: Array<{ name: string }> }) =>
	found.results?.map(({ name }) => name);
const requestedPages = () => scripted.service.requests.map(({ query }) => query.page);

test('a search finds a record behind the first page, and continues from there', async () => {
	serve(1_000);
	const found = await search('searchCampaigns', 'no. 34');
	expect(names(found)).toEqual(['No. 34']);
	const next = await search('searchCampaigns', 'no. 34', String(found.paginationToken));
	expect(names(next)).toEqual(Array.from({ length: 10 }, (_, n) => `No. ${340 + n}`));
	expect(next.paginationToken).toBe('5');
});

test('a search reads ten pages at most', async () => {
	serve(3_000);
	const found = await search('searchCampaigns', 'no such name');
	expect(found).toMatchObject({ results: [], paginationToken: '11' });
	expect(requestedPages()).toEqual(Array.from({ length: 10 }, (_, n) => String(n + 1)));
});

test('a name is shown and found without the HTML escapes that a service stores, and an ID stands for an empty one', async () => {
	const campaigns = [
		{ id: 1, name: 'R&amp;D&#039;s' },
		{ id: 2, name: '' },
		{ id: 3, name: '', domain: 'Spring' },
	];
	scripted.service.answer(() => ({ error: 0, data: { maxpage: 1, campaigns } }));
	expect(names(await search('searchCampaigns'))).toEqual(["R&D's", '2', 'Spring']);
	expect(names(await search('searchCampaigns', 'r&d'))).toEqual(["R&D's"]);
	const urls = [{ id: 1, shorturl: 'https://sho.rt/a', title: 'R&amp;D' }];
	scripted.service.answer(() => ({ error: 0, data: { maxpage: 1, urls } }));
	expect(names(await search('searchLinks'))).toEqual(['https://sho.rt/a · R&D']);
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

test('the domains of all users are listed once in an account without own ones', async () => {
	const domains = [{ id: null, domain: 'https://sho.rt' }];
	scripted.service.answer(() => ({ error: 0, data: { result: 0, maxpage: 0, domains } }));
	const found = await search('searchDomainNames');
	expect(names(found)).toEqual(['https://sho.rt']);
	expect(found.paginationToken).toBeUndefined();
});

test('the service filters the links', async () => {
	serve(300);
	expect((await search('searchLinks', 'spring')).paginationToken).toBe('2');
	expect(scripted.service.requests.map(({ query }) => query)).toEqual([
		{ limit: '100', page: '1', q: 'spring' },
	]);
});

test('splash pages and overlays are both listed completely', async () => {
	serve(150);
	const first = await search('searchLinkTypes');
	expect(names(first)).toEqual(
		expect.arrayContaining(['Direct', 'Splash Page: No. 100', 'Overlay: No. 100']),
	);
	const second = await search('searchLinkTypes', undefined, String(first.paginationToken));
	expect(names(second)).toHaveLength(100);
	expect(names(second)).toEqual(
		expect.arrayContaining(['Splash Page: No. 101', 'Overlay: No. 150']),
	);
	expect(second.paginationToken).toBeUndefined();
	expect(names(await search('searchLinkTypes', 'no. 120'))).toEqual([
		'Splash Page: No. 120',
		'Overlay: No. 120',
	]);
});

test('a list that the service or the plan does not have: the error says what to do without it', async () => {
	const refusals = [
		{ status: 403, content: '{"error":1,"message":"Your plan does not include this."}' },
		{ status: 404, content: '<html>Not found</html>' },
	];
	for (const refusal of refusals) {
		scripted.service.answer(() => refusal);
		const { error } = await search('searchCampaigns');
		expect(error?.message).toMatch(/ Choose By ID and enter the ID\.$/);
		expect(error?.message).toMatch(
			/^(Your plan does not include this|This service or plan does not offer a way to list campaigns \(HTTP 404\))\./,
		);
	}
});

test('a list that is refused because of the key: the error says to check the key first', async () => {
	const message = 'A valid API key is required to use this service.';
	scripted.service.answer(() => ({ status: 401, content: JSON.stringify({ error: 1, message }) }));
	const { error } = await search('searchCampaigns');
	expect(error?.message).toBe(
		`${message} Check the API key of the credential. If it is right: Choose By ID and enter the ID.`,
	);
});

test('without the list of domains, the whole domain can be entered, but not its ID', async () => {
	scripted.service.answer(() => ({ status: 404, content: '<html>Not found</html>' }));
	const { error } = await search('searchDomainNames');
	expect(error?.message).toBe(
		'This service or plan does not offer a way to list branded domains (HTTP 404). Choose By Domain and enter the domain with https://.',
	);
});

describe('A token that is no page', () => {
	test.each(['x', '0', '1.5', '9007199254740991'])(
		'%j is refused, and nothing is sent',
		async (token) => {
			serve(30);
			const { results, error } = await search('searchCampaigns', 'no such name', token);
			expect(results).toBeUndefined();
			expect(error?.message).toBe('The page is not a whole number of at least 1');
			expect(scripted.service.requests).toEqual([]);
		},
	);

	test('of the redirect types lists nothing, and nothing is sent', async () => {
		serve(30);
		expect(await search('searchLinkTypes', '', 'x 1.5')).toEqual({ results: [] });
		expect(scripted.service.requests).toEqual([]);
	});
});

describe('What n8n would evaluate or open', () => {
	const list = async (method: string, records: Json[]) => {
		scripted.service.answer(({ path }) => ({
			error: 0,
			data: { maxpage: 1, [KEYS[path] ?? '']: records },
		}));
		return (await search(method)).results;
	};

	test('a domain that is an expression is not offered', async () => {
		const names = ['={{ $env.HOME }}', '=1', ' ={{ 1 }}', 'https://{{ $env.HOME }}', 'https://a.b'];
		const found = await list(
			'searchDomainNames',
			names.map((domain, n) => ({ id: n + 1, domain })),
		);
		expect(found).toEqual([{ name: 'https://a.b', value: 'https://a.b' }]);
	});

	test.each(['searchCampaigns', 'searchLinkTypes'])(
		'a name that is an expression is quoted (%s), because the editor saves it',
		async (method) => {
			const found = await list(method, [{ id: 1, name: '={{ $env.HOME }}' }]);
			for (const { name } of found ?? []) expect(name).not.toMatch(/^\s*=/);
			expect(found).toContainEqual(
				method === 'searchCampaigns'
					? { name: '"={{ $env.HOME }}"', value: 1 }
					: { name: 'Overlay: ={{ $env.HOME }}', value: 'overlay-1' },
			);
		},
	);

	test('the address of a link is one of the web', async () => {
		const addresses = [
			...['HTTPS://sho.rt/a', 'http://sho.rt/b', 'javascript:alert(1)', 'data:text/html,x'],
			...['={{ $env.HOME }}', ' javascript:alert(1)', 'sho.rt/c', '//sho.rt/d', ''],
		];
		const found = await list(
			'searchLinks',
			addresses.map((shorturl, n) => ({ id: n + 1, shorturl, title: 'T' })),
		);
		expect(found?.map(({ url }) => url).filter((url) => url !== undefined)).toEqual(
			addresses.slice(0, 2),
		);
		expect(found).toHaveLength(addresses.length);
	});
});

describe('Requests', () => {
	/** Serves `count` records of each kind in pages of the size that is asked for. */
	const servePages = (count: number) =>
		scripted.service.answer(({ path, query }) => {
			const [page, limit] = [Number(query.page), Number(query.limit)];
			const records = Array.from({ length: count }, (_, n) => ({
				id: n + 1,
				name: `No. ${n + 1}`,
			}));
			const data = {
				maxpage: Math.ceil(count / limit),
				[KEYS[path] ?? '']: records.slice((page - 1) * limit, page * limit),
			};
			return { error: 0, data };
		});
	const typed = async (filter: string, credentials: Json) => {
		const found = await scripted.engine.listSearch({
			method: 'searchCampaigns',
			filter,
			credentials,
			parameters: {},
		});
		return names(found);
	};
	const limits = () => scripted.service.requests.map(({ query }) => query.limit);

	test('a search among 3,000 campaigns looks at 1,000 with each request', async () => {
		servePages(3_000);
		const credentials = scripted.newCredentials();
		expect(await typed('', credentials)).toHaveLength(100);
		expect(await typed('no. 2999', credentials)).toEqual(['No. 2999']);
		expect(limits()).toEqual(['100', '1000', '1000', '1000']);
	});

	test('further letters cost nothing while the pages are recent', async () => {
		servePages(900);
		const credentials = scripted.newCredentials();
		for (const filter of ['no.', 'no. 85', 'no. 857']) await typed(filter, credentials);
		expect(limits()).toEqual(['1000']);
	});

	test('a search in a list that was shown whole costs nothing', async () => {
		servePages(100);
		const credentials = scripted.newCredentials();
		await typed('', credentials);
		expect(await typed('no. 77', credentials)).toEqual(['No. 77']);
		expect(limits()).toEqual(['100']);
	});

	test('a choice of several pixels, which n8n loads at once, takes one request for 1,000', async () => {
		servePages(700);
		const { options, error } = await scripted.engine.loadOptions({
			method: 'getPixels',
			parameters: { resource: 'link', operation: 'create' },
			credentials: scripted.newCredentials(),
		});
		expect(error).toBeUndefined();
		expect(options).toHaveLength(700);
		expect(limits()).toEqual(['1000']);
	});

	test('a service that refuses large pages is searched in pages of 100', async () => {
		scripted.service.answer(({ query }) => {
			if (Number(query.limit) > 100) return { error: 1, message: 'The limit is too large.' };
			const first = (Number(query.page) - 1) * 100;
			const campaigns = Array.from({ length: 100 }, (_, n) => ({
				id: first + n + 1,
				name: `No. ${first + n + 1}`,
			}));
			return { error: 0, data: { maxpage: 5, campaigns } };
		});
		const credentials = scripted.newCredentials();
		expect(await typed('no. 350', credentials)).toEqual(['No. 350']);
		expect(limits()).toEqual(['1000', '100', '100', '100', '100']);
	});
});
