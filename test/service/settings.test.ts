/**
 * Every setting of the service: what a client does, and what it sees with each value. The service checks each reply
 * against openapi.yaml, so the description must allow every form.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	defaultSettings,
	settingGroups,
	type Settings,
	settingsTable,
} from '../../sandbox/service/settings.ts';
import { type RunningService, startService } from '../support/service';
import { breaches, type Call, client } from './client';

interface Habit<T> {
	/** What a client does; answers what it sees. */
	observe: () => Promise<unknown>;
	/** What it must see with each value; the default comes first. */
	seen: ReadonlyArray<readonly [value: T, expected: unknown]>;
	/** Settings beside the one that is tested. */
	beside?: Partial<Settings>;
	seed?: Record<string, number>;
}

/** Settings that have tests of their own. */
type TestedElsewhere = 'limits.test.ts' | 'contract.test.ts' | 'faults.test.ts';

let service: RunningService;
let call: Call;

beforeAll(async () => {
	service = await startService(['--limit', '0', '--quiet']);
	call = client(service);
});
afterAll(() => service.stop());

const page = expect.stringMatching(/^\s*<!doctype html>/i);
const refused = (message: unknown = expect.any(String)) => ({ error: 1, message });
const said = (message: unknown = expect.any(String)) => ({ error: 0, message });

const LONG_URL = 'https://example.com/long';
const send = async (method: string, path: string, body?: unknown) =>
	(await call(method, path, body)).body;
const addLink = (fields: object = {}) => send('POST', '/url/add', { url: LONG_URL, ...fields });
const addCode = (fields: object = {}) =>
	send('POST', '/qr/add', { type: 'text', data: 'x', ...fields });
const addChannel = (name: string) => send('POST', '/channel/add', { name });
const listed = async (path: string) => (await send('GET', path)).data;
const single = async (path: string) => (await send('GET', path)).details;
const counts = () => service.control<Record<string, number>>('/state?counts=1');
const stored = async () => (await service.control<{ links: object[] }>('/state')).links;
const statusOf = async (...[method, path, body]: Parameters<Call>) =>
	(await call(method, path, body)).status;
/** HTTP status and body of a reply. */
const answer = async (...[method, path, body]: Parameters<Call>) => {
	const reply = await call(method, path, body);
	return [reply.status, reply.body];
};
/** One after the other, as the order matters. */
const each = async <T>(steps: ReadonlyArray<() => Promise<T>>) => {
	const results: T[] = [];
	for (const step of steps) results.push(await step());
	return results;
};

const isEmpty = (body: unknown) => typeof body === 'object' && Object.keys(body ?? {}).length === 0;

const namesIn = async (path: string, key: string, name = 'name') =>
	(await listed(path))[key].map((record: Record<string, unknown>) => record[name]);

const everyOption = {
	url: LONG_URL,
	custom: 'full',
	type: 'frame',
	password: 'secret',
	domain: 'https://go.example.com',
	expiry: '2099-01-01 00:00:00',
	geotarget: [{ location: 'Canada', link: 'https://example.com/ca' }],
	devicetarget: [{ device: 'iPhone', link: 'https://example.com/iphone' }],
	languagetarget: [{ language: 'fr', link: 'https://example.com/fr' }],
	metatitle: 'Title',
	metadescription: 'Description',
	metaimage: 'https://example.com/image.png',
	description: 'Note',
	pixels: [1, 2],
	channel: 1,
	campaign: 1,
	deeplink: { apple: 'itms-apps://example' },
	status: 'public',
	parameters: [{ name: 'utm_source', value: 'n8n' }],
};

const rateLimit = {
	limit: 'limits.test.ts',
	window: 'limits.test.ts',
	stolenPerWindow: 'limits.test.ts',
	resetFormat: 'limits.test.ts',
	resetOverride: 'limits.test.ts',
	overLimit: 'limits.test.ts',
	fractionalSeconds: 'limits.test.ts',
	separateBudgets: {
		beside: { limit: 2 },
		observe: async () => {
			const paths = ['/account', '/account', '/account', '/urls', '/campaigns', '/urls', '/urls'];
			const replies = await each(paths.map((path) => () => call('GET', path)));
			return replies.map(({ status }) => (status === 200 ? 'ok' : status)).join(' ');
		},
		seen: [
			['none', 'ok ok 429 429 429 429 429'],
			['lists', 'ok ok 429 ok ok 429 429'],
			['endpoints', 'ok ok 429 ok ok ok 429'],
		],
	},
	listLimit: {
		beside: { limit: 2, separateBudgets: 'lists' },
		observe: async () => {
			const replies = await each(['/account', '/urls'].map((path) => () => call('GET', path)));
			return replies.map(({ headers }) => headers.get('X-RateLimit-Limit'));
		},
		seen: [
			[0, ['2', '2']],
			[5, ['2', '5']],
		],
	},
	rateLimitHeadersOnBadKey: {
		beside: { limit: 5 },
		observe: async () => {
			const replies = [
				await call('GET', '/account'),
				await client(service, 'no')('GET', '/account'),
			];
			return replies.map(({ headers }) => headers.has('X-RateLimit-Limit'));
		},
		seen: [
			[true, [true, true]],
			[false, [true, false]],
		],
	},
} as const satisfies Partial<Habits>;

