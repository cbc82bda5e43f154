/** The row about the number of requests. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../scripts/lib/workspace.mjs';
import type { Json } from '../../test/support/engine/protocol.ts';
import { type Account, type CountedWork, countRequests } from '../requests.mts';
import { type Counts, SCALING_COMMAND, timesTable } from '../scalingTable.mts';
import { LARGE_TABLE, LARGE_TABLE_CHANGED, rowsOf, tableOf, upsertOf } from '../tables.mts';
import type { Result } from '../types.mts';
import { withTable } from '../writtenTable.mts';

/** The counts that docs/scaling.md is written from. */
const countsFile = join(root, 'bench/requests.json');
const docsFile = join(root, 'docs/scaling.md');

const CREATE_OR_GET = { resource: 'link', operation: 'createOrGet', url: '={{ $json.url }}' };
const list = (more: Json): Json => ({ resource: 'link', operation: 'getAll', ...more });
const allOf = (options: Json = {}) => list({ returnAll: true, options });
const byUrl = { __rl: true, mode: 'url', value: '={{ $json.shorturl }}' };

/** Runs the node once, and counts. @throws when not as many records come out as are expected */
async function countRun(account: Account, records: number, parameters: Json, items?: Json[]) {
	await account.forgetRequests();
	const { length } = await account.run(parameters, items);
	if (length !== records) throw new Error(`${length} records instead of ${records}`);
	return await account.countRequests();
}

/** Makes links. @returns items with their short URLs */
const newLinks = async (account: Account, count: number, path?: string) =>
	await account.run({ ...CREATE_OR_GET, operation: 'create' }, rowsOf(count, path));

/** Create or Get of rows, some of which exist; more links are newer than these. */
const createOrGet =
	(rows: Json[], existing: Json[], newer = 0) =>
	async (account: Account) => {
		if (existing.length > 0) await account.run(CREATE_OR_GET, existing);
		// Links of the service's own seed have dates in the past
		if (newer > 0) await newLinks(account, newer, 'newer');
		return await countRun(account, rows.length, CREATE_OR_GET, rows);
	};

const ROWS = rowsOf(400);
const everySecond = ROWS.filter((_, index) => index % 2 === 0);
const PAGES_OF_100 = { maxPageSize: 100 };
const refusing = (maxPageSize: number) => ({ maxPageSize, largePage: 'refusal' });

const CREATE_OR_GET_WORKS: CountedWork[] = [
	{
		id: 'createOrGetAll',
		title: 'Create or Get: 400 rows that were just made',
		atMost: 20,
		count: createOrGet(ROWS, ROWS),
	},
	{
		id: 'createOrGetBelow1000',
		title: 'the same below 1,000 newer links, pages of 100',
		atMost: 40,
		settings: PAGES_OF_100,
		count: createOrGet(ROWS, ROWS, 1_000),
	},
	{
		id: 'createOrGetBelow700',
		title: 'the same below 700 newer links',
		atMost: 40,
		settings: PAGES_OF_100,
		count: createOrGet(ROWS, ROWS, 700),
	},
	{
		id: 'createOrGetBelow1600',
		title: 'the same below 1,600 newer links',
		atMost: 40,
		settings: PAGES_OF_100,
		count: createOrGet(ROWS, ROWS, 1_600),
	},
	{
		id: 'createOrGetHalf',
		title: 'every second of 400 rows exists, 800 other links',
		atMost: 260,
		seed: { links: 400 },
		count: createOrGet(ROWS, everySecond, 400),
	},
	{
		id: 'createOrGetNone',
		title: '400 new rows, account of 100,000 links',
		atMost: 405,
		seed: { links: 100_000 },
		count: createOrGet(ROWS, []),
	},
	{
		id: 'createOrGetBelow3000',
		title: '60 rows that exist below 3,000 newer links, pages of 100',
		atMost: 130,
		settings: PAGES_OF_100,
		count: createOrGet(rowsOf(60), rowsOf(60), 3_000),
	},
	{
		id: 'createOrGet10000',
		title: '10,000 rows that were just made',
		atMost: 40,
		count: createOrGet(rowsOf(10_000), rowsOf(10_000)),
	},
];

