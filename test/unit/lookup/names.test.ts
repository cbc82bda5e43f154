/** Which records a name stands for, and what the errors say. */
import type { IDataObject } from 'n8n-workflow';

import { linkFields } from '../../../nodes/LinkManagement/actions/link/fields';
import type { InputWarning } from '../../../nodes/LinkManagement/errors';
import type { Named } from '../../../nodes/LinkManagement/fields/reference';
import { namesInBody, shownIds } from '../../../nodes/LinkManagement/lookup/names';
import { type Lists, named, place, resolve } from '../../support/names';
import { failed } from '../../support/stubService';

/** What a name in the body becomes. */
async function valueOf(list: Named, records: IDataObject[], text: string) {
	const paths = ['campaigns', 'channels', 'domains', 'pixels', 'qr', 'splash'];
	const lists = Object.fromEntries(paths.map((path) => [`/api/${path}`, records]));
	const { result, message } = await resolve(lists, { body: { field: named(list, text) } });
	return result ? result.body.field : message;
}

const CAMPAIGNS = [
	{ id: 4, name: 'Spring' },
	{ id: '5', name: 'Summer  Sale' },
	{ id: 7, name: 'R&amp;D' },
	{ id: 8, name: 'Caf\u00e9' },
	{ id: 9, name: '42' },
	{ id: 42, name: 'Number' },
	{ id: 43, campaign: 'Third key' },
	{ id: 10, name: 'AUTUMN' },
	{ id: 11, name: 'autumn' },
	{ id: 12, name: 'Twice' },
	{ id: 13, name: 'twice' },
	{ id: null, name: 'Without ID' },
	{ id: 0, name: 'Zero' },
	{ id: 16, name: ' ' },
	{ id: 1.5, name: 'Half' },
	{ id: 17, name: ' Winter ' },
	{ id: 18, name: 'WINTER' },
];

const fails = (words: string) => `Field: ${words} [item 3]`;