const access = {
	badKey: 'limits.test.ts',
	forbiddenEndpoints: {
		observe: () => each(['/overlay', '/splash'].map((path) => () => answer('GET', path))),
		seen: [
			[
				[],
				[
					[200, { error: '0' }],
					[200, { error: '0' }],
				],
			],
			[
				['listOverlays'],
				[
					[403, refused('You do not have permission to access this endpoint.')],
					[200, { error: '0' }],
				],
			],
		],
	},
	forbiddenStatus: {
		beside: { forbiddenEndpoints: ['getAccount'] },
		observe: () => answer('GET', '/account'),
		seen: [
			['403', [403, refused()]],
			['401', [401, refused()]],
			['200', [200, refused()]],
		],
	},
	missingEndpoints: {
		seed: { links: 2 },
		observe: () =>
			each([
				() => statusOf('PUT', '/url/1/update', { description: 'x' }),
				() => statusOf('DELETE', '/url/1/delete'),
				() => statusOf('GET', '/url/2'),
			]),
		seen: [
			[[], [200, 200, 200]],
			[
				['updateLink', 'deleteLink'],
				[404, 404, 200],
			],
		],
	},
	missingEndpointReply: {
		beside: { missingEndpoints: ['listPixels'] },
		observe: () => answer('GET', '/pixels'),
		seen: [
			['404', [404, refused('This endpoint does not exist.')]],
			['page', [404, page]],
			['refusal', [200, refused('This endpoint does not exist.')]],
		],
	},
} as const satisfies Partial<Habits>;

