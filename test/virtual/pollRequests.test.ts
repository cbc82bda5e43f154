/** How many requests the polls of the trigger take, and how large their pages are, in accounts of many sizes. */
import { type IDataObject, sleep } from 'n8n-workflow';

import { useVirtualClock } from '../support/virtual/clock';
import { LinkService, refusal } from '../support/virtual/linkService';
import { listing, type VirtualPoll, virtualTrigger } from '../support/virtual/polls';
import type { VirtualScript } from '../support/virtual/scriptedRun';

useVirtualClock();

const upTo = (last: number, first = 1) =>
	Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n);

/** In an order that has nothing to do with their age, as by name. */
const mixed = (ids: number[]) =>
	[...ids].sort((a, b) => ((a * 7_919) % 10_007) - ((b * 7_919) % 10_007));

const qrCodes = (ids: () => number[]) =>
	listing(() => ids().map((id) => ({ id, name: 'QR', scans: 0 })));

/** Polls until the first look at the list is done. */
async function started(poll: () => Promise<VirtualPoll>, polls = 1) {
	for (let n = 0; n < polls; n++) expect((await poll()).ids).toEqual([]);
	return poll;
}

const accountOf = (links: number, options = {}) => {
	const service = new LinkService(options);
	service.fill(links);
	return service;
};

test.each([0, 100_000])(
	'a poll of newLink that finds nothing new in %i links takes one small page',
	async (count) => {
		const { script } = accountOf(count);
		const poll = await started(virtualTrigger({ event: 'newLink' }, script));
		expect((await poll()).pages).toEqual(['1 of 100']);
	},
);

describe('A poll that must read many records takes large pages', () => {
	test('linkClicksIncreased, 10,000 links: 10 requests', async () => {
		const { links, script } = accountOf(10_000);
		const event = { event: 'linkClicksIncreased', increase: 10 };
		const poll = await started(virtualTrigger(event, script), 3);
		links[9_997]!.clicks = 12;
		links[3]!.clicks = 11;
		const found = await poll();
		expect(found.ids).toEqual([9_998, 4]);
		expect(found.pages).toEqual(upTo(10).map((page) => `${page} of 1000`));
	});

	test.each<[string, (ids: number[]) => number[]]>([
		['in no order', mixed],
		['the oldest first', (ids) => ids],
	])('newQrCode, 9,000 QR codes, %s', async (_, inOrder) => {
		let ids = inOrder(upTo(9_000));
		const script = qrCodes(() => ids);
		const poll = await started(virtualTrigger({ event: 'newQrCode' }, script));
		expect((await poll()).pages).toEqual(upTo(9).map((page) => `${page} of 1000`));
		ids = inOrder(upTo(9_002));
		expect((await poll()).ids).toEqual([9_001, 9_002]);
	});

	test.each([
		[900, ['1 of 100', '1 of 1000']],
		[5_000, ['1 of 100', ...upTo(6).map((page) => `${page} of 1000`)]],
	])('newLink, %i new links come out with one poll', async (count, pages) => {
		const service = accountOf(10_000);
		const poll = await started(virtualTrigger({ event: 'newLink' }, service.script));
		service.fill(count);
		const found = await poll();
		expect(found.ids).toEqual(upTo(10_000 + count, 10_001));
		expect(found.pages).toEqual(pages);
		for (let n = 0; n < 2; n++) expect((await poll()).ids).toEqual([]);
		expect((await poll()).pages).toEqual(['1 of 100']);
	});
});

test('chosen links that are read alone are counted in time, and one that is gone costs no more than 10 requests', async () => {
	const { links, script } = accountOf(1_200, { maxPage: 100 });
	let delay = 0;
	const slowly: VirtualScript = async (request, count) => {
		await sleep(delay);
		return await script(request, count);
	};
	const chosen = links.slice(40, 49);
	const rows = chosen.map(({ id }) => ({ linkId: { mode: 'idOrUrl', value: String(id) } }));
	const event = { event: 'linkClicksIncreased', increase: 10, filters: { links: { link: rows } } };
	const poll = await started(virtualTrigger(event, slowly), 3);
	const clicked = async (clicks: number) => {
		for (const link of chosen) link.clicks = clicks;
		const { ids, requests } = await poll();
		return [ids.length, requests.length];
	};
	delay = 4_000;
	expect(await clicked(10)).toEqual([9, 9]);
	delay = 0;
	links.splice(links.indexOf(chosen[8]!), 1);
	expect(await clicked(20)).toEqual([0, 10]);
	expect([await clicked(20), await clicked(20)]).toEqual([
		[0, 10],
		[8, 1],
	]);
});

test('a service that refuses a size in the middle of a pass loses no link', async () => {
	let maxPage = 1_000;
	const service = accountOf(15_000, {
		instead: ({ query }: { query: IDataObject }) =>
			Number(query.limit) > maxPage ? refusal('The limit is too large.') : undefined,
	});
	const poll = virtualTrigger({ event: 'linkClicksIncreased', increase: 10 }, service.script);
	expect((await poll()).pages).toHaveLength(10);
	maxPage = 100;
	for (let n = 0; n < 60; n++) expect((await poll()).ids).toEqual([]);
	for (const link of service.links) link.clicks = 10;
	const ids: unknown[] = [];
	for (let n = 0; n < 32; n++) ids.push(...(await poll()).ids);
	expect(new Set(ids).size).toBe(15_000);
});

test('a link whose clicks reach the threshold starts the workflow once', async () => {
	const service = accountOf(1);
	const event = { event: 'linkClicksReached', threshold: 10 };
	const poll = await started(virtualTrigger(event, service.script));
	const idsAt = async (clicks: number) => {
		service.links[0]!.clicks = clicks;
		return (await poll()).ids;
	};
	expect([await idsAt(9), await idsAt(10), await idsAt(25)]).toEqual([[], [1], []]);
});
