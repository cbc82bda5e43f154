/**
 * Runs that are stopped, and repeated, and two at once: no row ever has two links, and the report of a stopped run says what was
 * done.
 */
import { type IDataObject, sleep } from 'n8n-workflow';

import { advanceUntil, useVirtualClock } from '../support/virtual/clock';
import {
	nodeBeside,
	OLD,
	others,
	resultsOf,
	shortUrlsOf,
	upsertItems,
} from '../support/virtual/linkRows';
import { LinkService, type LinkServiceOptions } from '../support/virtual/linkService';
import {
	newHost,
	type VirtualOutcome,
	type VirtualRequest,
	type VirtualScript,
} from '../support/virtual/scriptedRun';

useVirtualClock();

const ROWS = Array.from({ length: 100 }, (_, n) => ({ url: `https://example.com/page/${n}` }));
const HALF = ROWS.filter((_, index) => index % 2 === 0);

/** Half of the rows were created before, and the list has several pages. */
async function halfDone(options: LinkServiceOptions = {}) {
	const host = newHost();
	const home = `https://${host}.example.com`;
	const service = new LinkService({ home, maxPage: 20, ...options });
	const node = nodeBeside(service, {}, host);
	const run = async (items = ROWS) => await node.run('createOrGet', items, { continues: false });
	const given = shortUrlsOf(await run(HALF));
	service.fill(30);
	return { service, run, given };
}

const isListPage = ({ path, query }: VirtualRequest) =>
	path === '/api/urls' && query.short === undefined && query.q === undefined;

/** Each row has one link, the one that it had before. */
function expectOneLinkPerRow(service: LinkService, outcome: VirtualOutcome, given: unknown[]) {
	expect(outcome.error).toBeUndefined();
	expect(outcome.requests.some(isListPage)).toBe(true);
	expect(shortUrlsOf(outcome).filter((_, index) => index % 2 === 0)).toEqual(given);
	expect(new Set(shortUrlsOf(outcome)).size).toBe(ROWS.length);
	const targets = service.links.map(({ longurl }) => longurl);
	expect(targets.filter((url) => url.startsWith('https://example.com/'))).toHaveLength(ROWS.length);
}

test('two runs at once give the same links', async () => {
	const { service, run, given } = await halfDone();
	const [one, other] = await Promise.all([run(), run([...ROWS].reverse())]);
	expectOneLinkPerRow(service, one, given);
	expect(shortUrlsOf(other).reverse()).toEqual(shortUrlsOf(one));
	const isCreated = ({ json }: { json: IDataObject }) => json.created === true;
	const created = [...one.items, ...other.items].filter(isCreated);
	expect(created).toHaveLength(ROWS.length - HALF.length);
});

test('a link that another process creates after the list was read is found', async () => {
	let isRead = false;
	let other: IDataObject | undefined;
	const { service, run, given } = await halfDone({
		instead: (request, links) => {
			isRead ||= isListPage(request);
			// The other process is a moment faster with the same row
			if (isRead && !other && request.method === 'POST')
				other = links.add(
					{ url: String(request.body.url), custom: String(request.body.custom) },
					0,
				);
			return undefined;
		},
	});
	const outcome = await run();
	expectOneLinkPerRow(service, outcome, given);
	const row = ROWS.findIndex(({ url }) => url === other?.longurl);
	expect(outcome.items[row]?.json).toMatchObject({ shorturl: other?.shorturl, created: false });
});