const refusals = {
	refusalStatus: {
		observe: () => answer('GET', '/url/99'),
		seen: [
			[200, [200, refused()]],
			[400, [400, refused()]],
		],
	},
	duplicateStatus: {
		seed: { links: 1 },
		observe: () =>
			each([
				() => statusOf('POST', '/url/add', { url: LONG_URL, custom: 's1' }),
				() => statusOf('POST', '/domain/add', { domain: 'https://go.example.com' }),
				() => statusOf('GET', '/url/99'),
			]),
		seen: [
			['same', [200, 200, 200]],
			['400', [400, 400, 200]],
			['409', [409, 409, 200]],
		],
	},
	duplicateNames: {
		observe: async () => {
			const tag = { type: 'bing', tag: 'x' };
			for (const name of ['Spring', 'Summer']) {
				await send('POST', '/campaign/add', { name });
				await addChannel(name);
				await send('POST', '/pixel/add', { name, ...tag });
				await addCode({ name });
			}
			const replies = await each([
				() => send('POST', '/campaign/add', { name: 'spring' }),
				() => addChannel('spring'),
				() => send('POST', '/pixel/add', { name: 'spring', ...tag }),
				() => addCode({ name: 'spring' }),
				() => send('PUT', '/campaign/2/update', { name: 'spring' }),
				() => send('PUT', '/channel/2/update', { name: 'spring' }),
				() => send('PUT', '/pixel/5/update', { name: 'spring', tag: 'x' }),
				() => send('PUT', '/qr/2/update', { name: 'spring', data: 'x' }),
				// Its own name is no other's
				() => send('PUT', '/channel/1/update', { name: 'spring' }),
			]);
			return replies.map((reply) => reply.message?.includes('already in use') ?? false);
		},
		seen: [
			['allowed', Array(9).fill(false)],
			['refused', [...Array(8).fill(true), false]],
		],
	},
	unknownRecord: {
		observe: async () => {
			const changes: Array<Parameters<Call>> = [
				['PUT', '/campaign/9/update', { name: 'x' }],
				['PUT', '/channel/9/update', { name: 'x' }],
				['PUT', '/domain/9/update', { redirectroot: '' }],
				['PUT', '/pixel/9/update', { tag: 'x' }],
				['PUT', '/qr/9/update', { data: 'x' }],
				['PUT', '/url/9/update', { description: 'x' }],
				['DELETE', '/url/9/delete'],
			];
			const replies = await each(changes.map((change) => () => answer(...change)));
			expect(await answer('GET', '/url/9')).toEqual([200, refused('Link not found.')]);
			// An empty object would match every reply
			return replies.map(([status, body]) => [status, isEmpty(body) ? JSON.stringify(body) : body]);
		},
		seen: [
			['refusal', Array(7).fill([200, refused(expect.stringMatching(/^[\w ]+ not found\.$/))])],
			['empty', Array(7).fill([200, ''])],
			['500', Array(7).fill([500, page])],
			['emptyObject', Array(7).fill([200, '{}'])],
			['emptyArray', Array(7).fill([200, '[]'])],
		],
	},
	messageMarkup: {
		observe: () =>
			each([
				() => send('GET', '/url/9'),
				() => send('PUT', '/account/update', { email: 'a@example.com' }),
			]),
		seen: [
			['none', [refused('Link not found.'), said('Account has been successfully updated.')]],
			[
				'strong',
				[
					refused('<strong>Link not found.</strong>'),
					said('<strong>Account has been successfully updated.</strong>'),
				],
			],
			['script', Array(2).fill({ message: expect.stringMatching(/^<script>document\.location=/) })],
			['entities', Array(2).fill({ message: expect.stringContaining('&quot;&nbsp;&#8211;') })],
		],
	},
	shortNoMatch: {
		observe: () => send('GET', '/urls?short=https%3A%2F%2Fsho.rt%2Fnone'),
		seen: [
			['refusal', refused('Link not found.')],
			['permission', refused('You do not have the permission to access this short url.')],
			['emptyList', { error: '0', data: { result: 0, urls: [] } }],
		],
	},
	aliasTakenMessage: {
		seed: { links: 1 },
		observe: () => addLink({ custom: 's1' }),
		seen: [
			[
				'That alias is taken. Please choose another one.',
				refused('That alias is taken. Please choose another one.'),
			],
			['Not free.', refused('Not free.')],
		],
	},
	blockedAliasWords: {
		observe: async () => {
			await addLink({ custom: 'free' });
			const replies = await each([
				() => addLink({ custom: 'MyCasino1' }),
				() => send('PUT', '/url/1/update', { custom: 'casino' }),
				() => addLink({ custom: 'mcsn' }),
			]);
			return replies.map(({ error }) => error);
		},
		seen: [
			[[], [0, 0, 0]],
			[
				['CASINO', 'lottery'],
				[1, 1, 0],
			],
		],
	},
	creationFailure: {
		observe: async () => {
			const replies = await each([
				() => answer('POST', '/url/add', { url: LONG_URL }),
				() => answer('POST', '/pixel/add', { type: 'bing', name: 'x', tag: 'x' }),
				() => answer('GET', '/urls'),
				() => answer('PUT', '/pixel/1/update', { tag: 'x' }),
			]);
			const { links, pixels } = await counts();
			return { replies, links, pixels };
		},
		seen: [
			[
				'none',
				{
					links: 1,
					pixels: 4,
					replies: [
						[200, { error: 0 }],
						[200, { error: 0 }],
						[200, {}],
						[200, {}],
					],
				},
			],
			[
				'500',
				{
					links: 0,
					pixels: 3,
					replies: [
						[500, page],
						[500, page],
						[200, {}],
						[200, { error: 0 }],
					],
				},
			],
			[
				'502',
				{
					links: 0,
					pixels: 3,
					replies: [
						[502, page],
						[502, page],
						[200, {}],
						[200, { error: 0 }],
					],
				},
			],
			[
				'refusal',
				{
					links: 0,
					pixels: 3,
					replies: [
						[200, refused()],
						[200, refused()],
						[200, {}],
						[200, { error: 0 }],
					],
				},
			],
		],
	},
	creationQuota: {
		beside: { creationFailure: '500' },
		observe: () => each(Array(3).fill(() => statusOf('POST', '/url/add', { url: LONG_URL }))),
		seen: [
			[0, [500, 500, 500]],
			[2, [200, 200, 500]],
		],
	},
	creationFailureText: {
		beside: { creationFailure: '502' },
		observe: () =>
			each(
				['fine', 'broken'].map(
					(description) => () => statusOf('POST', '/url/add', { url: LONG_URL, description }),
				),
			),
		seen: [
			['', [502, 502]],
			['broken', [200, 502]],
		],
	},
	pastExpiry: {
		seed: { links: 1 },
		observe: async () => {
			const past = { expiry: '2020-01-01 00:00:00' };
			const future = { expiry: '2099-01-01 00:00:00' };
			const replies = await each([
				() => addLink(past),
				() => addLink(future),
				() => send('PUT', '/url/1/update', { ...past, description: 'Changed' }),
				() => send('PUT', '/url/1/update', future),
				() => send('PUT', '/url/1/update', { expiry: '' }),
			]);
			return { errors: replies.map(({ error }) => error), links: (await counts()).links };
		},
		seen: [
			['accepted', { errors: [0, 0, 0, 0, 0], links: 3 }],
			['refusedInUpdates', { errors: [0, 0, 1, 0, 0], links: 3 }],
			['refused', { errors: [1, 0, 1, 0, 0], links: 2 }],
		],
	},
	badPreviewImage: {
		seed: { links: 1 },
		observe: async () => {
			const metaimage = 'https://example.com/page.html';
			const replies = await each([
				() => addLink({ metaimage }),
				() => send('PUT', '/url/1/update', { metaimage, description: 'Changed' }),
				() => addLink({ metaimage: 'https://example.com/i.PNG?v=1' }),
			]);
			return { replies, descriptions: (await stored()).map((link) => Object(link).description) };
		},
		seen: [
			[
				'accepted',
				{ replies: [{ id: 2 }, { id: 1 }, { id: 3 }], descriptions: ['Changed', '', ''] },
			],
			['refusal', { replies: [refused(), refused(), { id: 2 }], descriptions: ['', ''] }],
			['nothingMade', { replies: [said(), said(), { id: 2 }], descriptions: ['', ''] }],
		],
	},
} as const satisfies Partial<Habits>;

