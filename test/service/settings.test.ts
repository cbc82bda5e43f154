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
import type { Measured } from '../support/live';
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

/** Settings that have tests of their own, beside those that a run against a real service measures (live.test.ts). */
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
} as const satisfies Partial<Habits>;

const access = {
	badKey: 'limits.test.ts',
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
} as const satisfies Partial<Habits>;

const lists = {
	maxPageSize: {
		seed: { links: 1200 },
		observe: async () => (await listed('/urls?limit=1100')).urls.length,
		seen: [
			[1000, 1000],
			[100, 100],
			[0, 1100],
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

type Habits = {
	[Name in Exclude<keyof Settings, Measured>]: Habit<Settings[Name]> | TestedElsewhere;
};

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