describe('A name stands for', () => {
	test.each<[what: string, text: string, value: unknown]>([
		['a record whose ID was sent as text', 'summer sale', 5],
		['a record whose name has a third key', 'third KEY', 43],
		['a record, in another form of Unicode', 'Cafe\u0301', 8],
		['the record of this name, although another has this ID', '42', 9],
		['the record of this ID, if none has the name', '43', 43],
		['no record of a number with a point', '43.0', fails('no campaign is called "43.0"')],
		['the record of this ID, which has no name', '16', 16],
		['no record of several', 'TWICE', fails('2 campaigns are called "TWICE": 12, 13')],
		['no record at all', 'Sping', fails('no campaign is called "Sping"; the closest is "Spring"')],
		['no record without an ID', 'Without ID', fails('no campaign is called "Without ID"')],
		['no record of an ID that is none', '0', fails('no campaign is called "0"')],
		['the record that is spelled exactly so, but for white space', 'Winter', 17],
	])('%s: %s', async (_, text, value) => {
		expect(await valueOf('campaigns', CAMPAIGNS, text)).toBe(value);
	});

	const DOMAINS = [
		{ id: 1, domain: 'https://go.example.com' },
		{ id: 2, domain: 'http://MUNICH.example' },
		{ id: 3, domain: 'https://two.example' },
		{ id: 4, domain: 'http://two.example' },
		{ id: null, domain: ' https://shared.example ' },
		{ id: 5, domain: 'nor is this' },
		{ id: 6, domain: 'https://folder.example/de/' },
		{ id: 7, domain: 'https://both.example/de' },
		{ id: 8, domain: 'https://both.example/fr' },
		{ id: 9, domain: 'https://top.example' },
		{ id: 10, domain: 'https://top.example/de' },
		{ id: null, domain: 'nor is that' },
	];

	const NONE = 'no domain is called';
	const IS_SHARED =
		'"Shared.example" cannot be changed or deleted, because all users of the service share this domain';
	test.each<[named: Named, text: string, value: unknown]>([
		['domains', 'HTTP://Go.Example.com/', 1],
		['domains', 'http://two.example', 4],
		['domains', 'two.example', fails('2 domains are called "two.example": 3, 4')],
		['domains', 'Shared.example', fails(IS_SHARED)],
		['domains', 'not a domain', fails('no domain is called "not a domain"')],
		['domains', 'http://other.test', fails('no domain is called "http://other.test"')],
		['domainTexts', 'go.example.com', 'https://go.example.com'],
		['domainTexts', 'shared.example', 'https://shared.example'],
		['domainTexts', '2', 'http://MUNICH.example'],
		['domainTexts', 'https://munich.EXAMPLE/', 'http://MUNICH.example'],
		// The list may not show every domain
		['domainTexts', 'http://Not.example/', 'https://not.example'],
		['domainTexts', 'https://not.example/S//', 'https://not.example/S'],
		['domainTexts', 'https://https://a.b', fails('"https://https://a.b" is not a domain')],
		// The host of the base URL, which few services list
		['domainTexts', 'sho.rt', 'https://sho.rt'],
		['domainTexts', 'sho.rt/s', fails('no domain is called "sho.rt/s"')],
		['domains', 'sho.rt', fails('no domain is called "sho.rt"')],
		['domains', 'http://Folder.example/de', 6],
		['domains', 'folder.example', 6],
		['domains', 'folder.example/', 6],
		[
			'domains',
			'folder.example/fr',
			fails(`${NONE} "folder.example/fr"; the closest is "https://folder.example/de/"`),
		],
		['domains', 'both.example/fr', 8],
		['domains', 'both.example', fails('2 domains are called "both.example": 7, 8')],
		['domains', 'top.example', 9],
		// A short URL
		[
			'domains',
			'https://top.example/x',
			fails(`${NONE} "https://top.example/x"; the closest is "https://top.example"`),
		],
		['domainTexts', 'https://both.example/x', 'https://both.example/x'],
		['domainTexts', 'both.example/fr/', 'https://both.example/fr'],
	])('%s by host and folder: %s', async (list, text, value) => {
		expect(await valueOf(list, DOMAINS, text)).toBe(value);
	});

	test('no domain of several', async () => {
		const lists = { '/api/domains': DOMAINS };
		const { message, advice } = await resolve(lists, {
			body: { field: named('domainTexts', 'two.example') },
		});
		expect(message).toMatch(/^Field: 2 domains are called "two.example": http/);
		expect(advice).toBe(
			'Enter one of these as it is shown, with its scheme. Nothing was sent for this item.',
		);
	});

	test.each<[Named, string, string]>([
		['channels', '/api/channels', 'channel'],
		['pixels', '/api/pixels', 'pixel'],
		['qrCodes', '/api/qr', 'QR code'],
	])('one of the %s, and no one of several', async (list, path, one) => {
		const same = [10, 9, 100].map((id) => ({ id, name: 'Same' }));
		const lists = { [path]: [{ id: 4, name: 'Spring' }, ...same] };
		const find = async (text: string) =>
			await resolve(lists, { body: { field: named(list, text) } });
		const found = await find('spring');
		expect(found.result?.body).toEqual({ field: 4 });
		expect(found.service.requests.map(({ url }) => url)).toEqual([path]);
		expect(await find('same')).toMatchObject({
			message: `Field: 3 ${one}s are called "same": 9, 10, 100 [item 3]`,
			advice: expect.stringMatching(/^Use one of these IDs instead of the name\./),
		});
		const creation = one === 'channel' ? ' Create Missing under Options creates it.' : '';
		for (const text of ['x2', '2x'])
			expect(await find(text)).toMatchObject({
				message: `Field: no ${one} is called "${text}" [item 3]`,
				advice: `Check the name, or choose the ${one} from the list.${creation} Nothing was sent for this item.`,
			});
	});
});

