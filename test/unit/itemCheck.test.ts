/** The check of all items before the first request. Virtual time. */
import type { INode } from 'n8n-workflow';

import { Canceled } from '../../nodes/LinkManagement/errors';
import { url } from '../../nodes/LinkManagement/fields/convert';
import type { ItemCall } from '../../nodes/LinkManagement/operations/operation';
import { findOperation } from '../../nodes/LinkManagement/resources';
import type { CompletedItems } from '../../nodes/LinkManagement/run/completedItems';
import { checkItems } from '../../nodes/LinkManagement/run/itemCheck';
import type { ManyItemsRun } from '../../nodes/LinkManagement/run/manyItemsRun';
import { plainText } from '../../nodes/LinkManagement/values/plainText';
import { advanceUntil, startClock, stopClock } from '../support/virtual/clock';

/** Longest time in ms for which the event loop may be blocked. */
const MAX_BLOCKED = 100;

beforeEach(() => startClock(Date.parse('2030-01-31T10:00:00.300Z')));
afterEach(stopClock);

const node: INode = {
	id: 'node',
	name: 'Links',
	type: '',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const operation = findOperation('link', 'create')!;
const nothingCompleted = (): CompletedItems => ({
	done: new Map(),
	includesInput: new Set(),
	unknown: new Map(),
	waits: [],
});

interface Check {
	items: number;
	/** The invalid long URL of an item; undefined for a valid item. */
	invalid?: (item: number) => string | undefined;
	/** How long it takes to prepare an item, in ms. */
	cost?: number;
	signal?: AbortSignal;
}

function runOf({ items, invalid, cost = 0, signal }: Check) {
	const prepared: number[] = [];
	const prepare = async (item: number): Promise<ItemCall> => {
		prepared.push(item);
		jest.setSystemTime(Date.now() + cost);
		const text = invalid?.(item);
		if (text !== undefined) url(text, { label: 'Long URL', node, item });
		const request = { method: 'POST', url: '/api/url/add' };
		const parameter = <T>(_: string, fallback: T) => fallback;
		return { operation, item, request, parameter } as ItemCall;
	};
	const context = { getExecutionCancelSignal: () => signal };
	const run = { items, node, prepare, context, service: { plainText } };
	return { run: run as unknown as ManyItemsRun, prepared };
}

const check = async (given: Check) =>
	await advanceUntil(checkItems(runOf(given).run, nothingCompleted()));

test('the calls that were prepared are kept for sending, and no more than 20,000 of 100,000', async () => {
	const few = await check({ items: 400 });
	expect([...few.keys()]).toEqual(Array.from({ length: 400 }, (_, item) => item));
	const many = await check({ items: 100_000 });
	expect(many.size).toBe(20_000);
});

test('items that are completed, as n8n runs the node again, are not prepared', async () => {
	const { run, prepared } = runOf({ items: 4 });
	const completed = nothingCompleted();
	completed.done.set(1, []).set(2, []);
	await advanceUntil(checkItems(run, completed));
	expect(prepared).toEqual([0, 3]);
});

test('the event loop is never blocked for long, whatever an item costs', async () => {
	for (const cost of [0.5, 5, 60]) {
		let longest = 0;
		let last = Date.now();
		let isDone = false;
		const watch = (): void => {
			longest = Math.max(longest, Date.now() - last);
			last = Date.now();
			if (!isDone) setImmediate(watch);
		};
		setImmediate(watch);
		await check({ items: 2_000, cost });
		isDone = true;
		expect(longest).toBeGreaterThan(0);
		expect(longest).toBeLessThanOrEqual(MAX_BLOCKED);
	}
});

test('Stop ends the check with the stretch of work that is under way', async () => {
	const stop = new AbortController();
	const { run, prepared } = runOf({ items: 100_000, cost: 1, signal: stop.signal });
	let preparedAtStop = 0;
	setTimeout(() => {
		preparedAtStop = prepared.length;
		stop.abort();
	}, 200);
	await expect(advanceUntil(checkItems(run, nothingCompleted()))).rejects.toThrow(Canceled);
	expect(preparedAtStop).toBeGreaterThan(0);
	expect(prepared.length - preparedAtStop).toBeLessThanOrEqual(MAX_BLOCKED);
});

test('two invalid items of 400: the message names both, with field and reason', async () => {
	const invalid = (item: number) => (item === 17 || item === 395 ? `nonsense-${item}` : undefined);
	await expect(check({ items: 400, invalid })).rejects.toMatchObject({
		name: 'NodeOperationError',
		message: expect.stringMatching(
			/^2 of 400 items cannot be sent: Long URL: "nonsense-17" .+ \[item 17\]$/,
		) as string,
		description: expect.stringMatching(
			/^Also: Long URL: "nonsense-395" .+ \[item 395\]\. .+ Nothing was sent\.$/,
		) as string,
		context: { itemIndex: 17 },
	});
});

test('5,000 invalid items: the first ten are named, and the texts stay short', async () => {
	const long = 'x'.repeat(2_000);
	const error = (await check({ items: 5_000, invalid: (item) => `${item}-${long}` }).catch(
		(thrown: unknown) => thrown,
	)) as { message: string; description: string };
	expect(error.message).toMatch(/^5000 of 5000 items cannot be sent: Long URL: "0-x/);
	const named = `${error.message} ${error.description}`.match(/Long URL: "\d-x/g);
	expect(named).toHaveLength(10);
	expect(error.description).toContain('and 4990 more items');
	expect(error.message.length).toBeLessThan(300);
	expect(error.description.length).toBeLessThan(2_500);
});

test('a single item keeps its own message', async () => {
	await expect(check({ items: 1, invalid: () => 'nonsense' })).rejects.toThrow(
		/^Long URL: "nonsense"/,
	);
});