const replies = {
	shortUrlKey: {
		observe: async () =>
			await each([
				() => addLink({ custom: 'go' }),
				() => send('PUT', '/url/1/update', { description: 'x' }),
			]),
		seen: [
			['shorturl', Array(2).fill({ error: 0, id: 1, shorturl: expect.stringMatching(/\/go$/) })],
			['short', Array(2).fill({ error: 0, id: 1, short: expect.stringMatching(/\/go$/) })],
		],
	},
	createdRecordUnder: {
		observe: async () =>
			await each([
				() => addCode(),
				() => addLink(),
				() => send('POST', '/domain/add', { domain: 'https://new.example' }),
				() => addChannel('x'),
				() => send('POST', '/campaign/add', { name: 'x' }),
				() => send('PUT', '/url/1/update', { description: 'x' }),
			]),
		seen: [
			['top', Array(6).fill(expect.objectContaining({ error: 0, id: expect.any(Number) }))],
			[
				'data',
				[
					...Array(5).fill({ error: 0, data: expect.objectContaining({ id: expect.any(Number) }) }),
					expect.objectContaining({ error: 0, id: 1 }),
				],
			],
		],
	},
	messageOnlyReplies: {
		observe: async () => {
			const replies = await each([
				() => addCode(),
				() => addLink(),
				() => send('POST', '/domain/add', { domain: 'https://new.example' }),
				() => addChannel('x'),
				() => send('POST', '/campaign/add', { name: 'x' }),
			]);
			return replies.map((reply) => ('message' in reply ? Object.keys(reply) : 'record'));
		},
		seen: [
			[[], Array(5).fill('record')],
			[
				['createQrCode', 'createLink', 'createDomain', 'createChannel', 'createCampaign'],
				Array(5).fill(['error', 'message']),
			],
		],
	},
	changeReply: {
		seed: { links: 1, channels: 1 },
		observe: async () => {
			const replies = await each([
				() => answer('PUT', '/url/1/update', { description: 'Changed' }),
				() => answer('PUT', '/channel/1/update', { name: 'x' }),
				() => answer('DELETE', '/channel/1/delete'),
				() => answer('DELETE', '/channel/1/delete'),
			]);
			return [replies, (await single('/url/1')).description, (await counts()).channels];
		},
		seen: [
			[
				'normal',
				[
					[
						[200, { id: 1 }],
						[200, said()],
						[200, said()],
						[200, refused()],
					],
					'Changed',
					0,
				],
			],
			[
				'empty',
				[
					[
						[200, ''],
						[200, ''],
						[200, ''],
						[200, refused()],
					],
					'Changed',
					0,
				],
			],
		],
	},
	createdIds: {
		seed: { links: 1 },
		observe: async () => {
			const update = { description: 'x' };
			const replies = await each([() => addLink(), () => send('PUT', '/url/1/update', update)]);
			return replies.map(({ id }) => id);
		},
		seen: [
			['number', [2, 1]],
			['string', ['2', '1']],
		],
	},
	domainCreationStatus: {
		observe: () => answer('POST', '/domain/add', { domain: 'https://new.example' }),
		seen: [
			['200', [200, { error: 0, id: 3 }]],
			['201', [201, { error: 0, id: 3 }]],
		],
	},
	campaignNameKey: {
		seed: { campaigns: 1 },
		observe: async () => {
			const [{ domain, name }] = (await listed('/campaigns')).campaigns;
			return { domain, name };
		},
		seen: [
			['domain', { domain: 'Campaign 1', name: undefined }],
			['name', { domain: undefined, name: 'Campaign 1' }],
		],
	},
	campaignReplyNameKey: {
		observe: async () => {
			const replies = await each([
				() => send('POST', '/campaign/add', { name: 'Spring' }),
				() => send('PUT', '/campaign/1/update', { name: 'Spring' }),
			]);
			return replies.map(({ domain, campaign, name }) => [domain, campaign, name]);
		},
		seen: [
			['domain', Array(2).fill(['Spring', undefined, undefined])],
			['campaign', Array(2).fill([undefined, 'Spring', undefined])],
			['name', Array(2).fill([undefined, undefined, 'Spring'])],
		],
	},
	channelUpdateReply: {
		seed: { channels: 1 },
		observe: () => send('PUT', '/channel/1/update', { name: 'News', starred: true }),
		seen: [
			['message', said('Channel has been updated successfully.')],
			[
				'channel',
				{ error: 0, id: 1, name: 'News', description: '', color: '#003355', starred: true },
			],
		],
	},
	recordNumbers: {
		seed: { links: 1, clicks: 1234, qrs: 1, scans: 7 },
		observe: async () => {
			const link = await send('GET', '/url/1');
			const [{ id, clicks }] = (await listed('/urls')).urls;
			const [{ scans }] = (await listed('/qr')).qrs;
			return [id, clicks, scans, link.id, link.details.id, link.data.uniqueClicks];
		},
		seen: [
			['number', [1, 1234, 7, 1, 1, 1234]],
			['text', ['1', '1234', '7', '1', '1', '1234']],
			['grouped', ['1', '1,234', '7', '1', '1', '1,234']],
		],
	},
	locationFormat: {
		observe: async () => {
			const [all, quebec] = ['https://example.com/ca', 'https://example.com/qc'];
			await addLink({ geotarget: [{ location: 'Canada', link: all }] });
			const before = (await single('/url/1')).location;
			const body = { id: 1, location: 'Canada', region: 'Quebec', link: quebec };
			await service.control('/regions', { method: 'POST', body });
			const places = ['Quebec', 'Ontario'].map((region) => ({
				'CF-IPCountry': 'CA',
				'CF-Region': region,
			}));
			const { shorturl } = await single('/url/1');
			const targets = await each(
				places.map((headers) => async () => {
					const visit = await fetch(shorturl, { headers, redirect: 'manual' });
					return visit.headers.get('Location');
				}),
			);
			expect(targets).toEqual([quebec, all]);
			return [before, (await single('/url/1')).location];
		},
		seen: [
			['flat', [{ Canada: 'https://example.com/ca' }, { Canada: 'https://example.com/ca' }]],
			[
				'nested',
				[
					{ canada: { all: 'https://example.com/ca' } },
					{ canada: { all: 'https://example.com/ca', quebec: 'https://example.com/qc' } },
				],
			],
		],
	},
	untrackedQrCodes: {
		observe: async () => {
			for (const type of ['text', 'sms', 'wifi', 'link']) await addCode({ type });
			const codes = await each([1, 2, 3, 4].map((id) => () => send('GET', `/qr/${id}`)));
			return codes.map(({ data }) => data?.clicks ?? data);
		},
		seen: [
			['tracked', [0, 0, 0, 0]],
			['noData', [undefined, undefined, undefined, 0]],
			['emptyData', [[], [], [], 0]],
		],
	},
	qrDateUnder: {
		beside: { untrackedQrCodes: 'noData' },
		observe: async () => {
			for (const type of ['text', 'link']) await addCode({ type });
			const codes = await each([1, 2].map((id) => () => send('GET', `/qr/${id}`)));
			return codes.map(({ details, data }) => [
				typeof details.date,
				typeof data?.date,
				data?.clicks,
			]);
		},
		seen: [
			[
				'details',
				[
					['string', 'undefined', undefined],
					['string', 'undefined', 0],
				],
			],
			[
				'data',
				[
					['undefined', 'string', undefined],
					['undefined', 'string', 0],
				],
			],
		],
	},
	nameCase: {
		observe: async () => {
			await addChannel('news');
			await addCode({ name: 'poster' });
			await send('PUT', '/pixel/3/update', { tag: 'x', name: 'élan' });
			await send('POST', '/campaign/add', { name: 'spring' });
			return [
				await namesIn('/channels', 'channels'),
				await namesIn('/qr', 'qrs'),
				(await namesIn('/pixels', 'pixels'))[0],
				await namesIn('/campaigns', 'campaigns', 'domain'),
			];
		},
		seen: [
			['kept', [['news'], ['poster'], 'élan', ['spring']]],
			['capitalized', [['News'], ['Poster'], 'Élan', ['Spring']]],
		],
	},
	utcOffsetMinutes: {
		observe: async () => {
			await addLink();
			const { date } = await single('/url/1');
			const hours = (Date.parse(`${date.replace(' ', 'T')}Z`) - Date.now()) / 3_600_000;
			return hours.toFixed().replace('-0', '0');
		},
		seen: [
			[0, '0'],
			[-300, '-5'],
			[600, '10'],
		],
	},
} as const satisfies Partial<Habits>;

