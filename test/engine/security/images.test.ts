/** The image of a QR code is at an address that the service names: what a hostile address cannot do. */
import { describe, expect, test } from '@jest/globals';

import { type RunReply } from '../../support/engine';
import { headerOf, json, type OutboundReply, type Outgoing } from '../../support/engine/outbound';
import { ENTRY_POINTS } from '../../support/engine/protocol';
import { setUpProxiedEngine } from '../../support/security/proxiedEngine';
import { BASE, KEY, PNG } from '../../support/security/requestChecks';

const proxied = setUpProxiedEngine();

const image = (content: OutboundReply['content'] = PNG, type = 'image/png'): OutboundReply => ({
	headers: { 'content-type': type },
	content,
});
const redirect = (location: string): OutboundReply => ({
	status: 302,
	headers: { location },
	content: '',
});
const MB = Buffer.alloc(1024 * 1024);

/** What was asked of others than the API. */
const elsewhere = (): Outgoing[] =>
	proxied.outbound.requests.filter(({ url }) => !url.startsWith(`${BASE}/api/`));

/** Gets a QR code whose image is at this address. */
async function get(
	link: string,
	answer: (request: Outgoing, count: number) => OutboundReply,
	more: object = {},
): Promise<RunReply> {
	proxied.outbound.answer((request, count) =>
		request.url.startsWith(`${BASE}/api/`)
			? json({ error: 0, details: { id: 1, link }, data: {} })
			: answer(request, count),
	);
	const parameters = {
		resource: 'qrCode',
		operation: 'get',
		qrCodeId: 1,
		downloadImage: true,
		binaryPropertyName: 'image',
	};
	const reply = await proxied.engine.run({ parameters, ...more });
	expect(reply.leaks).toEqual([]);
	return reply;
}

describe('The key goes along with no image', () => {
	test.each([
		['on the host of the service', `${BASE}/qr/1.png`],
		['on its host, another port', 'http://links.example.com:8080/qr/1.png'],
		['on another host', 'http://cdn.example.net/qr/1.png'],
	])('%s', async (_, link) => {
		const { outputs } = await get(link, () => image());
		expect(outputs[0]?.[0]?.binary?.image).toMatchObject({
			mimeType: 'image/png',
			fileName: '1.png',
		});
		expect(elsewhere().map(({ url }) => url)).toEqual([new URL(link, BASE).href]);
		expect(elsewhere().map((request) => headerOf(request, 'authorization'))).toEqual([undefined]);
		expect(JSON.stringify(elsewhere())).not.toContain(KEY);
	});

	test('nor with those that a redirect leads to', async () => {
		const { outputs } = await get(`${BASE}/qr/1`, ({ url }) =>
			url.endsWith('.png') ? image() : redirect('http://cdn.example.net/1.png'),
		);
		expect(outputs[0]?.[0]?.binary?.image?.fileName).toBe('1.png');
		expect(elsewhere().map(({ url }) => url)).toEqual([
			`${BASE}/qr/1`,
			'http://cdn.example.net/1.png',
		]);
		expect(JSON.stringify(elsewhere())).not.toContain(KEY);
	});
});

// test/unit/images tries every form of such an address
const INSIDE = ['http://169.254.169.254/latest/meta-data/', '//10.0.0.1:5678/'];

const NOT_PUBLIC =
	/is neither on the host of the service nor on one with a public name \[item 0\]$/;

describe('No image inside the network of n8n, when the service is outside', () => {
	test.each(INSIDE)('%s', async (link) => {
		const { error } = await get(link, () => image());
		expect(error?.message).toMatch(NOT_PUBLIC);
		expect(elsewhere()).toEqual([]);
	});

	test.each(INSIDE)('%s after a redirect', async (link) => {
		const { error } = await get('http://cdn.example.net/1.png', () => redirect(link));
		expect(error?.message).toMatch(NOT_PUBLIC);
		expect(elsewhere()).toHaveLength(1);
	});
});