/** Create or Update of rows, all of which were made by the first run of the workflow; by hand, nothing is stored between runs. */
const upsertAgain =
	(columns: string[], rows: Json[], changed: Json[], mode: 'trigger' | 'manual' = 'trigger') =>
	async (account: Account) => {
		const parameters = upsertOf('custom', 'url', ...columns);
		const stored = await account.runAgain(parameters, rows, {}, mode);
		await account.forgetRequests();
		await account.runAgain(parameters, changed, mode === 'manual' ? {} : stored, mode);
		return await account.countRequests();
	};

const TABLE = tableOf(400);
/** With fields that the list of links does not show. */
const FULL_TABLE = tableOf(400, {
	...{ campaign: 1, utm_source: 'mail', expiry: '2099-12-31' },
});
const FULL_COLUMNS = Object.keys(FULL_TABLE[0]!).filter(
	(name) => !['custom', 'url'].includes(name),
);

const UPSERT_WORKS: CountedWork[] = [
	{
		id: 'upsertEqual',
		title: 'Create or Update: 400 equal rows among 1,400 links',
		atMost: 20,
		seed: { links: 1_000 },
		count: upsertAgain([], TABLE, TABLE),
	},
	{
		id: 'upsertEqualBy100',
		title: 'the same in pages of 100',
		atMost: 20,
		seed: { links: 1_000 },
		settings: PAGES_OF_100,
		count: upsertAgain([], TABLE, TABLE),
	},
	{
		id: 'upsertChanged',
		title: '10,000 rows, 12 changed',
		atMost: 40,
		count: upsertAgain(['metatitle'], LARGE_TABLE, LARGE_TABLE_CHANGED),
	},
	{
		id: 'upsertChangedCampaign',
		title: 'the same with a campaign column, second production run',
		atMost: 40,
		seed: { campaigns: 1 },
		count: upsertAgain(['metatitle', 'campaign'], LARGE_TABLE, LARGE_TABLE_CHANGED),
	},
	{
		id: 'upsertFull',
		title: '400 equal rows with campaign, UTM and expiry columns, second production run',
		atMost: 20,
		seed: { campaigns: 1 },
		count: upsertAgain(FULL_COLUMNS, FULL_TABLE, FULL_TABLE),
	},
	{
		id: 'upsertFullManual',
		title: 'the same, second run by hand',
		atMost: 20,
		seed: { campaigns: 1 },
		count: upsertAgain(FULL_COLUMNS, FULL_TABLE, FULL_TABLE, 'manual'),
	},
	{
		id: 'upsertNone',
		title: '400 new rows, account of 100,000 links',
		atMost: 405,
		seed: { links: 100_000 },
		count: async (account) => await countRun(account, 400, upsertOf('custom', 'url'), TABLE),
	},
];

const LIST_WORKS: CountedWork[] = [
	{
		id: 'list10000',
		title: 'Return All 10,000 links',
		atMost: 12,
		seed: { links: 10_000 },
		count: async (account) => await countRun(account, 10_000, allOf()),
	},
	{
		id: 'list10000By100',
		title: 'the same at a service that gives 100 per page',
		atMost: 100,
		seed: { links: 10_000 },
		settings: PAGES_OF_100,
		count: async (account) => await countRun(account, 10_000, allOf()),
	},
	{
		id: 'listRefuses100',
		title: 'Return All 450 links, pages over 100 are refused',
		atMost: 5 + 4,
		seed: { links: 450 },
		settings: refusing(100),
		count: async (account) => await countRun(account, 450, allOf()),
	},
	{
		id: 'listRefuses50',
		title: 'Return All 450 links, pages over 50 are refused',
		atMost: 30 + 4,
		seed: { links: 450 },
		settings: refusing(50),
		count: async (account) => await countRun(account, 450, allOf()),
	},
	{
		id: 'limit250',
		title: 'Limit 250',
		atMost: 1,
		seed: { links: 1_000 },
		count: async (account) => await countRun(account, 250, list({ limit: 250 })),
	},
	{
		id: 'pageSize30',
		title: 'Return All 90 links with Page Size 30',
		atMost: 3,
		seed: { links: 90 },
		count: async (account) => await countRun(account, 90, allOf({ pageSize: 30 })),
	},
];

