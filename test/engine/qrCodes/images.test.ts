/** QR code images as binary, from the service and from a host that fails at first. */
import { createServer, type ServerResponse } from 'node:http';

import { setUpTestbed } from '../../support/engine/testbed';
import { listen, type Listening } from '../../support/http';
import { byId } from '../../support/operationCases';
import { jsonOf } from '../../support/upsert';

const testbed = setUpTestbed();

const PNG = Buffer.from('iVBORw0KGgo=', 'base64');
const field = { downloadImage: true, binaryPropertyName: 'image' };
const get = { resource: 'qrCode', operation: 'get', qrCodeId: byId(1) };
const create = { resource: 'qrCode', operation: 'create', type: 'text', data: 'Hello' };

describe('An image on another host', () => {
	type Reply = (response: ServerResponse) => void;
	const image = { 'content-type': 'image/png' };
	const good: Reply = (response) => response.writeHead(200, image).end(PNG);
	const empty: Reply = (response) => response.writeHead(200, image).end();
	const reset: Reply = (response) => response.destroy();
	const status =
		(code: number): Reply =>
		(response) =>
			response.writeHead(code).end();

	/** The replies of the host, one for each request; the last one repeats. */
	let script: Reply[];
	let seen = 0;
	const server = createServer((_, response) => {
		seen++;
		(script.length > 1 ? script.shift() : script[0])?.(response);
	});
	let host: Listening;
	beforeAll(async () => void (host = await listen(server)));
	afterAll(async () => await host.stop());

	/** A run of items whose code is said to have its image there. */
	async function download(replies: Reply[], parameters: object = get, items = [{}]) {
		[script, seen] = [[...replies], 0];
		const link = `${host.url}/code.png`;
		const body = { error: 0, id: 9, link, details: { id: 1, link }, data: {} };
		const fault = { kind: 'wrongShape', body };
		const { reply } = await testbed.run(
			{ parameters: { ...parameters, ...field }, items },
			{ faults: [{ match: { path: '/api/qr' }, times: 0, fault }] },
		);
		return reply;
	}

	test.each<[string, Reply[]]>([
		['HTTP 503', [status(503), good]],
		['HTTP 429, and a broken connection after it', [status(429), reset, good]],
		['an empty file', [empty, good]],
	])('is tried again after %s', async (_, replies) => {
		const reply = await download(replies);
		expect(reply.error).toBeUndefined();
		expect(reply.outputs[0]?.[0]?.binary?.image?.base64).toBe(PNG.toString('base64'));
		expect(seen).toBe(replies.length);
	});

	test.each<[string, Reply, number, RegExp]>([
		['three times after HTTP 503', status(503), 3, /HTTP 503/],
		['once after HTTP 404', status(404), 1, /HTTP 404/],
		['three times where it is empty', empty, 3, /code\.png is empty \[item 0\]$/],
	])('that fails is tried %s', async (_, reply, times, reason) => {
		expect((await download([reply])).error?.message).toMatch(reason);
		expect(seen).toBe(times);
	});

	test('that is missing does not hide the code that was made, and a hint counts it', async () => {
		const reply = await download([status(404)], create, [{}, {}]);
		const imageMissing: unknown = expect.stringContaining('HTTP 404');
		expect(jsonOf(reply)).toMatchObject([
			{ id: 9, imageMissing },
			{ id: 9, imageMissing },
		]);
		expect(reply.hints.join()).toContain('2 QR codes have no image: see "imageMissing".');
	});
});