describe('Create or Update that is stopped', () => {
	/** Six links of the table exist, and all of them differ. Twelve are new. */
	const EXISTING = Array.from({ length: 6 }, (_, n) => ({
		custom: `old-${n}`,
		url: `${OLD}/${n}`,
	}));
	const ADDED = Array.from({ length: 12 }, (_, n) => ({ custom: `new-${n}`, url: `${OLD}/+${n}` }));
	const TABLE = [...EXISTING, ...ADDED].map((row) => ({ ...row, metatitle: 'New' }));
	/** What becomes of the reply to a request that the service has carried out. */
	type Fate = (
		request: VirtualRequest,
		count: number,
		stop: () => void,
	) => 'lost' | 'silent' | void;
	/** The second request of a kind that is not answered is the moment. */
	const everySecond =
		(method: string): Fate =>
		({ method: sent }, count, stop) => {
			if (sent !== method || count % 2 > 0) return undefined;
			if (count % 4 === 0) stop();
			return 'silent';
		};

	test.each<[string, Fate]>([
		['while it waits', (_, count, stop) => void (count === 6 && void sleep(10).then(stop))],
		['while the links are read', (_request, _, stop) => (stop(), 'silent')],
		['while links are created whose answers do not come', everySecond('POST')],
		['while links are updated whose answers do not come', everySecond('PUT')],
		[
			'while it looks for a link whose reply was lost',
			({ method, query }, count, stop) => {
				if (method === 'POST') return 'lost';
				return query.page === undefined || count < 4 ? undefined : (stop(), 'silent');
			},
		],
	])(
		'%s: the error says what was done, and the second run does what is missing',
		async (_, fate) => {
			const service = new LinkService();
			for (const row of [...EXISTING, ...others]) service.add(row);
			const controller = new AbortController();
			const stop = () => controller.abort();
			const script: VirtualScript = async (request, count) => {
				const reply = await service.script(request, count);
				return (controller.signal.aborted ? undefined : fate(request, count, stop)) ?? reply;
			};
			const node = nodeBeside({ script });
			const more = { signal: controller.signal };
			const stopped = await node.run('upsert', upsertItems(TABLE), more);
			expect(controller.signal.aborted).toBe(true);
			await advanceUntil(sleep(1_000));
			const before = structuredClone(service.links);
			const repeated = await node.upsert(TABLE);
			// What the first run did, also where its reply was lost, is not done again
			expect(resultsOf(repeated)).toEqual(
				TABLE.map(({ custom, metatitle }) => {
					const link = before.find(({ alias }) => alias === custom);
					if (!link) return 'created';
					return link.title === metatitle ? 'unchanged' : 'updated';
				}),
			);
			expect(resultsOf(await node.upsert(TABLE))).toEqual(TABLE.map(() => 'unchanged'));
			const aliases = service.links.map(({ alias }) => alias).sort();
			expect(aliases).toEqual([...others, ...TABLE].map(({ custom }) => custom).sort());

			const { message, description, context } = stopped.error!;
			expect(message).toBe('The execution was canceled');
			const [, completed] = /^(\d+) of 18 items completed; nothing further was sent\./.exec(
				description ?? '',
			)!;
			const [, created = '0', updated = '0'] =
				/(\d+) created, (\d+) updated, 0 unchanged\.$/.exec(description ?? '') ?? [];
			expect(Number(created) + Number(updated)).toBe(Number(completed));
			const named = (context.created ?? []) as string[];
			expect(named).toHaveLength(Number(created));
			expect(before.map(({ shorturl }) => shorturl)).toEqual(expect.arrayContaining(named));
		},
	);

	test('after an update whose answer did not come: the campaign of before is sent again', async () => {
		const campaigns = [1, 2].map((id) => ({ id, name: `No. ${id}` }));
		const service = new LinkService({ lists: { campaigns } });
		const stop = new AbortController();
		let isSilent = false;
		const { run } = nodeBeside({
			script: async (request, count) => {
				const reply = await service.script(request, count);
				if (!isSilent || request.method !== 'PUT') return reply;
				stop.abort();
				return 'silent';
			},
		});
		const staticData = {};
		const upsert = async (campaign: number, signal?: AbortSignal) => {
			const items = upsertItems([{ custom: 'a', url: OLD, campaign }]);
			return resultsOf(await run('upsert', items, { staticData, signal }));
		};
		expect(await upsert(1)).toEqual(['created']);
		isSilent = true;
		expect(await upsert(2, stop.signal)).toEqual([]);
		isSilent = false;
		expect(await upsert(1)).toEqual(['updated']);
		expect(await upsert(1)).toEqual(['unchanged']);
	});
});

const link = (n: number, campaign?: string): IDataObject => ({
	url: `https://example.com/${n}`,
	additionalFields: campaign ? { campaign: { mode: 'name', value: campaign } } : {},
	options: { createMissing: ['campaigns'] },
});
const code = (n: number, name = `Code ${n}`) => ({ name, type: 'text', data: 'Hello' });

test.each([
	['a missing campaign', '/api/campaign/add', 'link', 'create', link],
	['a QR code', '/api/qr/add', 'qrCode', 'createOrGet', code],
	['the list of campaigns', '/api/campaigns', 'link', 'create', link],
])('%s: where the run that asks for it for all is stopped, one item does it', async (...given) => {
	const [, path, resource, operation, item] = given;
	const stop = new AbortController();
	const lists: Record<string, IDataObject[]> = { campaigns: [], qr: [] };
	const service = new LinkService({ lists });
	const sent: string[] = [];
	let isFirst = true;
	const script: VirtualScript = async (request, count) => {
		sent.push(`${request.method} ${request.path}`);
		if (request.path === path && isFirst) {
			isFirst = false;
			await sleep(1_000);
			stop.abort();
			await sleep(2_000);
		}
		return await service.script(request, count);
	};
	const { run } = nodeBeside({ script });
	const rows = [
		...Array.from({ length: 8 }, (_, n) => item(n)),
		...Array.from({ length: 8 }, (_, n) => item(n + 8, 'Neu')),
	];
	await Promise.all([
		run(operation, [item(99, 'Neu')], { resource, signal: stop.signal }),
		run(operation, rows, { resource }),
	]);
	const made = Object.values(lists).flat();
	expect(made.filter(({ name }) => name === 'Neu').length).toBeLessThanOrEqual(2);
	expect(sent.filter((one) => one === `GET ${path}`).length).toBeLessThanOrEqual(3);
});
