/** The check of all items before the first request. Virtual time. */
import { type INode, NodeApiError } from 'n8n-workflow';

import { invalidInput, Problems } from '../../nodes/LinkManagement/errors';
import { itemName } from '../../nodes/LinkManagement/operations/itemName';
import { resolveReferences } from '../../nodes/LinkManagement/operations/names';
import type { ItemCall } from '../../nodes/LinkManagement/operations/operation';
import { findOperation } from '../../nodes/LinkManagement/resources';
import {
	type CompletedItems,
	completedItemsOf,
} from '../../nodes/LinkManagement/run/completedItems';
import { checkItems } from '../../nodes/LinkManagement/run/itemCheck';
import type { ManyItemsRun, PreparedItem } from '../../nodes/LinkManagement/run/manyItemsRun';
import { Turns } from '../../nodes/LinkManagement/run/pace';
import { plainText } from '../../nodes/LinkManagement/values/plainText';
import { advanceUntil, useVirtualClock } from '../support/virtual/clock';

/** Longest time in ms for which the event loop may be blocked. */
const MAX_BLOCKED = 100;

jest.mock('../../nodes/LinkManagement/operations/names', () => ({
	resolveReferences: jest.fn(async (call: ItemCall) => call),
}));

useVirtualClock();

const node: INode = {
	id: 'node',
	name: 'Links',
	type: '',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const operation = findOperation('campaign', 'create')!;
const nothingCompleted = (): CompletedItems => completedItemsOf({});

interface Check {
	items: number;
	/** Rejects values of an item. */
	reject?: (item: number, problems: Problems) => void | Promise<void>;
	/** How long it takes to prepare an item, in ms. */
	cost?: number;
	signal?: AbortSignal;
}

const rejects = async (
	problems: Problems,
	label: string,
	problem: string,
	item: number,
	advice = `Check the ${label}.`,
): Promise<void> =>
	void (await problems.try(() => {
		throw invalidInput({ label, node, item }, problem, advice);
	}));

function runOf({ items, reject, cost = 0, signal }: Check) {
	const prepared: number[] = [];
	const prepare = async (item: number): Promise<PreparedItem> => {
		prepared.push(item);
		jest.advanceTimersByTime(cost);
		const problems = new Problems(node, item);
		await reject?.(item, problems);
		const request = { method: 'POST', url: '/api/url/add' };
		const name = itemName(item, {}, item === 5 ? 'spring' : '');
		return { call: { operation, item, name, request } as ItemCall, problems, isBlank: false };
	};
	const nameOf = (item: number) => itemName(item);
	const turns = new Turns(signal);
	const run = { items, node, prepare, nameOf, tries: [{}], turns, service: { plainText } };
	return { run: run as unknown as ManyItemsRun, prepared };
}

const check = async (given: Check) =>
	await advanceUntil(checkItems(runOf(given).run, nothingCompleted()));

test('the event loop is never blocked for long, whatever an item costs', async () => {
	for (const cost of [0.5, 5, 60]) {
		let longest = 0;
		let last = performance.now();
		let isDone = false;
		const watch = (): void => {
			longest = Math.max(longest, performance.now() - last);
			last = performance.now();
			if (!isDone) setImmediate(watch);
		};
		setImmediate(watch);
		await check({ items: 2_000, cost });
		isDone = true;
		expect(longest).toBeGreaterThan(0);
		expect(longest).toBeLessThanOrEqual(MAX_BLOCKED);
	}
});

test('the problems of all rows are named, grouped by field and reason', async () => {
	const rows = [0, 1, 2, 3, 5];
	const given = {
		items: 400,
		reject: async (item: number, problems: Problems) => {
			if (rows.includes(item))
				await rejects(problems, 'Campaign', 'no campaign is called "Sping"', item);
			if (item === 17 || item === 395)
				await rejects(problems, 'Expiry', `"${item}" is not a date`, item);
		},
	};
	await expect(check(given)).rejects.toMatchObject({
		name: 'NodeOperationError',
		message: '7 of 400 items cannot be sent. Nothing was changed.',
		description:
			'Items 0–3, 5 · Campaign: no campaign is called "Sping". Check the Campaign.<br>Items 17, 395 · Expiry: "17" is not a date, "395" is not a date. Check the Expiry.',
		context: { itemIndex: undefined },
	});
});

test('several problems of one row are named, each advice once', async () => {
	const reject = async (item: number, problems: Problems) => {
		for (const label of ['Campaign', 'Channel'])
			await rejects(problems, label, 'not found', item, 'Check it.');
	};
	await expect(check({ items: 1, reject })).rejects.toMatchObject({
		message: 'Campaign: not found · Channel: not found [item 0]',
		description: 'Check it. Nothing was sent for this item.',
	});
	await expect(check({ items: 2, reject })).rejects.toMatchObject({
		description:
			'Items 0, 1 · Campaign: not found. Check it.<br>Items 0, 1 · Channel: not found. Check it.',
	});
});

test('a row with several values that are rejected for one reason is named once', async () => {
	const reject = async (item: number, problems: Problems) => {
		for (const name of ['A', 'B'])
			if (item === 5) await rejects(problems, 'Pixels', `no pixel is called "${name}"`, item);
	};
	await expect(check({ items: 6, reject })).rejects.toMatchObject({
		message: '1 of 6 items cannot be sent. Nothing was changed.',
		description:
			'Item 5 (spring) · Pixels: no pixel is called "A", no pixel is called "B". Check the Pixels.',
	});
});

test('an expression that fails is the reason of its row', async () => {
	const reject = (item: number) => {
		if (item === 1) throw new Error('No path back to node');
	};
	await expect(check({ items: 3, reject })).rejects.toMatchObject({
		description: 'Item 1 · No path back to node.',
	});
});

test('a list of names that cannot be read ends the check at once', async () => {
	const resolve = jest.mocked(resolveReferences);
	const unreachable = new NodeApiError(node, { message: 'The service could not be reached' });
	resolve.mockClear();
	resolve.mockRejectedValueOnce(unreachable);
	await expect(check({ items: 400 })).rejects.toBe(unreachable);
	expect(resolve).toHaveBeenCalledTimes(1);
});

test('5,000 invalid items: the reasons are few, and the texts stay short', async () => {
	const long = 'x'.repeat(2_000);
	const error = (await check({
		items: 5_000,
		reject: (item, problems) =>
			rejects(problems, `Field ${item % 200}`, `"${item}-${long}" is wrong`, item),
	}).catch((thrown: unknown) => thrown)) as { message: string; description: string };
	expect(error.message).toBe('5000 of 5000 items cannot be sent. Nothing was changed.');
	expect(error.description).toMatch(/^25 items: 0, 200, .+ … · Field 0: "0-x+…/);
	expect(error.description).toMatch(/, and so on for 23 other items\. Check the Field 0\.<br>/);
	expect(error.description).toMatch(/<br>And \d+ more reasons\.$/);
	expect(error.description.length).toBeLessThan(3_500);
});
