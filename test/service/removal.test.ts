/** What our commands remove from an account: nothing without a complete reading, and what they say of the rest. */
import { removeCreated, tableOfRun } from '../../sandbox/demo/account.ts';
import { Client } from '../../sandbox/live/client.ts';
import { nameOfRun } from '../../sandbox/live/names.ts';
import { KINDS, sweep } from '../../sandbox/live/records.ts';
import { safeText } from '../../sandbox/live/terminal.ts';
import { Tested } from './client';

const tested = new Tested('--limit', '0');
const { control, tell } = tested;

const always = { times: 0 };
/** More records than a page of the size that is asked for. */
const MORE_THAN_A_PAGE = 60;
const laterPages = (list: string) => ({ method: 'GET', path: `^/api/${list}.*[?&]page=[2-9]` });
const emptyPage = {
	error: 0,
	data: {
		result: 60,
		perpage: 50,
		currentpage: 2,
		nextpage: null,
		maxpage: 2,
		campaigns: [],
		urls: [],
	},
};

/** Faults of a later page, however large pages are. */
const LATER_PAGE_FAULTS: Array<[name: string, fault: object]> = [
	['fails', { kind: 'status', status: 500 }],
	['is a page of a firewall', { kind: 'html', status: 403 }],
	['is a page with HTTP 200', { kind: 'html', status: 200 }],
	['is refused', { kind: 'wrongShape', body: { error: 1, message: 'Something went wrong.' } }],
	['is empty, although the list goes on', { kind: 'wrongShape', body: emptyPage }],
	['has no list', { kind: 'wrongShape', body: { error: 0, data: {} } }],
	['repeats the first', { kind: 'repeatPage' }],
];

async function createCampaigns(client: Client, name: string): Promise<void> {
	for (let index = 0; index < MORE_THAN_A_PAGE; index++)
		await client.send('createCampaign', { body: { name: `${name}${index}` } });
}

test.each(LATER_PAGE_FAULTS)(
	'the records of a list whose second page %s stay, and the list counts as not read',
	async (_, fault) => {
		await tell('/reset');
		const client = new Client(tested.service, 100_000);
		const name = nameOfRun();
		await createCampaigns(client, name);
		const before = await control('/state');
		await tell('/faults', [{ ...always, match: laterPages('campaigns'), fault }]);
		const { left, removed, unread } = await sweep(client, (run) => run === name);
		expect(await control('/state')).toEqual(before);
		expect({ left, removed: removed.size }).toEqual({ left: [], removed: 0 });
		expect(unread).toMatchObject([{ isUnavailable: false }]);
		expect(unread[0]!.message).toMatch(/^the list of campaigns could not be read to its end: ./);
	},
);

test.each(LATER_PAGE_FAULTS)(
	'npm start removes nothing where the second page of links %s, and says so',
	async (_, fault) => {
		await tell('/reset');
		const lines = Array.from(
			{ length: MORE_THAN_A_PAGE },
			(_row, at) => `https://a.example/${at},,`,
		);
		const table = tableOfRun(['url,alias,campaign', ...lines].join('\n'), nameOfRun('demo-'));
		const reported = new Set<string>();
		for (const url of table.urls) {
			const { body } = await tested.call('POST', '/url/add', { url });
			reported.add(String(body.id));
		}
		const before = await control('/state');
		await tell('/faults', [{ ...always, match: laterPages('urls'), fault }]);
		const client = new Client(tested.service, 100_000);
		const removed = await removeCreated(client, table, reported);
		expect(await control('/state')).toEqual(before);
		expect(removed.counts).toBe('no links');
		expect(removed.left).toEqual([
			expect.stringMatching(/^links and campaigns of demo-[\d-]+: the list of links could not be/),
		]);
	},
);

const LISTS = Object.values(KINDS).map(({ name }) => name);

test.each([
	['a page of a firewall with 403', { kind: 'html', status: 403 }, false],
	['a page of a firewall with 404', { kind: 'html', status: 404 }, false],
	[
		'the 403 of a gateway',
		{ kind: 'wrongShape', status: 403, body: { message: 'Forbidden' } },
		false,
	],
	[
		'the refusal of a key',
		{ kind: 'wrongShape', status: 403, body: { error: 1, message: 'Invalid API key.' } },
		false,
	],
	[
		'a refusal of the endpoint',
		{
			kind: 'wrongShape',
			status: 404,
			body: { error: 1, message: 'This endpoint does not exist.' },
		},
		true,
	],
	[
		'a refusal of the plan',
		{ kind: 'wrongShape', body: { error: 1, message: 'Please upgrade your plan.' } },
		true,
	],
])('that there is no such list is said by %s: %#', async (_, fault, isUnavailable) => {
	await tell('/reset');
	await tell('/faults', [{ ...always, match: { method: 'GET' }, fault }]);
	const { unread } = await sweep(new Client(tested.service, 100_000), () => true);
	expect(unread.map((list) => list.isUnavailable)).toEqual(LISTS.map(() => isUnavailable));
});

test('the words of a service are one line without control characters, and without the key in any letter case', async () => {
	await tell('/reset');
	const { key } = tested.service;
	const message = `One\r\n\u001b[2Jtwo\u202e\u009b ${key.toUpperCase()} \u0007${key}\u200b.`;
	const body = { error: 1, message };
	await tell('/faults', [
		{ ...always, match: { method: 'GET' }, fault: { kind: 'wrongShape', body } },
	]);
	const exchange = await new Client(tested.service, 100_000).send('getAccount');
	expect(exchange.message).toBe('One [2Jtwo [key] [key].');
});

test.each([
	['a\u001b]0;title\u0007b\nc\td', 'a]0;titleb\nc d'],
	['Key-OF-Mine and k\u200bey-of-mine', '[key] and [key]'],
	['nothing', 'nothing'],
])('the terminal gets %j as %j', (text, shown) => {
	expect(safeText(text, 'key-of-mine')).toBe(shown);
});