const links = {
	linkUpdate: {
		seed: { channels: 1, campaigns: 1 },
		observe: async () => {
			await addLink(everyOption);
			await send('PUT', '/url/1/update', { url: 'https://example.com/new' });
			const [{ options, ...row }] = (await stored()) as [Record<string, unknown>];
			const { channel_items: channels } = await counts();
			return { ...row, options: Object.keys(options as object).sort(), channels };
		},
		seen: [
			[
				'patch',
				{
					longurl: 'https://example.com/new',
					alias: 'full',
					title: 'Title',
					description: 'Note',
					expiry: '2099-01-01 00:00:00',
					status: 'public',
					campaign: 1,
					channels: 1,
					options: [
						'deeplink',
						'devicetarget',
						'geotarget',
						'languagetarget',
						'metadescription',
						'metaimage',
						'metatitle',
						'parameters',
						'password',
						'pixels',
						'type',
					],
				},
			],
			[
				'replace',
				{
					longurl: 'https://example.com/new',
					alias: 'full',
					domain: 'https://go.example.com',
					status: 'public',
					campaign: 1,
					title: 'example.com',
					description: '',
					expiry: null,
					channels: 1,
					options: ['type'],
				},
			],
			[
				'replaceAll',
				{
					longurl: 'https://example.com/new',
					alias: 'full',
					domain: 'https://go.example.com',
					status: 'private',
					campaign: null,
					title: 'example.com',
					description: '',
					expiry: null,
					channels: 0,
					options: [],
				},
			],
		],
	},
	linkUpdateNeedsUrl: {
		seed: { links: 1 },
		observe: async () => {
			const url = 'https://www.example.com/page/1';
			const bodies = [{ description: 'x' }, { description: 'x', url }];
			return await each(bodies.map((body) => () => send('PUT', '/url/1/update', body)));
		},
		seen: [
			[false, [{ error: 0 }, { error: 0 }]],
			[true, [refused('Please enter a valid URL.'), { error: 0 }]],
		],
	},
	qrUpdateNeedsType: {
		observe: async () => {
			await addCode();
			const bodies = [{ data: 'y' }, { data: 'y', type: 'link' }];
			return await each(bodies.map((body) => () => send('PUT', '/qr/1/update', body)));
		},
		seen: [
			[false, [{ error: 0 }, { error: 0 }]],
			[true, [refused('Please choose a type.'), { error: 0 }]],
		],
	},
	furtherPixelTypes: {
		observe: async () => {
			const types = ['bing', 'mastodon'];
			return await each(
				types.map((type) => () => send('POST', '/pixel/add', { type, name: 'x', tag: 'x' })),
			);
		},
		seen: [
			[[], [{ error: 0, id: 4 }, refused('Unknown pixel type.')]],
			[
				['mastodon'],
				[
					{ error: 0, id: 4 },
					{ error: 0, id: 5 },
				],
			],
		],
	},
	ownAlias: {
		seed: { links: 1 },
		observe: () => send('PUT', '/url/1/update', { custom: 's1' }),
		seen: [
			['accepted', { error: 0, id: 1 }],
			['taken', refused('That alias is taken. Please choose another one.')],
		],
	},
	customAlias: {
		observe: async () => {
			await addLink({ custom: 'Früh_am-Tag!' });
			await addLink({ custom: 'Other' });
			await send('PUT', '/url/2/update', { custom: 'Second_One' });
			// With a space: most refuse it
			await addLink({ custom: 'Spring Sale' });
			const aliases = (await stored()).map((link) => Object(link).alias as string);
			// Random aliases have six characters
			return aliases.map((alias) => (/^\w{6}$/.test(alias) ? 'random' : alias));
		},
		seen: [
			['kept', ['Früh_am-Tag!', 'Second_One']],
			['replaced', ['random', 'random', 'random']],
			['slug', ['fruh-am-tag', 'second-one', 'spring-sale']],
			['lowerCase', ['früh_am-tag!', 'second_one']],
		],
	},
	longUrls: {
		observe: async () => {
			const url = 'https://example.com/?a=1&b=2';
			await addLink({ url, custom: 'go' });
			await addLink({ url: 'https://example.com/?a=1&amp;b=2' });
			await send('PUT', '/url/2/update', { url: `${url}&c=3` });
			const { longurl } = await single('/url/1');
			// What is read can be sent back
			await send('PUT', '/url/1/update', { url: longurl });
			expect((await single('/url/1')).longurl).toBe(longurl);
			const visit = await fetch(`${service.url}/go`, { redirect: 'manual' });
			expect(visit.headers.get('Location')).toBe(url);
			const entries = (await listed('/urls')).urls as Array<{ longurl: string }>;
			return [longurl, ...entries.map((entry) => entry.longurl)];
		},
		seen: [
			['kept', ['?a=1&b=2', '?a=1&b=2&c=3', '?a=1&b=2'].map((end) => `https://example.com/${end}`)],
			[
				'entities',
				['?a=1&amp;b=2', '?a=1&amp;b=2&amp;c=3', '?a=1&amp;b=2'].map(
					(end) => `https://example.com/${end}`,
				),
			],
		],
	},
	unknownDomain: {
		seed: { links: 1 },
		observe: async () => {
			const domain = 'https://unknown.example';
			const replies = await each([
				() => addLink({ domain, custom: 'go' }),
				() => send('PUT', '/url/1/update', { domain }),
			]);
			return replies.map(({ shorturl, message }) => message ?? shorturl.replace(service.url, ''));
		},
		seen: [
			['refusal', Array(2).fill('This domain is not available.')],
			['default', ['/go', '/s1']],
		],
	},
	domainWithoutScheme: {
		observe: async () => {
			const replies = await each(
				['go.example.com', 'https://links.example.org/'].map(
					(domain) => () => addLink({ domain, custom: domain.replace(/\W/g, '') }),
				),
			);
			return replies.map(({ shorturl }) => new URL(shorturl).host.replace(/:\d+/, ''));
		},
		seen: [
			['found', ['go.example.com', 'links.example.org']],
			['default', ['127.0.0.1', 'links.example.org']],
		],
	},
	sameLongUrl: {
		observe: async () => {
			const replies = await each([
				() => addLink({ custom: 'first' }),
				() => addLink(),
				() => addLink({ custom: 'second' }),
			]);
			return replies.map(({ id }) => id);
		},
		seen: [
			['newLink', [1, 2, 3]],
			['sameLink', [1, 1, 1]],
			['sameLinkUnlessAlias', [1, 1, 2]],
		],
	},
	shortLinkBase: {
		observe: async () => {
			const { shorturl } = await addLink({ custom: 'go' });
			const found = await send('GET', `/urls?short=${encodeURIComponent(shorturl)}`);
			const [entry] = (await listed('/urls')).urls;
			const urls = [shorturl, found.details.shorturl, entry.shorturl];
			return urls.map((url) => url.replace(service.url, 'API'));
		},
		seen: [
			['', Array(3).fill('API/go')],
			['https://sho.rt', Array(3).fill('https://sho.rt/go')],
		],
	},
} as const satisfies Partial<Habits>;

