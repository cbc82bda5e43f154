/** What a phone gets that reads the image of a code: of each content type, as tables hold it, through the downloaded file. */
import readQrCode from 'jsqr';
import { PNG } from 'pngjs';

import type { BinaryReply, Json } from '../../support/engine';
import { setUpTestbed } from '../../support/engine/testbed';

const testbed = setUpTestbed();

/** The text in a code, from the bytes of its image. */
function textIn({ base64, mimeType }: BinaryReply): string {
	expect(mimeType).toBe('image/png');
	const { data, width, height } = PNG.sync.read(Buffer.from(base64, 'base64'));
	return readQrCode(new Uint8ClampedArray(data), width, height)?.data ?? '';
}

/** Where a phone is sent to, or what it shows. */
async function scan(address: string): Promise<string> {
	const reply = await fetch(address, { redirect: 'manual' });
	return reply.headers.get('location') ?? (await reply.text());
}

const CELLS: Array<[type: string, content: Json, result: string | string[]]> = [
	['link', { data: 'example.com/menu' }, 'https://example.com/menu'],
	['phone', { data: "'+49 (0)711 123456" }, 'tel:+49%20711%20123456'],
	[
		'email',
		{ email: 'mailto:name@example.com?subject=Old', subject: 'Hello you' },
		'mailto:name@example.com?subject=Hello%20you',
	],
	[
		'wifi',
		{ ssid: 'Gäste', pass: 'welcome1', encryption: 'WPA2' },
		'Network: Gäste\nPassword: welcome1\nEncryption: wpa',
	],
	[
		'vcard',
		{ fname: 'Ann', lname: 'Lee', phone: '+49 (0)711 1', email: 'n/a', site: 'example.com' },
		['N:Lee;Ann', 'TEL:+49 711 1', 'URL:https://example.com'],
	],
];

test.each(CELLS)('a code of type %s with %j is read as %j', async (type, content, result) => {
	const columns = Object.keys(content).map((name) => [name, `={{ $json.${name} }}`]);
	const { reply } = await testbed.run({
		parameters: {
			...{ resource: 'qrCode', operation: 'create', type, name: 'Code' },
			...Object.fromEntries(columns),
			...{ downloadImage: true, binaryPropertyName: 'data' },
			additionalFields: { foreground: '#112233', background: 'rgba(255, 255, 255, 1)' },
		},
		items: [content],
	});
	const [{ json, binary } = { json: {} }] = reply.outputs[0]!;
	const address = textIn(binary!.data!);
	// The image lies beside the address that it holds
	expect(`${address}.png`).toBe(json.link);
	const found = await scan(address);
	for (const part of [result].flat()) expect(found).toContain(part);
	if (typeof result === 'string') expect(found).toBe(result);
});
