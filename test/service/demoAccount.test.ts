/** What `npm start` removes from the account of a real service: what its run created, and nothing else. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { credentialNameOf, plan, removeCreated, tableOfRun } from '../../sandbox/demo/account.ts';
import { Client } from '../../sandbox/live/client.ts';
import { nameOfRun } from '../../sandbox/live/names.ts';
import { Tested } from './client';

const original = readFileSync(join(__dirname, '../../examples/data/links.csv'), 'utf8');
const table = tableOfRun(original, nameOfRun('demo-'));
const [url = '', two = ''] = table.urls;
const [campaign = ''] = table.campaigns;

const tested = new Tested('--limit', '0', '--set', 'longUrls=entities');
const { call, tell } = tested;
const state = () => tested.control('/state');

test('the table of a run differs from the original in long URLs, aliases and campaigns only', () => {
	expect(table).toMatchObject({ rows: 100, urls: { size: 100 }, campaigns: { size: 10 } });
	const withoutRun = table.text.replaceAll(/[?&]run=demo-[\d-]+|demo-\d{8}-\d{6}-/g, '');
	expect(withoutRun).toBe(original);
});

test('it says what the example creates', () => {
	const text = plan({ url: 'https://links.example.com', key: 'x' }, table);
	expect(text).toContain('https://links.example.com');
	expect(text).toMatch(/up to 100 links and 10 campaigns .* begin with demo-\d{8}-\d{6}-\./);
});

test('each account has its own credential in n8n, so that no published workflow goes on with another one', () => {
	const names = [
		...['https://a.example', 'https://b.example'].map((at) =>
			credentialNameOf({ url: at, key: 'k' }),
		),
		credentialNameOf({ url: 'https://a.example/api', key: 'other' }),
	];
	expect(new Set(names)).toHaveProperty('size', 3);
	expect(names[0]).toMatch(/ at a\.example /);
});

const always = { times: 0 };
const lists = { match: { method: 'GET', path: '/api/(urls|campaigns)' } };
const refusal = { error: 1, message: 'Something went wrong.' };
const ALL = {
	counts: '2 links and 1 campaigns',
	left: [expect.stringMatching(/no long URL of the run/)],
};

test.each([
	['in order', [], ALL],
	['that fails once', [{ ...lists, fault: { kind: 'status', status: 500 } }], ALL],
	['that refuses once', [{ ...lists, fault: { kind: 'wrongShape', body: refusal } }], ALL],
	['that shows a page once', [{ ...lists, fault: { kind: 'html', status: 503 } }], ALL],
	[
		'whose lists cannot be read',
		[{ ...lists, ...always, fault: { kind: 'wrongShape', body: refusal } }],
		{ counts: 'no links', left: [expect.stringContaining('Something went wrong.')] },
	],
])('at a service %s, it removes what the run created, or nothing', async (_, faults, expected) => {
	await tell('/reset');
	const create = async (longUrl: string, name: string) => {
		if (name) await call('POST', '/campaign/add', { name });
		const { body } = await call('POST', '/url/add', { url: longUrl });
		return String(body.id);
	};
	const ofOwner = await create(url.replace(/.run=.*/, ''), campaign.replace(table.run, ''));
	const before = await state();
	const ofRun = [await create(url, campaign), await create(two, '')];
	// A reply to a creation can name another record
	const reported = new Set([...ofRun, ofOwner]);
	const after = await state();
	await tell('/faults', faults);
	const removed = await removeCreated(new Client(tested.service, 100_000), table, reported);
	const isUnread = expected.counts === 'no links';
	expect(await state()).toEqual(isUnread ? after : before);
	expect(removed).toMatchObject(expected);
});
