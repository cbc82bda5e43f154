/**
 * What the endpoints do with the data beyond what the walks see of every operation, and what is accepted beyond the description
 * (services.md, section 3). The service may not have broken the description.
 */
import { breaches, everyOption, refused, said, type Step, Tested } from './client';

const tested = new Tested('--limit', '0');
const { call, tell, take } = tested;

beforeEach(() => tell('/reset'));
afterEach(async () => expect(await breaches(tested.service)).toEqual([]));

const LINK = { url: 'https://example.com/' };
const SMS = { phone: '+15550100', message: null };

const STEPS: Record<string, Step[]> = {
	'overlays and splash pages are listed': [
		['GET /overlay?limit=1', { data: { cta: [{ id: 3, type: 'message' }] } }],
		['GET /splash', { data: { splash: [{ name: 'Season greetings' }, {}] } }],
	],
	'campaigns have a rotator once they are public and have a slug, and take links until deleted': [
		[
			'POST /campaign/add',
			{ name: 'Spring', slug: 'spring' },
			{ id: 1, domain: 'Spring', public: false, rotator: false, list: '{url}/list/1' },
		],
		['PUT /campaign/1/update', { name: 'Spring', public: true }, { rotator: '{url}/r/spring' }],
		['POST /url/add', { ...LINK, status: 'public' }, { id: 1 }],
		['POST /campaign/1/assign/1', said('Link successfully added to the campaign.')],
		['VISIT /list/1', { text: expect.stringContaining('example.com') }],
		['VISIT /r/spring', { status: 302 }],
		['DELETE /campaign/1/delete', said('Campaign has been deleted successfully.')],
		['GET /sandbox/state', { links: [{ campaign: null }] }],
	],
	'channels hold links, bio pages and QR codes until deleted': [
		['POST /channel/add', { name: 'News', color: '#ff8800' }, { id: 1, starred: false }],
		['POST /url/add', { ...LINK, custom: 'news' }, { id: 1 }],
		['POST /qr/add', { type: 'text', data: 'hello', name: 'Hello' }, { id: 1 }],
		...['links', 'bio', 'qr'].map((type): Step => [
			`POST /channel/1/assign/${type}/1`,
			said('Item successfully added to the channel.'),
		]),
		[
			'GET /channel/1',
			{ data: { items: [{ type: 'qr' }, { type: 'bio' }, { link: '{url}/news' }] } },
		],
		['DELETE /channel/1/delete', said('Channel has been deleted successfully.')],
		['GET /channel/1', refused('Channel not found.')],
	],
	'pixels are taken off the links that bear them when they are deleted': [
		['POST /pixel/add', { type: 'tiktok', name: 'Spring', tag: 'C4A1' }, { error: 0, id: 4 }],
		['POST /url/add', { ...LINK, pixels: [4, 2] }, { id: 1 }],
		['DELETE /pixel/4/delete', said('Pixel has been deleted successfully.')],
		['PUT /pixel/4/update', { tag: 'x' }, refused('Pixel not found.')],
		['GET /sandbox/state', { links: [{ options: { pixels: [2] } }] }],
	],
	'QR codes keep their content as it came, also null': [
		['POST /qr/add', { type: 'sms', data: SMS }, { id: 1 }],
		['GET /sandbox/state', { qr_codes: [{ data: SMS }] }],
	],
	'QR codes are shown with their scans': [
		['POST /qr/add', { type: 'link', data: LINK.url, name: 'Poster' }, { id: 1 }],
		['GET /qr/1', { data: { clicks: 0, topCountries: {} } }],
		['POST /sandbox/scans', { id: 1, count: 3 }, {}],
		['GET /qr', { data: { qrs: [{ id: 1, scans: 3, name: 'Poster' }] } }],
		['GET /qr/1', { details: { scans: 3, link: expect.stringMatching(/\/qr\/\w+\.png$/) } }],
		['GET /qr/1', { data: { clicks: 3, uniqueClicks: 3, topCountries: { Canada: '3' } } }],
	],
	'links are created with everything a link can have': [
		['POST /sandbox/seed', { channels: 1, campaigns: 1 }, {}],
		['POST /url/add', everyOption, { error: 0, id: 1, shorturl: 'https://go.example.com/full' }],
		[
			'GET /url/1',
			{
				details: {
					...{ shorturl: 'https://go.example.com/full', longurl: everyOption.url },
					...{ title: 'Title', description: 'Note', expiry: everyOption.expiry },
					location: { Canada: 'https://example.com/ca' },
					device: { iPhone: 'https://example.com/iphone' },
				},
				data: { clicks: 0, uniqueClicks: 0, topCountries: 0, topReferrers: 0, topOs: 0 },
			},
		],
		['GET /channel/1', { data: { items: [{ id: 1 }] } }],
	],
	'links are paged, sorted and searched': [
		['POST /sandbox/seed', { links: 40 }, {}],
		[
			'GET /urls?page=2&limit=15',
			{ data: { result: 40, perpage: 15, currentpage: 2, nextpage: 3, maxpage: 3 } },
		],
		['GET /urls?limit=7&page=9', { data: { urls: [] } }],
		['POST /sandbox/clicks', { alias: 's2', count: 100 }, {}],
		['GET /urls?order=click&limit=1', { data: { urls: [{ id: 2, clicks: 100 }] } }],
		['GET /urls?q=page%2F33', { data: { urls: [{ id: 33 }] } }],
		['GET /urls?short={url}%2Fs3&limit=1', { error: 0, id: 3 }],
		['GET /urls?short={url}%2Fnone', refused('Link not found.')],
	],
	'links are refused with what does not exist': [
		['POST /url/add', { ...LINK, channel: 9 }, refused('Channel not found.')],
		['POST /url/add', { ...LINK, campaign: 9 }, refused('Campaign not found.')],
		['POST /url/add', { ...LINK, type: 'overlay-99' }, refused('Unknown redirection type.')],
		// The bare number of an overlay would be a splash page
		['POST /url/add', { ...LINK, type: '3' }, refused('Unknown redirection type.')],
		['GET /sandbox/state?counts=1', { links: 0 }],
	],
	'links are deleted with their statistics and their place in channels': [
		['POST /sandbox/seed', { links: 1, channels: 1, clicks: 3 }, {}],
		['POST /channel/1/assign/links/1', said()],
		['DELETE /url/1/delete', said('Link has been deleted successfully.')],
		['GET /sandbox/state?counts=1', { links: 0, visit_counts: 0, channel_items: 0 }],
		['VISIT /s1', { status: 404 }],
	],
};

