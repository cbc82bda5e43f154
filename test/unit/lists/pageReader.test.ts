/** Which page of a list is read, in which size by what the service showed of its largest, and when no more are. */
import type { IDataObject } from 'n8n-workflow';

import { Account } from '../../../nodes/LinkManagement/client/account';
import { LISTS } from '../../../nodes/LinkManagement/client/endpoints';
import type { RequestOptions } from '../../../nodes/LinkManagement/client/http';
import {
	type ListSource,
	PageReader,
	PageSizes,
	type PlacedPage,
	type ReadingLimits,
} from '../../../nodes/LinkManagement/lists/pageReader';
import {
	failed,
	listReply,
	lost,
	outcomeOf,
	pageOf,
	type SentRequest,
	type StubReply,
	stubService,
} from '../../support/stubService';
import { useVirtualClock } from '../../support/virtual/clock';

useVirtualClock('2030-01-31T10:00:00Z');

const ascending = (count: number) => Array.from({ length: count }, (_, n) => ({ id: n + 1 }));
const descending = (count: number) => ascending(count).reverse();

interface Given extends Partial<ReadingLimits> {
	source?: Partial<ListSource>;
	options?: RequestOptions;
	/** The largest page that the service gives. */
	maxSize?: number;
	/** What the service says of the last page, by the truth. */
	tellsLast?: (last: number) => number | undefined;
	/** Instead of the reply to a request. */
	instead?: (request: SentRequest) => StubReply | undefined;
}

/** A reader of a list with these records. */
function readerOf(records: IDataObject[], given: Given = {}) {
	const { source, options, maxSize, tellsLast, instead, ...limits } = given;
	const service = stubService(
		(request) => instead?.(request) ?? pageOf('qrs', records, request, { maxSize, tellsLast }),
	);
	const reader = new PageReader(
		service,
		{ list: LISTS.qrCodes, query: {}, ...source },
		{ pageSize: 100, maxRequests: 50, ...limits },
		options,
	);
	const asked = () =>
		service.requests.map(({ qs }) => `${String(qs.page)} of ${String(qs.limit ?? 'own')}`);
	return { reader, service, asked };
}

describe('The first page', () => {
	const RECORD = { id: 1 };
	const TOO_LARGE = failed('refused', { message: 'No limit, please.' });
	/** Fails at all sizes but one. */
	const allowing =
		(size: number | undefined, failure: StubReply) =>
		({ qs }: SentRequest) =>
			qs.limit === size ? undefined : failure;

	test.each<[string, StubReply]>([
		['refuses it', failed('refused', { message: 'No.' })],
		['takes too long', lost({ late: true })],
	])('is a smaller one where the service %s, which is remembered', async (_, failure) => {
		const { reader, service, asked } = readerOf([RECORD], {
			...{ pageSize: 500, instead: allowing(100, failure) },
		});
		expect((await reader.page(1))?.records).toEqual([RECORD]);
		expect(asked()).toEqual(['1 of 500', '1 of 100']);
		expect(new PageSizes(service, LISTS.qrCodes).toTry(500)).toEqual([100, 0]);
	});

	test('is asked for in no size at last, twice in a large one, and in a usual one as often as any', async () => {
		const instead = allowing(undefined, TOO_LARGE);
		const { reader, service, asked } = readerOf([RECORD], { pageSize: 500, instead });
		expect((await reader.page(1))?.records).toEqual([RECORD]);
		expect(asked()).toEqual(['1 of 500', '1 of 100', '1 of own']);
		const usual = readerOf([RECORD]);
		await usual.reader.page(1);
		const tries = [...service.requests, ...usual.service.requests].map((sent) => sent.options);
		expect(tries.map(({ maxTries }) => maxTries)).toEqual([2, 2, undefined, undefined]);
	});

	test.each<[string, StubReply, number]>([
		['another failure', failed('forbidden', { message: 'Too large.' }), 500],
		['a failure at a usual size', failed('unavailable'), 100],
		['a timeout at a usual size', lost({ late: true }), 100],
	])('is not a smaller one after %s', async (_, failure, pageSize) => {
		const { reader, service } = readerOf([], { pageSize, instead: () => failure });
		await expect(reader.page(1)).rejects.toThrow();
		expect(service.requests).toHaveLength(1);
	});

	test('of a usual size is a smaller one where the service names the size', async () => {
		for (const message of ['Perpage is 50', 'Bad pagesize', 'You exceed it']) {
			const instead = allowing(undefined, failed('refused', { message }));
			expect((await readerOf([RECORD], { instead }).reader.page(1))?.records).toEqual([RECORD]);
		}
	});

	test('fails with what keeps the service from the smaller one, not with the size', async () => {
		const instead = ({ qs }: SentRequest) =>
			Number(qs.limit) > 100 ? TOO_LARGE : failed('unavailable', { message: 'Down.' });
		const { reader } = readerOf([RECORD], { pageSize: 500, instead });
		await expect(reader.page(1)).rejects.toThrow('Down.');
	});

	test('fails where the reply holds no such list, with the words of the service', async () => {
		const instead = () => ({ body: { msg: 'Wait' } });
		const { reader } = readerOf([], { instead, options: { item: 3 } });
		const message = 'The reply does not contain a list under "qrs", but says "Wait" [item 3]';
		await expect(reader.page(1)).rejects.toThrow(message);
	});
});

