/** Which pages one poll reads, in which order, and when it stops. Virtual time. */
import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../../nodes/LinkManagement/api/lists';
import { RateLimitBusy } from '../../../nodes/LinkManagement/errors';
import { pageSizesOf } from '../../../nodes/LinkManagement/lists/pageSizes';
import type { WatchedList } from '../../../nodes/LinkManagement/trigger/events';
import { pageSizeOf, PollReader } from '../../../nodes/LinkManagement/trigger/pollReader';
import {
	failed,
	listReply,
	outcomeOf,
	type SentRequest,
	type StubReply,
	stubService,
} from '../../support/stubService';
import { startClock, stopClock } from '../../support/virtual/clock';

beforeEach(() => startClock(Date.parse('2030-01-31T10:00:00Z')));
afterEach(stopClock);

const pass = (ms: number) => jest.advanceTimersByTime(ms);
const idsFrom = (first: number, count: number, step = -1) =>
	Array.from({ length: count }, (_, n) => ({ id: first + n * step }));
const QR_CODES: WatchedList = {
	list: LISTS.qrCodes,
	query: {},
	record: 'QR code',
	count: 'scans',
	name: ({ name }) => String(name),
};
const LINKS: WatchedList = {
	...QR_CODES,
	list: LISTS.links,
	query: { order: 'date' },
	isSortedByDate: true,
	search: 'q',
};

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
	const service = stubService((request, count) => {
		if (reply) return reply(request, count);
		const { limit = 15, page } = request.qs as { limit?: number; page: number };
		const size = Math.min(limit, maxSize);
		const shown = records.slice((page - 1) * size, page * size);
		return listReply(source.list.arrayName, shown, { maxpage: Math.ceil(records.length / size) });
	});
	const reader = new PollReader(service, source, keyword);
	return { reader, service, queries: () => service.requests.map(({ qs }) => qs) };
}

describe('A request', () => {
	test('names page and size, and what the list is sorted by', async () => {
		const { reader, service } = readerOf(idsFrom(300, 300), { source: LINKS });
		const page = await reader.page(2);
		expect(page).toMatchObject({ last: 3, records: { length: 100 } });
		expect(service.requests).toMatchObject([
			{ method: 'GET', url: '/api/urls', qs: { order: 'date', limit: 100, page: 2 } },
		]);
		expect(service.requests[0]!.qs).not.toHaveProperty('q');
		expect(service.requests[0]!.options).toMatchObject({ maxWait: 20_000, maxTries: undefined });
	});

	test('searches if the service can search, and a keyword is set', async () => {
		const links = readerOf([], { source: LINKS, keyword: 'spring' });
		await links.reader.page(1);
		expect(links.queries()).toEqual([{ order: 'date', q: 'spring', limit: 100, page: 1 }]);
		const codes = readerOf([], { keyword: 'spring' });
		await codes.reader.page(1);
		expect(codes.queries()).toEqual([{ limit: 100, page: 1 }]);
	});

	test('of a size of 0 asks for the own size of the service', async () => {
		const { reader, queries } = readerOf(idsFrom(40, 40));
		reader.pageSize = 0;
		await reader.page(1);
		await reader.page(2);
		expect(queries()).toEqual([{ page: 1 }, { page: 2 }]);
	});

	test('that is too large is tried once, and the smaller size stays for the poll', async () => {
		const { reader, service, queries } = readerOf([], {
			reply: ({ qs }) =>
				qs.limit === 1_000
					? failed('refused', { message: 'The limit is too large.' })
					: listReply('qrs', idsFrom(9, 3), { maxpage: 5 }),
		});
		reader.pageSize = 1_000;
		await reader.page(1);
		expect(service.requests[0]!.options.maxTries).toBe(1);
		expect(reader.pageSize).toBe(100);
		await reader.page(2);
		expect(queries().map(({ limit }) => limit)).toEqual([1_000, 100, 100]);
	});

	test('that fails on a later page is not repeated in another size', async () => {
		const { reader, service } = readerOf([], {
			reply: (_, count) =>
				count === 1
					? listReply('qrs', idsFrom(9, 3), { maxpage: 5 })
					: failed('refused', { message: 'The limit is too large.' }),
		});
		await reader.page(1);
		await expect(reader.page(2)).rejects.toThrow('too large');
		expect(service.requests).toHaveLength(2);
	});
});

