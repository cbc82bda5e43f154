/** On Error: Stop, Continue and the error output. */
import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, test } from '@jest/globals';

import { type EntryPoint, type Json, type NodeSettings, type RunReply } from '../../support/engine';
import { ENTRY_POINTS } from '../../support/engine/protocol';
import { setUpTestbed } from '../../support/engine/testbed';
import { mapped, rows, upsert } from '../../support/upsert';

const CREATE = {
	resource: 'link',
	operation: 'create',
	url: '={{ $json.url }}',
	additionalFields: { custom: '={{ $json.alias }}' },
};
const TAKEN = 'prod-1';

/** Ten links to create; the alias of item 2 is taken. */
const ITEMS = Array.from({ length: 10 }, (_, index) => ({
	url: `https://example.com/${index}`,
	alias: index === 2 ? TAKEN : `item-${index}`,
}));
const OTHERS = ITEMS.map((_, index) => index).filter((index) => index !== 2);

const paired = (items: RunReply['outputs'][number] = []) =>
	items.map(({ pairedItem }) => (pairedItem as Json).item);

const testbed = setUpTestbed();

describe('When item 2 of 10 fails', () => {
	const create = (entryPoint: EntryPoint, settings?: NodeSettings, faults: Json[] = []) =>
		testbed.run(
			{ parameters: CREATE, items: ITEMS, entryPoint, settings },
			{ links: [{ custom: TAKEN, url: 'https://example.com/first' }], faults },
		);
	/** The items after the failed one get their reply so late, in ms, that the failure is seen first. */
	const late = {
		match: { method: 'POST', body: 'item-[3-9]"' },
		fault: { kind: 'latency', ms: 2_000 },
		times: 0,
	};

	test.each(ENTRY_POINTS)(
		'Stop, through the entry point %s: nothing more is sent, and the error names the records that exist now',
		async (entryPoint) => {
			const { reply, sent } = await create(entryPoint, undefined, [late]);
			expect(reply.status).toBe('error');
			expect(reply.error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 2 } });
			expect(reply.error?.message).toContain('[item 2]');
			const refused = sent.findIndex(({ body }) => (body as Json).custom === TAKEN);
			expect(sent.length - refused - 1).toBeLessThan(4); // the requests in flight beside it, never the rest
			expect(new Set(sent.map(({ body }) => (body as Json).custom)).size).toBe(sent.length);
			expect(reply.error?.description).toContain(`${sent.length - 1} of 10 items completed`);
			for (const { body } of sent.filter((_, index) => index !== refused)) {
				expect(reply.error?.description).toContain(`${testbed.url}/${(body as Json).custom}`);
			}
		},
	);

	test.each(ENTRY_POINTS)(
		'Continue, through the entry point %s: each item has its own result or error message',
		async (entryPoint) => {
			const { reply, sent } = await create(entryPoint, { onError: 'continueRegularOutput' });
			expect(reply.status).toBe('success');
			expect(sent).toHaveLength(10);
			expect(paired(reply.outputs[0])).toEqual(ITEMS.map((_, index) => index));
			const [refused] = reply.outputs[0]?.splice(2, 1) ?? [];
			expect(refused?.json).toEqual({
				...ITEMS[2],
				error: `Alias ${TAKEN} is taken. Use another alias, or Create or Get.`,
			});
			expect(refused?.error).toBeUndefined();
			for (const { json, error } of reply.outputs[0] ?? []) {
				expect(json).not.toHaveProperty('error');
				expect(error).toBeUndefined();
			}
		},
	);

	test.each(ENTRY_POINTS)(
		'Error output, through the entry point %s: only the failed item is there',
		async (entryPoint) => {
			const { reply } = await create(entryPoint, { onError: 'continueErrorOutput' });
			expect(reply.status).toBe('success');
			expect(paired(reply.outputs[0])).toEqual(OTHERS);
			expect(paired(reply.outputs[1])).toEqual([2]);
			expect(String(reply.outputs[1]?.[0]?.json.error)).toMatch(/alias/i);
		},
	);
});

