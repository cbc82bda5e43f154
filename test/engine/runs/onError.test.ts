/** On Error: Stop, Continue and the error output. */
import { describe, expect, test } from '@jest/globals';

import type { EntryPoint, Json, NodeSettings, RunReply } from '../../support/engine';
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
const aliasesMade = async () => (await testbed.state()).links.map(({ alias }) => alias);

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

test.each([
	['manyItems', { operation: 'createOrGet', url: '={{ $json.url }}' }],
	['oneItem', upsert(mapped('url', 'custom', 'domain'))],
] as const)(
	'Stop, through %s, when links are made on another domain than requested: the error names all of them',
	async (entryPoint, given) => {
		const fields = { custom: '={{ $json.custom }}', domain: '={{ $json.domain }}' };
		const parameters = { resource: 'link', additionalFields: fields, ...given };
		const items = rows(8).map((item, n) => ({
			...item,
			domain: n < 4 ? '' : 'https://elsewhere.example',
		}));
		// Several are under way when the first reply comes
		const match = { method: 'POST', body: 'row-[4-7]"' };
		const faults = [{ match, times: 4, fault: { kind: 'latency', ms: 2_000 } }];
		const { reply } = await testbed.run(
			{ parameters, items, entryPoint },
			{ settings: { unknownDomain: 'default' }, seed: { links: 0 }, faults, freshKey: true },
		);
		expect(reply.error?.message).toMatch(/^Domain not as requested: .* exists now \[item 4\]$/);
		expect(reply.error?.description).toContain('4 of 8 items completed');
		const made = (await aliasesMade()).map((alias) => `${testbed.url}/${alias}`);
		expect(made.length).toBeGreaterThan(5);
		expect([...(reply.error?.context.created as string[])].sort()).toEqual(made.sort());
		for (const shortUrl of made) expect(reply.error?.description).toContain(shortUrl);
	},
);

test.each(ENTRY_POINTS)(
	'the Stop button, through the entry point %s: the error names each item whose answer did not come',
	async (entryPoint) => {
		const items = ITEMS.filter(({ alias }) => alias !== TAKEN);
		const match = { method: 'POST', body: 'item-[4-9]"' };
		const faults = [{ match, times: 0, fault: { kind: 'hang', after: true } }];
		await testbed.setScene({ faults, seed: { links: 0 } });
		const { status, error } = await testbed.stopWhen(
			{ parameters: CREATE, items, entryPoint },
			async () => (await aliasesMade()).length >= 7,
		);
		expect(status).toBe('canceled');
		const { description, context } = error!;
		const made = await aliasesMade();
		const reported = (context.created as string[]).map((url) => url.split('/').at(-1));
		expect(made.length).toBeGreaterThan(reported.length + 1);
		const inDoubt = [...(description ?? '').matchAll(/\bitem (\d+)/g)].map(([, item]) => item);
		const doubtful = [context.itemIndex, ...inDoubt].map((item) => items[Number(item)]?.alias);
		expect([...new Set([...reported, ...doubtful])].sort()).toEqual(made.sort());
	},
);

test.each(ENTRY_POINTS)(
	'On Error: Continue, through the entry point %s: each item fails for a credential that cannot be right',
	async (entryPoint) => {
		const items = ITEMS.slice(0, 3);
		for (const settings of [
			{ onError: 'continueRegularOutput' },
			{ onError: 'continueErrorOutput' },
			{ onError: 'continueRegularOutput', retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		] as const) {
			const { outputs, status, hints } = await testbed.engine.run({
				...{ parameters: CREATE, items, entryPoint, settings },
				credentials: { baseUrl: 'ftp://nowhere', apiKey: 'key' },
			});
			expect(status).toBe('success');
			expect(paired(outputs.flat())).toEqual([0, 1, 2]);
			for (const { json, error } of outputs.at(-1)!)
				expect(String(error?.message ?? json.error)).toMatch(/^Base URL: start it with https/);
			expect(outputs.flat().map(({ json }) => json.url)).toEqual(items.map(({ url }) => url));
			if (entryPoint === 'manyItems')
				expect(hints).toEqual([
					...['3 of 3 items failed.', expect.stringMatching(/^Items 0, 1, 2 · .*Base URL/)],
				]);
		}
	},
);