const byName = (value: string) => ({ __rl: true, mode: 'name', value });

/** Creates rows in so many runs, each with a campaign and a channel by name. */
const createInRuns = (runs: number, rows: number) => async (account: Account) => {
	const additionalFields = { campaign: byName('campaign 1'), channel: byName('channel 1') };
	const parameters = { ...CREATE_OR_GET, operation: 'create', additionalFields };
	for (let run = 0; run < runs; run++) await account.run(parameters, rowsOf(rows, `run-${run}`));
	return await account.countRequests();
};

/** One request for each of 400 links that are given by their short URLs. */
const forEachLink = (parameters: Json) => async (account: Account) => {
	const links = await newLinks(account, 400);
	return await countRun(account, 400, { resource: 'link', linkId: byUrl, ...parameters }, links);
};

const LINK_WORKS: CountedWork[] = [
	{
		id: 'create20Runs',
		title: '20 rows in 20 runs, campaign and channel by name',
		atMost: 26,
		seed: { campaigns: 1, channels: 1 },
		count: createInRuns(20, 1),
	},
	{
		id: 'create10Runs',
		title: '100 rows in 10 runs, campaign and channel by name',
		atMost: 102,
		seed: { campaigns: 1, channels: 1 },
		count: createInRuns(10, 10),
	},
	{
		id: 'delete400',
		title: 'delete 400 links by short URL',
		atMost: 410,
		count: forEachLink({ operation: 'delete' }),
	},
	{
		id: 'assign400',
		title: 'assign 400 links by short URL',
		atMost: 410,
		seed: { campaigns: 1 },
		count: forEachLink({
			...{ resource: 'campaign', operation: 'assignLink' },
			campaignId: { __rl: true, mode: 'recordId', value: '1' },
		}),
	},
	{
		id: 'update400',
		title: 'update 400 links by short URL',
		atMost: 410,
		credentials: { updatesReplace: 'no' },
		count: forEachLink({ operation: 'update', updateFields: { description: 'New' } }),
	},
	{
		id: 'clicks400',
		title: 'clicks report of 400 links, total only',
		atMost: 10,
		count: forEachLink({ operation: 'getClicks', groupBy: ['total'] }),
	},
	{
		id: 'create100',
		title: 'Create 100 links',
		atMost: 100,
		count: async (account) => {
			await newLinks(account, 100);
			return await account.countRequests();
		},
	},
	{
		id: 'statistics40',
		title: 'statistics of 40 links by short URL',
		atMost: 41,
		count: async (account) => {
			const links = await newLinks(account, 40);
			const get = { resource: 'link', operation: 'get', linkId: byUrl };
			return await countRun(account, 40, get, links);
		},
	},
	{
		id: 'assign40',
		title: 'assign 40 rows of 4 links by short URL',
		atMost: 46,
		seed: { campaigns: 1 },
		count: async (account) => {
			const links = await newLinks(account, 4);
			const rows = Array.from({ length: 40 }, (_, index) => links[index % 4]!);
			const campaignId = { __rl: true, mode: 'recordId', value: '1' };
			const assign = { resource: 'campaign', operation: 'assignLink', campaignId, linkId: byUrl };
			return await countRun(account, 40, assign, rows);
		},
	},
	{
		id: 'lostCreation',
		title: 'one creation whose reply is lost, 10,000 links',
		atMost: 2,
		seed: { links: 10_000 },
		count: async (account) => {
			await account.fault('/api/url/add', { kind: 'resetAfter' });
			return await countRun(account, 1, { ...CREATE_OR_GET, operation: 'create' }, rowsOf(1));
		},
	},
];

