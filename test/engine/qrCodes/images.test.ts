/** QR code images as binary, links chosen by their short URL, and lists that cost no request twice. */
import { createServer, type IncomingMessage } from 'node:http';

import { setUpTestbed } from '../../support/engine/testbed';
import { listen, type Listening } from '../../support/http';

const testbed = setUpTestbed();

const PNG = Buffer.from('iVBORw0KGgo=', 'base64');
const field = { downloadImage: true, binaryPropertyName: 'image' };

test.each([
	['get', { qrCodeId: { __rl: true, mode: 'recordId', value: '1' } }],
	['create', { type: 'text', data: 'Hello' }],
])('qrCode:%s puts the image into the field', async (operation, more) => {
	const { reply } = await testbed.bothEntryPoints({
		parameters: { resource: 'qrCode', operation, ...more, ...field },
	});
	const binary = reply.outputs[0]?.[0]?.binary?.image;
	expect(binary).toMatchObject({ mimeType: 'image/png', fileExtension: 'png' });
	expect(Buffer.from(String(binary?.base64), 'base64').subarray(0, PNG.length)).toEqual(PNG);
});

test.each([
	['of the code', { name: 'Menu table 1' }, 'Menu table 1.png'],
	['given', { name: 'Menu', fileName: '=for row {{ $json.row }}' }, 'for row 7.png'],
])('the file has the name %s', async (_, more, fileName) => {
	const parameters = { resource: 'qrCode', operation: 'create', type: 'text', data: 'Hello' };
	const { reply } = await testbed.bothEntryPoints({
		parameters: { ...parameters, ...field, ...more },
		items: [{ row: 7 }],
	});
	expect(reply.outputs[0]?.[0]?.binary?.image).toMatchObject({ fileName });
});

describe('an image on another host', () => {
	const seen: Array<IncomingMessage['headers']> = [];
	const server = createServer((request, response) => {
		seen.push(request.headers);
		const missing = request.url?.includes('missing');
		response.writeHead(missing ? 404 : 200, { 'content-type': 'image/png' }).end(PNG);
	});
	let host: Listening;
	const answered = (kind: string, body: unknown) => ({
		match: { path: '/api/qr' },
		fault: { kind, body },
	});
	beforeAll(async () => void (host = await listen(server)));
	afterAll(async () => await host.stop());

	test('is fetched without the key', async () => {
		const faults = [answered('wrongShape', { error: 0, id: 9, link: `${host.url}/code` })];
		const { reply } = await testbed.run(
			{
				parameters: { resource: 'qrCode', operation: 'create', type: 'text', data: 'x', ...field },
			},
			{ faults },
		);
		expect(reply.outputs[0]?.[0]?.binary?.image).toMatchObject({
			mimeType: 'image/png',
			fileName: 'code.png',
		});
		expect(seen).toHaveLength(1);
		expect(JSON.stringify(seen)).not.toContain(testbed.key);
		expect(seen[0]).not.toHaveProperty('authorization');
	});

	test('that is missing does not hide the code that was made', async () => {
		const faults = [answered('wrongShape', { error: 0, id: 9, link: `${host.url}/missing.png` })];
		const { reply } = await testbed.run(
			{
				parameters: { resource: 'qrCode', operation: 'create', type: 'text', data: 'x', ...field },
			},
			{ faults },
		);
		expect(reply.outputs[0]?.[0]?.json).toMatchObject({
			id: 9,
			imageMissing: expect.stringContaining('HTTP 404'),
		});
	});

	test('that is missing is counted in the hint after the run', async () => {
		const faults = [answered('wrongShape', { error: 0, id: 9, link: `${host.url}/missing.png` })];
		const { reply } = await testbed.run(
			{
				parameters: { resource: 'qrCode', operation: 'create', type: 'text', data: 'x', ...field },
				items: [{}, {}],
			},
			{ faults: faults.map((fault) => ({ ...fault, times: 2 })) },
		);
		expect(JSON.stringify(reply.hints)).toContain(
			'2 QR codes have no image: see \\"imageMissing\\".',
		);
	});
});

test.each([
	// The answer to the search is the link itself
	['link', 'get', {}, []],
	[
		'campaign',
		'assignLink',
		{ campaignId: { __rl: true, mode: 'recordId', value: '2' } },
		['POST /api/campaign/2/assign/1'],
	],
])('%s:%s takes a short URL', async (resource, operation, more, further) => {
	const linkId = { __rl: true, mode: 'url', value: `${testbed.url}/s1` };
	const { reply, sent } = await testbed.bothEntryPoints({
		parameters: { resource, operation, linkId, ...more },
	});
	expect(reply.status).toBe('success');
	expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
		'GET /api/urls',
		...further,
	]);
});

test.each([['searchCountries', 'cana', 'Canada']])(
	'%s needs no request',
	async (method, filter, wanted) => {
		await testbed.setScene();
		const { results } = await testbed.engine.listSearch({
			method,
			filter,
			parameters: { resource: 'link', operation: 'create' },
		});
		expect(results?.map(({ value }) => value)).toContain(wanted);
		expect(await testbed.requests()).toEqual([]);
	},
);
