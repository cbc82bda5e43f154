/** QR codes by their names, and with their images: what comes out, and what is sent for it. */
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { useVirtualClock } from '../support/virtual/clock';
import { refusal } from '../support/virtual/linkService';
import {
	runInVirtualTime,
	type VirtualReply,
	type VirtualRequest,
	type VirtualRun,
} from '../support/virtual/scriptedRun';

useVirtualClock();

const LINK = 'https://cdn.example.net/9.png';
const CODES = [
	{ id: 5, name: 'Door', link: LINK, scans: 3, date: '2030-01-01 10:00:00' },
	...[6, 7].map((id) => ({ id, name: 'Twice', link: LINK })),
];
const listReply = (qrs: IDataObject[], maxpage = 1) => ({
	body: { error: 0, data: { qrs, maxpage } },
});

/** n8n's helpers for images; the host has no image whose address ends with `x`. */
const helpers = {
	httpRequest: async ({ url }: IHttpRequestOptions) =>
		await Promise.resolve({
			statusCode: url.endsWith('x') ? 404 : 200,
			headers: { 'content-type': 'image/png' },
			body: [Buffer.from('image')],
		}),
	prepareBinaryData: async (content: Buffer, fileName: string, mimeType: string) =>
		await Promise.resolve({ data: String(content), fileName, mimeType }),
};

interface Service {
	/** The reply to a creation, beside an ID. */
	made?: IDataObject;
	/** What the list of codes gives. */
	list?: (request: VirtualRequest) => VirtualReply;
	/** The reply to reading a code. */
	code?: IDataObject;
}

async function run(
	operation: string,
	items: IDataObject[],
	{ made = { link: LINK }, list = () => listReply(CODES), code = {} }: Service = {},
	more: Partial<VirtualRun> = {},
) {
	let id = 8;
	const given = items.map((item) => ({ type: 'text', data: 'Hello', ...item }));
	const outcome = await runInVirtualTime(
		{ resource: 'qrCode', operation, items: given, helpers, ...more },
		(request) => {
			if (request.method === 'POST') return { body: { error: 0, id: ++id, ...made } };
			if (request.path === '/api/qr') return list(request);
			return { body: { error: 0, ...code } };
		},
	);
	const sent = outcome.requests.map(({ method, path }) => `${method} ${path}`);
	return { ...outcome, sent, json: outcome.items.map(({ json }) => json) };
}

const READ = 'GET /api/qr';
const ADD = 'POST /api/qr/add';
const made = (id: number, created = true) => ({ id, link: LINK, created });
const fails = (error: string) => ({ error: expect.stringContaining(error) });

describe('Create or Get', () => {
	const [A, B, A_AGAIN] = [{ name: 'A' }, { name: 'B', data: 'Other' }, { name: ' a' }];
	const TWO_CONTENTS = fails('Code Name: items 0 and 1 have the same name, and different contents');
	const NO_NAME = { error: 'Code Name: a value is required. Fill in this field.' };
	const TWO_CODES = fails('2 QR codes are called "Twice": 6, 7.');

	test.each<[what: string, rows: IDataObject[], json: object[], sent: string[]]>([
		['a code of this name', [{ name: ' DOOR ' }], [made(5, false)], [READ]],
		[
			'new names, one of them twice',
			[A, B, A_AGAIN],
			[made(9), made(10), made(9, false)],
			[READ, ADD, ADD],
		],
		['two contents', [A, { ...A_AGAIN, data: 'Other' }], [TWO_CONTENTS, TWO_CONTENTS], []],
		['no name', [{ name: '' }, { name: ' ', data: 'Other' }], [NO_NAME, NO_NAME], []],
		['a name of two codes', [{ name: 'Twice' }], [TWO_CODES], [READ]],
	])('equal rows give one code, and no others: %s', async (_, rows, json, sent) => {
		const outcome = await run('createOrGet', rows, {}, { continues: true });
		expect(outcome.json).toEqual(
			json.map((one) => ('error' in one ? expect.objectContaining(one) : one)),
		);
		expect(outcome.sent).toEqual(sent);
	});

	test('a found code is beside the fields of the item, as a new one is, and a hint counts it', async () => {
		const input = ['a', 'b'].map((row) => ({ row }));
		const rows = [{ name: 'Door' }, { name: 'New' }];
		const { hints, json } = await run('createOrGet', rows, {}, { input });
		expect(json).toEqual([
			{ row: 'a', ...made(5, false) },
			{ row: 'b', ...made(9) },
		]);
		expect((await run('create', rows, {}, { input })).json).toMatchObject(input);
		expect(hints).toEqual([expect.stringMatching(/^1 QR code existed already/)]);
	});

	test('a name of two codes is found before the first code is made', async () => {
		const { error, sent } = await run('createOrGet', [{ name: 'New' }, { name: 'Twice' }]);
		expect(error?.description).toContain('2 QR codes are called "Twice": 6, 7');
		expect(sent).toEqual([READ]);
	});

	test('a new code comes out with all that the service sends of it', async () => {
		const { json } = await run('createOrGet', [{ name: 'A' }], { made: { link: LINK, note: 'x' } });
		expect(json).toEqual([{ ...made(9), note: 'x' }]);
	});

	const NOT_SHOWN =
		'it is not known whether a QR code has this name, because the service does not show its QR codes: ';
	const IS_LONGER =
		'no QR code is called "New" among the first ones that were read, and the list is longer';
	const endless = ({ query }: VirtualRequest) => {
		const [limit, page] = [Number(query.limit), Number(query.page)];
		const ids = Array.from({ length: limit }, (_, at) => (page - 1) * limit + at + 1);
		return listReply(
			ids.map((id) => ({ id, name: `No. ${id}` })),
			1_000_000,
		);
	};

	test.each([
		['refused', () => refusal('Not in your plan.', 403), NOT_SHOWN, fails(NOT_SHOWN)],
		['too long', endless, IS_LONGER, { id: 7, created: false }],
	])('of a list that is %s, only the names that were read can be taken', async (...given) => {
		const [, list, error, known] = given;
		const items = [{ name: 'New' }, { name: 'No. 7' }];
		const { json, sent } = await run('createOrGet', items, { list }, { continues: true });
		expect(json).toEqual([fails(error), known]);
		expect(sent).not.toContain(ADD);
	});
});

