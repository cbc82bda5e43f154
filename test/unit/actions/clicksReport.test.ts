/** The clicks of a link as rows: what is counted, in which order, and which part of all clicks a row is. */
import { clicksRows, getClicks } from '../../../nodes/LinkManagement/actions/link/getClicks';
import { good, stubService } from '../../support/stubService';
import { itemCall } from './itemCall';

const SHORT = 'https://sho.rt/abc';
const LINK = {
	id: 7,
	shorturl: SHORT,
	title: 'Spring',
	clicks: 8,
	topCountries: { Canada: 2, Germany: 5, Kenya: 1 },
	topReferrers: { 'example.com': 3 },
	topBrowsers: { Firefox: 6, Chrome: 6 },
	topOperatingSystems: {},
};
const ROW = { id: 7, shorturl: SHORT, title: 'Spring' };

test('a row for each label, most clicked first, with its share of all clicks of the link', () => {
	expect(clicksRows(LINK, ['country'])).toEqual([
		{ ...ROW, by: 'country', value: 'Germany', clicks: 5, share: 0.625 },
		{ ...ROW, by: 'country', value: 'Canada', clicks: 2, share: 0.25 },
		{ ...ROW, by: 'country', value: 'Kenya', clicks: 1, share: 0.125 },
	]);
});

test('the groups come in one order, and a group without clicks has no rows', () => {
	const rows = clicksRows(LINK, ['system', 'referrer', 'total']);
	expect(rows).toEqual([
		{ ...ROW, by: 'total', value: 'all', clicks: 8, share: 1 },
		{ ...ROW, by: 'referrer', value: 'example.com', clicks: 3, share: 0.375 },
	]);
});

test('a group with more counts than the link has clicks is shared among itself', () => {
	expect(clicksRows(LINK, ['browser']).map(({ share }) => share)).toEqual([0.5, 0.5]);
});

test('a share has four decimal places', () => {
	const thirds = { ...LINK, clicks: 3, topCountries: { Canada: 2, Kenya: 1 } };
	expect(clicksRows(thirds, ['country']).map(({ share }) => share)).toEqual([0.6667, 0.3333]);
});

test('a link without clicks has one row for the total, with the share 0', () => {
	const none = { ...LINK, clicks: 0, topCountries: {} };
	expect(clicksRows(none, ['total', 'country'])).toEqual([
		{ ...ROW, by: 'total', value: 'all', clicks: 0, share: 0 },
	]);
});

test('the report of one link takes one request, and reads counts that are sent as text', async () => {
	const details = { id: '7', shorturl: SHORT, title: 'Spring' };
	const data = { clicks: '1,200', topCountries: { Canada: '300' }, topOs: { Linux: '600' } };
	const service = stubService(() => good({ details, data }));
	const given = { groupBy: ['system', 'country'] };
	const rows = await getClicks.execute(itemCall(service, { unsent: given }));
	expect(rows.map((row) => getClicks.reply.record(row))).toEqual([
		{ ...ROW, by: 'country', value: 'Canada', clicks: 300, share: 0.25 },
		{ ...ROW, by: 'system', value: 'Linux', clicks: 600, share: 0.5 },
	]);
	expect(service.requests).toHaveLength(1);
});

test('links without clicks have no row, and the hint counts them', async () => {
	const service = stubService(() => good({ details: { id: 7, shorturl: SHORT }, data: {} }));
	const call = itemCall(service, { unsent: { groupBy: ['country'] } });
	expect(await getClicks.execute(call)).toEqual([]);
	expect(await getClicks.execute(call)).toEqual([]);
	expect(call.run.summary.counts()).toEqual([
		'2 links have no clicks of this kind, and so no row.',
	]);
});