describe('A poll', () => {
	test('sends ten requests at most', async () => {
		const { reader, service } = readerOf(idsFrom(2_000, 2_000));
		for (let page = 1; page <= 10; page++) expect(await reader.page(page)).toBeDefined();
		expect(await reader.page(11)).toBeUndefined();
		expect(service.requests).toHaveLength(10);
	});

	test('sends none after 20 seconds, and waits for the limit no longer', async () => {
		const { reader } = readerOf(idsFrom(5, 5));
		expect(reader.maxWait).toBe(20_000);
		pass(20_000);
		expect(reader.maxWait).toBe(0);
		expect(await reader.page(1)).toBeDefined();
		pass(1);
		expect(reader.maxWait).toBe(0);
		expect(await reader.page(1)).toBeUndefined();
	});

	test('that finds the limit used up reads nothing, and says when it may', async () => {
		const busy = new RateLimitBusy(7_000);
		const { reader } = readerOf([], {
			reply: () => {
				throw busy;
			},
		});
		expect(reader.busy.readyIn).toBe(20_000);
		expect(await reader.page(1)).toBeUndefined();
		expect(reader.busy).toBe(busy);
		expect(await reader.newest(1)).toBeUndefined();
	});

	test('fails with every other problem, and with records of which none has a numeric ID', async () => {
		const refused = readerOf([], { reply: () => failed('forbidden') });
		await expect(refused.reader.page(1)).rejects.toThrow('It failed.');
		const { message } = await outcomeOf(readerOf([{ id: null }, { id: 'x' }]).reader.page(1));
		expect(message).toContain('records with a number as their ID');
	});
});

describe('The page after one that was not enough', () => {
	test('is page 1 as a large one after a small page 1, otherwise the next one', async () => {
		const { reader, queries } = readerOf(idsFrom(3_000, 3_000));
		const first = (await reader.page(1))!;
		expect(reader.pageAfter(2, first)).toBe(3);
		expect(reader.pageSize).toBe(100);
		expect(reader.pageAfter(1, first)).toBe(1);
		expect(reader.pageSize).toBe(1_000);
		const large = (await reader.page(1))!;
		expect(reader.pageAfter(1, large)).toBe(2);
		expect(queries().map(({ limit }) => limit)).toEqual([100, 1_000]);
	});

	test('is the next one if the service gives no larger pages', async () => {
		const { reader, service } = readerOf(idsFrom(300, 300), { maxSize: 60 });
		const first = (await reader.page(1))!;
		expect(reader.pageAfter(1, first)).toBe(1);
		await reader.page(1);
		expect(pageSizesOf(service, LISTS.qrCodes).canGiveMoreThan(60)).toBe(false);
		const next = new PollReader(service, QR_CODES, '');
		expect(next.pageAfter(1, (await next.page(1))!)).toBe(2);
	});

	test('may be a large one later if the whole list fits into a small page', async () => {
		const { reader, service } = readerOf(idsFrom(60, 60));
		reader.pageAfter(1, (await reader.page(1))!);
		await reader.page(1);
		expect(pageSizesOf(service, LISTS.qrCodes).canGiveMoreThan(100)).toBe(true);
	});

	test('is a large page 1 after place 2 where the oldest come first', async () => {
		const { reader } = readerOf(idsFrom(1, 250, 1));
		const newest = (await reader.newest(1))!;
		expect(reader.pageAfter(1, newest)).toBe(2);
		expect(reader.pageAfter(2, newest)).toBe(1);
		expect(reader.pageSize).toBe(1_000);
	});
});