describe('A reading', () => {
	test('begins no page after its time, and waits for the limit no longer', async () => {
		const { reader, service } = readerOf(ascending(900), { until: performance.now() + 5_000 });
		await reader.page(1);
		jest.advanceTimersByTime(5_000);
		expect(await reader.page(2)).toBeDefined();
		jest.advanceTimersByTime(1);
		expect(await reader.page(3)).toBeUndefined();
		expect(service.requests.map(({ options }) => options.maxWait)).toEqual([5_000, 0]);
	});

	test('believes a last page beside an empty page that does not name it', async () => {
		const { reader } = readerOf(ascending(250), {
			instead: ({ qs }) => (qs.page === 4 ? listReply('qrs', []) : undefined),
		});
		await reader.page(1);
		await reader.page(4);
		expect(await reader.page(2)).toMatchObject({ last: 3 });
	});

	test('believes no last page after one that did not name it', async () => {
		const { reader } = readerOf(ascending(450), {
			instead: ({ qs }) => (qs.page === 1 ? listReply('qrs', ascending(100)) : undefined),
		});
		expect((await reader.page(1))?.last).toBeUndefined();
		expect((await reader.page(2))?.last).toBeUndefined();
	});

	test.each([false, true])(
		'knows no order before page 1, unless the service sorts the list: %p',
		(isSortedByDate) => {
			const { reader } = readerOf([], { source: { isSortedByDate } });
			expect(reader.isOrdered).toBe(isSortedByDate);
		},
	);
});

describe('A page that is not found', () => {
	const instead = ({ qs }: SentRequest) => (Number(qs.page) > 1 ? failed('notFound') : undefined);

	test('is behind the end where it follows the last page that page 1 names', async () => {
		const { reader } = readerOf(descending(200), { instead });
		await reader.page(1);
		expect(await reader.page(3)).toEqual({ records: [], last: undefined });
		await expect(reader.page(2)).rejects.toThrow();
	});

	test.each([
		[2, true, true],
		[2, undefined, false],
		[1, true, false],
	])(
		'may be behind the end: page %i as the first of a reading that resumes: %p',
		async (number, resumes, isEnd) => {
			const { reader } = readerOf([], { resumes, instead: () => failed('notFound') });
			const { result } = await outcomeOf(reader.page(number));
			expect(result).toEqual(isEnd ? { records: [], last: undefined } : undefined);
		},
	);
});

describe('Pages in order', () => {
	const read = async (pages: AsyncGenerator<PlacedPage>) => {
		const shown: string[] = [];
		for await (const { place, records, isEnd } of pages)
			shown.push(`${place}: ${String(records[0]?.id)}${isEnd ? ', the end' : ''}`);
		return shown;
	};

	const same = () => listReply('qrs', ascending(50));
	const endless = ({ qs }: SentRequest) => listReply('qrs', [{ id: Number(qs.page) }]);
	const untold = () => undefined;

	test.each<[string, IDataObject[], Given, string[], number?]>([
		['an empty page', ascending(50), { tellsLast: untold }, ['1: 1', '2: undefined, the end']],
		['the same page once more', [], { instead: same }, ['1: 1', '2: 1, the end']],
		['page 10,000', [], { instead: endless }, ['9999: 9999', '10000: 10000, the end'], 9_999],
		['the last one that may be read', ascending(150), { maxRequests: 1 }, ['2: 51'], 2],
	])('end with %s', async (_, records, given, shown, from = 1) => {
		const { reader } = readerOf(records, { pageSize: 50, ...given });
		expect(await read(reader.pages(from))).toEqual(shown);
	});
});

describe('After a small page 1, the list is read', () => {
	const upToThree = async (count: number, given: Given) => {
		const { reader, asked, service } = readerOf(descending(count), { maxRequests: 3, ...given });
		for await (const { isEnd } of reader.pages(1)) if (isEnd) break;
		const largest = () => new PageSizes(service, LISTS.qrCodes).toTry(Infinity)[0];
		const before = largest();
		jest.setSystemTime(Date.now() + 10 * 60_000);
		return { asked: asked().join(', '), largest: [before, largest()] };
	};
	const tellsLast = () => undefined;
	const failing = (kind: 'refused' | 'notFound'): Given => ({
		instead: ({ qs }) =>
			qs.limit === 1_000 ? failed(kind, { message: 'The limit is too large.' }) : undefined,
	});
	const LARGE = '1 of 100, 1 of 1000';
	const SECOND = `${LARGE}, 2 of 1000`;

	test.each<[string, number, Given, asked: string, largest: number, later: number]>([
		['usual ones, if large ones fail', 250, failing('refused'), `${LARGE}, 1 of 100`, 100, 100],
		['usual ones, if HTTP 404 says why', 250, failing('notFound'), `${LARGE}, 1 of 100`, 100, 100],
		['usual ones later, if large ones hold no more', 300, { maxSize: 100 }, SECOND, 100, 100],
		['the same, if no last page is told', 300, { maxSize: 100, tellsLast }, SECOND, 100, 1_000],
		['large ones later, if these hold more', 300, { maxSize: 101 }, SECOND, 1_000, 1_000],
		['large ones later, if one holds all', 60, { tellsLast }, SECOND, 1_000, 1_000],
		['large ones from the start', 60, { pageSize: 1_000 }, '1 of 1000', 1_000, 1_000],
	])('in %s', async (_, count, given, asked, ...largest) => {
		expect(await upToThree(count, given)).toEqual({ asked, largest });
	});
});

const MINUTE = 60_000;
const afterMinutes = (minutes: number) => jest.setSystemTime(Date.now() + minutes * MINUTE);

test('a size over which the service failed is asked for again ten minutes later', () => {
	const sizes = new PageSizes({ account: new Account('') }, LISTS.qrCodes);
	sizes.learn(0, false);
	afterMinutes(9);
	expect(sizes.toTry(Infinity)).toEqual([0]);
	afterMinutes(1);
	expect(sizes.toTry(Infinity)).toEqual([1_000, 100, 0]);
});