describe('An image', () => {
	const IMAGE = { name: 'Menu', downloadImage: true };
	const DETAILS = { details: { id: 9, link: LINK, name: 'A &amp; B' }, data: { scans: 3 } };
	const file = (fileName: string, name = 'data') => ({
		[name]: { data: 'image', fileName, mimeType: 'image/png' },
	});
	const OF_CODE = 'GET /api/qr/9';
	const READ_CODE = [ADD, OF_CODE];
	const toRead = { qrCodeId: 9 };
	const inField = { binaryPropertyName: 'x', name: '' };
	const asImage = { made: { image: LINK, shorturl: 'x' } };
	const asRead = { made: {}, code: DETAILS };

	test.each<[string, string, IDataObject, Service, file: object | undefined, sent?: string[]]>([
		['is not downloaded unless wanted', 'create', { downloadImage: false }, {}, undefined],
		['has the name of the code', 'create', {}, {}, file('Menu.png')],
		['has a given name', 'create', { fileName: 'Own' }, {}, file('Own.png')],
		['is in a given field', 'create', inField, asImage, file('9.png', 'x')],
		['is under shorturl', 'create', {}, { made: { shorturl: LINK } }, file('Menu.png')],
		['is under data', 'create', {}, { made: { data: { link: LINK } } }, file('Menu.png')],
		['has to be read', 'create', {}, asRead, file('Menu.png'), READ_CODE],
		['of a code that is read', 'get', toRead, asRead, file('A - B.png'), [OF_CODE]],
		['as sent', 'get', { ...toRead, output: 'raw' }, asRead, file('A - B.png'), [OF_CODE]],
		['of a found code', 'createOrGet', { name: 'Door' }, {}, file('Door.png'), [READ]],
	])('%s', async (_, operation, item, service, binary, sent = [ADD]) => {
		const outcome = await run(operation, [{ ...IMAGE, ...item }], service);
		expect(outcome.items[0]?.binary).toEqual(binary);
		expect(outcome.items[0]?.json).not.toHaveProperty('imageMissing');
		expect(outcome.sent).toEqual(sent);
	});

	const NOWHERE = 'The service does not say where the image is';
	const MISSING = `${LINK}x answered with HTTP 404`;
	test.each<[string, Service, string, string[]]>([
		['that its host does not have', { made: { link: `${LINK}x` } }, MISSING, [ADD]],
		['that no reading shows', { made: {}, code: { data: {} } }, NOWHERE, READ_CODE],
	])('%s is missing beside a code that was made', async (_, service, imageMissing, sent) => {
		const { items, json, hints, error, ...outcome } = await run('create', [IMAGE], service);
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ imageMissing });
		expect(items[0]?.binary).toBeUndefined();
		expect(hints).toEqual([expect.stringMatching(/image/)]);
		expect(outcome.sent).toEqual(sent);
	});

	test('that is missing is an error where a code is only read', async () => {
		const code = { details: { id: 9, link: `${LINK}x` } };
		const { error } = await run('get', [{ qrCodeId: 9, ...IMAGE }], { code });
		expect(error?.message).toContain(MISSING);
		expect(error?.description).toContain('Turn off "Download Image"');
		expect(error?.context.failureKind).toBe('imageUnavailable');
	});
});