describe('A word for nothing', () => {
	const sent = async (lists: Lists, column: string, value: unknown, naming = {}) => {
		const warnings: InputWarning[] = [];
		const { convert } = linkFields.find(({ name }) => name === column)!;
		const body = { [column]: convert!(value, { ...place, warnings }) } as IDataObject;
		const { result, message, service } = await resolve(lists, { body }, naming);
		const counted = warnings.map((one) => one.counted);
		const names = result && namesInBody(body, result.body);
		return { body: result?.body, names, message, counted, service };
	};

	test.each([
		['campaign', '/api/campaigns', 4],
		['channel', '/api/channels', 4],
		['pixels', '/api/pixels', [4]],
		['type', '/api/splash', '4'],
	])('in the column %s is the record of this name, or counts as not given', async (...given) => {
		const [column, path, value] = given;
		const found = await sent({ [path]: [{ id: 4, name: 'None' }] }, column, ' none');
		expect(found).toMatchObject({ body: { [column]: value }, counted: [] });
		const unread = failed('forbidden');
		for (const lists of [{ [path]: [{ id: 4, name: 'Spring' }] }, { [path]: unread }]) {
			const none = await sent(lists, column, ' none');
			expect(none).toMatchObject({ body: {}, names: {}, counted: ['Field'] });
			expect(none.body).toEqual({});
		}
	});

	test('makes no campaign', async () => {
		const naming = { createMissing: ['campaigns'] };
		expect((await sent({}, 'campaign', '-', naming)).body).toEqual({});
	});

	test('is a name beside others, and an ID that is none counts as not given', async () => {
		expect((await sent({}, 'pixels', 'none, 5')).message).toContain('no pixel is called "none"');
		const byId = { ...place, mode: 'recordId' };
		const { convert } = linkFields.find(({ name }) => name === 'campaign')!;
		expect(convert!('n/a', byId)).toBeUndefined();
	});
});

describe('A redirect type', () => {
	const SPLASH = [
		{ id: 7, name: 'Summer' },
		{ id: 8, name: 'Both' },
		{ id: null, name: 'Without ID' },
	];
	const OVERLAYS = [
		{ id: 7, name: 'Offer' },
		{ id: 9, name: 'Both' },
	];
	const HIDDEN = failed('forbidden', { message: 'Not in your plan.' });
	const NONE = 'no splash page or overlay is called';
	const NO_NAMES =
		'names cannot be used, because the service does not show its splash pages and overlays: Not in your plan.';
	const type = async (
		text: string,
		splash: Lists[string] = SPLASH,
		overlays: Lists[string] = OVERLAYS,
	) => {
		const lists = { '/api/splash': splash, '/api/overlay': overlays };
		return await resolve(lists, { body: { type: named('redirectTypes', text) } });
	};

	test.each<[text: string, value: string, splash?: Lists[string], overlays?: Lists[string]]>([
		['summer', '7'],
		['offer', 'overlay-7'],
		['7', '7'],
		['without id', fails(`${NONE} "without id"`)],
		['both', fails('2 splash pages and overlays are called "both": 8, overlay-9')],
		['ofer', fails(`${NONE} "ofer"; the closest is "Offer"`)],
		// What other tools export is a splash page only where one has this ID
		['301', '301', [{ id: '301', name: 'x' }]],
		['301', fails(`${NONE} "301"`)],
		// An overlay of this ID is another thing
		['9', fails(`${NONE} "9"`)],
		['302', fails(`${NONE} "302"; some are not shown: Not in your plan.`), HIDDEN],
		['summer', '7', SPLASH, HIDDEN],
		['offer', fails(`${NONE} "offer"; some are not shown: Not in your plan.`), SPLASH, HIDDEN],
		['offer', fails(NO_NAMES), HIDDEN, HIDDEN],
	])('"%s" is %s', async (text, value, ...lists) => {
		const { result, message } = await type(text, ...lists);
		expect(result ? result.body.type : message).toBe(value);
	});

	test('that is none leads to those that need no record', async () => {
		const { advice } = await type('301');
		expect(advice).toMatch(/ from the list\. Or use direct, frame or splash\./);
		expect(advice).not.toContain('By ID');
	});
});

// A Unicode form of such a name takes minutes, which is longer than a test may take
test('A name with too many accents on a letter does not stop n8n', async () => {
	const accents = `a${'\u0301\u0316'.repeat(500_000)}`;
	expect(await valueOf('campaigns', [{ id: 4, name: accents }], 'Spring')).toMatch(/^Field: no/);
	expect(await valueOf('campaigns', [{ id: 4, name: accents }], accents)).toBe(4);
});

test('many records of one name are put in order, and twenty are shown', () => {
	const records = Array.from({ length: 10_000 }, (_, at) => ({
		...{ name: 'same', value: ((at * 7_919) % 10_000) + 1, record: {} },
	}));
	expect(shownIds(records)).toMatch(/^1, 2, .+, 20 and 9980 more$/);
	expect(shownIds(records.slice(0, 20))).not.toContain('more');
});
