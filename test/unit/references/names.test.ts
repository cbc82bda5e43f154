/** Names in a request become IDs: which records a name stands for, how often lists are read, and what the errors say. */
import type { IDataObject, INode } from 'n8n-workflow';

import { type Named, NamedReference } from '../../../nodes/LinkManagement/fields/reference';
import { forgetNames } from '../../../nodes/LinkManagement/references/nameList';
import {
	type Naming,
	resolveNames,
	shownIds,
} from '../../../nodes/LinkManagement/references/names';
import {
	failed,
	listReply,
	outcomeOf,
	type StubReply,
	type StubService,
	stubService,
} from '../../support/stubService';

const place = { label: 'Field', node: { name: 'Node' } as INode, item: 3 };
const named = (list: Named, text: string) =>
	new NamedReference(list, text, place) as unknown as string;

type Lists = Record<string, IDataObject[] | StubReply>;

/** A service with lists, by path. */
const serviceWith = (lists: Lists) =>
	stubService(({ url }) => {
		const list = lists[url] ?? [];
		return Array.isArray(list) ? listReply('records', list, { maxpage: 1 }) : list;
	});

interface Request {
	path?: Record<string, unknown>;
	body?: IDataObject;
}

/** The request without names, or the error. */
async function resolve(lists: Lists, { path = {}, ...request }: Request, naming?: Naming) {
	const service = serviceWith(lists);
	const call = {
		...{ service, item: 3, run: {}, abandoned: () => false, path },
		request: { method: 'POST' as const, url: '/api/x', ...request },
	};
	return { ...(await outcomeOf(resolveNames(call, naming))), call, service };
}

/** What a name in the body becomes. */
async function valueOf(list: Named, records: IDataObject[], text: string) {
	const paths = ['campaigns', 'channels', 'domains', 'pixels', 'qr', 'splash'];
	const lists = Object.fromEntries(paths.map((path) => [`/api/${path}`, records]));
	const { result, message } = await resolve(lists, { body: { field: named(list, text) } });
	return result ? (result.request.body as IDataObject).field : message;
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
	{ id: 14, name: 'Same' },
	{ id: 15, name: 'Same' },
	{ id: null, name: 'Without ID' },
	{ id: 0, name: 'Zero' },
	{ id: 16, name: ' ' },
	{ id: 1.5, name: 'Half' },
	{ id: 17, name: ' Winter ' },
	{ id: 18, name: 'WINTER' },
];

test('a name with very many accents in a list stands for its record', async () => {
	const name = `Spring${'\u0315\u0300'.repeat(50_000)}`;
	expect(await valueOf('campaigns', [{ id: 3, name }, ...CAMPAIGNS], 'Spring')).toBe(4);
	expect(await valueOf('campaigns', [{ id: 3, name }, ...CAMPAIGNS], name)).toBe(3);
});

