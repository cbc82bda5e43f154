/** The pages for visitors: short links, branded domains, QR codes. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

import { type Step, Tested } from './client';

const tested = new Tested('--limit', '0');
const { call, tell, take } = tested;

beforeEach(() => tell('/reset'));

const IPHONE =
	'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1';
const ANDROID =
	'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36';
const chromeOn = (system: string) => `Mozilla/5.0 (${system}) AppleWebKit/537.36 Chrome/120.0.0.0`;
const OF_CANADA = { 'User-Agent': IPHONE, 'CF-IPCountry': 'CA' };
const WINDOWS = chromeOn('Windows NT 10.0; Win64; x64');
const MAC_OS = chromeOn('Macintosh; Intel Mac OS X 10_15_7');

const to = (path: string) => `https://example.com/${path}`;
/** Creates a link under the alias "go". */
const link = (fields: object = {}): Step => [
	'POST /url/add',
	{ url: to('long'), custom: 'go', ...fields },
	{ id: 1 },
];
const visit = (headers: object, target: string): Step => [
	'VISIT /go',
	headers,
	{ status: 302, to: target },
];
const shown = (text: string, status = 200) => ({ status, text: expect.stringContaining(text) });

const rulesFor = (list: string, key: string, values: string[]) => ({
	[list]: values.map((value) => ({ [key]: value, link: to(value.replaceAll(' ', '-')) })),
});
const places = (...names: string[]) => rulesFor('geotarget', 'location', names);
const devices = (...names: string[]) => rulesFor('devicetarget', 'device', names);
const languages = (...names: string[]) => rulesFor('languagetarget', 'language', names);

