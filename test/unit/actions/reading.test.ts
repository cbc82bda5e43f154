/** What is sent for an operation that reads, what comes out, and the clicks of a link as rows. */
import type { IDataObject } from 'n8n-workflow';

import { resources } from '../../../nodes/LinkManagement/actions';
import { clicksRows, getClicks } from '../../../nodes/LinkManagement/actions/link/getClicks';
import type { Service } from '../../../nodes/LinkManagement/client/service';
import {
	failed,
	good,
	listReply,
	outcomeOf,
	pageOf,
	type StubReply,
	stubService,
} from '../../support/stubService';
import { type Given, hintsOf, itemCall, newRun } from './itemCall';

const { getAll, getByShortUrl } = resources.link!.operations;

const FIELDS = getAll!.fields;

const many = (count: number) =>
	Array.from({ length: count }, (_, n) => ({
		id: count - n,
		date: `2030-01-${String(28 - (n % 28)).padStart(2, '0')} 10:00:00`,
	}));

describe('An operation that reads a list', () => {
	async function read(parameters: IDataObject, given: Given = {}, count = 200) {
		const service = stubService((request) => pageOf('urls', many(count), request));
		const outcome = await outcomeOf(
			getAll!.execute(itemCall(service, { fields: FIELDS, parameters, ...given })),
		);
		const { requests } = service;
		return { ...outcome, count: outcome.result?.length, requests, first: requests[0]! };
	}

	test('reads no more records than n8n accepts from one item', async () => {
		expect((await read({ returnAll: true }, { maxRecords: 200 })).count).toBe(200);
		const { error, requests } = await read({ returnAll: true }, { maxRecords: 100 }, 5_000);
		expect(error).toMatchObject({ context: { failureKind: 'listTooLong' } });
		expect(error?.message).toContain('The list contains more than 100 records');
		expect(requests.length).toBeLessThan(3);
	});

	test('reads a date of two meanings as Date Format says', async () => {
		const filters = { createdAfter: '1/2/2030' };
		const dated = async (dateFormat: string) =>
			(await read({ returnAll: true, filters, options: { dateFormat } }, {}, 28)).count;
		expect(await dated('monthFirst')).toBe(27);
		expect(await dated('dayFirst')).toBe(0);
	});

	test('asks for the newest first, unless another order is set, and stops at older records', async () => {
		const filters = { createdAfter: '2030-01-20T00:00:00' };
		const request = { method: 'GET', url: '/api/urls', qs: { q: 'x' } } as const;
		const sorted = await read({ returnAll: true, filters }, { request }, 28);
		expect(sorted.first.qs).toMatchObject({ q: 'x', order: 'date' });
		expect(sorted.count).toBe(9);
		const byDate = { ...request, qs: { order: 'date' } };
		expect((await read({ returnAll: true, filters }, { request: byDate }, 28)).count).toBe(9);
		const byClicks = { ...request, qs: { order: 'click' } };
		const clicks = await read({ returnAll: true, filters }, { request: byClicks }, 28);
		expect(clicks.first.qs).toMatchObject({ order: 'click' });
		expect(clicks.count).toBe(9);
	});
});

describe('A search by short URL', () => {
	const SHORT = 'https://sho.rt/abc';
	const request = { method: 'GET', url: '/api/urls', qs: { short: SHORT } } as const;
	const found = good({ id: 5, details: { shorturl: SHORT }, data: { clicks: 1 } });
	/** The service answers other requests with the link of ID 5. */
	const find = async (reply: StubReply, short = SHORT, own: Partial<Service> = {}) => {
		const service = stubService(({ url }) => (url === '/api/urls' ? reply : found), own);
		const call = itemCall(service, { request: { ...request, qs: { short } } });
		const outcome = await outcomeOf(getByShortUrl!.execute(call));
		return { ...outcome, ids: outcome.result?.map(({ id }) => id), requests: service.requests };
	};

	const listed = (...links: IDataObject[]) => listReply('urls', links);
	const BY_ALIAS = { id: 5, alias: 'abc' };
	const [UPPER, OTHER] = ['http://sho.rt/ABC', 'https://x.example/abc'];

	test.each<[string, StubReply, more: string[], ids: number[], short?: string]>([
		['refuses', failed('notFound'), ['/api/urls'], []],
		['refuses in its own words', failed('refused'), ['/api/urls'], []],
		['shows it with its statistics', found, [], [5]],
		['shows no fields but messages', good({ message: 'None.', msg: '' }), ['/api/urls'], []],
		['shows it without details', good({ id: 5, shorturl: SHORT }), [], [5]],
		['shows empty details', good({ details: {} }), ['/api/urls'], []],
		['shows a text for details', good({ details: 'None' }), ['/api/urls'], []],
		['shows no statistics', good({ id: 5, details: { shorturl: SHORT } }), ['/api/url/5'], [5]],
		['lists it by its alias', listed({ id: 6, alias: 'bc' }, BY_ALIAS), ['/api/url/5'], [5]],
		['lists it without a name', listed({ id: 5 }), ['/api/url/5'], [5]],
		['lists it in a folder', listed(BY_ALIAS), ['/api/url/5'], [5], 'https://sho.rt/s/abc'],
		['lists it in another case', listed({ id: 5, shorturl: UPPER }), ['/api/url/5'], [5]],
		['lists one on another host', listed({ ...BY_ALIAS, shorturl: OTHER }), ['/api/urls'], []],
	])('finds the link, or nothing, at a service that %s', async (...row) => {
		const [, reply, more, ids, short] = row;
		const outcome = await find(reply, short);
		expect(outcome.requests.map(({ url }) => url)).toEqual(['/api/urls', ...more]);
		expect(outcome.ids).toEqual(ids);
	});

	test('fails where it fails, or where the key may be invalid', async () => {
		expect((await find(failed('unavailable'))).message).toBe('It failed. [item 3]');
		const { requests } = await find(failed('refused'), SHORT, { hasReplied: false });
		const urls = ['/api/urls', '/api/account', '/api/urls', '/api/account'];
		expect(requests.map(({ url }) => url)).toEqual(urls);
	});

	const ASCII = 'www.xn--mnchen-3ya.example/Fr%C3%BCh';
	const LETTERS = 'münchen.example/Früh';
	test.each([
		['http://sho.rt/abc?x#y', ['http://sho.rt/abc', 'https://sho.rt/abc']],
		['https://go.www.example/a/', ['https://go.www.example/a', 'http://go.www.example/a']],
		[
			`https://www.${LETTERS}`,
			[ASCII, `www.${LETTERS}`, LETTERS].flatMap((one) => [`https://${one}`, `http://${one}`]),
		],
	])('asks for %s in each form that a service may have', async (short, forms) => {
		const { requests } = await find(listed(), short);
		const word = short.includes('Früh') ? [{ q: 'Früh', limit: 1_000, page: 1 }] : [];
		expect(requests.map(({ qs }) => qs)).toEqual([
			...forms.map((one) => ({ short: one })),
			...word,
		]);
	});

	test('tells in the hint which items came out as none', async () => {
		const run = newRun(2);
		const call = itemCall(
			stubService(() => failed('notFound')),
			{ request, run },
		);
		for (let item = 0; item < 2; item++) await getByShortUrl!.execute(call);
		expect(hintsOf(run)).toEqual([
			`2 items have a short URL that no link has, and came out as no item: ${SHORT}.`,
		]);
	});
});