const lists = {
	pageSize: {
		seed: { links: 20 },
		observe: async () => (await listed('/urls')).perpage,
		seen: [
			[15, 15],
			[7, 7],
		],
	},
	maxPageSize: {
		seed: { links: 1200 },
		observe: async () => (await listed('/urls?limit=1100')).urls.length,
		seen: [
			[1000, 1000],
			[100, 100],
			[0, 1100],
		],
	},
	maxPageSizes: {
		seed: { links: 60, qrs: 60 },
		beside: { maxPageSize: 55 },
		observe: async () => {
			const sizes = await each(
				['/urls', '/qr', '/overlay'].map(
					(path) => async () => (await listed(`${path}?limit=60`)).perpage,
				),
			);
			const body = { largePage: 'refusal' };
			await service.control('/settings', { method: 'PATCH', body });
			return [
				sizes,
				await each(['/urls', '/qr'].map((path) => () => send('GET', `${path}?limit=50`))),
			];
		},
		seen: [
			[
				{},
				[
					[55, 55, 55],
					[{ error: '0' }, { error: '0' }],
				],
			],
			[
				{ listQrCodes: 20, listOverlays: 100 },
				[
					[55, 20, 60],
					[{ error: '0' }, refused('The limit must not exceed 20.')],
				],
			],
		],
	},
	cappedPage: {
		seed: { links: 250 },
		beside: { maxPageSize: 100 },
		observe: () =>
			each(
				['limit=1000', 'limit=120&page=2', 'limit=100'].map((query) => async () => {
					const { perpage, nextpage, maxpage, urls } = await listed(`/urls?${query}`);
					return [perpage, nextpage, maxpage, urls.length, urls[0].id];
				}),
			),
		seen: [
			[
				'given',
				[
					[100, 2, 3, 100, 250],
					[100, 3, 3, 100, 150],
					[100, 2, 3, 100, 250],
				],
			],
			[
				'maxpageAsked',
				[
					[100, 2, 1, 100, 250],
					[100, 3, 3, 100, 150],
					[100, 2, 3, 100, 250],
				],
			],
			[
				'asked',
				[
					[1000, 1, 1, 100, 250],
					[120, 3, 3, 100, 150],
					[100, 2, 3, 100, 250],
				],
			],
		],
	},
	largePage: {
		seed: { links: 60 },
		beside: { maxPageSize: 50 },
		observe: () =>
			each([() => answer('GET', '/urls?limit=51'), () => answer('GET', '/campaigns?limit=50')]),
		seen: [
			[
				'capped',
				[
					[200, { data: { perpage: 50 } }],
					[200, {}],
				],
			],
			[
				'refusal',
				[
					[200, refused('The limit must not exceed 50.')],
					[200, { error: '0' }],
				],
			],
			[
				'500',
				[
					[500, page],
					[200, { error: '0' }],
				],
			],
		],
	},
	lastNextPage: {
		seed: { links: 20 },
		observe: () =>
			each([1, 2, 3].map((number) => async () => (await listed(`/urls?page=${number}`)).nextpage)),
		seen: [
			['lastPage', [2, 2, 2]],
			['null', [2, null, null]],
		],
	},
	emptyMaxPage: {
		observe: () => listed('/urls'),
		seen: [
			['1', { result: 0, maxpage: 1, urls: [] }],
			['0', { result: 0, maxpage: 0, urls: [] }],
		],
	},
	listError: {
		observe: () => send('GET', '/urls'),
		seen: [
			['text', { error: '0' }],
			['number', { error: 0 }],
		],
	},
	listOrder: {
		observe: async () => {
			for (const name of ['Beta', 'alpha', 'Gamma']) {
				await send('POST', '/campaign/add', { name });
				await addChannel(name);
				await addCode({ name });
				await send('POST', '/pixel/add', { type: 'bing', name, tag: 'x' });
			}
			const orders = [
				await namesIn('/campaigns', 'campaigns', 'domain'),
				await namesIn('/channels', 'channels'),
				await namesIn('/qr', 'qrs'),
				(await namesIn('/pixels', 'pixels')).filter((name: string) => /^\w+$/.test(name)),
			];
			// All four in the same order
			expect(new Set(orders.map(String)).size).toBe(1);
			return [
				orders[0],
				await namesIn('/splash', 'splash'),
				await namesIn('/domains', 'domains', 'domain'),
				(await namesIn('/overlay', 'cta'))[0],
			];
		},
		seen: [
			[
				'newest',
				[
					['Gamma', 'alpha', 'Beta'],
					['Season greetings', 'Product launch'],
					['https://links.example.org', 'https://go.example.com'],
					'Cookie notice',
				],
			],
			[
				'oldest',
				[
					['Beta', 'alpha', 'Gamma'],
					['Product launch', 'Season greetings'],
					['https://go.example.com', 'https://links.example.org'],
					'Newsletter',
				],
			],
			[
				'name',
				[
					['alpha', 'Beta', 'Gamma'],
					['Product launch', 'Season greetings'],
					['https://go.example.com', 'https://links.example.org'],
					'Contact form',
				],
			],
		],
	},
	linkSearch: {
		observe: async () => {
			await addLink({ custom: 'in-alias' });
			await addLink({ description: 'in-description' });
			await addLink({ metatitle: 'in-title' });
			await addLink({ url: 'https://example.com/in-url' });
			const words = ['in-alias', 'in-description', 'in-title', 'in-url'];
			return await each(words.map((word) => async () => (await listed(`/urls?q=${word}`)).result));
		},
		seen: [
			['all', [1, 1, 1, 1]],
			['urlAndTitle', [0, 0, 1, 1]],
			['urlTitleAlias', [1, 0, 1, 1]],
		],
	},
	overlayKey: {
		observe: async () => {
			const { cta, overlay } = await listed('/overlay');
			return [cta?.length, overlay?.length];
		},
		seen: [
			['cta', [3, undefined]],
			['overlay', [undefined, 3]],
		],
	},
	sharedDomains: {
		observe: async () => {
			const { shorturl, message } = await addLink({ domain: 'https://sho.rt', custom: 'go' });
			const pages = await each(
				[1, 2].map((number) => () => listed(`/domains?limit=1&page=${number}`)),
			);
			const ids = pages.map(({ domains, result }) => [
				result,
				...domains.map((domain: { id: unknown }) => domain.id),
			]);
			return [message ?? shorturl, ids];
		},
		seen: [
			[
				[],
				[
					'This domain is not available.',
					[
						[2, 2],
						[2, 1],
					],
				],
			],
			[
				['https://sho.rt'],
				[
					'https://sho.rt/go',
					[
						[2, 2, null],
						[2, 1, null],
					],
				],
			],
		],
	},
} as const satisfies Partial<Habits>;

