/**
 * What each endpoint does with the data, whichever client asks: clients for such services send `null` for optional fields, further
 * query parameters and other content types (services.md, section 3). Neither side may have broken the description.
 */
import { endpointOf, endpoints, resolved } from '../../sandbox/service/api/description.ts';
import {
	breaches,
	type Call,
	client,
	everyOption,
	refused,
	said,
	type Step,
	Tested,
} from './client';

const tested = new Tested('--limit', '0');
const { call, tell, take } = tested;

beforeEach(() => tell('/reset'));
afterEach(async () => expect(await breaches(tested.service)).toEqual([]));

const LINK = { url: 'https://example.com/' };
const TAKEN = { ...LINK, custom: 'taken' };

const STEPS: Record<string, Step[]> = {
	'the account is shown and updated': [
		[
			'PUT /account/update',
			{ email: 'new@example.com', password: 'secret' },
			said('Account has been successfully updated.'),
		],
		['GET /account', undefined, { data: { email: 'new@example.com', status: 'pro' } }],
	],
	'domains are added, listed, updated and deleted': [
		['POST /domain/add', { domain: 'https://new.example', redirectroot: 'https://a.example' }, {}],
		['PUT /domain/3/update', { redirect404: 'https://b.example' }, said()],
		[
			'GET /domains?limit=1',
			undefined,
			{
				data: {
					result: 3,
					domains: [{ id: 3, redirectroot: 'https://a.example', redirect404: 'https://b.example' }],
				},
			},
		],
		['DELETE /domain/3/delete', undefined, said('Domain has been deleted successfully.')],
		['DELETE /domain/3/delete', undefined, refused('Domain not found.')],
	],
	'overlays and splash pages are listed': [
		[
			'GET /overlay?limit=1',
			undefined,
			{ data: { cta: [{ id: 3, type: 'message', name: 'Cookie notice' }] } },
		],
		[
			'GET /splash',
			undefined,
			{ data: { splash: [{ name: 'Season greetings' }, { name: 'Product launch' }] } },
		],
	],
	'campaigns have a rotator once they are public and have a slug, and take links until deleted': [
		[
			'POST /campaign/add',
			{ name: 'Spring', slug: 'spring' },
			{ id: 1, domain: 'Spring', public: false, rotator: false, list: '{url}/list/1' },
		],
		[
			'PUT /campaign/1/update',
			{ name: 'Summer', public: true },
			{ domain: 'Summer', public: true, rotator: '{url}/r/spring' },
		],
		['POST /url/add', { ...LINK, status: 'public' }, { id: 1 }],
		['POST /campaign/1/assign/1', undefined, said('Link successfully added to the campaign.')],
		['VISIT /list/1', undefined, { text: expect.stringContaining('example.com') }],
		['VISIT /r/spring', undefined, { status: 302 }],
		['GET /campaigns', undefined, { data: { campaigns: [{ id: 1, public: true }] } }],
		['DELETE /campaign/1/delete', undefined, said('Campaign has been deleted successfully.')],
		['GET /sandbox/state', undefined, { links: [{ campaign: null }] }],
	],
	'channels hold links, bio pages and QR codes until deleted': [
		[
			'POST /channel/add',
			{ name: 'News', color: '#ff8800' },
			{ id: 1, name: 'News', description: '', color: '#ff8800', starred: false },
		],
		['PUT /channel/1/update', { starred: true }, said('Channel has been updated successfully.')],
		['GET /channels', undefined, { data: { channels: [{ id: 1, name: 'News', starred: true }] } }],
		['POST /url/add', { ...LINK, custom: 'news' }, { id: 1 }],
		['POST /qr/add', { type: 'text', data: 'hello', name: 'Hello' }, { id: 1 }],
		...['links', 'bio', 'qr'].map((type): Step => [
			`POST /channel/1/assign/${type}/1`,
			undefined,
			said('Item successfully added to the channel.'),
		]),
		[
			'GET /channel/1',
			undefined,
			{ data: { items: [{ type: 'qr' }, { type: 'bio' }, { id: 1, link: '{url}/news' }] } },
		],
		['DELETE /channel/1/delete', undefined, said('Channel has been deleted successfully.')],
		['GET /channel/1', undefined, refused('Channel not found.')],
	],
	'pixels are created, updated and deleted, and then taken off the links that bear them': [
		['POST /pixel/add', { type: 'tiktok', name: 'Spring', tag: 'C4A1' }, { error: 0, id: 4 }],
		['POST /url/add', { ...LINK, pixels: [4, 2] }, { id: 1 }],
		['PUT /pixel/4/update', { tag: 'C4A2' }, said('Pixel has been updated successfully.')],
		[
			'GET /pixels?limit=1',
			undefined,
			{ data: { pixels: [{ id: 4, type: 'tiktok', name: 'Spring', tag: 'C4A2' }] } },
		],
		['DELETE /pixel/4/delete', undefined, said('Pixel has been deleted successfully.')],
		['PUT /pixel/4/update', { tag: 'x' }, refused('Pixel not found.')],
		['GET /sandbox/state', undefined, { links: [{ options: { pixels: [2] } }] }],
	],
	'QR codes are created, updated, shown with their scans, and deleted': [
		['POST /qr/add', { type: 'text', data: 'hello', name: 'Hello' }, { id: 1 }],
		[
			'PUT /qr/1/update',
			{ type: 'link', data: LINK.url, name: 'Poster' },
			said('QR code has been updated successfully.'),
		],
		['GET /qr/1', undefined, { data: { clicks: 0, topCountries: {} } }],
		['POST /sandbox/scans', { id: 1, count: 3 }, {}],
		['GET /qr', undefined, { data: { qrs: [{ id: 1, scans: 3, name: 'Poster' }] } }],
		[
			'GET /qr/1',
			undefined,
			{
				details: {
					id: 1,
					scans: 3,
					name: 'Poster',
					link: expect.stringMatching(/\/qr\/\w+\.png$/),
				},
				data: {
					...{ clicks: 3, uniqueClicks: 3, topCountries: { Canada: '3' } },
					...{ topReferrers: { Direct: '3' }, topBrowsers: { Chrome: '3' } },
					...{ topOs: { Windows: '3' }, socialCount: { facebook: 0, twitter: 0, instagram: 0 } },
				},
			},
		],
		['DELETE /qr/1/delete', undefined, said('QR code has been deleted successfully.')],
		['GET /qr/1', undefined, refused('QR code not found.')],
	],
	'links are created with everything a link can have': [
		['POST /sandbox/seed', { channels: 1, campaigns: 1 }, {}],
		['POST /url/add', everyOption, { error: 0, id: 1, shorturl: 'https://go.example.com/full' }],
		[
			'GET /url/1',
			undefined,
			{
				...{ error: 0, id: 1 },
				details: {
					...{ shorturl: 'https://go.example.com/full', longurl: everyOption.url },
					...{ title: 'Title', description: 'Note', expiry: everyOption.expiry },
					location: { Canada: 'https://example.com/ca' },
					device: { iPhone: 'https://example.com/iphone' },
				},
				data: { clicks: 0, uniqueClicks: 0, topCountries: 0, topReferrers: 0, topOs: 0 },
			},
		],
		['GET /channel/1', undefined, { data: { items: [{ id: 1 }] } }],
	],
	'links are paged, sorted and searched': [
		['POST /sandbox/seed', { links: 40 }, {}],
		[
			'GET /urls?page=2&limit=15',
			undefined,
			{
				error: '0',
				data: { result: 40, perpage: 15, currentpage: 2, nextpage: 3, maxpage: 3 },
			},
		],
		['GET /urls?page=16&limit=1', undefined, { data: { urls: [{ id: 25, title: 'Page 25' }] } }],
		['GET /urls?limit=7&page=9', undefined, { data: { urls: [] } }],
		['POST /sandbox/clicks', { alias: 's2', count: 100 }, {}],
		['GET /urls?order=click&limit=1', undefined, { data: { urls: [{ id: 2, clicks: 100 }] } }],
		['GET /urls?q=page%2F33', undefined, { data: { urls: [{ id: 33 }] } }],
		['GET /urls?short={url}%2Fs3&limit=1', undefined, { error: 0, id: 3 }],
		['GET /urls?short={url}%2Fnone', undefined, refused('Link not found.')],
	],
	'links are updated under their own alias, but not under that of another link': [
		['POST /url/add', TAKEN, { id: 1 }],
		['POST /url/add', { ...LINK, custom: 'full' }, { id: 2 }],
		['PUT /url/2/update', { custom: 'full' }, { error: 0 }],
		['PUT /url/2/update', { custom: 'taken' }, refused(expect.stringMatching(/alias is taken/))],
		['GET /sandbox/state', undefined, { links: [{}, { alias: 'full' }] }],
	],
	'links are refused with what does not exist': [
		['POST /url/add', TAKEN, { id: 1 }],
		['POST /url/add', TAKEN, refused(expect.stringMatching(/alias is taken/))],
		['POST /url/add', { ...LINK, channel: 9 }, refused('Channel not found.')],
		['POST /url/add', { ...LINK, campaign: 9 }, refused('Campaign not found.')],
		[
			'POST /url/add',
			{ ...LINK, domain: 'https://x.example' },
			refused('This domain is not available.'),
		],
		['POST /url/add', { ...LINK, type: 'overlay-99' }, refused('Unknown redirection type.')],
		// The bare number of an overlay would be a splash page
		['POST /url/add', { ...LINK, type: '3' }, refused('Unknown redirection type.')],
		['GET /sandbox/state?counts=1', undefined, { links: 1 }],
	],
	'links are deleted with their statistics and their place in channels': [
		['POST /sandbox/seed', { links: 1, channels: 1, clicks: 3 }, {}],
		['POST /channel/1/assign/links/1', undefined, said()],
		['DELETE /url/1/delete', undefined, said('Link has been deleted successfully.')],
		['GET /url/1', undefined, refused('Link not found.')],
		['GET /sandbox/state?counts=1', undefined, { links: 0, visit_counts: 0, channel_items: 0 }],
		['VISIT /s1', undefined, { status: 404 }],
	],
};