describe.each([
	{ operation: 'createOrGet', url: '={{ $json.url }}' },
	upsert(mapped('url', 'custom', 'domain')),
])('When several links are made on another domain than requested, with $operation', (given) => {
	const fields = { custom: '={{ $json.custom }}', domain: '={{ $json.domain }}' };
	const parameters = { resource: 'link', additionalFields: fields, ...given };
	const items = rows(8).map((item, n) => ({
		...item,
		domain: n < 4 ? '' : 'https://elsewhere.example',
	}));
	// Several are under way when the first reply comes
	const match = { method: 'POST', body: 'row-[4-7]"' };
	const faults = [{ match, times: 4, fault: { kind: 'latency', ms: 2_000 } }];

	test.each(ENTRY_POINTS)('Stop, through %s: the error names all of them', async (entryPoint) => {
		const { reply } = await testbed.run(
			{ parameters, items, entryPoint },
			{ settings: { unknownDomain: 'default' }, seed: { links: 0 }, faults, freshKey: true },
		);
		expect(reply.error?.message).toMatch(/^Domain not as requested: .* exists now \[item 4\]$/);
		expect(reply.error?.description).toContain('4 of 8 items completed');
		const { links } = await testbed.control<{ links: Json[] }>('/state');
		expect(links.length).toBeGreaterThan(5);
		const made = links.map(({ alias }) => `${testbed.url}/${String(alias)}`).sort();
		expect([...(reply.error?.context.created as string[])].sort()).toEqual(made);
		for (const shortUrl of made) expect(reply.error?.description).toContain(shortUrl);
	});
});

test('Stop, when the answers to several creations are lost and the list cannot be read: the error names each item', async () => {
	const lost = {
		match: { method: 'POST', body: 'item-[4-9]"' },
		times: 0,
		fault: { kind: 'resetAfter' },
	};
	const noList = {
		match: { method: 'GET' },
		times: 0,
		fault: { kind: 'wrongShape', body: { error: 1, message: 'No lists today.' } },
	};
	const items = ITEMS.filter(({ alias }) => alias !== TAKEN);
	const { reply } = await testbed.run(
		{ parameters: CREATE, items },
		{ faults: [lost, noList], freshKey: true, seed: { links: 0 } },
	);
	expect(reply.error?.message).toMatch(/Whether the short link was created is not known/);
	const { links } = await testbed.control<{ links: Json[] }>('/state');
	const named = [
		reply.error?.context.itemIndex,
		...[...(reply.error?.description ?? '').matchAll(/\bitem (\d+)/g)].map(([, item]) =>
			Number(item),
		),
	].map((item) => items[item as number]?.alias);
	const made = links.map(({ alias }) => alias);
	expect(made.length).toBeGreaterThan(5);
	const reported = (reply.error?.context.created as string[]).map((url) => url.split('/').at(-1));
	expect([...reported, ...named].sort()).toEqual(made.sort());
});

test.each([['have no answer yet', { kind: 'hang', after: true }]])(
	'The Stop button, while creations %s: the error names each item',
	async (_, fault) => {
		const unanswered = { match: { method: 'POST', body: 'item-[4-9]"' }, times: 0, fault };
		const noList = { match: { method: 'GET' }, times: 0, fault: { kind: 'hang' } };
		const items = ITEMS.filter(({ alias }) => alias !== TAKEN);
		await testbed.setScene({ faults: [unanswered, noList], seed: { links: 0 } });
		const credentials = { baseUrl: testbed.url, apiKey: testbed.freshKey() };
		const run = testbed.engine.start({ parameters: CREATE, items, credentials });
		const madeLinks = async () => (await testbed.control<{ links: Json[] }>('/state')).links;
		while ((await madeLinks()).length < 7) await sleep(10);
		await run.cancel();
		const { status, error } = await run.reply;
		expect(status).toBe('canceled');
		const made = (await madeLinks()).map(({ alias }) => alias);
		const inDoubt = [...(error?.description ?? '').matchAll(/\bitem (\d+)/g)].map(
			([, item]) => items[Number(item)]?.alias,
		);
		const reported = (error?.context.created as string[]).map((url) => url.split('/').at(-1));
		expect(inDoubt.length).toBeGreaterThan(1);
		expect([...reported, ...inDoubt].sort()).toEqual(made.sort());
	},
);

