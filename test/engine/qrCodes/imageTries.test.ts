/** The download of a QR code's image from a host that fails at first, and from an address without a host. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { setUpTestbed } from '../../support/engine/testbed';

const PNG = Buffer.from('iVBORw0KGgo=', 'base64');
const good = (response: ServerResponse) =>
	void response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);
const status = (code: number) => (response: ServerResponse) => void response.writeHead(code).end();
const reset = (response: ServerResponse) => void response.destroy();

const testbed = setUpTestbed();
let host: Server;
/** The replies of the host, one for each request; the last one repeats. */
let script: Array<(response: ServerResponse) => void>;
let seen: string[];
beforeAll(async () => {
	host = createServer(({ url = '' }, response) => {
		seen.push(url);
		(script.length > 1 ? script.shift() : script[0])?.(response);
	});
	await new Promise<void>((ready) => host.listen(0, ready));
});
beforeEach(() => (seen = []));
afterAll(() => void host?.close());

async function get(link: string) {
	const body = { error: 0, details: { id: 1, link }, data: {} };
	const parameters = {
		resource: 'qrCode',
		operation: 'get',
		qrCodeId: 1,
		downloadImage: true,
		binaryPropertyName: 'image',
	};
	return (
		await testbed.run(
			{ parameters },
			{ faults: [{ match: { path: '/api/qr' }, fault: { kind: 'wrongShape', body } }] },
		)
	).reply;
}
const elsewhere = () => `http://127.0.0.1:${(host.address() as AddressInfo).port}/code.png`;

test.each([
	['HTTP 503', [status(503), good]],
	['HTTP 429, and a broken connection after it', [status(429), reset, good]],
])('the download is retried after %s', async (_, replies) => {
	script = [...replies];
	const reply = await get(elsewhere());
	expect(reply.error).toBeUndefined();
	expect(reply.outputs[0]?.[0]?.binary?.image?.base64).toBe(PNG.toString('base64'));
	expect(seen).toHaveLength(replies.length);
});

test('an empty file is no image, and is tried again', async () => {
	const empty = (response: ServerResponse) =>
		void response.writeHead(200, { 'content-type': 'image/png' }).end();
	script = [empty, good];
	expect((await get(elsewhere())).outputs[0]?.[0]?.binary?.image?.base64).toBe(
		PNG.toString('base64'),
	);
	script = [empty];
	expect((await get(elsewhere())).error?.message).toMatch(/code\.png is empty \[item 0\]$/);
});

test.each([
	['three times after HTTP 503', 503, 3],
	['once after HTTP 404', 404, 1],
])('a failing download is tried %s', async (_, code, times) => {
	script = [status(code)];
	expect((await get(elsewhere())).error?.message).toContain(`HTTP ${code}`);
	expect(seen).toHaveLength(times);
});

test('a path without a host is a path of the service', async () => {
	const parameters = { resource: 'qrCode', operation: 'get', qrCodeId: 1 };
	const { reply } = await testbed.run({ parameters });
	const { pathname } = new URL(String(reply.outputs[0]?.[0]?.json.link));
	expect((await get(pathname)).outputs[0]?.[0]?.binary?.image?.mimeType).toBe('image/png');
});
