/** The table of times in docs/scaling.md. It follows from the counts of requests, which the row `requests` measures. */

/** How many requests work takes, by the ID of the work in rows/requests.mts. */
export type Counts = Record<string, number>;

/** Requests a minute. */
const LIMITS = [30, 600];
const HOUR = 60;
const DAY = 24 * HOUR;

/** Links of a slice in the example walk-large-account. */
const SLICE = 10_000;

/** Each slice of the walk begins with the last page of the one before. The row `walk` has measured the same. */
function walkOf(links: number, pageSize: number): number {
	const pages = links / pageSize;
	return pages + Math.ceil((pages - 1) / (SLICE / pageSize - 1));
}

const worksOf = (counts: Counts): Array<[work: string, requests: number]> => {
	const measured = (id: string): number => {
		const count = counts[id];
		if (count === undefined) throw new Error(`There is no count of ${id}`);
		return count;
	};
	const perLink = measured('create100') / 100;
	const perPage = measured('list10000') / 10;
	const perPageOf100 = measured('list10000By100') / 100;
	return [
		['Create 100 links', 100 * perLink],
		['Create 400 links at nine in the morning', 400 * perLink],
		['Create 10,000 links', 10_000 * perLink],
		['Create 1,000,000 links', 1_000_000 * perLink],
		['400 rows with *Create or Get*, no link exists', measured('createOrGetNone')],
		[
			'400 rows with *Create or Get*, every second link exists, 800 other links',
			measured('createOrGetHalf'),
		],
		['400 rows with *Create or Get*, all links were just created', measured('createOrGetAll')],
		[
			'the same below 1,000 newer links, at a service that gives 100 records a page',
			measured('createOrGetBelow1000'),
		],
		['10,000 rows with *Create or Get*, all links were just created', measured('createOrGet10000')],
		['400 rows with *Create or Update*, no link exists', measured('upsertNone')],
		[
			'400 rows with *Create or Update*, all as they are, 1,000 other links',
			measured('upsertEqual'),
		],
		['the same at a service that gives 100 records a page', measured('upsertEqualBy100')],
		['10,000 rows with *Create or Update*, 12 changed', measured('upsertChanged')],
		[
			'400 rows with *Create or Update* and columns that the list of links does not show, all as they are',
			measured('upsertFull'),
		],
		['20 rows in 20 runs, campaign and channel by name', measured('create20Runs')],
		['Delete 400 links, given by short URL', measured('delete400')],
		['Clicks report of 400 links, total only', measured('clicks400')],
		['Statistics of 40 links, given by short URL', measured('statistics40')],
		['Assign 40 rows of 4 links, given by short URL', measured('assign40')],
		['List 250 links', measured('limit250')],
		['List 10,000 links', measured('list10000')],
		['the same at a service that gives 100 records a page', measured('list10000By100')],
		['List 100,000 links', 100 * perPage],
		['the same at a service that gives 100 records a page', 1_000 * perPageOf100],
		['List 1,000,000 links in slices, with pages of 1,000 records', walkOf(1_000_000, 1_000)],
		['the same with pages of 100 records, as the example is set', walkOf(1_000_000, 100)],
		['One poll for new links that finds none', measured('pollNewLink')],
		['One poll that finds 900 new links', measured('pollNewLinks900')],
		['One poll for links that reach a number of clicks, 10,000 links', measured('pollReached')],
		['One poll for increased clicks, 1,000 links', measured('pollIncreased1000')],
		['One poll for increased clicks, 10,000 links', measured('pollIncreased10000')],
		['Create one link whose reply is lost', measured('lostCreation')],
	];
};

/** How long so many requests wait for the limit, as text. */
function timeOf(requests: number, perMinute: number): string {
	const minutes = Math.ceil(requests / perMinute) - 1;
	if (requests === 1) return 'at once';
	if (minutes < 1) return 'under 1 min';
	if (minutes < HOUR) return `${minutes} min`;
	if (minutes >= 2 * DAY) return `${Math.round(minutes / DAY)} days`;
	const rest = minutes % HOUR;
	return `${Math.floor(minutes / HOUR)} h${rest === 0 ? '' : ` ${rest} min`}`;
}

/** The table as Markdown. */
export function timesTable(counts: Counts): string {
	const heading = ['Work', 'Requests', ...LIMITS.map((limit) => `at ${limit} a minute`)];
	const rows = worksOf(counts).map(([work, requests]) => [
		work,
		requests.toLocaleString('en'),
		...LIMITS.map((limit) => timeOf(requests, limit)),
	]);
	const lines = [heading, heading.map(() => '---'), ...rows];
	return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The command that writes the table. */
export const SCALING_COMMAND = 'npm run bench -- --rows requests --update';
