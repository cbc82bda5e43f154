/** Which pages of a list are read to find a record whose creation was lost, whatever the list's order and its numbers. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { startClock, stopClock } from '../support/virtual/clock';
import { BUSY } from '../support/virtual/linkService';
import {
	runInVirtualTime,
	type VirtualOutcome,
	type VirtualRun,
	type VirtualScript,
} from '../support/virtual/scriptedRun';

beforeEach(() => startClock(Date.parse('2030-01-31T10:00:00.300Z')));
afterEach(stopClock);

interface Service {
	/** Records that were there before, named `campaign 000` and so on, the oldest first. */
	count: number;
	pageSize: number;
	order: (a: IDataObject, b: IDataObject) => number;
	/** What the envelope says of its pages; default: the truth. */
	envelope?: IDataObject;
}

const byName = (a: IDataObject, b: IDataObject) => (String(a.name) < String(b.name) ? -1 : 1);
const oldestFirst = (a: IDataObject, b: IDataObject) => Number(a.id) - Number(b.id);
const newestFirst = (a: IDataObject, b: IDataObject) => oldestFirst(b, a);

const campaign = (name: string): VirtualRun => ({
	resource: 'campaign',
	operation: 'create',
	items: [{ name }],
});

/** Loses the answer to the first creation; `acts`: it made the campaign all the same. */
function losing(
	{ count, pageSize, order, envelope }: Service,
	acts: boolean,
): { script: VirtualScript; records: IDataObject[] } {
	// The names have no relation to the IDs
	const records: IDataObject[] = Array.from({ length: count }, (_, index) => ({
		id: index + 1,
		name: `campaign ${String((index * 7) % count).padStart(3, '0')}`,
	}));
	let creations = 0;
	const script: VirtualScript = ({ method, query, body }) => {
		if (method === 'GET') {
			const all = [...records].sort(order);
			const page = Number(query.page);
			const campaigns = all.slice((page - 1) * pageSize, page * pageSize);
			const maxpage = Math.ceil(all.length / pageSize);
			return { body: { error: 0, data: { maxpage, campaigns, ...envelope } } };
		}
		creations++;
		const id = records.length + 1;
		if (acts || creations > 1) records.push({ id, name: body.name });
		return creations === 1 ? BUSY : { body: { error: 0, id, domain: body.name } };
	};
	return { script, records };
}

const reads = ({ requests }: VirtualOutcome) => requests.filter(({ method }) => method === 'GET');

describe('A campaign whose creation was lost is found', () => {
	test.each<[string, Service, string]>([
		[
			'on page 2 of 3 of a list by name',
			{ count: 40, pageSize: 15, order: byName },
			'campaign 020x',
		],
		[
			'on a later page of a list by name whose last page is not told',
			{ count: 40, pageSize: 15, order: byName, envelope: { maxpage: null } },
			'zebra',
		],
		[
			'at the end of a list that begins with the oldest',
			{ count: 500, pageSize: 15, order: oldestFirst },
			'a',
		],
		[
			'at the front of a list that begins with the newest',
			{ count: 500, pageSize: 15, order: newestFirst },
			'z',
		],
	])('%s', async (_, service, name) => {
		const { script, records } = losing(service, true);
		const outcome = await runInVirtualTime(campaign(name), script);
		expect(outcome.items.map(({ json }) => json.id)).toEqual([service.count + 1]);
		expect(records).toHaveLength(service.count + 1);
	});

	test.each<[string, Service, number]>([
		['newest', { count: 500, pageSize: 15, order: newestFirst }, 1],
		['oldest', { count: 500, pageSize: 15, order: oldestFirst }, 2],
	])('with few requests where the list begins with the %s', async (_, service, requests) => {
		const { script } = losing(service, true);
		const outcome = await runInVirtualTime(campaign('new'), script);
		expect(reads(outcome)).toHaveLength(requests);
	});

	test('not to exist in a list that was read whole, and is then made', async () => {
		const { script, records } = losing({ count: 40, pageSize: 15, order: byName }, false);
		const outcome = await runInVirtualTime(campaign('campaign 020x'), script);
		expect(outcome.items.map(({ json }) => json.id)).toEqual([41]);
		expect(records).toHaveLength(41);
	});

	test('or is not known to exist in a list without order that is too long to read', async () => {
		const { script, records } = losing({ count: 4_000, pageSize: 15, order: byName }, true);
		const outcome = await runInVirtualTime(campaign('zebra'), script);
		expect(outcome.error?.message).toMatch(/Whether the campaign was created is not known/);
		expect(records).toHaveLength(4_001);
		expect(reads(outcome).length).toBeLessThanOrEqual(20);
	});
});

describe('No number of a reply sizes anything', () => {
	test.each<[string, IDataObject]>([
		['maxpage of a billion', { maxpage: 1_000_000_000 }],
		['maxpage with a fraction', { maxpage: 1.5 }],
		['maxpage too large for a whole number', { maxpage: 1e300 }],
		['result and perpage of a billion', { result: 1e9, perpage: 1e9, maxpage: 1e9 }],
	])('%s: a look-up ends with the record', async (_, envelope) => {
		const service = { count: 30, pageSize: 100, order: newestFirst, envelope };
		const { script } = losing(service, true);
		const outcome = await runInVirtualTime(campaign('new'), script);
		expect(outcome.items.map(({ json }) => json.id)).toEqual([31]);
		expect(outcome.requests.length).toBeLessThanOrEqual(40);
	});

	test.each([['1e400'], [Number.MAX_SAFE_INTEGER]])(
		'an ID of %s does not hide later records',
		async (id) => {
			const host = `ids-${String(id).replace(/\W/g, '')}`;
			await runInVirtualTime({ ...campaign('first'), host }, () => ({ body: { error: 0, id } }));
			const { script, records } = losing({ count: 30, pageSize: 100, order: newestFirst }, true);
			const outcome = await runInVirtualTime({ ...campaign('new'), host }, script);
			expect(outcome.items.map(({ json }) => json.id)).toEqual([31]);
			expect(records).toHaveLength(31);
		},
	);
});
