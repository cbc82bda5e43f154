/** Which records a name stands for, where names stand, how often lists are read, and what the errors say. */
import type { IDataObject } from 'n8n-workflow';

import { linkFields } from '../../../nodes/LinkManagement/actions/link/fields';
import type { InputWarning } from '../../../nodes/LinkManagement/errors';
import { type Named, NamedReference } from '../../../nodes/LinkManagement/fields/reference';
import { outdateNames } from '../../../nodes/LinkManagement/lookup/nameList';
import { namesInBody, shownIds } from '../../../nodes/LinkManagement/lookup/names';
import {
	type Lists,
	named,
	namingItem,
	type NamingRequest,
	place,
	resolve,
	serviceWith,
	withoutNames,
} from '../../support/names';
import { failed, type StubReply, type StubService } from '../../support/stubService';

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
	{ id: 6, domain: 'Key of another name' },
	{ id: 7, name: 'R&amp;D' },
	{ id: 8, name: 'Caf\u00e9' },
	{ id: 9, name: '42' },
	{ id: 42, name: 'Number' },
	{ id: 43, campaign: 'Third key' },
	{ id: 44, name: '', campaign: 'Beside an empty name' },
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
		['a record whose name has a third key', 'third KEY', 43],
		['a record whose name is beside an empty one', 'Beside an empty name', 44],
		['a record, in another form of Unicode', 'Cafe\u0301', 8],
		['the record of this name, although another has this ID', '42', 9],
		['the record of this ID, if none has the name', '43', 43],
		['no record of a number with a point', '43.0', fails('no campaign is called "43.0"')],
		['the record of this ID, which has no name', '16', 16],
		['the record that is spelled exactly so', 'AUTUMN', 10],
		['no record of several', 'TWICE', fails('2 campaigns are called "TWICE": 12, 13')],
		['no record at all', 'Sping', fails('no campaign is called "Sping"; the closest is "Spring"')],
		['no record without an ID', 'Without ID', fails('no campaign is called "Without ID"')],
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
		{ id: null, domain: 'nor is that' },
	];

	test.each<[named: Named, text: string, value: unknown]>([
		['domains', 'HTTP://Go.Example.com/', 1],
		['domains', 'http://two.example', 4],
		['domains', 'two.example', fails('2 domains are called "two.example": 3, 4')],
		[
			'domains',
			'Shared.example',
			fails(
				'"Shared.example" cannot be changed or deleted, because all users of the service share this domain',
			),
		],
		['domains', 'http://other.test', fails('no domain is called "http://other.test"')],
		['domainTexts', 'go.example.com', 'https://go.example.com'],
		['domainTexts', '2', 'http://MUNICH.example'],
		// The list may not show every domain
		['domainTexts', 'http://Not.example', 'http://Not.example'],
	])('%s by host: %s', async (list, text, value) => {
		expect(await valueOf(list, DOMAINS, text)).toBe(value);
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
		expect((await find('same')).message).toBe(
			`Field: 3 ${one}s are called "same": 9, 10, 100 [item 3]`,
		);
		expect(await find('x')).toMatchObject({
			message: `Field: no ${one} is called "x" [item 3]`,
			advice: `Check the name, or choose the ${one} from the list.${one === 'channel' || one === 'campaign' ? ' Create Missing under Options creates it.' : ''} Nothing was sent for this item.`,
		});
	});
});

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
])(
	'A word for nothing in the column %s is the record of this name, or counts as not given',
	async (...given) => {
		const [column, path, value] = given;
		const found = await sent({ [path]: [{ id: 4, name: 'None' }] }, column, ' none');
		expect(found).toMatchObject({ body: { [column]: value }, counted: [] });
		const unread = failed('forbidden');
		for (const lists of [{ [path]: [{ id: 4, name: 'Spring' }] }, { [path]: unread }]) {
			const none = await sent(lists, column, ' none');
			expect(none).toMatchObject({ body: {}, names: {}, counted: ['Field'] });
			expect(none.body).toEqual({});
		}
	},
);

test('pixels with a sign that separates no names lead to the comma', async () => {
	const { advice } = await resolve({}, { body: { field: named('pixels', 'Meta|Google') } });
	expect(advice).toContain('Write commas between several names.');
});