describe('A name stands for', () => {
	test.each<[what: string, text: string, value: unknown]>([
		['a record', 'Spring', 4],
		['a record, in another case', 'sPRING', 4],
		['a record whose ID was sent as text', 'summer sale', 5],
		['a record whose name has another key', 'Key of another name', 6],
		['a record whose name has a third key', 'third KEY', 43],
		['a record whose name is beside an empty one', 'Beside an empty name', 44],
		['a record that is stored with HTML escapes', 'r&d', 7],
		['a record, in another form of Unicode', 'Cafe\u0301', 8],
		['the record of this name, although another has this ID', '42', 9],
		['the record of this ID, if none has the name', '43', 43],
		['no record of a number with a point', '43.0', 'Field: no campaign is called "43.0" [item 3]'],
		['no record of a number with a zero', '007', 'Field: no campaign is called "007" [item 3]'],
		['the record of this ID, which has no name', '16', 16],
		['the record that is spelled exactly so', 'AUTUMN', 10],
		['the record that is spelled exactly so, of two', 'autumn', 11],
		['no record of several', 'TWICE', 'Field: 2 campaigns are called "TWICE": 12, 13 [item 3]'],
		[
			'no record of two equal ones',
			'Same',
			'Field: 2 campaigns are called "Same": 14, 15 [item 3]',
		],
		[
			'no record at all',
			'Sping',
			'Field: no campaign is called "Sping"; the closest is "Spring" [item 3]',
		],
		['no record without an ID', 'Without ID', 'Field: no campaign is called "Without ID" [item 3]'],
		['no record of an ID that is none', '0', 'Field: no campaign is called "0" [item 3]'],
		['no record of a number in another form', '1e1', 'Field: no campaign is called "1e1" [item 3]'],
		[
			'no record whose ID is no whole number',
			'Half',
			'Field: no campaign is called "Half" [item 3]',
		],
		[
			'no record at all, in another case',
			'SPRNG',
			'Field: no campaign is called "SPRNG"; the closest is "Spring" [item 3]',
		],
		['the record that is spelled exactly so, but for white space', 'Winter', 17],
		['no record of part of an ID', '4x3', 'Field: no campaign is called "4x3" [item 3]'],
	])('%s: %s', async (_, text, value) => {
		expect(await valueOf('campaigns', CAMPAIGNS, text)).toBe(value);
	});

	test('the record that is called so, although another has this number as its name', async () => {
		const records = ['7', '007', '7.0'].map((name, n) => ({ id: n + 1, name }));
		for (const [n, { name }] of records.entries())
			expect(await valueOf('campaigns', records, name)).toBe(n + 1);
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
		['domains', 'go.example.com', 1],
		['domains', 'HTTP://Go.Example.com/', 1],
		['domains', 'munich.example', 2],
		['domains', '2', 2],
		['domains', 'http://two.example', 4],
		['domains', 'two.example', 'Field: 2 domains are called "two.example": 3, 4 [item 3]'],
		[
			'domains',
			'go.exmple.com',
			'Field: no domain is called "go.exmple.com"; the closest is "https://go.example.com" [item 3]',
		],
		[
			'domains',
			'Shared.example',
			'Field: "Shared.example" cannot be changed or deleted, because all users of the service share this domain [item 3]',
		],
		['domains', 'not a domain', 'Field: no domain is called "not a domain" [item 3]'],
		['domains', 'http://other.test', 'Field: no domain is called "http://other.test" [item 3]'],
		['domainTexts', 'go.example.com', 'https://go.example.com'],
		['domainTexts', 'shared.example', 'https://shared.example'],
		['domainTexts', '2', 'http://MUNICH.example'],
		['domainTexts', 'https://munich.EXAMPLE/', 'http://MUNICH.example'],
		['domainTexts', 'http://two.example', 'http://two.example'],
		// The list may not show every domain
		['domainTexts', 'http://Not.example', 'http://Not.example'],
	])('%s by host: %s', async (list, text, value) => {
		expect(await valueOf(list, DOMAINS, text)).toBe(value);
	});

	test.each<[Named, string, string]>([
		['channels', '/api/channels', 'channels'],
		['pixels', '/api/pixels', 'pixels'],
		['qrCodes', '/api/qr', 'QR codes'],
	])('no record of several %s, whose IDs are shown in order', async (list, path, many) => {
		const same = [10, 9, 100].map((id) => ({ id, name: 'Same' }));
		const several = await resolve({ [path]: same }, { body: { field: named(list, 'same') } });
		expect(several.message).toBe(`Field: 3 ${many} are called "same": 9, 10, 100 [item 3]`);
	});

	test('no domain of several, and none that is not there', async () => {
		const lists = { '/api/domains': DOMAINS };
		const several = await resolve(lists, { body: { field: named('domainTexts', 'two.example') } });
		expect(several.message).toMatch(/^Field: 2 domains are called "two.example": http/);
		expect(several.advice).toBe(
			'Enter one of these as it is shown, with its scheme. Nothing was sent for this item.',
		);
		const none = await resolve(lists, { body: { field: named('domainTexts', 'x.test') } });
		expect(none.message).toMatch(/^Field: no domain is called "x.test"/);
	});

	test.each<[Named, string, string]>([
		['channels', '/api/channels', 'channel'],
		['pixels', '/api/pixels', 'pixel'],
		['qrCodes', '/api/qr', 'QR code'],
	])('one of the %s', async (list, path, one) => {
		const lists = { [path]: [{ id: 4, name: 'Spring' }] };
		const found = await resolve(lists, { body: { field: named(list, 'spring') } });
		expect(found.result?.request.body).toEqual({ field: 4 });
		expect(found.service.requests.map(({ url }) => url)).toEqual([path]);
		const none = await resolve(lists, { body: { field: named(list, 'x') } });
		expect(none.message).toBe(`Field: no ${one} is called "x" [item 3]`);
		expect(none.advice).toBe(
			`Check the name, or choose the ${one} from the list. Nothing was sent for this item.`,
		);
	});
});

