import { get } from 'node:http';
import { inflateSync } from 'node:zlib';

import { type RunningService, startService } from '../support/service';
import { type Call, client } from './client';

let service: RunningService;
let call: Call;

beforeAll(async () => {
	service = await startService(['--limit', '0']);
	call = client(service);
});
afterAll(() => service.stop());
beforeEach(() => service.control('/reset', { method: 'POST' }));

const iphone =
	'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1';
const android =
	'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36';

/** Creates a link under the alias "go". */
const create = (fields: object = {}) =>
	call('POST', '/url/add', { url: 'https://example.com/long', custom: 'go', ...fields });
const visit = (headers: Record<string, string> = {}, init: RequestInit = {}) =>
	fetch(`${service.url}/go`, { headers, redirect: 'manual', ...init });
const leadsTo = async (headers: Record<string, string> = {}) =>
	(await visit(headers)).headers.get('Location');

describe('a short link', () => {
	test('redirects and counts', async () => {
		await create();
		const response = await visit({
			'User-Agent': iphone,
			'CF-IPCountry': 'CA',
			Referer: 'https://www.facebook.com/x',
		});
		expect(response.status).toBe(302);
		expect(response.headers.get('Location')).toBe('https://example.com/long');
		await visit({ 'User-Agent': iphone, 'CF-IPCountry': 'CA' });
		await visit({ 'User-Agent': android, 'X-Country': 'Germany' });
		expect((await call('GET', '/url/1')).body.data).toEqual({
			clicks: 3,
			uniqueClicks: 2,
			topCountries: { Canada: '2', Germany: '1' },
			topReferrers: { Direct: '2', 'www.facebook.com': '1' },
			topBrowsers: { Safari: '2', Chrome: '1' },
			topOs: { iOS: '2', Android: '1' },
			socialCount: { facebook: 1, twitter: 0, google: 0 },
		});
	});

	test('leads by place, device and language, with its parameters', async () => {
		await create({
			geotarget: [{ location: 'Canada', link: 'https://example.com/ca' }],
			devicetarget: [{ device: 'iPhone', link: 'https://example.com/iphone?x=1' }],
			languagetarget: [{ language: 'fr', link: 'https://example.com/fr' }],
			parameters: [{ name: 'ref', value: 'a b' }],
		});
		expect(await leadsTo({ 'CF-IPCountry': 'CA', 'User-Agent': iphone })).toBe(
			'https://example.com/ca?ref=a+b',
		);
		expect(await leadsTo({ 'User-Agent': iphone })).toBe('https://example.com/iphone?x=1&ref=a+b');
		expect(await leadsTo({ 'Accept-Language': 'de, fr-CA;q=0.8' })).toBe(
			'https://example.com/fr?ref=a+b',
		);
		expect(await leadsTo()).toBe('https://example.com/long?ref=a+b');
	});

	test('leads by the names of systems that services match, and by the first two letters of a language', async () => {
		await create({
			devicetarget: ['Windows', 'Mac OS', 'Linux', 'Android', 'iPad'].map((device) => ({
				device,
				link: `https://example.com/${device.replace(' ', '')}`,
			})),
			languagetarget: [{ language: 'pt-BR', link: 'https://example.com/pt' }],
		});
		const systems = {
			Windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0.0.0',
			MacOS: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/120.0.0.0',
			Linux: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120.0.0.0',
			Android: android,
			iPad: iphone.replaceAll('iPhone', 'iPad'),
		};
		for (const [name, userAgent] of Object.entries(systems)) {
			expect(await leadsTo({ 'User-Agent': userAgent })).toBe(`https://example.com/${name}`);
		}
		expect(await leadsTo({ 'Accept-Language': 'pt' })).toBe('https://example.com/pt');
	});

	/** Where a visitor from a country is led by a rule for each of these locations. */
	const byPlace = async (locations: string[], country: string) => {
		await create({
			geotarget: locations.map((location, index) => ({
				location,
				link: `https://example.com/${index}`,
			})),
		});
		return await leadsTo({ 'CF-IPCountry': country });
	};

	test.each([
		['DE', ['DE', 'de', 'DEU', 'Deutschland', 'Federal Republic of Germany']],
		['US', ['US', 'USA', 'United States of America', 'America']],
		['HK', ['Hong Kong SAR China', 'HK']],
	])('matches countries by name only: a visitor from %s is none of %j', async (code, locations) => {
		expect(await byPlace(locations, code)).toBe('https://example.com/long');
	});

	test.each([
		['DE', 'germany'],
		['US', 'United States'],
		['AG', 'Antigua and Barbuda'],
		['Canada', 'Canada'],
	])('knows visitors from %s as those from %s', async (sent, name) => {
		expect(await byPlace(['Elsewhere', name], sent)).toBe('https://example.com/1');
	});

	test('matches devices and systems by the names that services know only', async () => {
		const others = ['ios', 'macos', 'osx', 'mobile', 'tablet', 'desktop', 'apple', 'win', 'pixel'];
		await create({
			devicetarget: others.map((device) => ({ device, link: 'https://example.com/other' })),
			languagetarget: [{ language: 'deu', link: 'https://example.com/de' }],
		});
		const macOs = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/120.0';
		for (const userAgent of [iphone, android, macOs])
			expect(await leadsTo({ 'User-Agent': userAgent })).toBe('https://example.com/long');
		expect(await leadsTo({ 'Accept-Language': 'de-AT' })).toBe('https://example.com/de');
	});

	test('leads into apps', async () => {
		await create({ deeplink: { apple: 'itms-apps://app', auto: true } });
		expect(await leadsTo({ 'User-Agent': iphone })).toBe('itms-apps://app');
		expect(await leadsTo({ 'User-Agent': android })).toMatch(
			/^intent:\/\/example\.com\/long#Intent;scheme=https;/,
		);
		expect(await leadsTo()).toBe('https://example.com/long');
	});

	test('expires', async () => {
		await create({ expiry: '2020-01-01 00:00:00' });
		expect((await visit()).status).toBe(410);
	});

	test('asks for its password', async () => {
		await create({ password: 'secret' });
		expect(await (await visit()).text()).toContain('type="password"');
		const tryOut = (password: string) =>
			visit({}, { method: 'POST', body: new URLSearchParams({ password }) });
		expect((await tryOut('wrong')).status).toBe(401);
		expect((await tryOut('secret')).headers.get('Location')).toBe('https://example.com/long');
		expect((await call('GET', '/url/1')).body.data.clicks).toBe(1);
		expect(JSON.stringify(await service.control('/state'))).not.toContain('secret');
	});

	test('with the bare number of an overlay is refused, as that is a splash page', async () => {
		expect((await create({ type: '3' })).body.message).toBe('Unknown redirection type.');
	});

	test.each([
		['frame', '<iframe src="https://example.com/long?a=1&amp;b=2"'],
		['splash', 'You will be taken to'],
		['1', '<h1>Product launch</h1>'],
		['overlay-2', '<h1>Contact form</h1>'],
	])('of type %s shows a page', async (type, part) => {
		await create({ url: 'https://example.com/long?a=1&b=2', type });
		expect(await (await visit()).text()).toContain(part);
	});

	test.each(['frame', 'splash', '1', 'overlay-2'])(
		'of type %s has no page for an address that is not of the web',
		async (type) => {
			await create({
				type,
				geotarget: [{ location: 'Canada', link: 'JavaScript:alert(1)' }],
				devicetarget: [{ device: 'Windows', link: 'data:text/html,x' }],
				deeplink: { apple: 'itms-apps://app' },
			});
			await call('POST', '/url/add', { url: 'javascript:alert(1)', custom: 'script', type });
			const visits = [
				await visit({ 'CF-IPCountry': 'CA' }),
				await visit({ 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/120.0.0.0' }),
				await visit({ 'User-Agent': iphone }),
				await fetch(`${service.url}/script`, { redirect: 'manual' }),
			];
			expect(visits.map(({ status }) => status)).toEqual([302, 302, 302, 302]);
			for (const page of visits) expect(await page.text()).not.toMatch(/<iframe|<a |http-equiv/);
			expect((await visit()).status).toBe(200);
		},
	);

	test('is unknown until created', async () => {
		expect((await visit()).status).toBe(404);
	});
});

describe('a branded domain', () => {
	/** What the service answers when the domain points to it; `fetch` would set its own Host header. */
	const redirectOf = (path: string) =>
		new Promise<string | undefined>((resolve, reject) => {
			const headers = { Host: 'go.example.com' };
			get(`${service.url}${path}`, { headers }, (response) => {
				response.resume();
				resolve(response.headers.location);
			}).on('error', reject);
		});

	test('leads its links, its root and what it does not know', async () => {
		await create({ domain: 'https://go.example.com' });
		expect(await redirectOf('/go')).toBe('https://example.com/long');
		expect(await redirectOf('/')).toBe('https://www.example.com');
		expect(await redirectOf('/unknown')).toBe('https://www.example.com/404');
	});
});

describe('a QR code', () => {
	const add = async (fields: object) => (await call('POST', '/qr/add', fields)).body.link as string;
	const scan = (link: string) => fetch(link.replace(/\.png$/, ''), { redirect: 'manual' });

	test('has a PNG image under its link', async () => {
		const link = await add({ type: 'link', data: 'https://example.com/' });
		const response = await fetch(link);
		expect(response.headers.get('Content-Type')).toBe('image/png');
		const { width, height, pixels } = decodePng(Buffer.from(await response.arrayBuffer()));
		expect(width).toBe(height);
		expect(width).toBeGreaterThan(300);
		expect(pixels).toBeGreaterThan(width * height);
	});

	test('has its colors', async () => {
		const link = await add({
			type: 'text',
			data: 'x',
			foreground: 'rgb(0,0,255)',
			background: 'rgb(255, 238, 0)',
		});
		const svg = await (await fetch(link.replace(/png$/, 'svg'))).text();
		expect(svg).toContain('#0000ff');
		expect(svg).toContain('#ffee00');
	});

	test('counts scans, not looks at its image', async () => {
		const link = await add({ type: 'link', data: 'https://example.com/poster' });
		await fetch(link);
		expect((await scan(link)).headers.get('Location')).toBe('https://example.com/poster');
		expect((await call('GET', '/qr')).body.data.qrs).toMatchObject([{ link, scans: 1 }]);
	});

	test.each<[string, unknown, string]>([
		['phone', '+15550100', 'tel:+15550100'],
		[
			'email',
			{ email: 'a@example.com', subject: 'Hi there' },
			'mailto:a@example.com?subject=Hi%20there',
		],
		['sms', { phone: '+15550100', message: 'Hi' }, 'sms:+15550100?body=Hi'],
	])('of type %s opens the right address', async (type, data, address) => {
		expect((await scan(await add({ type, data }))).headers.get('Location')).toBe(address);
	});

	test.each<[string, unknown, string]>([
		['text', 'Hello', 'Hello'],
		['wifi', { ssid: 'Guests', pass: 'pw', encryption: 'WPA' }, 'Network: Guests'],
		['vcard', { fname: 'Ada', lname: 'Lovelace', email: 'ada@example.com' }, 'FN:Ada Lovelace'],
	])('of type %s shows its content', async (type, data, content) => {
		expect(await (await scan(await add({ type, data }))).text()).toContain(content);
	});
});

test('has a front page with the newest links', async () => {
	await create();
	expect(await (await fetch(service.url)).text()).toContain('https://example.com/long');
});

/** The size in a PNG's header, and how much its image data unpacks to. */
function decodePng(file: Buffer): { width: number; height: number; pixels: number } {
	expect(file.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
	const data: Buffer[] = [];
	for (let at = 8; at < file.length; at += file.readUInt32BE(at) + 12) {
		if (file.toString('latin1', at + 4, at + 8) === 'IDAT') {
			data.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
		}
	}
	return {
		width: file.readUInt32BE(16),
		height: file.readUInt32BE(20),
		pixels: inflateSync(Buffer.concat(data)).length,
	};
}
