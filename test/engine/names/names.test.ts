/** Names instead of IDs, in n8n's engine: when lists are read, and what is created. package/fixtures has each mode of a locator. */
import { describe, expect, test } from '@jest/globals';

import type { Json, RunRequest } from '../../support/engine';
import { ENTRY_POINTS } from '../../support/engine/protocol';
import { type Scene, type Sent, setUpTestbed } from '../../support/engine/testbed';
import { byName } from '../../support/operationCases';

const testbed = setUpTestbed();
/** Each run has a key of its own, because names are kept for a minute, and the scene may have other records. */
const run = async (request: RunRequest, scene?: Scene) =>
	await testbed.run(request, { freshKey: true, ...scene });

const linesOf = (sent: Sent[]) => sent.map(({ method, path }) => `${method} ${path}`);
const CONTINUE = { onError: 'continueRegularOutput' } as const;

const rowsOf = (campaigns: unknown[]): Json[] =>
	campaigns.map((campaign, n) => ({ url: `https://example.com/${n}`, campaign }));

/** Creates a link for each row with the campaign that its column names. */
const createIn = (createMissing?: unknown, more: Json = {}): Json => ({
	...{ resource: 'link', operation: 'create', url: '={{ $json.url }}' },
	additionalFields: { campaign: byName('={{ $json.campaign }}') },
	...(createMissing !== undefined && { options: { createMissing } }),
	...more,
});

const NOT_SHOWN =
	/^Campaign: names cannot be used, because the service does not show its campaigns: No\. Use the ID instead of the name\./;

test.each([
	['that the plan does not include', 403, NOT_SHOWN],
	['that fails', 401, /^No\./],
])('a list %s is read once in each try, and each row says why', async (_, status, reason) => {
	const match = { path: '/api/campaigns' };
	const fault = { kind: 'status', status, body: { error: 1, message: 'No.' } };
	const faults = [{ match, times: 0, fault }];
	const request = { parameters: createIn(), items: rowsOf(['A', 'B', 'C']) };
	for (const entryPoint of ENTRY_POINTS) {
		const { reply, sent } = await run({ ...request, settings: CONTINUE, entryPoint }, { faults });
		expect(linesOf(sent)).toEqual(['GET /api/campaigns']);
		const error: unknown = expect.stringMatching(reason);
		expect(reply.outputs[0]?.map(({ json }) => json.error)).toEqual([error, error, error]);
	}
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const { sent } = await run({ ...request, settings }, { faults });
	expect(linesOf(sent)).toEqual(['GET /api/campaigns', 'GET /api/campaigns']);
});

describe('Create Missing', () => {
	const NAMES = ['Spring', 'Summer', 'Autumn', 'Winter', 'Fifth'];
	const rows = (count: number) =>
		rowsOf(Array.from({ length: count }, (_, n) => NAMES[n % NAMES.length]));

	test('400 rows with 5 campaigns, none there, take one request each, 5 for the campaigns and a few to look', async () => {
		// Before a campaign is made for Create or Get, the link of the row that needs it is asked for
		const parameters = createIn(['campaigns'], { operation: 'createOrGet' });
		const { reply, sent } = await run({ parameters, items: rows(400), keep: 3 });
		expect(reply.error).toBeUndefined();
		expect(sent.length).toBeLessThanOrEqual(412);
		expect((await testbed.counts()).campaigns).toBe(3 + 5);
		const ids = sent.flatMap(({ body }) => (body as Json | undefined)?.campaign ?? []);
		expect(new Set(ids).size).toBe(5);
		expect(ids).toHaveLength(400);
		expect(reply.hints.join(' ')).toMatch(/5 campaigns were created: .*Spring/);
	});

	test('does the same through both entry points, in the form in which the editor saves it', async () => {
		const additionalFields = { campaign: byName('Spring'), channel: byName('News'), custom: '' };
		const options = { createMissing: ['channels', 'campaigns'] };
		const { reply, sent } = await testbed.bothEntryPoints({
			parameters: { ...createIn(), url: 'https://example.com', additionalFields, options },
		});
		expect(reply.error).toBeUndefined();
		expect(linesOf(sent)).toEqual([
			...['GET /api/campaigns', 'GET /api/channels'],
			...['POST /api/campaign/add', 'POST /api/channel/add', 'POST /api/url/add'],
		]);
		expect(sent.at(-1)?.body).toMatchObject({ campaign: 4, channel: 4 });
	});
});