describe('A service inside a private network', () => {
	/** Gets a QR code of a service at 10.0.0.1, whose image is at this address. */
	async function getInside(link: string) {
		proxied.outbound.answer(({ url }) =>
			url.includes('/api/') ? json({ error: 0, details: { id: 1, link }, data: {} }) : image(),
		);
		const parameters = {
			resource: 'qrCode',
			operation: 'get',
			qrCodeId: 1,
			downloadImage: true,
			binaryPropertyName: 'image',
		};
		const credentials = { baseUrl: 'http://10.0.0.1', apiKey: KEY };
		return await proxied.engine.run({ parameters, credentials });
	}

	test.each(['http://10.0.0.1/1.png', '/1.png', 'http://cdn.example.net/1.png'])(
		'may have its images at %s',
		async (link) => {
			const { outputs } = await getInside(link);
			expect(outputs[0]?.[0]?.binary?.image?.mimeType).toBe('image/png');
		},
	);

	test.each([
		'http://169.254.169.254/latest/meta-data/',
		'http://10.0.0.2/1.png',
		'http://redis:6379/1.png',
	])('may not have them at %s', async (link) => {
		const { error } = await getInside(link);
		expect(error?.message).toMatch(NOT_PUBLIC);
		expect(proxied.outbound.requests).toHaveLength(1);
	});
});

describe('No image', () => {
	const LINK = 'http://cdn.example.net/1.png';

	test.each([
		['file:', 'file:///etc/passwd'],
		['data:', 'data:image/png;base64,iVBORw0KGgo='],
		['a path from nowhere', 'etc/passwd'],
		['nothing', ''],
	])('that is %s, at once or after a redirect', async (_, link) => {
		expect((await get(link, () => image())).error?.message).toMatch(
			/is not the address of an image|does not say where the image is/,
		);
		expect(elsewhere()).toEqual([]);
		if (link.includes(':')) {
			expect((await get(LINK, () => redirect(link))).error?.message).toContain(
				'is not the address of an image',
			);
			expect(elsewhere()).toHaveLength(1);
		}
	});

	test.each(['text/html; image/png', 'image/png\u00e9', ''])('of the type %j', async (type) => {
		expect((await get(LINK, () => image('<script>', type))).error?.message).toContain(
			'is not an image',
		);
	});

	test('that is sent on forever', async () => {
		const { error } = await get(LINK, (_, count) => redirect(`${LINK}?${count}`));
		expect(error?.message).toContain('has too many redirects');
		expect(elsewhere()).toHaveLength(6);
	});

	test('without end: reading stops', async () => {
		let sent = 0;
		const endless = async function* () {
			for (; sent < 500; sent++) yield MB;
		};
		const { error } = await get(LINK, () => image(endless()));
		expect(error?.message).toContain('is larger than 10 MB');
		expect(sent).toBeLessThan(100);
	});

	test('that takes forever: Stop ends it', async () => {
		const silent = async function* () {
			yield PNG;
			await new Promise(() => undefined);
		};
		const { status } = await get(LINK, () => image(silent()), { cancelAfter: 1500 });
		expect(status).toBe('canceled');
	});
});

test('an ID of the service that is a path is not followed', async () => {
	proxied.outbound.answer(() => json({ error: 0, id: '../account' }));
	const parameters = {
		resource: 'qrCode',
		operation: 'create',
		type: 'text',
		data: 'x',
		downloadImage: true,
		binaryPropertyName: 'image',
	};
	const { outputs } = await proxied.engine.run({ parameters });
	expect(outputs[0]?.[0]?.json).toMatchObject({
		imageMissing: expect.stringContaining('a number as its ID'),
	});
	expect(proxied.outbound.requests.map(({ url }) => url)).toEqual([`${BASE}/api/qr/add`]);
});

test.each(['1/../../account', 0, null])('nor one that a link was found with: %j', async (id) => {
	proxied.outbound.answer(({ url }) => {
		const shorturl = new URL(url).searchParams.get('short');
		return json({ error: 0, data: { urls: [{ id, shorturl }], maxpage: 1 }, details: { id } });
	});
	const linkId = { __rl: true, mode: 'url', value: `${BASE}/s1` };
	for (const entryPoint of ENTRY_POINTS) {
		const { error } = await proxied.engine.run({
			parameters: { resource: 'link', operation: 'get', linkId },
			entryPoint,
		});
		expect(error?.message).toMatch(/\[item 0\]$|does not hold/);
	}
	expect(new Set(proxied.outbound.requests.map(({ url }) => new URL(url).pathname))).toEqual(
		new Set(['/api/urls']),
	);
});
