/** What becomes of replies: names of what exists, statistics, and long lists that let the server breathe. */
import { type INode, NodeOperationError } from 'n8n-workflow';

import { addRunReport } from '../../nodes/LinkManagement/execution/entryPoints/runReport';
import { statistics } from '../../nodes/LinkManagement/execution/reply';
import { inSlices, type Result } from '../../nodes/LinkManagement/execution/results';

const node = {
	name: 'Link Management',
	type: 'linkManagement',
	typeVersion: 1,
	position: [0, 0],
	id: '1',
	parameters: {},
} as INode;

test.each([
	[
		'what a creation is known by',
		{ id: 7, shorturl: 'https://s.example/a' },
		'https://s.example/a',
	],
	[
		'another name for the short URL',
		{ short: 'https://s.example/a', id: 7 },
		'https://s.example/a',
	],
	['the address of a QR code', { link: 'https://s.example/qr/7' }, 'https://s.example/qr/7'],
	['the ID', { id: 7 }, '7'],
	['what is not empty', { shorturl: '', id: '7' }, '7'],
	[
		'what stands under data',
		{ message: 'Done', data: { shorturl: 'https://s.example/a' } },
		'https://s.example/a',
	],
	['else the item', { message: 'Done' }, 'item 3'],
])('names %s', (_, json, name) => {
	const error = new NodeOperationError(node, 'Refused');
	addRunReport(error, new Map<number, Result[]>([[3, [{ json }]]]), 5, true);
	expect(error.description).toBe(
		`1 of 5 items were done, nothing more was sent. These exist now: ${name}.`,
	);
	expect(error.context.created).toEqual([name]);
});

describe('Simplify', () => {
	const { records } = statistics({});
	const simplified = (details: object, data?: object) =>
		records({ error: 0, details: { id: 1, ...details }, data } as never, true)[0];

	test('takes figures from the statistics, whatever the details call alike', () => {
		const details = { clicks: 'many', uniqueClicks: '2', topCountry: 'x', topCountries: 0 };
		const record = simplified(details, {
			clicks: '9',
			uniqueClicks: 4,
			topCountries: { Canada: '9' },
		});
		expect(record).toMatchObject({
			clicks: 9,
			uniqueClicks: 4,
			topCountry: 'Canada',
			topCountries: { Canada: 9 },
		});
		expect(Object.keys(record ?? {}).slice(0, 4)).toEqual([
			'id',
			'clicks',
			'uniqueClicks',
			'topCountry',
		]);
	});

	test('takes them from the details where there are no others', () => {
		expect(simplified({ clicks: '5', note: 'kept' })).toMatchObject({
			clicks: 5,
			uniqueClicks: 0,
			note: 'kept',
		});
	});
});

test('works on a long list in slices, in order', async () => {
	const numbers = Array.from({ length: 25_000 }, (_, n) => n);
	let done = 0;
	let meanwhile = 0;
	setTimeout(() => (meanwhile = done), 0);
	const doubled = await inSlices(numbers, (n) => {
		done++;
		return [n, n];
	});
	expect(meanwhile).toBe(10_000);
	expect(doubled).toEqual(numbers.flatMap((n) => [n, n]));
});
