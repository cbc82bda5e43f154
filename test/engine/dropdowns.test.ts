/** What the dropdowns of the locators list, in accounts with more records than a page holds. */
import { setUpScriptedEngine } from '../support/engine/scriptedEngine';

const scripted = setUpScriptedEngine();

const KEYS: Record<string, string> = {
	'/api/campaigns': 'campaigns',
	'/api/splash': 'splash',
	'/api/overlay': 'cta',
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

const search = async (method: string, filter?: string, paginationToken?: string) =>
	await scripted.engine.listSearch({
		method,
		filter,
		paginationToken,
		credentials: scripted.newCredentials(),
		parameters: {},
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

test('without a filter only one page is read', async () => {
	serve(3_000);
	expect(names(await search('searchCampaigns'))).toHaveLength(100);
	expect(requestedPages()).toEqual(['1']);
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

test('a reply of an unknown shape is an error, not an empty list', async () => {
	scripted.service.answer(() => ({ error: 0, something: 'else' }));
	expect((await search('searchCampaigns')).error?.message).toBe(
		'The reply does not contain a list under "campaigns"',
	);
});
