/**
 * What our commands remove from an account: what their run created, nothing else, and nothing without a complete reading; and what they
 * say of the rest.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { credentialNameOf, removeCreated, tableOfRun } from '../../sandbox/demo/account.ts';
import { Client } from '../../sandbox/live/client.ts';
import { nameOfRun } from '../../sandbox/live/names.ts';
import { KINDS, sweep } from '../../sandbox/live/records.ts';
import { safeText } from '../../sandbox/live/terminal.ts';
import { Tested } from './client';

const tested = new Tested('--limit', '0', '--set', 'longUrls=entities');
const { call, control, tell } = tested;
const newClient = () => new Client(tested.service, 100_000);
beforeEach(() => tell('/reset'));

const always = { times: 0 };
/** More records than a page of the size that is asked for. */
const MORE_THAN_A_PAGE = 60;
const LATER_PAGES = { method: 'GET', path: '^/api/(urls|campaigns).*[?&]page=[2-9]' };
const emptyPage = {
	error: 0,
	data: {
		...{ result: 60, perpage: 50, currentpage: 2, nextpage: null, maxpage: 2 },
		...{ campaigns: [], urls: [] },
	},
};
const refusal = { error: 1, message: 'Something went wrong.' };

const create = async (url: string) => String((await call('POST', '/url/add', { url })).body.id);

/** Faults of a later page, however large pages are. */
const LATER_PAGE_FAULTS: Array<[name: string, fault: object]> = [
	['fails', { kind: 'status', status: 500 }],
	['is a page of a firewall', { kind: 'html', status: 403 }],
	['is a page with HTTP 200', { kind: 'html', status: 200 }],
	['is refused', { kind: 'wrongShape', body: refusal }],
	['is empty, although the list goes on', { kind: 'wrongShape', body: emptyPage }],
	['has no list', { kind: 'wrongShape', body: { error: 0, data: {} } }],
	['repeats the first', { kind: 'repeatPage' }],
];

test.each(LATER_PAGE_FAULTS)(
	'of a list whose second page %s, neither a sweep nor npm start removes anything, and both say so',
	async (_, fault) => {
		const client = newClient();
		const name = nameOfRun();
		const rows = Array.from(
			{ length: MORE_THAN_A_PAGE },
			(_row, at) => `https://a.example/${at},,`,
		);
		const table = tableOfRun(['url,alias,campaign', ...rows].join('\n'), nameOfRun('demo-'));
		const reported = new Set<string>();
		for (const url of table.urls) {
			reported.add(await create(url));
			await client.send('createCampaign', { body: { name: `${name}${reported.size}` } });
		}
		const before = await control('/state');
		await tell('/faults', [{ ...always, match: LATER_PAGES, fault }]);

		const { left, removed, unread } = await sweep(client, (run) => run === name);
		expect({ left, removed: removed.size }).toEqual({ left: [], removed: 0 });
		expect(unread).toMatchObject([{ isUnavailable: false }]);
		expect(unread[0]!.message).toMatch(/^the list of campaigns could not be read to its end: ./);
		expect(await removeCreated(newClient(), table, reported)).toEqual({
			counts: 'no links',
			left: [
				expect.stringMatching(
					/^links and campaigns of demo-[\d-]+: the list of links could not be/,
				),
			],
		});
		expect(await control('/state')).toEqual(before);
	},
);