const LINKS: Record<string, Step[]> = {
	'redirects and counts': [
		['VISIT /go', {}, { status: 404 }],
		link(),
		visit({ ...OF_CANADA, Referer: 'https://www.facebook.com/x' }, to('long')),
		visit(OF_CANADA, to('long')),
		visit({ 'User-Agent': ANDROID, 'X-Country': 'Germany' }, to('long')),
		[
			'GET /url/1',
			{
				data: {
					...{ clicks: 3, uniqueClicks: 2, topCountries: { Canada: '2', Germany: '1' } },
					topReferrers: { Direct: '2', 'www.facebook.com': '1' },
					...{ topBrowsers: { Safari: '2', Chrome: '1' }, topOs: { iOS: '2', Android: '1' } },
					socialCount: { facebook: 1, twitter: 0, google: 0 },
				},
			},
		],
		['VISIT /', {}, shown(to('long'))],
	],
	'leads by place, name of the system and first two letters of the language, with its parameters': [
		link({
			...{ ...places('Canada'), ...devices('iPhone', 'Windows', 'Mac OS', 'iPad') },
			...languages('fr', 'pt-BR', 'deu'),
			parameters: [{ name: 'ref', value: 'a b' }],
		}),
		visit(OF_CANADA, to('Canada?ref=a+b')),
		visit({ 'User-Agent': IPHONE }, to('iPhone?ref=a+b')),
		visit({ 'User-Agent': WINDOWS }, to('Windows?ref=a+b')),
		visit({ 'User-Agent': MAC_OS }, to('Mac-OS?ref=a+b')),
		visit({ 'User-Agent': IPHONE.replaceAll('iPhone', 'iPad') }, to('iPad?ref=a+b')),
		visit({ 'Accept-Language': 'es, fr-CA;q=0.8' }, to('fr?ref=a+b')),
		visit({ 'Accept-Language': 'pt' }, to('pt-BR?ref=a+b')),
		visit({ 'Accept-Language': 'de-AT' }, to('deu?ref=a+b')),
		visit({}, to('long?ref=a+b')),
	],
	'matches no codes and no other names': [
		link({ ...places('DE', 'Deutschland'), ...devices('ios', 'macos', 'mobile') }),
		...[IPHONE, ANDROID, MAC_OS].map((name) =>
			visit({ 'User-Agent': name, 'CF-IPCountry': 'DE' }, to('long')),
		),
	],
	'leads into apps': [
		link({ deeplink: { apple: 'itms-apps://app', auto: true } }),
		visit({ 'User-Agent': IPHONE }, 'itms-apps://app'),
		visit(
			{ 'User-Agent': ANDROID },
			expect.stringMatching(/^intent:\/\/example\.com\/long#Intent;scheme=https;/),
		),
		visit({}, to('long')),
	],
	expires: [link({ expiry: '2020-01-01 00:00:00' }), ['VISIT /go', {}, { status: 410 }]],
};

test.each(Object.keys(LINKS))('a short link %s', async (name) => await take(...LINKS[name]!));

test('a short link asks for its password', async () => {
	await take(link({ password: 'secret' }), ['VISIT /go', {}, shown('type="password"')]);
	const enter = async (password: string) => {
		const body = new URLSearchParams({ password });
		return await fetch(`${tested.service.url}/go`, { method: 'POST', body, redirect: 'manual' });
	};
	expect((await enter('wrong')).status).toBe(401);
	expect((await enter('secret')).headers.get('Location')).toBe(to('long'));
	await take(['GET /url/1', { data: { clicks: 1 } }]);
	expect(JSON.stringify(await tested.control('/state'))).not.toContain('secret');
});

test.each([
	['frame', '<iframe src="https://example.com/long?a=1&amp;b=2"'],
	['splash', 'You will be taken to'],
	['overlay-2', '<h1>Contact form</h1>'],
])('a link of type %s shows a page, but only for addresses of the web', async (type, part) => {
	const noPage = { status: 302, text: expect.not.stringMatching(/<iframe|<a |http-equiv/) };
	await take(
		link({
			...{ type, url: to('long?a=1&b=2'), deeplink: { apple: 'itms-apps://app' } },
			geotarget: [{ location: 'Canada', link: 'JavaScript:alert(1)' }],
		}),
		['VISIT /go', {}, shown(part)],
		['VISIT /go', { 'CF-IPCountry': 'CA' }, noPage],
		['VISIT /go', { 'User-Agent': IPHONE }, noPage],
	);
});

test('a branded domain leads its links, its root and what it does not know', async () => {
	await take(link({ domain: 'https://go.example.com' }));
	/** `fetch` would set its own Host header. */
	const redirectOf = async (path: string) => {
		const sent = get(`${tested.service.url}${path}`, { headers: { Host: 'go.example.com' } });
		const [page] = (await once(sent, 'response')) as [IncomingMessage];
		return page.resume().headers.location;
	};
	expect(await redirectOf('/go')).toBe(to('long'));
	expect(await redirectOf('/')).toBe('https://www.example.com');
	expect(await redirectOf('/unknown')).toBe('https://www.example.com/404');
});

describe('a QR code', () => {
	const add = async (fields: object) => (await call('POST', '/qr/add', fields)).body.link as string;
	const scan = (address: string) => fetch(address.replace(/\.png$/, ''), { redirect: 'manual' });

	test('has an image of its colors under its link, and counts scans, not looks at it', async () => {
		const colors = { foreground: 'rgb(0,0,255)', background: 'rgb(255, 238, 0)' };
		const address = await add({ type: 'link', data: to('poster'), ...colors });
		const image = await fetch(address);
		expect(image.headers.get('Content-Type')).toBe('image/png');
		const file = Buffer.from(await image.arrayBuffer());
		expect(file.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
		expect(file.readUInt32BE(16)).toBeGreaterThan(300);
		const svg = await (await fetch(address.replace(/png$/, 'svg'))).text();
		expect(svg).toContain('#0000ff');
		expect(svg).toContain('#ffee00');
		expect((await scan(address)).headers.get('Location')).toBe(to('poster'));
		await take(
			['GET /qr', { data: { qrs: [{ scans: 1 }] } }],
			['GET /qr/1', { details: { scans: 1 }, data: { clicks: 1, uniqueClicks: 1 } }],
		);
	});

	test.each<[type: string, data: unknown, opens: string]>([
		['phone', '+15550100', 'tel:+15550100'],
		['email', { email: 'a@b.example', subject: 'Hi you' }, 'mailto:a@b.example?subject=Hi%20you'],
		['sms', { phone: '+15550100', message: 'Hi' }, 'sms:+15550100?body=Hi'],
		['text', 'Hello', 'Hello'],
		['wifi', { ssid: 'Guests', pass: 'pw', encryption: 'WPA' }, 'Network: Guests'],
		['vcard', { fname: 'Ada', lname: 'Lovelace', email: 'ada@example.com' }, 'FN:Ada Lovelace'],
	])('of type %s opens the right address, or shows its content', async (type, data, opens) => {
		const page = await scan(await add({ type, data }));
		expect(page.headers.get('Location') ?? (await page.text())).toContain(opens);
	});
});
