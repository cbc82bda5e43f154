/** The image of a QR code is at an address that the service names: what a host that fails or is hostile cannot do. */
import { describe, expect, test } from '@jest/globals';

import type { RunReply } from '../../support/engine';
import { ENTRY_POINTS } from '../../support/engine/protocol';
import { BASE, KEY, setUpScriptedEngine } from '../../support/engine/scriptedEngine';
import type { RawReply, Script, ScriptedRequest } from '../../support/engine/scriptedService';
import { byId, byLinkId } from '../../support/operationCases';
import { PNG } from '../../support/security/requestChecks';

const scripted = setUpScriptedEngine();

const image = (content: RawReply['content'] = PNG, type = 'image/png'): RawReply => ({
	headers: { 'content-type': type },
	content,
});
const redirect = (location: string): RawReply => ({
	status: 302,
	headers: { location },
	content: '',
});
const MB = Buffer.alloc(1024 * 1024);

/** What was asked of others than the API. */
const elsewhere = (): ScriptedRequest[] =>
	scripted.service.requests.filter(({ url }) => !url.startsWith(`${BASE}/api/`));

const GET = {
	resource: 'qrCode',
	operation: 'get',
	qrCodeId: byId(1),
	downloadImage: true,
	binaryPropertyName: 'image',
};

/** The service has a QR code whose image is at this address. */
const answerWith = (link: string, answer: Script) =>
	scripted.service.answer((request, count) =>
		request.url.startsWith(`${BASE}/api/`)
			? { error: 0, id: 1, link, details: { id: 1, link }, data: {} }
			: answer(request, count),
	);

async function get(link: string, answer: Script): Promise<RunReply> {
	answerWith(link, answer);
	const reply = await scripted.engine.run({ parameters: GET });
	expect(reply.leaks).toEqual([]);
	return reply;
}

describe('The key goes along with no image', () => {
	test.each([
		['on the host of the service', `${BASE}/qr/1.png`],
		['on its host, another port', 'http://links.example.com:8080/qr/1.png'],
		['on another host', 'http://cdn.example.net/qr/1.png'],
		['at the end of a redirect', `${BASE}/qr/1`],
	])('%s', async (_, link) => {
		const { outputs } = await get(link, ({ url }) =>
			url.endsWith('.png') ? image() : redirect('http://cdn.example.net/1.png'),
		);
		const file = { mimeType: 'image/png', fileName: '1.png' };
		expect(outputs[0]?.[0]?.binary?.image).toMatchObject(file);
		expect(elsewhere()[0]?.url).toBe(link);
		expect(elsewhere().filter(({ headers }) => headers.authorization)).toEqual([]);
		expect(JSON.stringify(elsewhere())).not.toContain(KEY);
	});
});

const CDN = 'http://cdn.example.net/1.png';

const failing = (status: number): RawReply => ({ status, content: '' });
async function* broken() {
	yield PNG;
	throw new Error('The connection breaks');
}

// test/unit/actions/downloadImage and test/virtual/qrCodes have the other failures
test('an image that fails is tried again after HTTP 429, and a broken connection after it', async () => {
	const script = [failing(429), image(broken())];
	const { outputs } = await get(CDN, () => script.shift() ?? image());
	expect(outputs[0]?.[0]?.binary?.image?.base64).toBe(PNG.toString('base64'));
	expect(elsewhere()).toHaveLength(3);
});

// test/unit/actions/imageAddress tries every form of such an address
test.each([
	['inside the network of n8n', 'http://169.254.169.254/latest/meta-data/', /neither on the host/],
	['on a host of it without a scheme', '//10.0.0.1:5678/', /neither on the host/],
	['in a file', 'file:///etc/passwd', /is not the address of an image/],
])('No image %s, at once or after a redirect', async (_, link, message) => {
	expect((await get(link, () => image())).error?.message).toMatch(message);
	expect(elsewhere()).toEqual([]);
	expect((await get(CDN, () => redirect(link))).error?.message).toMatch(message);
	expect(elsewhere()).toHaveLength(1);
});

describe('No image', () => {
	test('without end: reading stops', async () => {
		let sent = 0;
		const endless = async function* () {
			for (; sent < 500; sent++) yield MB;
		};
		const { error } = await get(CDN, () => image(endless()));
		expect(error?.message).toContain('is larger than 10 MB');
		expect(sent).toBeLessThan(100);
	});

	test('that takes forever: Stop ends it', async () => {
		const silent = async function* () {
			yield PNG;
			await run.cancel();
			await new Promise(() => undefined);
		};
		answerWith(CDN, () => image(silent()));
		const run = scripted.engine.start({ parameters: GET });
		expect((await run.reply).status).toBe('canceled');
	});
});

describe('The files of a run', () => {
	const parameters = {
		...{ ...GET, operation: 'create', type: 'text', data: 'x', name: '={{ $json.name }}' },
		options: { includeInputFields: true },
	};
	const NAMES = ['same', 'Same', 'same', '../same', 'con', 'a\u202Egnp.exe'];
	const items = NAMES.map((name) => ({ name, id: 7 }));
	const SAFE = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N} ._-]*\.png$/u;
	const CASES = ENTRY_POINTS.flatMap((entryPoint) =>
		['../../../x', "$'", '..\\..\\x', '1\r\n2', undefined].map((id) => [entryPoint, id] as const),
	);

	test.each(CASES)(
		'stay in their folder and have different names, through %s, with the ID %j of the service, in all tries',
		async (entryPoint, id) => {
			let creations = 0;
			scripted.service.answer(({ url }) => {
				if (!url.startsWith(`${BASE}/api/`)) return image();
				const isRefused = ++creations === 3;
				return isRefused ? { error: 1, message: 'No.' } : { error: 0, id, link: CDN };
			});
			const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
			const reply = await scripted.engine.run({ parameters, items, settings, entryPoint });
			expect(reply.error).toBeUndefined();
			const names = reply.outputs[0]!.map(({ binary }) => binary?.image?.fileName ?? '');
			expect(names.filter((name) => !SAFE.test(name))).toEqual([]);
			expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(NAMES.length);
		},
	);
});

test('an ID of the service that is a path is not followed', async () => {
	scripted.service.answer(() => ({ error: 0, id: '../account' }));
	const parameters = { ...GET, operation: 'create', type: 'text', data: 'x' };
	const { outputs } = await scripted.engine.run({ parameters });
	expect(outputs[0]?.[0]?.json).toMatchObject({
		imageMissing: expect.stringContaining('number as its ID'),
	});
	expect(scripted.service.requests.map(({ url }) => url)).toEqual([`${BASE}/api/qr/add`]);
});

test.each(['1/../../account', 0, null])('nor one that a link was found with: %j', async (id) => {
	scripted.service.answer(({ query: { short: shorturl } }) => ({
		...{ error: 0, details: { id } },
		data: { urls: [{ id, shorturl }], maxpage: 1 },
	}));
	const linkId = byLinkId(`${BASE}/s1`);
	for (const entryPoint of ENTRY_POINTS) {
		const parameters = { resource: 'link', operation: 'get', linkId };
		const { error } = await scripted.engine.run({ parameters, entryPoint });
		expect(error?.message).toMatch(/\[item 0\]$|does not hold/);
	}
	expect(new Set(scripted.service.requests.map(({ path }) => path))).toEqual(
		new Set(['/api/urls']),
	);
});
