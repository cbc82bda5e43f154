/** What Fetch Test Event shows: a record as a real event gives it. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { RateLimitBusy } from '../../../nodes/LinkManagement/errors';
import { sampleOf } from '../../../nodes/LinkManagement/trigger/sample';
import type { Watch } from '../../../nodes/LinkManagement/trigger/watch';
import { stubService } from '../../support/stubService';
import { useVirtualClock } from '../../support/virtual/clock';
import { listing, virtualTrigger } from '../../support/virtual/polls';
import { newHost } from '../../support/virtual/scriptedRun';

useVirtualClock();

const sample = async (parameters: IDataObject, records: IDataObject[]) => {
	const script = listing(() => records);
	return await virtualTrigger(parameters, script, newHost(), {}, { mode: 'manual' })();
};

const records = [
	{ id: 3, clicks: 0, scans: '0' },
	{ id: 2, clicks: 30, scans: '40' },
	{ id: 1, clicks: 4, scans: 4 },
];

test.each<[string, number, IDataObject]>([
	['linkClicksIncreased', 10, { id: 2, clicks: 30, previous: 20, difference: 10 }],
	['linkClicksIncreased', 30, { id: 2, clicks: 30, previous: 0, difference: 30 }],
	['linkClicksReached', 25, { id: 2, clicks: 30, previous: 24, difference: 6 }],
	['qrCodeScansIncreased', 10, { id: 2, scans: 40, previous: 30, difference: 10 }],
	// The count is too low, and raised
	['linkClicksIncreased', 50, { clicks: 80, previous: 30, difference: 50, sample: true }],
	['qrCodeScansReached', 100, { scans: 100, previous: 40, difference: 60, sample: true }],
])('a test event of %s by or to %i is one in which it happens', async (event, amount, expected) => {
	const parameters = { event, increase: amount, threshold: amount };
	const { records: out, requests } = await sample(parameters, records);
	expect(out).toEqual([expect.objectContaining(expected)]);
	expect('sample' in out[0]!).toBe('sample' in expected);
	expect(requests).toHaveLength(1);
});

test('a test event of a new record is the newest one as it is, by date where there are dates', async () => {
	const { records: out } = await sample({ event: 'newQrCode' }, records);
	expect(out).toEqual([{ ...records[0], scans: 0 }]);
	const dates = ['2030-01-01 10:00:00', '2030-01-03 10:00:00', '2030-01-02 10:00:00'];
	const dated = records.map((record, at) => ({ ...record, date: dates[at] }));
	const { ids } = await sample({ event: 'newQrCode' }, dated);
	expect(ids).toEqual([2]);
});

/** More than one page of links: the older, the more clicks. */
const many = Array.from({ length: 300 }, (_, n) => ({
	id: 300 - n,
	shorturl: `https://sho.rt/${300 - n}`,
	clicks: n,
}));

test.each([
	['newLink', 2_000],
	['linkClicksIncreased', 1],
])('a test event of %s in a list of many pages takes one request', async (event, id) => {
	const links = Array.from({ length: 2_000 }, (_, n) => ({ id: 2_000 - n, clicks: n }));
	const { ids, requests } = await sample({ event, increase: 10, threshold: 10 }, links);
	expect(ids).toEqual([id]);
	expect(requests).toHaveLength(1);
	// It needs one record only
	expect(Number(requests[0]?.query.limit)).toBeLessThanOrEqual(100);
});

test('a test event of scans is the highest count of many codes, which come in no order', async () => {
	const codes = many.map(({ id }) => ({ id, scans: id === 50 ? 9 : 1 }));
	const parameters = { event: 'qrCodeScansIncreased', increase: 1 };
	expect((await sample(parameters, codes)).ids).toEqual([50]);
});

test.each(['newQrCode', 'qrCodeScansIncreased'])(
	'a test event of %s is one that the keyword matches, also behind the first page, where the service cannot search',
	async (event) => {
		const codes = many.map(({ id }) => ({ id, name: id === 90 ? 'Poster' : 'Menu', scans: 5 }));
		const filters = { q: 'poster' };
		expect((await sample({ event, increase: 1, filters }, codes)).ids).toEqual([90]);
	},
);

test('a test event is one of the chosen links, wherever it is in the list', async () => {
	const filters = { links: { link: [{ linkId: 'https://sho.rt/299' }, { linkId: 294 }] } };
	const { ids } = await sample({ event: 'linkClicksReached', threshold: 5, filters }, many);
	expect(ids).toEqual([294]);
});

test('a test event needs a record', async () => {
	const reached = { event: 'linkClicksReached', threshold: 5 };
	const errorOf = async (parameters: IDataObject, of = records) =>
		(await sample(parameters, of)).error;
	expect(await errorOf(reached, [])).toMatchObject({
		message: 'There is no link to show yet',
		description:
			'Create a link at the service or change the filters, and then fetch a test event again.',
	});
	const chosen = { ...reached, filters: { links: { link: [{ linkId: 9 }] } } };
	expect((await errorOf(chosen))?.message).toBe('No link that matches the filters was found');
	const searched = { event: 'newQrCode', filters: { q: 'poster' } };
	expect((await errorOf(searched))?.message).toBe('No QR code that matches the filters was found');
});

test('a test event says when the rate limit leaves no time for it', async () => {
	const busy = new RateLimitBusy(60_000);
	const service = stubService(() => {
		throw busy;
	});
	const context = { getNode: () => ({ name: 'Trigger' }) } as unknown as IPollFunctions;
	const watch: Watch = { event: 'newLink', amount: 5, keyword: '', links: [] };
	await expect(sampleOf(context, service, watch)).rejects.toMatchObject({
		message: busy.message,
		description: 'Fetch a test event again after that.',
	});
});
