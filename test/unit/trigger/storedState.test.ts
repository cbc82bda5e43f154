/**
 * The state of the trigger: which one a poll goes on with, that it stays small, and that no single record silences it. Whole polls in virtual time.
 */
import type { IDataObject } from 'n8n-workflow';

import { useVirtualClock } from '../../support/virtual/clock';
import { LinkService } from '../../support/virtual/linkService';
import { listing, virtualTrigger } from '../../support/virtual/polls';
import { newHost, type VirtualScript } from '../../support/virtual/scriptedRun';

useVirtualClock();

const NEW_LINK = { event: 'newLink' };
const CLICKS = { event: 'linkClicksIncreased', increase: 10 };

const upTo = (last: number, first = 1) =>
	Array.from({ length: last - first + 1 }, (_, n) => first + n);
const linksOf = (ids: unknown[]): IDataObject[] =>
	ids.map((id) => ({ id: id as string, date: '2030-01-01 10:00:00', clicks: 1 }));
/** A trigger with its stored state. */
function statefulOf(parameters: IDataObject, script: VirtualScript) {
	const state: IDataObject = {};
	return { poll: virtualTrigger(parameters, script, newHost(), state), state };
}
const stateful = (parameters: IDataObject, records: () => IDataObject[], maxSize?: number) =>
	statefulOf(parameters, listing(records, maxSize));
const bytesOf = (state: IDataObject) => Buffer.byteLength(JSON.stringify(state));

test.each([1, undefined])(
	'with a state of version %p, the trigger starts anew, and the log says so',
	async (version) => {
		const service = new LinkService();
		service.fill(3);
		const host = newHost();
		const state: IDataObject = {};
		await virtualTrigger(NEW_LINK, service.script, host, state)();
		state.version = version;
		service.fill(1);
		const { ids, logs } = await virtualTrigger(NEW_LINK, service.script, host, state)();
		const said = 'starts anew, because its stored state is of another version of this node';
		expect([ids, logs]).toEqual([[], [`warn Trigger: ${said}`]]);
		expect(state).toMatchObject({ version: 2, watch: NEW_LINK });
	},
);

test('records without an ID do not silence the others, and the log tells', async () => {
	const withoutId = linksOf(['', '  ', 'x', null, undefined, true, [[7]], 1.5, '1.5', 1e308]);
	let records = [...withoutId, ...linksOf([3, ' 2 ', 1])];
	const { poll } = stateful(NEW_LINK, () => records);
	await poll();
	records = [...linksOf([null, ' 4 ']), ...records];
	const { ids, error, logs } = await poll();
	expect(error).toBeUndefined();
	expect(ids).toEqual([4]);
	expect(logs.join()).toContain('leaves out records without a number as their ID: 11');
});

test('a page on which no record has an ID that is a number is an error', async () => {
	const { error } = await stateful(NEW_LINK, () => linksOf([null, 'x'])).poll();
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
		const { poll, state } = statefulOf(NEW_LINK, (request, count) =>
			request.path === '/api/account'
				? { body: { error: 0, data: { id: LONG } } }
				: listing(() => linksOf([1]))(request, count),
		);
		await poll();
		expect(bytesOf(state)).toBeLessThan(1_000);
	});
});

test.each([
	{ event: 'newQrCode', filters: { q: 'nothing' } },
	{ ...CLICKS, filters: { links: { link: [{ linkId: 9 }] } } },
])('%j: the log says once that nothing matches the filters', async (parameters) => {
	const log = async (given: IDataObject) => {
		const { poll } = statefulOf(
			given,
			listing(() => linksOf([1])),
		);
		return [(await poll()).logs, (await poll()).logs];
	};
	const said: unknown = expect.stringContaining('no record that was read matches its filters');
	expect(await log(parameters)).toEqual([[said], []]);
	expect(await log({ ...parameters, filters: {} })).toEqual([[], []]);
});

test.each([CLICKS, { event: 'linkClicksReached', threshold: 100 }, NEW_LINK])(
	'%j: a publication that reads no page fails',
	async (parameters) => {
		const body = { error: 1, message: 'Wait.' };
		const limited = { status: 429, headers: { 'retry-after': '40' }, body };
		const searched = { ...parameters, filters: { q: 'a' } };
		const { poll, state } = statefulOf(searched, (request, count) =>
			request.path === '/api/urls' ? limited : listing(() => linksOf([1]))(request, count),
		);
		const { error } = await poll();
		expect(error).toMatchObject({ failure: { cause: 'rate-limited' } });
		expect(state).toEqual({});
	},
);