/** The keywords of a search for the links to a URL. */
async function keywordsFor(longUrl: string, qs: IDataObject = {}) {
	const service = stubService(() => listReply('urls', [], { maxpage: 1 }));
	const request = { method: 'GET', url: '/api/urls', qs } as const;
	await getAll!.execute(itemCall(service, { unsent: { longUrl, returnAll: true }, request }));
	return service.requests.map((sent) => sent.qs.q);
}

test.each([
	['https://example.com/spring?a=1#top', ['example.com/spring?a=1', 'example.com/spring']],
	['http://example.com/spring/', ['example.com/spring']],
	['https://example.com/caf%C3%A9/menus/long', ['/menus/long']],
	["https://example.com/o'neil", ['neil']],
	['https://example.com/%C3%A9', ['example.com/']],
	['https://münchen.example/a', ['/a']],
	['https://example.com/q&a/long?x=1', ['example.com/q&a/long?x=1', 'a/long']],
	['https://example.com/a"<b>&long', ['example.com/a"<b>&long', 'long']],
])('%s is searched by what no service changes', async (longUrl, keywords) => {
	expect(await keywordsFor(longUrl)).toEqual(keywords);
});

test('only the keyword of the filter Search is sent if there is one', async () => {
	expect(await keywordsFor('https://example.com/spring?a=1', { q: 'sale' })).toEqual(['sale']);
});

const SHORT = 'https://sho.rt/abc';
const LINK = {
	id: 7,
	shorturl: SHORT,
	title: 'Spring',
	clicks: 8,
	topCountries: { Canada: 2, Germany: 5, Kenya: 1 },
	topReferrers: { 'example.com': 3 },
	topBrowsers: { Firefox: 6, Chrome: 6 },
	topOperatingSystems: {},
};
const ROW = { id: 7, shorturl: SHORT, title: 'Spring' };

test.each([
	[['country'], ['country Germany 5 0.625', 'country Canada 2 0.25', 'country Kenya 1 0.125']],
	// In one order, and without groups that have no clicks
	[
		['system', 'referrer', 'total'],
		['total all 8 1', 'referrer example.com 3 0.375'],
	],
	// The group has more clicks than the link
	[['browser'], ['browser Firefox 6 0.5', 'browser Chrome 6 0.5']],
])('the clicks by %j have a row for each label, with its share: %j', (groups, rows) => {
	const shown = clicksRows(LINK, groups).map((row) =>
		['by', 'value', 'clicks', 'share'].map((name) => row[name]).join(' '),
	);
	expect(shown).toEqual(rows);
});

test('the report of one link takes one request, and reads counts that are sent as text', async () => {
	const details = { id: '7', shorturl: SHORT, title: 'Spring' };
	const data = { clicks: '1,200', topCountries: { Canada: '300' }, topOs: { Linux: '600' } };
	const service = stubService(() => good({ details, data }));
	const given = { groupBy: ['system', 'country'] };
	const rows = await getClicks.execute(itemCall(service, { unsent: given }));
	expect(rows.map((row) => getClicks.reply.record(row))).toEqual([
		{ ...ROW, by: 'country', value: 'Canada', clicks: 300, share: 0.25 },
		{ ...ROW, by: 'system', value: 'Linux', clicks: 600, share: 0.5 },
	]);
	expect(service.requests).toHaveLength(1);
});