const endpointOfLine = (method = '', path = '') => endpointOf(method, `/api${path.split('?')[0]}`);

const CLIENTS: Record<string, Call> = {
	'that keeps to the description': call,
	'in Python': async (method, path, body) => {
		const schema = endpointOfLine(method, path)?.body;
		const names = Object.keys((schema && resolved(schema).properties) ?? {});
		const missing = Object.fromEntries(names.map((name) => [name, null]));
		const headers = {
			...{ 'Content-Type': 'application/json', 'User-Agent': 'python-requests/2.32.3' },
		};
		const send = client(tested.service, undefined, headers);
		return await send(method, path, body && { ...missing, ...body });
	},
	'in JavaScript': async (method, path, body) => {
		const headers = {
			'Content-Type': 'application/json;charset=UTF-8',
			Accept: 'application/json, text/plain, */*',
			'X-Requested-With': 'XMLHttpRequest',
		};
		const more = `${path.includes('?') ? '&' : '?'}format=json&_=1735689600000&fields[]=id`;
		const send = client(tested.service, undefined, headers);
		return await send(method, `${path}${more}`, body ?? (method === 'GET' ? undefined : '{}'));
	},
};

describe.each(Object.keys(CLIENTS))('For a client %s', (name) => {
	test.each(Object.keys(STEPS))('%s', async (steps) => {
		await tested.takeWith(CLIENTS[name]!, ...STEPS[steps]!);
	});
});