const sandbox = {
	validateResponses: 'contract.test.ts',
	seed: 'faults.test.ts',
	journalSize: {
		observe: async () => {
			await each(Array(3).fill(() => call('GET', '/account')));
			return (await service.control<object[]>('/requests')).length;
		},
		seen: [
			[50_000, 3],
			[2, 2],
			[0, 0],
		],
	},
} as const satisfies Partial<Habits>;

type Habits = { [Name in keyof Settings]: Habit<Settings[Name]> | TestedElsewhere };

const habits: Habits = {
	...rateLimit,
	...access,
	...refusals,
	...replies,
	...links,
	...lists,
	...sandbox,
};

const cases = Object.entries(habits).flatMap(([name, habit]) => {
	if (typeof habit === 'string') return [];
	const { seen, ...rest } = habit as Habit<unknown>;
	return seen.map(([value, expected]) => ({ name, value, expected, ...rest }));
});

test.each(cases)('$name $value', async ({ name, value, expected, beside, seed, observe }) => {
	const settings = { ...beside, [name]: value };
	await service.control('/reset', { method: 'POST', body: { settings, seed } });
	expect([await observe()]).toMatchObject([expected]);
	expect(await breaches(service)).toEqual([]);
});

describe('the table of settings', () => {
	const kinds = Object.assign(
		{},
		...Object.values(settingGroups),
	) as (typeof settingGroups)[string];

	test('in README.md is that of settings.ts; `node main.ts --list-settings` prints it', () => {
		const readme = readFileSync(join(__dirname, '../../sandbox/service/README.md'), 'utf8');
		expect(readme).toContain(settingsTable());
	});

	test.each(Object.entries(habits).filter(([, habit]) => typeof habit !== 'string'))(
		'%s is tested with its default first, and with all its values',
		(name, habit) => {
			const values = (habit as Habit<unknown>).seen.map(([value]) => value);
			expect(values[0]).toEqual(defaultSettings[name as keyof Settings]);
			expect(values).toEqual(kinds[name]!.allowed ?? values);
			expect(values.length).toBeGreaterThan(1);
		},
	);

	test('values of the wrong type are refused, and nothing is changed', async () => {
		const before = await service.control('/settings');
		const patch = (body: object) => service.control('/settings', { method: 'PATCH', body });
		await expect(patch({ pageSize: 0 })).rejects.toThrow('must lie between 1');
		await expect(patch({ pageSize: '5' })).rejects.toThrow('must be a number');
		await expect(patch({ ownAlias: 'free' })).rejects.toThrow('must be one of accepted, taken');
		await expect(patch({ linkUpdateNeedsUrl: 1 })).rejects.toThrow('must be a boolean');
		await expect(patch({ sharedDomains: [1] })).rejects.toThrow('must be an array of texts');
		await expect(patch({ shortLinkBase: 'sho.rt' })).rejects.toThrow('must be an address');
		await expect(patch({ missingEndpoints: ['updateUrl'] })).rejects.toThrow('unknown operation');
		await expect(patch({ maxPageSizes: { urls: 5 } })).rejects.toThrow('unknown operation');
		await expect(patch({ maxPageSizes: { listLinks: 0 } })).rejects.toThrow('object of numbers');
		await expect(patch({ pageSize: 20, ownAlias: 'free' })).rejects.toThrow();
		expect(await service.control('/settings')).toEqual(before);
	});

	test('can be set on the command line', async () => {
		const args = ['--set', 'overlayKey=overlay', '--set', 'sharedDomains=["https://sho.rt"]'];
		const other = await startService([
			...args,
			'--set',
			'pageSize=7',
			'--set',
			'domainCreationStatus=201',
		]);
		expect(await other.control('/settings')).toMatchObject({
			overlayKey: 'overlay',
			sharedDomains: ['https://sho.rt'],
			pageSize: 7,
			domainCreationStatus: '201',
		});
		await other.stop();
	});
});
