/**
 * Create or Get that reads the list of links: what is true without the list stays true. Two runs at once, a run that is
 * stopped and other processes never lead to two links for a row.
 */
import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { useVirtualClock } from '../support/virtual/clock';
import { LinkService, type LinkServiceOptions } from '../support/virtual/linkService';
import {
	runInVirtualTime,
	type VirtualOutcome,
	type VirtualRequest,
	type VirtualRun,
} from '../support/virtual/scriptedRun';

useVirtualClock();

const rowsOf = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, n) => ({ url: `https://example.com/page/${n}` }));
const ROWS = rowsOf(100);
const HALF = ROWS.filter((_, index) => index % 2 === 0);

let services = 0;

/** Half of the rows were created before, and the list has several pages. */
async function halfDone(options: LinkServiceOptions = {}) {
	const home = `https://listed-${++services}.example.com`;
	const service = new LinkService({ home, maxPage: 20, ...options });
	const run = async (more: Partial<VirtualRun> = {}): Promise<VirtualOutcome> =>
		await runInVirtualTime(
			{
				resource: 'link',
				operation: 'createOrGet',
				items: ROWS,
				host: `listed-${services}`,
				...more,
			},
			service.script,
		);
	const { items } = await run({ items: HALF });
	service.fill(30);
	return { service, run, given: items.map(({ json }) => json.shorturl) };
}

const isListPage = ({ path, query }: VirtualRequest) =>
	path === '/api/urls' && query.short === undefined && query.q === undefined;
const shortUrlsOf = ({ items }: VirtualOutcome) => items.map(({ json }) => json.shorturl);

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
	const [one, other] = await Promise.all([run(), run({ items: [...ROWS].reverse() })]);
	expectOneLinkPerRow(service, one, given);
	expect(shortUrlsOf(other).reverse()).toEqual(shortUrlsOf(one));
	const isCreated = ({ json }: { json: IDataObject }) => json.created === true;
	const created = [...one.items, ...other.items].filter(isCreated);
	expect(created).toHaveLength(ROWS.length - HALF.length);
});

test.each([3, 25])('a run that is stopped at request %i can be repeated', async (at) => {
	const stop = new AbortController();
	let count = -Infinity;
	const { service, run, given } = await halfDone({
		instead: () => {
			if (++count === at) stop.abort();
			return undefined;
		},
	});
	count = 0;
	const stopped = await run({ signal: stop.signal });
	expect(stopped.error?.message).toMatch(/canceled/);
	expect(stopped.requests.length).toBeLessThan(at + 16);
	count = -Infinity;
	expectOneLinkPerRow(service, await run(), given);
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