test('an item with several unknown names says all of them', async () => {
	// A name that the list has twice is said once
	const pixels = [named('pixels', 'Lost'), 5, named('pixels', 'Gone'), named('pixels', 'Lost')];
	const request = {
		path: { campaign: named('campaigns', 'Nowhere') },
		body: { channel: named('channels', 'Known'), pixels },
	};
	const { message, service } = await resolve(
		{ '/api/channels': [{ id: 4, name: 'Known' }] },
		request,
	);
	expect(message).toBe(
		'Field: no campaign is called "Nowhere" · Field: no pixel is called "Lost" · Field: no pixel is called "Gone" [item 3]',
	);
	expect(service.requests).toHaveLength(3);
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
		return result ? (result.request.body as IDataObject).type : message;
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

	test('is found in one list when the plan does not include the other', async () => {
		const forbidden = failed('forbidden', { message: 'Not in your plan.' });
		const half = { ...lists, '/api/overlay': forbidden };
		expect(await type('summer', half)).toBe('7');
		expect(await type('offer', half)).toBe(
			'Field: no splash page or overlay is called "offer"; some are not shown: Not in your plan. [item 3]',
		);
		expect(await type('offer', { '/api/splash': forbidden, '/api/overlay': forbidden })).toMatch(
			/^Field: names cannot be used, because the service does not show its splash pages and overlays: Not in/,
		);
	});
});