test.each(ENTRY_POINTS)(
	'The Stop button, while the only creation has no answer yet, through the entry point %s: the error says so',
	async (entryPoint) => {
		const unanswered = {
			match: { method: 'POST' },
			times: 0,
			fault: { kind: 'hang', after: true },
		};
		await testbed.setScene({ faults: [unanswered], seed: { links: 0 } });
		const credentials = { baseUrl: testbed.url, apiKey: testbed.freshKey() };
		const items = ITEMS.slice(0, 1);
		const run = testbed.engine.start({ parameters: CREATE, items, entryPoint, credentials });
		while ((await testbed.counts()).links === 0) await sleep(10);
		await run.cancel();
		const { status, error } = await run.reply;
		expect(status).toBe('canceled');
		expect(error?.description).toBe(
			'Check the service: whether a record was created is not known.',
		);
	},
);

test('Retry On Fail, when names cannot be read any more: the error names the records of the first try', async () => {
	const refused = { error: 1, message: 'Not now.' };
	const { reply } = await testbed.run(
		{
			parameters: {
				...CREATE,
				additionalFields: {
					custom: '={{ $json.alias }}',
					campaign: { __rl: true, mode: 'name', value: 'New' },
				},
				options: { createMissing: ['campaigns'] },
			},
			items: ITEMS.slice(3, 5),
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		},
		{
			faults: [
				{ match: { path: '/url/add', nth: 2 }, fault: { kind: 'wrongShape', body: refused } },
				{ match: { path: '/campaigns', nth: 2 }, times: 0, fault: { kind: 'status', status: 401 } },
			],
			freshKey: true,
		},
	);
	expect(reply.status).toBe('error');
	expect(reply.error?.description).toContain('1 of 2 items completed');
	expect(reply.error?.context.created).toEqual([`${testbed.url}/item-3`]);
});

describe('Failed items keep the fields of their input items on the error output', () => {
	const takenBy = (index: number) => `${TAKEN}-${index}`;
	const links = [0, 1, 2].map((index) => ({
		custom: takenBy(index),
		url: `https://example.com/first/${index}`,
	}));
	const RETRY: NodeSettings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	/** Three links to create; these aliases are taken. */
	const run = async (taken: number[], settings: NodeSettings) => {
		const items = [0, 1, 2].map((index) => ({
			url: `https://example.com/${index}`,
			alias: taken.includes(index) ? takenBy(index) : `item-${index}`,
		}));
		const { reply, sent } = await testbed.run(
			{ parameters: CREATE, items, settings: { onError: 'continueErrorOutput', ...settings } },
			{ links },
		);
		expect(reply.status).toBe('success');
		expect(sent).toHaveLength(3);
		const [good = [], failed = []] = reply.outputs;
		return { items, good, failed };
	};
	const withReason = (item: Json | undefined) => ({
		...item,
		error: expect.stringMatching(/alias/i),
	});

	test.each([
		['without Retry On Fail, all items', [0, 1, 2], {}],
		['with Retry On Fail, the second item', [1], RETRY],
	])('%s', async (_, taken, settings) => {
		const { items, good, failed } = await run(taken, settings);
		expect(failed.map(({ json }) => json)).toEqual(taken.map((item) => withReason(items[item])));
		expect(paired(failed)).toEqual(taken);
		expect(paired(good)).toEqual([0, 1, 2].filter((item) => !taken.includes(item)));
	});
});
