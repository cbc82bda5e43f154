/** Which pages one poll reads, in which order, and when it stops. Virtual time. */
import type { IDataObject } from 'n8n-workflow';

import { RateLimitBusy } from '../../../nodes/LinkManagement/errors';
import { PollReader } from '../../../nodes/LinkManagement/trigger/pollReader';
import { events, type WatchedList } from '../../../nodes/LinkManagement/trigger/watch';
import {
	failed,
	pageOf,
	type SentRequest,
	type StubReply,
	stubService,
} from '../../support/stubService';
import { useVirtualClock } from '../../support/virtual/clock';

useVirtualClock('2030-01-31T10:00:00Z');

const pass = (ms: number) => jest.advanceTimersByTime(ms);
const idsFrom = (first: number, count: number, step = -1) =>
	Array.from({ length: count }, (_, n) => ({ id: first + n * step }));
const QR_CODES: WatchedList = events.newQrCode.source;
const LINKS: WatchedList = events.newLink.source;

/** A reader of a list that holds these records; `reply` replaces the reply to a request. */
function readerOf(
	records: IDataObject[],
	{
		source = QR_CODES,
		keyword = '',
		maxSize = 1_000,
		reply = undefined as ((request: SentRequest, count: number) => StubReply) | undefined,
	} = {},
) {
	const service = stubService(
		(request, count) =>
			reply?.(request, count) ?? pageOf(source.list.arrayName, records, request, { maxSize }),
	);
	const reader = new PollReader(service, source, keyword);
	return { reader, service, queries: () => service.requests.map(({ qs }) => qs) };
}

/** All pages that a poll reads, as the service counts them. */
async function pagesOf(reader: PollReader, from = 1) {
	const pages = [];
	for await (const page of reader.pages(from)) pages.push(page);
	return pages;
}

describe('A request', () => {
	test('names page and size, and what the list is sorted by', async () => {
		const { reader, service } = readerOf(idsFrom(300, 300), { source: LINKS });
		const [page] = await pagesOf(reader, 3);
		expect(page).toMatchObject({ place: 3, isEnd: true, records: { length: 100 } });
		expect(service.requests).toMatchObject([
			{ method: 'GET', url: '/api/urls', qs: { order: 'date', limit: 100, page: 3 } },
		]);
		expect(service.requests[0]!.qs).not.toHaveProperty('q');
		expect(service.requests[0]!.options).toMatchObject({ maxWait: 20_000, maxTries: undefined });
	});

	test('searches if the service can search, and a keyword is set', async () => {
		const links = readerOf([], { source: LINKS, keyword: 'spring' });
		await pagesOf(links.reader);
		expect(links.queries()).toEqual([{ order: 'date', q: 'spring', limit: 100, page: 1 }]);
		const codes = readerOf([], { keyword: 'spring' });
		await pagesOf(codes.reader);
		expect(codes.queries()).toEqual([{ limit: 100, page: 1 }]);
	});
});

describe('A poll', () => {
	test('sends ten requests at most, and then names the next page', async () => {
		const { reader, service } = readerOf(idsFrom(2_000, 2_000));
		reader.pageSize = 50;
		expect(await pagesOf(reader, 2)).toHaveLength(10);
		expect(reader.next).toBe(12);
		expect(service.requests).toHaveLength(10);
	});

	test('sends none after 20 seconds, and waits for the limit no longer', async () => {
		const { reader } = readerOf(idsFrom(5, 5));
		expect(reader.maxWait).toBe(20_000);
		pass(20_000);
		expect(reader.maxWait).toBe(0);
		expect(await pagesOf(reader)).toHaveLength(1);
		pass(1);
		expect(reader.maxWait).toBe(0);
		expect(await pagesOf(reader)).toEqual([]);
	});

	test('that finds the limit used up reads nothing, and says when it may', async () => {
		const busy = new RateLimitBusy(7_000);
		const { reader } = readerOf([], {
			reply: () => {
				throw busy;
			},
		});
		expect(await pagesOf(reader, 4)).toEqual([]);
		expect([reader.busy, reader.next]).toEqual([busy, 4]);
		expect((await reader.newestPages(1).next()).done).toBe(true);
	});

	test('fails with every other problem, and with records of which none has a numeric ID', async () => {
		const refused = readerOf([], { reply: () => failed('forbidden') });
		await expect(pagesOf(refused.reader)).rejects.toThrow('It failed.');
		const withoutId = readerOf([{ id: null }, { id: 'x' }]).reader;
		await expect(pagesOf(withoutId)).rejects.toThrow('records with a number as their ID');
	});
});

test('a record matches the filter by its name, however it is written, if the service cannot search', () => {
	const codes = readerOf([], { keyword: 'SPRing & Café' }).reader;
	expect(codes.matches({ name: 'In spRING &amp; cafe\u0301' })).toBe(true);
	expect(codes.matches({ name: 'Summer' })).toBe(false);
	const links = readerOf([], { keyword: 'SPRing', source: LINKS }).reader;
	expect(links.matches({ name: 'Summer' })).toBe(true);
});