const idlePoll = (event: string, more: Json = {}, before = 2) =>
	async function (account: Account) {
		return await account.poll({ event, ...more }, before);
	};

const OLDEST = [1, 2, 3].map((value) => ({ linkId: { __rl: true, mode: 'id', value } }));

const POLL_WORKS: CountedWork[] = [
	{
		id: 'pollNewLink',
		title: 'a poll for new links that finds none, 10,000 links',
		atMost: 1,
		seed: { links: 10_000 },
		count: idlePoll('newLink'),
	},
	{
		id: 'pollNewLinks900',
		title: 'a poll that finds 900 new links',
		atMost: 2,
		seed: { links: 10_000 },
		count: async (account) =>
			await account.poll({ event: 'newLink' }, 1, async () => void (await newLinks(account, 900))),
	},
	{
		id: 'pollsOfOneKey',
		title: 'polls of three triggers for new links that find none, one after the other',
		atMost: 3,
		seed: { links: 10_000 },
		count: async (account) => await account.poll({ event: 'newLink' }, 2, undefined, 3),
	},
	{
		id: 'pollWatched3',
		title: 'a poll for increased clicks of the 3 oldest of 10,000 links',
		atMost: 3,
		seed: { links: 10_000 },
		count: idlePoll('linkClicksIncreased', { increase: 10, filters: { links: { link: OLDEST } } }),
	},
	{
		id: 'pollReached',
		title: 'a poll for links that reach 10 clicks, 10,000 links',
		atMost: 1,
		seed: { links: 10_000, clicks: 50 },
		count: idlePoll('linkClicksReached', { threshold: 10 }),
	},
	{
		id: 'pollIncreased1000',
		title: 'a poll for increased clicks, 1,000 links',
		atMost: 1,
		seed: { links: 1_000 },
		count: idlePoll('linkClicksIncreased', { increase: 10 }),
	},
	{
		id: 'pollIncreased10000',
		title: 'the same, 10,000 links',
		atMost: 10,
		seed: { links: 10_000 },
		count: idlePoll('linkClicksIncreased', { increase: 10 }),
	},
];

const works = [
	...CREATE_OR_GET_WORKS,
	...UPSERT_WORKS,
	...LIST_WORKS,
	...LINK_WORKS,
	...POLL_WORKS,
];

const readCounts = (): Counts =>
	existsSync(countsFile) ? (JSON.parse(readFileSync(countsFile, 'utf8')) as Counts) : {};

function writeCounts(counts: Counts): void {
	writeFileSync(countsFile, `${JSON.stringify(counts, null, '\t')}\n`);
	const text = readFileSync(docsFile, 'utf8');
	writeFileSync(docsFile, withTable(text, SCALING_COMMAND, timesTable(counts)));
}

/**
 * Always one round, because the counts are exact.
 *
 * @param updatesDocs writes the counts, and the table of docs/scaling.md
 */
async function measure(updatesDocs: boolean): Promise<Result> {
	const counts = await countRequests(works);
	if (updatesDocs) writeCounts(counts);
	const documented = readCounts();
	const differences = works.filter(({ id }) => documented[id] !== counts[id]).length;
	return {
		id: 'requests',
		title: 'requests, counted at the service',
		cells: { node: `${works.length} kinds of work` },
		verdicts: [
			...works.map(({ id, title, atMost }) => ({
				says: `${title} (≤ ${atMost})`,
				figure: counts[id]!,
				reached: counts[id]! <= atMost,
			})),
			{
				says: 'numbers that differ from docs/scaling.md',
				figure: differences,
				reached: differences === 0,
			},
		],
		rounds: [counts],
	};
}

export const requestsRow = (updatesDocs: boolean) => ({
	id: 'requests',
	measure: async () => await measure(updatesDocs),
});
