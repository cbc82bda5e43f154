/** What Fetch Test Event shows: a record as a real event gives it. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { RateLimitBusy } from '../../../nodes/LinkManagement/errors';
import { sampleOf } from '../../../nodes/LinkManagement/trigger/sample';
import { stubService } from '../../support/stubService';
import { useVirtualClock } from '../../support/virtual/clock';
import { listing, virtualTrigger } from '../../support/virtual/polls';
import { newHost } from '../../support/virtual/scriptedRun';

useVirtualClock();

const sample = async (parameters: IDataObject, records: IDataObject[]) =>
	await virtualTrigger(
		parameters,
		listing(() => records),
		newHost(),
		{},
		'manual',
	)();

describe('A test event', () => {
	const records = [
		{ id: 3, clicks: 0, scans: '0' },
		{ id: 2, clicks: 30, scans: '40' },
		{ id: 1, clicks: 4, scans: 4 },
	];

	test.each<[string, IDataObject, IDataObject]>([
		[
			'of an increase that happened',
			{ event: 'linkClicksIncreased', increase: 10 },
			{ id: 2, clicks: 30, previous: 20, difference: 10 },
		],
		[
			'of an increase that is exactly high enough',
			{ event: 'linkClicksIncreased', increase: 30 },
			{ id: 2, clicks: 30, previous: 0, difference: 30 },
		],
		[
			'of an increase that is too high is raised',
			{ event: 'linkClicksIncreased', increase: 50 },
			{ id: 2, clicks: 80, previous: 30, difference: 50, sample: true },
		],
		[
			'of a threshold that was reached',
			{ event: 'linkClicksReached', threshold: 25 },
			{ id: 2, clicks: 30, previous: 24, difference: 6 },
		],
		[
			'of a threshold that was just reached',
			{ event: 'linkClicksReached', threshold: 30 },
			{ id: 2, clicks: 30, previous: 29, difference: 1 },
		],
		[
			'of a threshold that is too high is raised',
			{ event: 'qrCodeScansReached', threshold: 100 },
			{ id: 2, scans: 100, previous: 40, difference: 60, sample: true },
		],
		[
			'of scans',
			{ event: 'qrCodeScansIncreased', increase: 10 },
			{ id: 2, scans: 40, previous: 30, difference: 10 },
		],
	])('%s', async (_, parameters, expected) => {
		const { records: out, requests } = await sample(parameters, records);
		expect(out).toEqual([expect.objectContaining(expected)]);
		expect('sample' in out[0]!).toBe('sample' in expected);
		expect(requests).toHaveLength(1);
	});

	test('of a new record is the newest one as it is', async () => {
		const { records: out } = await sample({ event: 'newQrCode' }, records);
		expect(out).toEqual([{ ...records[0], scans: 0 }]);
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
		['linkClicksReached', 1],
	])('of %s in a list of many pages takes one request', async (event, id) => {
		const links = Array.from({ length: 2_000 }, (_, n) => ({ id: 2_000 - n, clicks: n }));
		const { ids, requests } = await sample({ event, increase: 10, threshold: 10 }, links);
		expect(ids).toEqual([id]);
		expect(requests).toHaveLength(1);
		// It needs one record only
		expect(Number(requests[0]?.query.limit)).toBeLessThanOrEqual(100);
	});

	test('of scans is the highest count of many codes, which come in no order', async () => {
		const codes = many.map(({ id }) => ({ id, scans: id === 50 ? 9 : 1 }));
		const parameters = { event: 'qrCodeScansIncreased', increase: 1 };
		expect((await sample(parameters, codes)).ids).toEqual([50]);
	});

	test('is one that the keyword matches, also where the service cannot search', async () => {
		const codes = [
			{ id: 3, name: 'Menu', scans: 9 },
			{ id: 2, name: 'Poster', scans: 5 },
		];
		const filters = { q: 'post' };
		for (const event of ['newQrCode', 'qrCodeScansIncreased'])
			expect((await sample({ event, increase: 1, filters }, codes)).ids).toEqual([2]);
	});

	test.each(['newQrCode', 'qrCodeScansIncreased'])(
		'of %s is one that the keyword matches, also behind the first page',
		async (event) => {
			const codes = many.map(({ id }) => ({ id, name: id === 90 ? 'Poster' : 'Menu', scans: 5 }));
			const filters = { q: 'poster' };
			expect((await sample({ event, increase: 1, filters }, codes)).ids).toEqual([90]);
		},
	);

	test('says when the list is too long to find the link', async () => {
		const filters = { links: { link: [{ linkId: 300 }] } };
		const parameters = { event: 'linkClicksReached', threshold: 5, filters };
		const script = listing(() => many, 15);
		const { error, requests } = await virtualTrigger(parameters, script, newHost(), {}, 'manual')();
		expect(requests).toHaveLength(10);
		expect(error).toMatchObject({
			message:
				'No link that matches the filters was found in the part of the list that a test event reads',
			description: 'Change the filters, or publish the workflow: its polls read the whole list.',
		});
	});

	test('is one of the chosen links, wherever it is in the list', async () => {
		const filters = { links: { link: [{ linkId: 'https://sho.rt/299' }, { linkId: 294 }] } };
		const { ids } = await sample({ event: 'linkClicksReached', threshold: 5, filters }, many);
		expect(ids).toEqual([294]);
	});

	test('needs a record', async () => {
		const parameters = { event: 'linkClicksReached', threshold: 5 };
		expect((await sample(parameters, [])).error).toMatchObject({
			message: 'There is no link to show yet',
			description:
				'Create a link at the service or change the filters, and then fetch a test event again.',
		});
		const chosen = { ...parameters, filters: { links: { link: [{ linkId: 9 }] } } };
		expect((await sample(chosen, records)).error?.message).toBe(
			'No link that matches the filters was found',
		);
		const searched = { event: 'newQrCode', filters: { q: 'poster' } };
		expect((await sample(searched, records)).error?.message).toBe(
			'No QR code that matches the filters was found',
		);
	});

	test.each(['newLink', 'linkClicksReached'] as const)(
		'of %s says when the rate limit leaves no time for it',
		async (event) => {
			const busy = new RateLimitBusy(60_000);
			const service = stubService(() => {
				throw busy;
			});
			const context = { getNode: () => ({ name: 'Trigger' }) } as unknown as IPollFunctions;
			const watch = { event, amount: 5, keyword: '', links: [] };
			await expect(sampleOf(context, service, watch)).rejects.toMatchObject({
				message: busy.message,
				description: 'Fetch a test event again after that.',
			});
		},
	);
});
