/**
 * The settings of the service. live.test.ts measures most of them from outside, and limits, contract and faults have tests of a few;
 * here is what a client sees with each value of the others.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { settingGroups, type Settings, settingsTable } from '../../sandbox/service/settings.ts';
import type { TestedAlone } from '../support/live';
import { breaches, refused, said, type Step, Tested } from './client';

const tested = new Tested('--limit', '0', '--quiet');

interface Habit<T> {
	/** What a client sees with each value; the default comes first. */
	seen: ReadonlyArray<readonly [value: T, ...steps: Step[]]>;
	/** Settings beside the one that is tested. */
	beside?: Partial<Settings>;
	seed?: object;
}

type Habits = { [Name in TestedAlone]: Habit<Settings[Name]> };

const link = (reply: unknown, fields: object = {}): Step => [
	'POST /url/add',
	{ url: 'https://example.com/long', ...fields },
	reply,
];
const pixel = (type: string, reply: unknown): Step => [
	'POST /pixel/add',
	{ type, name: 'x', tag: 'x' },
	reply,
];
const account: Step = ['GET /account', { error: 0 }];
const journal = (...entries: object[]): Step => ['GET /sandbox/requests', entries];

const pixels = (reply: unknown): Step => ['GET /pixels', reply];
const pageOf = (query: string, perpage: number, nextpage: number, maxpage: number): Step => {
	const currentpage = query.endsWith('page=2') ? 2 : 1;
	const data = { perpage, currentpage, nextpage, maxpage, urls: Array(100).fill({}) };
	return [`GET /urls?limit=${query}`, { data }];
};
const page = expect.stringMatching(/^\s*<!doctype html>/i);

/** Two creations, then what works all the same. */
const creations = (reply: unknown): Step[] => [
	link(reply),
	pixel('bing', reply),
	['GET /urls', { error: '0' }],
	['PUT /pixel/1/update', { tag: 'x' }, said()],
];
const made = { error: 0, id: expect.any(Number) };

const habits: Habits = {
	missingEndpointReply: {
		beside: { missingEndpoints: ['listPixels'] },
		seen: [
			['404', pixels(refused('This endpoint does not exist.')), journal({ status: 404 })],
			['page', pixels(page), journal({ status: 404 })],
			['refusal', pixels(refused('This endpoint does not exist.')), journal({ status: 200 })],
		],
	},
	maxPageSize: {
		seed: { links: 1_100 },
		seen: [1_000, 100, 0].map((size) => [
			size,
			['GET /urls?limit=1100', { data: { urls: Array(size || 1_100).fill({}) } }],
		]),
	},
	cappedPage: {
		seed: { links: 250 },
		beside: { maxPageSize: 100 },
		seen: [
			['given', pageOf('1000', 100, 2, 3), pageOf('120&page=2', 100, 3, 3)],
			['maxpageAsked', pageOf('1000', 100, 2, 1), pageOf('120&page=2', 100, 3, 3)],
			['asked', pageOf('1000', 1_000, 1, 1), pageOf('120&page=2', 120, 3, 3)],
		],
	},
	aliasTakenMessage: {
		seen: ['That alias is taken. Please choose another one.', 'Not free.'].map((message) => [
			message,
			link(made, { custom: 'go' }),
			link(refused(message), { custom: 'go' }),
		]),
	},
	blockedAliasWords: {
		seen: [
			[[], link(made, { custom: 'MyCasino1' })],
			[
				['CASINO', 'lottery'],
				link(refused(), { custom: 'MyCasino1' }),
				link(made, { custom: 'mcsn' }),
				['PUT /url/1/update', { custom: 'casino' }, refused()],
			],
		],
	},
	creationFailure: {
		seen: [
			['none', ...creations(made)],
			['500', ...creations(page), journal({ status: 500 }, { status: 500 }, {}, {})],
			['502', ...creations(page), journal({ status: 502 }, { status: 502 }, {}, {})],
			['refusal', ...creations(refused())],
		],
	},
	creationQuota: {
		beside: { creationFailure: 'refusal' },
		seen: [
			[0, link(refused())],
			[2, link(made), link(made), link(refused())],
		],
	},
	creationFailureText: {
		beside: { creationFailure: 'refusal' },
		seen: [
			['', link(refused(), { description: 'fine' })],
			['broken', link(made, { description: 'fine' }), link(refused(), { description: 'broken' })],
		],
	},
	furtherPixelTypes: {
		seen: [
			[[], pixel('mastodon', refused('Unknown pixel type.')), pixel('bing', made)],
			[['mastodon'], pixel('mastodon', made), pixel('bing', made)],
		],
	},
	sharedDomains: {
		seen: [
			[
				[],
				link(refused('This domain is not available.'), { domain: 'https://sho.rt' }),
				['GET /domains?limit=1&page=2', { data: { result: 2, domains: [{ id: 1 }] } }],
			],
			[
				['https://sho.rt'],
				link({ shorturl: 'https://sho.rt/go' }, { domain: 'https://sho.rt', custom: 'go' }),
				...[2, 1].map((id, index): Step => [
					`GET /domains?limit=1&page=${index + 1}`,
					{ data: { result: 2, domains: [{ id }, { id: null }] } },
				]),
			],
		],
	},
	journalSize: {
		seen: [
			[50_000, account, account, account, journal({}, {}, {})],
			[2, account, account, account, journal({}, {})],
			[0, account, journal()],
		],
	},
};

const cases = Object.entries<Habit<unknown>>(habits).flatMap(([name, { seen, ...given }]) =>
	seen.map(([value, ...steps]) => ({ name, value, steps, ...given })),
);

test.each(cases)('$name $value', async ({ name, value, steps, beside, seed }) => {
	await tested.tell('/reset', { settings: { ...beside, [name]: value }, seed });
	await tested.take(...steps);
	expect(await breaches(tested.service)).toEqual([]);
});

test.each(Object.entries<Habit<unknown>>(habits))(
	'%s is tested with its default first, and with all its values',
	(name, { seen }) => {
		const { initial, allowed } = Object.assign({}, ...Object.values(settingGroups))[name];
		const values = seen.map(([value]) => value);
		expect(values[0]).toEqual(initial);
		expect(values).toEqual(allowed ?? values);
		expect(values.length).toBeGreaterThan(1);
	},
);

test('the table in README.md is that of settings.ts; `node main.ts --list-settings` prints it', () => {
	const readme = readFileSync(join(__dirname, '../../sandbox/service/README.md'), 'utf8');
	expect(readme).toContain(settingsTable());
});

test('values of the wrong type are refused, and nothing is changed', async () => {
	const before = await tested.control('/settings');
	const wrong: Array<[settings: object, message: string]> = [
		[{ pageSize: 0 }, 'must lie between 1'],
		[{ pageSize: '5' }, 'must be a number'],
		[{ ownAlias: 'free' }, 'must be one of accepted, taken'],
		[{ linkUpdateNeedsUrl: 1 }, 'must be a boolean'],
		[{ sharedDomains: [1] }, 'must be an array of texts'],
		[{ shortLinkBase: 'sho.rt' }, 'must be an address'],
		[{ missingEndpoints: ['updateUrl'] }, 'unknown operation'],
		[{ maxPageSizes: { urls: 5 } }, 'unknown operation'],
		[{ maxPageSizes: { listLinks: 0 } }, 'object of numbers'],
		[{ pageSize: 20, limits: 5 }, 'Unknown setting'],
	];
	for (const [settings, message] of wrong)
		await expect(tested.set(settings)).rejects.toThrow(message);
	expect(await tested.control('/settings')).toEqual(before);
});
