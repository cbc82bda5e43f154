/**
 * What the endpoints do with the data beyond what the walks see of every operation, and what is accepted beyond the description
 * (services.md, section 3). The service may not have broken the description.
 */
import { breaches, refused, said, type Step, Tested } from './client';

const tested = new Tested('--limit', '0');
const { call, tell, take } = tested;

beforeEach(() => tell('/reset'));
afterEach(async () => expect(await breaches(tested.service)).toEqual([]));

const LINK = { url: 'https://example.com/' };
/** Everything that a link can have. */
const everyOption = {
	url: 'https://example.com/long',
	custom: 'full',
	type: 'overlay-1',
	password: 'secret',
	domain: 'https://go.example.com',
	expiry: '2099-01-01 00:00:00',
	geotarget: [{ location: 'Canada', link: 'https://example.com/ca' }],
	devicetarget: [{ device: 'iPhone', link: 'https://example.com/iphone' }],
	languagetarget: [{ language: 'fr', link: 'https://example.com/fr' }],
	metatitle: 'Title',
	metadescription: 'Description',
	metaimage: 'https://example.com/image.png',
	description: 'Note',
	pixels: [1, 2, 99],
	channel: 1,
	campaign: 1,
	deeplink: { apple: 'itms-apps://example' },
	status: 'public',
	parameters: [{ name: 'utm_source', value: 'n8n' }],
};

const SMS = { phone: '+15550100', message: null };

const STEPS: Record<string, Step[]> = {
	'campaigns have a rotator once they are public and have a slug': [
		[
			'POST /campaign/add',
			{ name: 'Spring', slug: 'spring' },
			{ id: 1, domain: 'Spring', public: false, rotator: false, list: '{url}/list/1' },
		],
		['PUT /campaign/1/update', { name: 'Spring', public: true }, { rotator: '{url}/r/spring' }],
		['POST /url/add', { ...LINK, status: 'public', campaign: 1 }, { id: 1 }],
		['VISIT /list/1', { text: expect.stringContaining('example.com') }],
		['VISIT /r/spring', { status: 302 }],
	],
	'channels hold bio pages and QR codes, too, until deleted': [
		['POST /channel/add', { name: 'News' }, { id: 1, starred: false }],
		['POST /qr/add', { type: 'text', data: 'hello', name: 'Hello' }, { id: 1 }],
		['POST /channel/1/assign/bio/1', said('Item successfully added to the channel.')],
		['POST /channel/1/assign/qr/1', said('Item successfully added to the channel.')],
		['GET /channel/1', { data: { items: [{ type: 'qr' }, { type: 'bio' }] } }],
		['DELETE /channel/1/delete', said('Channel has been deleted successfully.')],
		['GET /sandbox/state?counts=1', { channel_items: 0 }],
	],
	'pixels are taken off the links that bear them when they are deleted': [
		['POST /url/add', { ...LINK, pixels: [1, 2] }, { id: 1 }],
		['DELETE /pixel/1/delete', said('Pixel has been deleted successfully.')],
		['PUT /pixel/1/update', { tag: 'x' }, refused('Pixel not found.')],
		['GET /sandbox/state', { links: [{ options: { pixels: [2] } }] }],
	],
	'QR codes keep their content as it came, also null': [
		['POST /qr/add', { type: 'sms', data: SMS }, { id: 1 }],
		['GET /sandbox/state', { qr_codes: [{ data: SMS }] }],
	],
	'links are deleted with their statistics': [
		['POST /sandbox/seed', { links: 1, clicks: 3 }, {}],
		['DELETE /url/1/delete', said('Link has been deleted successfully.')],
		['GET /sandbox/state?counts=1', { links: 0, visit_counts: 0 }],
	],
	'links are refused with what does not exist': [
		['POST /url/add', { ...LINK, channel: 9 }, refused('Channel not found.')],
		['POST /url/add', { ...LINK, campaign: 9 }, refused('Campaign not found.')],
		['POST /url/add', { ...LINK, type: 'overlay-99' }, refused('Unknown redirection type.')],
		// The bare number of an overlay would be a splash page
		['POST /url/add', { ...LINK, type: '3' }, refused('Unknown redirection type.')],
		['GET /sandbox/state?counts=1', { links: 0 }],
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
])(
	'a link has everything that it is created with, until empty %s take it away',
	async (_name, list, id) => {
		await take(
			['POST /sandbox/seed', { channels: 1, campaigns: 1 }, {}],
			['POST /url/add', everyOption, { id: 1, shorturl: 'https://go.example.com/full' }],
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
		);
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
	},
);