describe('A list that cannot be read', () => {
	const refused = (reply: StubReply, list: Named = 'campaigns') =>
		resolve(
			{ '/api/campaigns': reply, '/api/domains': reply },
			{ body: { field: named(list, 'Spring') } },
		);

	test.each(['refused', 'forbidden', 'notFound', 'notOffered', 'unexpectedReply'] as const)(
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
		expect(result?.request.body).toEqual({ field: 'http://go.example.com' });
	});

	test.each(['unavailable', 'unreachable', 'invalidKey', 'rateLimited'] as const)(
		'because it is %s at present fails with that, and is read again only in another run',
		async (kind) => {
			const { message, call, service } = await refused(failed(kind, { message: 'Try later.' }));
			expect(message).toBe('Try later.');
			const before = service.requests.length;
			const next = await outcomeOf(resolveNames(call));
			expect(next.message).toBe('Try later.');
			expect(service.requests).toHaveLength(before);
			await outcomeOf(resolveNames({ ...call, run: {} }));
			expect(service.requests).toHaveLength(2 * before);
		},
	);

	test('to its end: a name that is not among those that were read may exist', async () => {
		const records = Array.from({ length: 10_000 }, (_, n) => ({ id: n + 1, name: `C ${n}` }));
		const lists = { '/api/campaigns': records };
		const naming = { orElse: (reference: NamedReference) => reference };
		const found = await resolve(lists, { body: { field: named('campaigns', 'c 9999') } });
		expect(found.result?.request.body).toEqual({ field: 10_000 });
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

	test('without names is left as it is, and takes no request', async () => {
		const body = { campaign: 4, pixels: [1, 2], geotarget: [{ location: 'Canada' }] };
		const { result, call, service } = await resolve(lists, { body, path: { x: 'y' } });
		expect(result).toBe(call);
		expect(service.requests).toEqual([]);
	});

	test('has the IDs in the body, in arrays too, each once, and nothing else changed', async () => {
		const pixels = [
			named('pixels', 'buyers'),
			7,
			named('pixels', 'Visitors'),
			named('pixels', '2'),
		];
		const body = { url: 'https://example.com', campaign: named('campaigns', 'spring'), pixels };
		const { result, call } = await resolve(lists, { body: body as IDataObject });
		expect(result?.request).toEqual({
			...{ method: 'POST', url: '/api/x' },
			body: { url: 'https://example.com', campaign: 4, pixels: [2, 7, 1] },
		});
		expect((call.request.body as IDataObject).campaign).toBeInstanceOf(NamedReference);
	});

	test('has the ID of a path parameter, and links still to look up', async () => {
		const linkId = { text: 'https://sho.rt/x' };
		const path = { campaignId: named('campaigns', 'Spring'), linkId };
		const { result } = await resolve(lists, { path });
		expect(result?.path).toEqual({ campaignId: 4, linkId });
	});

	test('has the record whose name is a whole text, else those of its parts', async () => {
		const whole = (text: string) =>
			new NamedReference('pixels', text, place, false, [named('pixels', 'Buyers'), 7]);
		for (const [text, ids] of [
			['Buyers, 7', [2, 7, 3]],
			['Visitors', [1, 3]],
		] as const) {
			const { result } = await resolve(lists, { body: { pixels: [whole(text), 3] as never } });
			expect(result?.request.body).toEqual({ pixels: ids });
		}
	});

	test.each<[where: string, digits: string, isNumber: boolean, creates: string[], value: unknown]>([
		['body', '42', false, [], 42],
		['body', '42', true, [], 42],
		['body', '42', false, ['campaigns'], 'none'],
		['body', '42', true, ['campaigns'], 42],
		['path', '42', false, [], 'none'],
		['path', '42', true, [], 42],
		['path', '9', false, [], 9],
	])(
		'has in its %s, for digits %s (as a number: %p; Create Missing: %p), the ID %p',
		async (where, digits, isNumber, creates, value) => {
			const campaigns = [
				{ id: 42, name: 'Spring' },
				{ id: 9, name: '9' },
			];
			const taken: string[] = [];
			const naming: Naming = { creates, tookId: (_, { name }) => void taken.push(name) };
			const field = new NamedReference('campaigns', digits, place, isNumber);
			const { result, message, advice } = await resolve(
				{ '/api/campaigns': campaigns },
				{ [where]: { field } },
				naming,
			);
			const filled = where === 'path' ? result?.path : (result?.request.body as IDataObject);
			expect(filled?.field ?? 'none').toBe(value);
			expect(taken).toEqual(value === 42 ? ['Spring'] : []);
			expect(message.includes('no campaign is called')).toBe(value === 'none');
			expect(advice?.includes('To use an ID, choose By ID.') ?? false).toBe(value === 'none');
		},
	);

	test('of each item of a run reads each list once', async () => {
		const body = { campaign: named('campaigns', 'spring'), pixels: [named('pixels', 'Buyers')] };
		const { call, service } = await resolve(lists, { body: body as IDataObject });
		await Promise.all([resolveNames(call), resolveNames({ ...call, item: 4 })]);
		expect(service.requests.map(({ url }) => url)).toEqual(['/api/campaigns', '/api/pixels']);
	});
});

describe('Another run', () => {
	const campaigns: IDataObject[] = [];
	const body = { campaign: named('campaigns', 'Spring') } as IDataObject;
	const path = { campaignId: named('campaigns', 'Spring') };

	/** Runs of one key, each with the seconds that pass before it: what they resolve to, and how often they read the list. */
	async function runs(
		...steps: Array<{ after?: number; request?: Request; before?: (service: StubService) => void }>
	) {
		campaigns.splice(0, Infinity, { id: 4, name: 'Spring' });
		const service = serviceWith({ '/api/campaigns': campaigns });
		const values: unknown[] = [];
		for (const { after = 0, request: { path = {}, ...request } = { body }, before } of steps) {
			jest.setSystemTime(Date.now() + after * 1_000);
			before?.(service);
			const call = { service, item: 3, run: {}, abandoned: () => false, path };
			const given = { method: 'POST' as const, url: '/api/x', ...request };
			const { result, message } = await outcomeOf(resolveNames({ ...call, request: given }));
			const sent = result?.request.body as IDataObject | undefined;
			values.push(result ? (sent?.campaign ?? result.path.campaignId) : message);
		}
		return { values, lists: service.requests.length };
	}

	beforeEach(() => jest.useFakeTimers({ doNotFake: ['performance'] }));
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
		expect((await runs({}, { before: (changed) => forgetNames(changed) })).lists).toBe(2);
		const call = { service, item: 3, abandoned: () => false, path: {} };
		const request = { method: 'POST' as const, url: '/api/x', body };
		for (const run of [{}, {}])
			expect((await outcomeOf(resolveNames({ ...call, run, request }))).message).toBe('It failed.');
		expect(service.requests).toHaveLength(2);
	});

	test('waits for a list that is being read', async () => {
		const service = serviceWith({ '/api/campaigns': [{ id: 4, name: 'Spring' }] });
		const request = { method: 'POST' as const, url: '/api/x', body };
		const call = { service, item: 3, abandoned: () => false, request, path: {} };
		const first = resolveNames({ ...call, run: {} });
		await Promise.resolve();
		await Promise.all([first, ...[{}, {}].map((run) => resolveNames({ ...call, run }))]);
		expect(service.requests).toHaveLength(1);
	});
});