test.each(Object.entries(STEPS))('%s', async (_, steps) => await take(...steps));

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
	await take(['GET /sandbox/requests', entries]);
});

test.each([
	['texts', '', ''],
	['arrays and numbers', [], 0],
])('the fields of a link are emptied by empty %s', async (_name, list, id) => {
	await tell('/seed', { channels: 1, campaigns: 1 });
	await call('POST', '/url/add', everyOption);
	const lists = ['geotarget', 'devicetarget', 'languagetarget', 'parameters', 'pixels'];
	const texts = ['type', 'password', 'domain', 'expiry', 'metatitle', 'metadescription'];
	const empty = (names: string[], value: unknown) =>
		Object.fromEntries(names.map((name) => [name, value]));
	const sent = {
		...empty([...lists, 'deeplink'], list),
		...empty(['channel', 'campaign'], id),
		...empty([...texts, 'metaimage', 'description'], ''),
	};
	const left = { alias: 'full', domain: '', title: '', description: '' };
	await take(
		['PUT /url/1/update', sent, {}],
		['GET /sandbox/state', { links: [{ ...left, expiry: null, campaign: null }] }],
		['GET /channel/1', { data: { items: [] } }],
	);
	const { links } = await tested.control<{ links: object[] }>('/state');
	expect(links[0]).toHaveProperty('options', {});
});