describe('npm start at a real service', () => {
	const original = readFileSync(join(__dirname, '../../examples/data/links.csv'), 'utf8');
	const table = tableOfRun(original, nameOfRun('demo-'));

	test('has a table that differs from the original in long URLs, aliases and campaigns only', () => {
		expect(table).toMatchObject({ rows: 100, urls: { size: 100 }, campaigns: { size: 10 } });
		const withoutRun = table.text.replaceAll(/[?&]run=demo-[\d-]+|demo-\d{8}-\d{6}-/g, '');
		expect(withoutRun).toBe(original);
	});

	test('has a credential for each account, so that no published workflow goes on with another one', () => {
		const names = [
			{ url: 'https://a.example', key: 'k' },
			{ url: 'https://b.example', key: 'k' },
			{ url: 'https://a.example/api', key: 'other' },
		].map(credentialNameOf);
		expect(new Set(names)).toHaveProperty('size', 3);
		expect(names[0]).toMatch(/ at a\.example /);
	});

	test.each([
		['in order', undefined],
		['that fails once', { kind: 'status', status: 500 }],
		['that refuses once', { kind: 'wrongShape', body: refusal }],
		['that shows a page once', { kind: 'html', status: 503 }],
	])('removes what the run created from a service %s', async (_, fault) => {
		const [url = '', two = ''] = table.urls;
		const [campaign = ''] = table.campaigns;
		await call('POST', '/campaign/add', { name: campaign.replace(table.run, '') });
		const ofOwner = await create(url.replace(/.run=.*/, ''));
		const before = await control('/state');
		await call('POST', '/campaign/add', { name: campaign });
		// A reply to a creation can name another record
		const reported = new Set([await create(url), await create(two), ofOwner]);
		const match = { method: 'GET', path: '/api/(urls|campaigns)' };
		if (fault) await tell('/faults', [{ match, fault }]);
		const removed = await removeCreated(newClient(), table, reported);
		expect(await control('/state')).toEqual(before);
		expect(removed).toMatchObject({
			counts: '2 links and 1 campaigns',
			left: [expect.stringMatching(/no long URL of the run/)],
		});
	});
});

const LISTS = Object.values(KINDS).map(({ name }) => name);

const answers = (body: object, status = 200) => ({ kind: 'wrongShape', status, body });

const refuses = (message: string, status = 200) => answers({ error: 1, message }, status);

/** It says when to come back, so that no test waits. */
const MANY = 'Too many requests, upgrade your plan or come back in 0 seconds.';

test.each([
	['a page of a firewall with 403', { kind: 'html', status: 403 }, false],
	['the 403 of a gateway', answers({ message: 'Forbidden' }, 403), false],
	['the refusal of a key', refuses('Invalid API key.', 403), false],
	['a refusal of the endpoint', refuses('This endpoint does not exist.', 404), true],
	['a refusal of the plan', refuses('Please upgrade your plan.'), true],
	['a refusal of too many requests', refuses(MANY, 429), false],
])('that there is no such list is said by %s: %#', async (_, fault, isUnavailable) => {
	await tell('/faults', [{ ...always, match: { method: 'GET' }, fault }]);
	const { unread } = await sweep(newClient(), () => true);
	expect(unread.map((list) => list.isUnavailable)).toEqual(LISTS.map(() => isUnavailable));
});

test('a name with a time that does not exist is that of no run', async () => {
	await call('POST', '/campaign/add', { name: 'n8n-live-20269999-999999-campaign' });
	expect((await sweep(newClient(), () => false)).underWay.size).toBe(0);
});

test('a list counts as read to its end where some of its records are none', async () => {
	const campaigns = [null, 7, { id: 1, name: 'theirs' }];
	const fault = answers({ error: 0, data: { campaigns } });
	await tell('/faults', [{ ...always, match: { path: '^/api/campaigns' }, fault }]);
	expect(await sweep(newClient(), () => true)).toMatchObject({ left: [], unread: [] });
});

test('a list that is not there after a record of its kind was made is not one without such records', async () => {
	const client = newClient();
	await client.send('createCampaign', { body: { name: `${nameOfRun()}campaign` } });
	await tested.set({ missingEndpoints: ['listCampaigns', 'listPixels'] });
	const { unread } = await sweep(client, () => true);
	expect(unread.map(({ isUnavailable }) => isUnavailable)).toEqual([true, false]);
});

test.each([
	['a\u001b]0;title\u0007b\nc\td', 'a]0;titleb\nc d'],
	['Key-OF-Mine and k\u200bey-of-mine', '[key] and [key]'],
])('the terminal gets %j as %j', (text, shown) => {
	expect(safeText(text, 'key-of-mine')).toBe(shown);
});