describe('A name that no record has', () => {
	const body = () => ({ campaign: named('campaigns', 'New') });

	test('becomes what stands for it', async () => {
		const naming: Naming = {
			orElse: async ({ text }, { readAt }) => (readAt > 0 ? `${text}!` : ''),
		};
		const { result } = await resolve({}, { body: body() }, naming);
		expect(result?.request.body).toEqual({ campaign: 'New!' });
	});

	test('may be kept for later', async () => {
		const given = body();
		const { result } = await resolve({}, { body: given }, { orElse: (reference) => reference });
		expect(result?.request.body).toEqual(given);
	});

	test('names the option that would create it', async () => {
		const naming: Naming = { creatable: ['campaigns'], orElse: () => undefined };
		const { advice } = await resolve({}, { body: body() }, naming);
		expect(advice).toContain('from the list. Create Missing under Options creates it. Nothing was');
		const other = await resolve({}, { body: { pixels: [named('pixels', 'x')] as never } }, naming);
		expect(other.advice).not.toContain('Create Missing');
	});
});

test('twenty IDs of a name are shown at most', async () => {
	const records = Array.from({ length: 25 }, (_, n) => ({ id: n + 1, name: 'Same' }));
	const message = await valueOf('campaigns', records, 'same');
	expect(message).toMatch(
		/^Field: 25 campaigns are called "same": 1, 2, .+, 20 and 5 more \[item 3\]$/,
	);
	expect(await valueOf('campaigns', records.slice(0, 20), 'same')).toMatch(/19, 20 \[item 3\]$/);
});

// A Unicode form of such a name takes minutes, which is longer than a test may take
test('A name with too many accents on a letter does not stop n8n', async () => {
	const accents = `a${'\u0301\u0316'.repeat(500_000)}`;
	expect(await valueOf('campaigns', [{ id: 4, name: accents }], 'Spring')).toMatch(/^Field: no/);
	expect(await valueOf('campaigns', [{ id: 4, name: accents }], accents)).toBe(4);
});

test('Many records of one name are put in order', () => {
	const found = Array.from({ length: 10_000 }, (_, at) => ({
		...{ name: 'same', value: ((at * 7_919) % 10_000) + 1, record: {} },
	}));
	expect(shownIds(found)).toMatch(/^1, 2, .+, 20 and 9980 more$/);
});