describe('From new to old', () => {
	const idsOf = (page: { records: IDataObject[] } | undefined) =>
		page && [page.records[0]?.id, page.records.at(-1)?.id];

	test('the pages come in the order of a service that lists the newest first', async () => {
		const { reader, queries } = readerOf(idsFrom(250, 250));
		expect(idsOf(await reader.newest(1))).toEqual([250, 151]);
		expect(idsOf(await reader.newest(3))).toEqual([50, 1]);
		expect(idsOf(await reader.newest(1))).toEqual([250, 151]);
		expect(queries().map(({ page }) => page)).toEqual([1, 3]);
	});

	test('they come from the last one backwards if the oldest come first', async () => {
		const { reader, queries } = readerOf(idsFrom(1, 250, 1));
		expect(idsOf(await reader.newest(1))).toEqual([201, 250]);
		expect(await reader.newest(2)).toMatchObject({ last: 3 });
		expect(idsOf(await reader.newest(3))).toEqual([1, 100]);
		expect(idsOf(await reader.newest(4))).toEqual([1, 100]);
		expect(queries().map(({ page }) => page)).toEqual([1, 3, 2]);
	});

	test('links of one moment on page 1 do not tell the direction, the last page does', async () => {
		const dated = (ids: IDataObject[], date: string) => ids.map(({ id }) => ({ id, date }));
		const moment = dated(idsFrom(101, 150, 1), '2030-02-01 10:00:00');
		const earlier = dated(idsFrom(100, 100), '2030-01-01 10:00:00');
		const first = readerOf([...moment, ...earlier], { source: LINKS });
		expect(idsOf(await first.reader.newest(1))).toEqual([101, 200]);
		expect(idsOf(await first.reader.newest(2))).toEqual([201, 51]);
		expect(first.queries().map(({ page }) => page)).toEqual([1, 3, 2]);
		const oldest = readerOf([...dated(earlier, '2030-01-01').reverse(), ...moment], {
			source: LINKS,
		});
		expect(idsOf(await oldest.reader.newest(1))).toEqual([201, 250]);
		expect(idsOf(await oldest.reader.newest(2))).toEqual([101, 200]);
		expect(oldest.queries().map(({ page }) => page)).toEqual([1, 3, 2]);
	});

	test('a last page that has become empty is skipped', async () => {
		const records = idsFrom(1, 201, 1);
		const { reader, queries } = readerOf(records);
		await reader.page(1);
		const shrinking = readerOf([], {
			reply: ({ qs }) => listReply('qrs', qs.page === 3 ? [] : idsFrom(1, 100, 1), { maxpage: 3 }),
		});
		expect(idsOf(await shrinking.reader.newest(1))).toEqual([1, 100]);
		expect(shrinking.queries().map(({ page }) => page)).toEqual([1, 3, 2]);
		expect(queries()).toHaveLength(1);
	});
});

test('a list has an order if the service sorts it, or if its newest page shows one', async () => {
	const isOrdered = async (records: IDataObject[], source = QR_CODES) => {
		const { reader } = readerOf(records, { source });
		const before = reader.isOrdered;
		await reader.newest(1);
		return [before, reader.isOrdered];
	};
	expect(await isOrdered([{ id: 5 }, { id: 9 }, { id: 1 }], LINKS)).toEqual([true, true]);
	expect(await isOrdered(idsFrom(10, 10))).toEqual([false, true]);
	expect(await isOrdered(idsFrom(1, 10, 1))).toEqual([false, true]);
	expect(await isOrdered(idsFrom(9, 9))).toEqual([false, false]);
	expect(await isOrdered([])).toEqual([false, false]);
});

test('a record matches the filter by its name, in any case, if the service cannot search', () => {
	const codes = readerOf([], { keyword: 'SPRing' }).reader;
	expect(codes.matches({ name: 'In spRING' })).toBe(true);
	expect(codes.matches({ name: 'Summer' })).toBe(false);
	const links = readerOf([], { keyword: 'SPRing', source: LINKS }).reader;
	expect(links.matches({ name: 'Summer' })).toBe(true);
});

test.each([
	[undefined, 100],
	[{}, 100],
	[{ pageSize: 40 }, 40],
	[{ pageSize: 0 }, 0],
])('a stored state %j counts its pages in steps of %d', (state, size) => {
	expect(pageSizeOf(state)).toBe(size);
});