describe('A redirect type', () => {
	const lists = {
		'/api/splash': [
			{ id: 7, name: 'Summer' },
			{ id: 8, name: 'Both' },
			{ id: null, name: 'Without ID' },
		],
		'/api/overlay': [
			{ id: 7, name: 'Offer' },
			{ id: 9, name: 'Both' },
		],
	};
	const type = async (text: string, own: Lists = lists) => {
		const { result, message } = await resolve(own, {
			body: { type: named('redirectTypes', text) },
		});
		return result ? result.body.type : message;
	};

	test('is a splash page or an overlay', async () => {
		expect(await type('summer')).toBe('7');
		expect(await type('offer')).toBe('overlay-7');
		expect(await type('without id')).toMatch(/^Field: no splash page or overlay is called/);
		expect(await type('both')).toBe(
			'Field: 2 splash pages and overlays are called "both": 8, overlay-9 [item 3]',
		);
		expect(await type('ofer')).toBe(
			'Field: no splash page or overlay is called "ofer"; the closest is "Offer" [item 3]',
		);
	});

	test('that other tools export is one only where a splash page has this ID', async () => {
		const of301 = { ...lists, '/api/splash': [{ id: '301', name: 'x' }] };
		expect(await type('301', of301)).toBe('301');
		expect(await type('7')).toBe('7');
		// An overlay of this ID is another thing
		expect(await type('9')).toMatch(/^Field: no splash page has the ID 9, and/);
		const { message, advice } = await resolve(lists, {
			body: { type: named('redirectTypes', '301') },
		});
		expect(message).toBe(
			'Field: no splash page has the ID 301, and the status of a redirect is no redirect type [item 3]',
		);
		expect(advice).toMatch(/^Use direct, frame, splash, the name or ID of a splash page, or/);
		const forbidden = failed('forbidden', { message: 'Not in your plan.' });
		for (const half of [{ ...lists }, { '/api/overlay': forbidden }])
			expect(await type('302', { ...half, '/api/splash': forbidden })).toBe(
				'Field: whether a splash page has the ID 302 is not known: Not in your plan. [item 3]',
			);
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

describe('A list that cannot be read', () => {
	const refused = (reply: StubReply, list: Named = 'campaigns') =>
		resolve(
			{ '/api/campaigns': reply, '/api/domains': reply },
			{ body: { field: named(list, 'Spring') } },
		);

	test.each(['refused', 'notOffered', 'unexpectedReply'] as const)(
		'because it is %s says so, and to use the ID',
		async (kind) => {
			const { message, advice } = await refused(failed(kind, { message: 'Upgrade your plan.' }));
			expect(message).toBe(
				'Field: names cannot be used, because the service does not show its campaigns: Upgrade your plan. [item 3]',
			);
			expect(advice).toBe('Use the ID instead of the name. Nothing was sent for this item.');
		},
	);

	test('of domains says to use the whole domain, which needs no list', async () => {
		const { advice } = await refused(failed('forbidden'), 'domainTexts');
		expect(advice).toMatch(/^Enter the whole domain with https/);
		const lists = { '/api/domains': failed('forbidden') };
		const whole = named('domainTexts', 'http://go.example.com');
		const { result } = await resolve(lists, { body: { field: whole } });
		expect(result?.body).toEqual({ field: 'http://go.example.com' });
	});

	test.each(['unavailable', 'invalidKey'] as const)(
		'because it is %s at present fails with that, and is read again only in another run',
		async (kind) => {
			const { message, item, service } = await refused(failed(kind, { message: 'Try later.' }));
			expect(message).toBe('Try later.');
			const before = service.requests.length;
			expect((await withoutNames(item)).message).toBe('Try later.');
			expect(service.requests).toHaveLength(before);
			await withoutNames(namingItem(service, item));
			expect(service.requests).toHaveLength(2 * before);
		},
	);

	test('to its end: a name that is not among those that were read may exist', async () => {
		const records = Array.from({ length: 10_000 }, (_, n) => ({ id: n + 1, name: `C ${n}` }));
		const lists = { '/api/campaigns': records };
		const naming = { createMissing: ['campaigns' as const] };
		const found = await resolve(lists, { body: { field: named('campaigns', 'c 9999') } });
		expect(found.result?.body).toEqual({ field: 10_000 });
		const none = await resolve(lists, { body: { field: named('campaigns', 'Spring') } }, naming);
		expect(none.message).toContain('only the first 10000 campaigns were read');
		const whole = { '/api/campaigns': records.slice(1) };
		const kept = await resolve(whole, { body: { field: named('campaigns', 'Spring') } }, naming);
		expect(kept.message).toBe('');
	});
});

describe('A request', () => {
	const lists = {
		'/api/campaigns': [{ id: 4, name: 'Spring' }],
		'/api/pixels': [
			{ id: 1, name: 'Visitors' },
			{ id: 2, name: 'Buyers' },
		],
	};

	test('has the IDs in the body, in arrays too, each once, and nothing else changed', async () => {
		const pixels = [
			named('pixels', 'buyers'),
			7,
			named('pixels', 'Visitors'),
			named('pixels', '2'),
		];
		const body = { url: 'https://example.com', campaign: named('campaigns', 'spring'), pixels };
		const { result, item } = await resolve(lists, { body: body as IDataObject });
		expect(result?.body).toEqual({
			...{ url: 'https://example.com', campaign: 4 },
			pixels: [2, 7, 1],
		});
		expect(item.body.campaign).toBeInstanceOf(NamedReference);
	});

	test('has the record whose name is a whole text, else those of its parts', async () => {
		const whole = (text: string) =>
			new NamedReference('pixels', text, place, false, [named('pixels', 'Buyers'), 7]);
		for (const [text, ids] of [
			['Buyers, 7', [2, 7, 3]],
			['Visitors', [1, 3]],
		] as const) {
			const { result } = await resolve(lists, { body: { pixels: [whole(text), 3] as never } });
			expect(result?.body).toEqual({ pixels: ids });
		}
	});

	test.each<[where: string, digits: string, isNumber: boolean, creates: string[], value: unknown]>([
		['body', '42', false, [], 42],
		['body', '42', false, ['campaigns'], 'none'],
		['body', '42', true, ['campaigns'], 42],
		['path', '42', false, [], 42],
		['target', '42', false, [], 'none'],
		['target', '42', true, [], 42],
		['target', '9', false, [], 9],
	])(
		'has in its %s, for digits %s (as a number: %p; Create Missing: %p), the ID %p',
		async (where, digits, isNumber, creates, value) => {
			const campaigns = [
				{ id: 42, name: 'Spring' },
				{ id: 9, name: '9' },
			];
			const warnings: InputWarning[] = [];
			const naming = {
				createMissing: creates as Named[],
				...(where === 'target' && { method: 'DELETE' as const }),
			};
			const field = new NamedReference('campaigns', digits, { ...place, warnings }, isNumber);
			const { result, message, advice, item } = await resolve(
				{ '/api/campaigns': campaigns },
				{ [where === 'body' ? 'body' : 'path']: { field } },
				naming,
			);
			const filled = where === 'body' ? result?.body : result?.path;
			const found = filled?.field ?? 'none';
			expect(found instanceof NamedReference ? 'none' : found).toBe(value);
			const { takenById } = item.run.summary;
			expect(takenById).toEqual(where === 'target' && value === 42 ? ['42 (Spring)'] : []);
			expect(warnings).toHaveLength(where !== 'target' && value === 42 ? 1 : 0);
			if (creates.length > 0) return;
			expect(message.includes('no campaign is called')).toBe(value === 'none');
			expect(advice?.includes('To use an ID, choose By ID.') ?? false).toBe(value === 'none');
		},
	);
});

describe('Another run', () => {
	const campaigns: IDataObject[] = [];
	const body = { campaign: named('campaigns', 'Spring') } as IDataObject;
	const path = { campaignId: named('campaigns', 'Spring') };

	/** Runs of one key, each with the seconds that pass before it: what they resolve to, and how often they read the list. */
	async function runs(
		...steps: Array<{
			after?: number;
			request?: NamingRequest;
			before?: (service: StubService) => void;
		}>
	) {
		campaigns.splice(0, Infinity, { id: 4, name: 'Spring' });
		const service = serviceWith({ '/api/campaigns': campaigns });
		const values: unknown[] = [];
		for (const { after = 0, request = { body }, before } of steps) {
			jest.advanceTimersByTime(after * 1_000 + 1);
			before?.(service);
			const { result, message } = await withoutNames(namingItem(service, request));
			values.push(result ? (result.body.campaign ?? result.path.campaignId) : message);
		}
		return { values, lists: service.requests.length };
	}

	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	test('uses the names that were read within the last minute, and then reads them again', async () => {
		const { values, lists } = await runs({}, { after: 59 }, { after: 2 }, { after: 59 });
		expect(values).toEqual([4, 4, 4, 4]);
		expect(lists).toBe(2);
	});

	test('reads a name again that the list did not have, or had twice', async () => {
		const rename = (name: string) => () => void campaigns.splice(0, 1, { id: 4, name });
		const before = () => void campaigns.push({ id: 5, name: 'spring' });
		const { values, lists } = await runs(
			{ before: rename('Winter') },
			{ before: rename('SPRING') },
			...[{ before }, { after: 61 }, { before: rename('Winter') }],
		);
		expect(values).toEqual([
			expect.stringContaining('no campaign is called "Spring"'),
			...[4, 4, expect.stringContaining('2 campaigns are called "Spring"'), 5],
		]);
		expect(lists).toBe(4);
	});

	test('reads the name of the record that it changes itself: it may have been renamed or deleted', async () => {
		const before = () =>
			void campaigns.splice(0, 1, { id: 4, name: 'Winter' }, { id: 9, name: 'Spring' });
		const { values, lists } = await runs({}, { before, request: { path } }, {});
		expect(values).toEqual([4, 9, 9]);
		expect(lists).toBe(2);
	});

	test('reads names again after a change of this process, and after a run that could not read them', async () => {
		const fails = { '/api/campaigns': failed('unreachable') };
		const service = serviceWith(fails);
		expect((await runs({}, { before: (changed) => outdateNames(changed) })).lists).toBe(2);
		for (let count = 0; count < 2; count++)
			expect((await withoutNames(namingItem(service, { body }))).message).toBe('It failed.');
		expect(service.requests).toHaveLength(2);
	});
});