test('the steps pass every endpoint of the description', () => {
	const passed = Object.values(STEPS)
		.flat()
		.map(([request]) => endpointOfLine(...request.split(' '))?.operationId);
	expect(passed).toEqual(expect.arrayContaining(endpoints.map(({ operationId }) => operationId)));
});

test('what is accepted beyond the description is noted in the journal, and the request as it came', async () => {
	const body = { ...LINK, custom: null, channel: '1' };
	await call('POST', '/url/add', body);
	await call('PUT', '/pixel/1/update', { tag: 100 });
	await call('POST', '/url/add', { ...LINK, domain: false });
	await call('GET', '/urls?page=1&size=5');
	await call('GET', '/urls?page=1');
	const noted = ['/body/custom is null', '/body/channel is a number as text'];
	const entries = [
		{ body, tolerated: noted },
		{ body: { tag: 100 }, tolerated: ['/body/tag is a text as number'] },
		{ tolerated: ['/body/domain is false'] },
		{ tolerated: ['/query/size is unknown'] },
		expect.not.objectContaining({ tolerated: expect.anything() }),
	];
	await take(['GET /sandbox/requests', undefined, entries]);
});

test('null within the content of a QR code is kept as it came', async () => {
	const data = { phone: '+15550100', message: null };
	await call('POST', '/qr/add', { type: 'sms', data });
	await take(['GET /sandbox/state', undefined, { qr_codes: [{ data }] }]);
});

describe('links are updated', () => {
	const stored = async () => (await tested.control<{ links: object[] }>('/state')).links[0]!;
	const inChannels = async () =>
		await Promise.all(
			[1, 2].map(async (id) => (await call('GET', `/channel/${id}`)).body.data.items.length),
		);
	beforeEach(async () => {
		await tell('/seed', { channels: 2, campaigns: 2 });
		await call('POST', '/url/add', everyOption);
	});

	test('in every field', async () => {
		const texts = { custom: 'other', domain: 'https://links.example.org', metatitle: 'New title' };
		const others = { type: 'direct', pixels: [3], channel: 2, campaign: 2, status: 'private' };
		const [url, expiry] = ['https://example.com/new', '2098-01-01 00:00:00'];
		const sent = { ...everyOption, ...texts, ...others, url, expiry };
		await take(['PUT /url/1/update', sent, { shorturl: 'https://links.example.org/other' }]);
		expect(await stored()).toMatchObject({
			...{ alias: 'other', domain: texts.domain, longurl: url, title: 'New title', expiry },
			...{ campaign: 2, status: 'private', options: { type: 'direct', pixels: [3] } },
		});
		expect(await inChannels()).toEqual([0, 1]);
	});

	test.each([
		['texts', '', ''],
		['arrays and numbers', [], 0],
	])('and emptied by empty %s', async (_name, list, id) => {
		const lists = ['geotarget', 'devicetarget', 'languagetarget', 'parameters', 'pixels'];
		const texts = ['type', 'password', 'domain', 'expiry', 'metatitle', 'metadescription'];
		const empty = (names: string[], value: unknown) =>
			Object.fromEntries(names.map((name) => [name, value]));
		await call('PUT', '/url/1/update', {
			...empty([...lists, 'deeplink'], list),
			...empty(['channel', 'campaign'], id),
			...empty([...texts, 'metaimage', 'description'], ''),
		});
		const left = await stored();
		expect(left).toMatchObject({ alias: 'full', domain: '', title: '', description: '' });
		expect(left).toMatchObject({ expiry: null, campaign: null });
		expect(left).toHaveProperty('options', {});
		expect(await inChannels()).toEqual([0, 0]);
	});
});
