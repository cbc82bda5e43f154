/** What Fetch Test Event shows: a record as a real event gives it. */
import type { IDataObject } from 'n8n-workflow';

import { startClock, stopClock } from '../../support/virtual/clock';
import { virtualTrigger } from '../../support/virtual/polls';
import { newHost, type VirtualScript } from '../../support/virtual/scriptedRun';

beforeEach(() => startClock(Date.parse('2030-01-31T10:00:00.300Z')));
afterEach(stopClock);

/** Both lists, which give the records in this order, links in that of their clicks if asked for. */
const listing =
	(records: IDataObject[]): VirtualScript =>
	({ path, query }) => {
		const size = Number(query.limit);
		const all = [...records];
		if (query.order === 'click') all.sort((a, b) => Number(b.clicks) - Number(a.clicks));
		const page = all.slice((Number(query.page) - 1) * size, Number(query.page) * size);
		const name = path.includes('/qr') ? 'qrs' : 'urls';
		return { body: { error: 0, data: { maxpage: Math.ceil(all.length / size), [name]: page } } };
	};

const sample = async (parameters: IDataObject, records: IDataObject[]) =>
	await virtualTrigger(parameters, listing(records), newHost(), {}, 'manual')();

describe('A test event', () => {
	const records = [
		{ id: 3, clicks: 0, scans: '0' },
		{ id: 2, clicks: 30, scans: '30' },
		{ id: 1, clicks: 4, scans: 4 },
	];

	test.each<[string, IDataObject, IDataObject]>([
		[
			'of an increase that happened',
			{ event: 'linkClicksIncreased', increase: 10 },
			{ id: 2, clicks: 30, previous: 20, current: 30, difference: 10 },
		],
		[
			'of an increase that is too high is raised',
			{ event: 'linkClicksIncreased', increase: 50 },
			{ id: 2, clicks: 80, previous: 30, current: 80, difference: 50, sample: true },
		],
		[
			'of a threshold that was reached',
			{ event: 'linkClicksReached', threshold: 25 },
			{ id: 2, clicks: 30, previous: 24, current: 30, difference: 6 },
		],
		[
			'of a threshold that is too high is raised',
			{ event: 'qrCodeScansReached', threshold: 100 },
			{ id: 2, scans: 100, previous: 30, current: 100, difference: 70, sample: true },
		],
		[
			'of scans',
			{ event: 'qrCodeScansIncreased', increase: 10 },
			{ id: 2, scans: '30', previous: 20, current: 30, difference: 10 },
		],
	])('%s', async (_, parameters, expected) => {
		const { records: out, requests } = await sample(parameters, records);
		expect(out).toEqual([expect.objectContaining(expected)]);
		expect('sample' in out[0]!).toBe('sample' in expected);
		expect(requests).toHaveLength(1);
	});

	test('of a new record is the newest one as it is', async () => {
		const { records: out } = await sample({ event: 'newQrCode' }, records);
		expect(out).toEqual([records[0]]);
	});

	test('where nobody ever clicked is possible', async () => {
		const { records: out } = await sample({ event: 'linkClicksIncreased', increase: 10 }, [
			{ id: 1, clicks: 0 },
		]);
		expect(out).toEqual([
			{ id: 1, clicks: 10, previous: 0, current: 10, difference: 10, sample: true },
		]);
	});

	test('is one of the chosen links, wherever it is in the list', async () => {
		const many = Array.from({ length: 300 }, (_, n) => ({
			id: 300 - n,
			shorturl: `https://sho.rt/${300 - n}`,
			clicks: 300 - n,
		}));
		const filters = { links: { link: [{ linkId: 'https://sho.rt/2' }, { linkId: 7 }] } };
		const { ids } = await sample({ event: 'linkClicksReached', threshold: 5, filters }, many);
		expect(ids).toEqual([7]);
	});

	test('needs a record', async () => {
		const parameters = { event: 'linkClicksReached', threshold: 5 };
		expect((await sample(parameters, [])).error?.message).toBe('There is no link to show yet');
		const filters = { links: { link: [{ linkId: 9 }] } };
		expect((await sample({ ...parameters, filters }, records)).error?.message).toBe(
			'No link that matches the filters was found',
		);
	});
});
