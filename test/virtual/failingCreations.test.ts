/**
 * Services that fail on every creation while reading works, and services that act late: how many requests and how much
 * time an item may cost, in virtual time.
 */
import { sleep } from 'n8n-workflow';

import { advanceUntil, useVirtualClock } from '../support/virtual/clock';
import { answering, BUSY, LinkService } from '../support/virtual/linkService';
import {
	creating,
	newHost,
	runInVirtualTime,
	type VirtualReply,
	type VirtualScript,
} from '../support/virtual/scriptedRun';

useVirtualClock();

const PAGE: VirtualReply = { status: 500, body: '<html>Whoops, something went wrong.</html>' };
const GATEWAY_TIMEOUT: VirtualReply = { status: 504, body: '<html>Gateway Timeout</html>' };

const createLinks = async (count: number, script: VirtualScript) =>
	await runInVirtualTime(creating(count, { continues: true }), script);

describe('A service that fails on every creation while reading works', () => {
	test('costs twelve rows at most 48 requests and 30 seconds', async () => {
		const { script } = new LinkService(answering('POST', PAGE));
		const { items, requests, took } = await createLinks(12, script);
		expect(items).toHaveLength(12);
		expect(requests.length).toBeLessThanOrEqual(48);
		expect(took).toBeLessThanOrEqual(30_000);
		for (const { error } of items) expect(error).toMatch(/used-up plan or a value of this item/);
	});

	test('is distinguished from an outage, in which reading fails, too', async () => {
		const { items } = await createLinks(3, () => PAGE);
		for (const { error } of items) {
			expect(error).toMatch(/is not known/);
			expect(error).not.toMatch(/used-up plan/);
		}
	});
});

test('that QR codes fail is remembered, whatever links are made meanwhile', async () => {
	const { script } = new LinkService({
		lists: { qr: [] },
		instead: ({ path }) => (path === '/api/qr/add' ? PAGE : undefined),
	});
	const host = newHost();
	let requests = 0;
	for (let run = 0; run < 6; run++) {
		const items = [{ url: `https://example.com/${run}`, addQrCode: true }];
		const given = { resource: 'link', operation: 'create', continues: true, host, items };
		requests += (await runInVirtualTime(given, script)).requests.length;
	}
	// The first code is tried in full; then a link, a code, and one look-up for each row
	expect(requests).toBeLessThanOrEqual(15 + 5 * 3);
});

const BAD_KEY: VirtualReply = { status: 401, body: { message: 'Unauthorized.' } };
const QUOTA: VirtualReply = { status: 429, headers: { 'retry-after': '7300' }, body: '' };
const ACCOUNT: VirtualReply = { body: { error: 0, data: { id: 1 } } };

test.each<[string, VirtualScript, number]>([
	['the key', () => BAD_KEY, 4],
	['what the key may not create', ({ method }) => (method === 'POST' ? BAD_KEY : ACCOUNT), 13],
	['all requests for hours', () => QUOTA, 3],
	[
		'single requests, as a firewall does',
		() => ({ status: 403, body: '<html>Blocked</html>' }),
		12,
	],
])(
	'a service that refuses %s gets as many requests of twelve rows as may help',
	async (_, script, sent) => {
		const { items, requests } = await createLinks(12, script);
		expect(requests).toHaveLength(sent);
		expect(new Set(items.map(({ error }) => error)).size).toBe(1);
		expect(items).toHaveLength(12);
	},
);

test('a service that acts half a minute after a gateway gave up makes one link', async () => {
	const { script, links } = new LinkService({
		instead: ({ method, body }, service) => {
			if (method !== 'POST') return undefined;
			void sleep(29_000).then(() => service.add({ url: String(body.url) }, 0));
			return GATEWAY_TIMEOUT;
		},
	});
	const { items } = await createLinks(1, script);
	await advanceUntil(sleep(60_000));
	expect(items[0]?.json).toMatchObject({ id: 1 });
	expect(links).toHaveLength(1);
});

/** Whether a service that serves five requests a second serves one more, by the times of those that it has served. */
const SERVES: Record<string, (at: number, served: number[]) => boolean> = {
	evenly: (at, served) => at - (served.at(-1) ?? -Infinity) >= 200,
	'in each second': (at, served) => {
		const second = Math.floor(at / 1_000);
		return served.filter((one) => Math.floor(one / 1_000) === second).length < 5;
	},
};

test.each(Object.entries(SERVES))(
	'a service that serves five requests a second %s and answers 503 above makes all 40 links',
	async (_, serves) => {
		const served: number[] = [];
		const service = new LinkService({
			instead({ at }) {
				if (!serves(at, served)) return BUSY;
				served.push(at);
				return undefined;
			},
		});
		const { items, requests } = await createLinks(40, service.script);
		expect(items.filter(({ error }) => error)).toEqual([]);
		expect(service.links).toHaveLength(40);
		expect(requests.length).toBeLessThanOrEqual(160);
	},
);

test.each([
	['for a moment', 100, 10_000],
	['from then on', Infinity, 150_000],
])(
	'a service that answers 503 %s does not hold up a run of 100 links',
	async (_, duration, most) => {
		let begin = Infinity;
		const instead = ({ at }: { at: number }, { links }: LinkService) => {
			if (links.length === 40) begin = Math.min(begin, at);
			return at >= begin && at - begin < duration ? BUSY : undefined;
		};
		const { items, took } = await createLinks(100, new LinkService({ instead }).script);
		expect(items).toHaveLength(100);
		expect(took).toBeLessThanOrEqual(most);
	},
);
