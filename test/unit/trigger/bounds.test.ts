/** What the trigger stores stays small, and no single record silences it. Whole polls in virtual time. */
import type { IDataObject } from 'n8n-workflow';

import { useVirtualClock } from '../../support/virtual/clock';
import { listing, virtualTrigger } from '../../support/virtual/polls';
import { newHost, type VirtualScript } from '../../support/virtual/scriptedRun';

useVirtualClock();

const upTo = (last: number, first = 1) =>
	Array.from({ length: last - first + 1 }, (_, n) => first + n);
const linksOf = (ids: unknown[]): IDataObject[] =>
	ids.map((id) => ({ id: id as string, date: '2030-01-01 10:00:00', clicks: 1 }));
const OUTLIER = { id: 1e308, date: '9999-12-31 23:59:59', clicks: 1 };
/** A trigger with its stored state. */
function stateful(parameters: IDataObject, records: () => IDataObject[], maxSize?: number) {
	const state: IDataObject = {};
	return { poll: virtualTrigger(parameters, listing(records, maxSize), newHost(), state), state };
}
const bytesOf = (state: IDataObject) => Buffer.byteLength(JSON.stringify(state));

describe.each([
	['1e308', 1e308],
	['far above the others', 9_000_000],
])('A record whose ID is out of line (%s)', (_, id) => {
	const outlier = { ...OUTLIER, id };

	test('starts the workflow once, and later links still do', async () => {
		let records = linksOf([3, 2, 1]);
		const { poll } = stateful({ event: 'newLink' }, () => records);
		await poll();
		records = [outlier, ...records];
		expect((await poll()).ids).toEqual([id]);
		for (let next = 4; next < 8; next++) {
			records = [outlier, ...linksOf([next]), ...records.slice(1)];
			expect((await poll()).ids).toEqual([next]);
			expect((await poll()).ids).toEqual([]);
		}
	});

	test('that exists at activation does not start it, and later links do', async () => {
		let records = [outlier, ...linksOf([3, 2, 1])];
		const { poll } = stateful({ event: 'newLink' }, () => records);
		expect((await poll()).ids).toEqual([]);
		records = [outlier, ...linksOf([5, 4, 3, 2, 1])];
		expect((await poll()).ids).toEqual([4, 5]);
		expect((await poll()).ids).toEqual([]);
	});

	test('does not hide the clicks of later links', async () => {
		let records = [outlier, ...linksOf([3, 2, 1])];
		const parameters = { event: 'linkClicksIncreased', increase: 10 };
		const { poll } = stateful(parameters, () => records);
		await poll();
		records = [outlier, { id: 4, clicks: 12 }, ...records.slice(1)];
		expect((await poll()).ids).toEqual([4]);
	});
});

test('a date in the future does not hide that a service was reset', async () => {
	let records = [OUTLIER, ...linksOf([5_000, 4_999])];
	const { poll } = stateful({ event: 'newLink' }, () => records);
	await poll();
	records = [{ id: 1, date: '2030-01-31 10:00:00', clicks: 0 }];
	expect((await poll()).ids).toEqual([1]);
});

test('a record without an ID does not silence the others, and the log tells', async () => {
	let records = [...linksOf([null]), ...linksOf([3, 2, 1])];
	const { poll } = stateful({ event: 'newLink' }, () => records);
	await poll();
	records = [...linksOf([null, 4]), ...records];
	const { ids, error, logs } = await poll();
	expect(error).toBeUndefined();
	expect(ids).toEqual([4]);
	expect(logs.join()).toContain('leaves out records without a number as their ID: 2');
});

test('IDs too large for exact numbers are an error when several records have one', async () => {
	const records = linksOf(['1234567890123456789', '1234567890123456790']);
	const { error } = await stateful({ event: 'newLink' }, () => records).poll();
	expect(error?.message).toMatch(/records with a number as their ID/);
});

describe('The stored state is bounded in bytes', () => {
	// Three bytes each
	const LONG = '漢'.repeat(20_000);

	describe.each([
		['newLink', {}],
		['linkClicksIncreased', { increase: 1 }],
	])('%s', (event, amount) => {
		test('with long texts', async () => {
			const hostile = (id: number): IDataObject => ({
				id: `${'0'.repeat(5_000)}${id}`,
				...{ title: LONG, date: `2030-01-01 ${LONG}`, clicks: '1e308', scans: 1e308 },
			});
			let records = [hostile(1)];
			const { poll, state } = stateful({ event, ...amount }, () => records, 20);
			await poll();
			records = upTo(600).reverse().map(hostile);
			for (let n = 0; n < 4; n++) {
				await poll();
				expect(bytesOf(state)).toBeLessThan(8_000_000);
			}
		});

		test('with a list that never ends', async () => {
			let last = 1e15;
			const { poll, state } = stateful({ event, ...amount }, () => linksOf([last]));
			await poll();
			const endless: VirtualScript = ({ path }) => {
				if (path === '/api/account') return { body: { error: 0, data: { id: 1 } } };
				const urls = upTo(last + 4_000, last + 1).map((id) => ({ id, clicks: 1e15, date: '2030' }));
				last += 4_000;
				return { body: { error: 0, data: { urls } } };
			};
			const again = virtualTrigger({ event, ...amount }, endless, newHost(), state);
			// The sixth poll must make room for the counts that it reads
			for (let n = 0; n < 7; n++) {
				await again();
				expect(bytesOf(state)).toBeLessThan(8_000_000);
			}
		});
	});

	test('with an account ID of any length', async () => {
		const state: IDataObject = {};
		const script: VirtualScript = (request, count) =>
			request.path === '/api/account'
				? { body: { error: 0, data: { id: LONG } } }
				: listing(() => linksOf([1]))(request, count);
		await virtualTrigger({ event: 'newLink' }, script, newHost(), state)();
		expect(bytesOf(state)).toBeLessThan(1_000);
	});
});
