/** Settings that concern all items of a run, such as credential and Output. */
import type { Json } from '../../support/engine';
import { ENTRY_POINTS } from '../../support/engine/protocol';
import { setUpTestbed } from '../../support/engine/testbed';
import { byId } from '../../support/operationCases';

const testbed = setUpTestbed();

const CREATE = { resource: 'link', operation: 'create', url: '={{ $json.url }}' };
const ITEMS = [1, 2, 3].map((n) => ({ url: `https://example.com/${n}`, own: n }));

test.each(ENTRY_POINTS)(
	'On Error: Continue, through the entry point %s: each item fails for a credential that cannot be right',
	async (entryPoint) => {
		for (const settings of [
			{ onError: 'continueRegularOutput' },
			{ onError: 'continueErrorOutput' },
			{ onError: 'continueRegularOutput', retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		] as const) {
			const { outputs, status, hints } = await testbed.engine.run({
				...{ parameters: CREATE, items: ITEMS, entryPoint, settings },
				credentials: { baseUrl: 'ftp://nowhere', apiKey: 'key' },
			});
			expect(status).toBe('success');
			expect(outputs.flat().map(({ pairedItem }) => (pairedItem as Json).item)).toEqual([0, 1, 2]);
			for (const { json, error } of outputs.at(-1)!)
				expect(String(error?.message ?? json.error)).toMatch(/^Base URL: start it with https/);
			expect(outputs.flat().map(({ json }) => json.own)).toEqual([1, 2, 3]);
			if (entryPoint === 'manyItems')
				expect(hints).toEqual([
					...['3 of 3 items failed.', expect.stringMatching(/^Items 0, 1, 2 · .*Base URL/)],
				]);
		}
	},
);

test('Selected Fields come out in their order, and the image of a QR code with them', async () => {
	const { reply } = await testbed.bothEntryPoints({
		parameters: {
			...{ resource: 'qrCode', operation: 'get', qrCodeId: byId(1), downloadImage: true },
			...{ output: 'fields', outputFields: '={{ "scans, id" }}' },
		},
	});
	const { json, binary } = reply.outputs[0]![0]!;
	expect([Object.keys(json), Object.keys(binary ?? {})]).toEqual([['scans', 'id'], ['data']]);
});
