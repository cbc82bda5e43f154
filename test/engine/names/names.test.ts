/** Names instead of IDs, in n8n's engine: what fields and locators take, when lists are read, and what is created. */
import { describe, expect, test } from '@jest/globals';

import type { Json, RunRequest } from '../../support/engine';
import { ENTRY_POINTS } from '../../support/engine/protocol';
import { type Scene, type Sent, setUpTestbed } from '../../support/engine/testbed';
import { byDomain, byId, byLinkId, byName } from '../../support/operationCases';

const testbed = setUpTestbed();
/** Each run has a key of its own, because names are kept for a minute, and the scene may have other records. */
const run = async (request: RunRequest, scene?: Scene) =>
	await testbed.run(request, { freshKey: true, ...scene });
const bothEntryPoints = async (request: RunRequest, scene?: Scene) =>
	await testbed.bothEntryPoints(request, { freshKey: true, ...scene });

const lineOf = ({ method, path }: Sent) => `${method} ${path}`;
const linesOf = (sent: Sent[]) => sent.map(lineOf);
const isChange = ({ method }: Sent) => method !== 'GET';
const bodiesOf = (sent: Sent[]) => sent.filter(isChange).map(({ body }) => body as Json);

/** Both lists of a link's splash pages and overlays, in the order in which they are read. */
const TYPES = ['GET /api/splash', 'GET /api/overlay'];

describe('A locator that names its record', () => {
	test.each<[string, Json, lines: string[]]>([
		[
			'campaign: assign link',
			{ campaignId: byName('campaign 2'), linkId: byLinkId(1) },
			['GET /api/campaigns', 'POST /api/campaign/2/assign/1'],
		],
		[
			'campaign: update',
			{ campaignId: byName('={{ $json.campaign }}'), name: 'New' },
			['GET /api/campaigns', 'PUT /api/campaign/3/update'],
		],
		[
			'channel: assign item',
			{ channelId: byName('Channel 2'), itemType: 'qr', itemId: byName('Code 3') },
			['GET /api/channels', 'GET /api/qr', 'POST /api/channel/2/assign/qr/3'],
		],
		[
			'domain: update',
			{
				domainId: byDomain('https://Go.example.com'),
				updateFields: { redirectroot: 'https://example.com' },
			},
			['GET /api/domains', 'PUT /api/domain/1/update'],
		],
		[
			'pixel: delete',
			{ pixelId: byName('tag manager') },
			['GET /api/pixels', 'DELETE /api/pixel/1/delete'],
		],
		['qrCode: get', { qrCodeId: byName('Code 2') }, ['GET /api/qr', 'GET /api/qr/2']],
	])('%s', async (name, parameters, lines) => {
		const [resource = '', words = ''] = name.split(',')[0]!.split(': ');
		const operation = words.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
		const { reply, sent } = await bothEntryPoints({
			parameters: { resource, operation, ...parameters },
			items: [{ campaign: 'Campaign 3' }],
		});
		expect(reply.error).toBeUndefined();
		expect(linesOf(sent)).toEqual(lines);
	});

	test.each<[string, Json, body: Json, lists: string[]]>([
		['a campaign', { campaign: byName('campaign 2') }, { campaign: 2 }, ['GET /api/campaigns']],
		[
			'only IDs',
			{ campaign: byId(2), channel: { __rl: true, mode: 'list', value: 3 }, pixels: [1, 2] },
			{ campaign: 2, channel: 3, pixels: [1, 2] },
			[],
		],
		[
			'a splash page as redirect type',
			{ type: { __rl: true, mode: 'nameOrId', value: 'season greetings' } },
			{ type: '2' },
			TYPES,
		],
		[
			'a domain, compared by its host',
			{ domain: byDomain('https://www.go.example.com/x') },
			{ domain: 'https://go.example.com' },
			['GET /api/domains'],
		],
	])('in a new link: %s', async (_, fields, body, lists) => {
		const { reply, sent } = await bothEntryPoints({
			parameters: {
				...{ resource: 'link', operation: 'create', url: 'https://example.com' },
				additionalFields: fields,
			},
		});
		expect(reply.error).toBeUndefined();
		expect(linesOf(sent)).toEqual([...lists, 'POST /api/url/add']);
		expect(sent.at(-1)?.body).toEqual({ url: 'https://example.com', ...body });
	});

	test.each(['invoke', 'engine'] as const)(
		'as a tool of an agent, called by way of "%s": the model gives names',
		async (via) => {
			await testbed.setScene();
			const { error } = await testbed.engine.tool({
				parameters: {
					...{ resource: 'link', operation: 'create', url: 'https://example.com' },
					additionalFields: {
						campaign: {
							__rl: true,
							mode: 'list',
							value: "={{ $fromAI('Campaign', 'Its name', 'string') }}",
						},
					},
				},
				args: { Campaign: 'campaign 2' },
				via,
			});
			expect(error).toBeUndefined();
			expect(bodiesOf(await testbed.requests()).map(({ campaign }) => campaign)).toEqual([2]);
		},
	);
});

describe('A link by its alias', () => {
	const byAlias = (value: string) => ({ __rl: true, mode: 'alias', value });
	const get = (linkId: Json, scene?: Scene) =>
		bothEntryPoints({ parameters: { resource: 'link', operation: 'get', linkId } }, scene);

	test('on the domain of the API takes one request, as by its short URL', async () => {
		const { reply, sent } = await get(byAlias('s2'));
		expect(reply.outputs[0]?.[0]?.json.id).toBe(2);
		expect(sent.map(({ query }) => query)).toEqual([{ short: `${testbed.url}/s2` }]);
	});

	test.each([
		['nobody', 'nobody'],
		['<b>R&amp;D</b>', '‹b›R&amp;D‹/b›'],
	])('that no link has fails, changes nothing, and is shown as given: %s', async (alias, shown) => {
		const parameters = { resource: 'link', operation: 'delete', linkId: byAlias(alias) };
		const { reply, sent } = await bothEntryPoints({ parameters });
		expect(reply.error?.message).toBe(`No link has the alias ${shown} [item 0]`);
		expect(sent.filter(isChange)).toEqual([]);
	});

	test('that only a link on another domain has names its short URL', async () => {
		const links = [
			{ url: 'https://example.com', custom: 'brand', domain: 'https://go.example.com' },
		];
		const { reply } = await get(byAlias('brand'), { links });
		expect(reply.error?.message).toMatch(/^No link on the default domain has the alias brand/);
		expect(reply.error?.description).toContain('https://go.example.com/brand');
	});
});

const rowsOf = (campaigns: unknown[]): Json[] =>
	campaigns.map((campaign, n) => ({ url: `https://example.com/${n}`, campaign }));

/** Creates a link for each row with the campaign that its column names. */
const createIn = (createMissing: unknown, more: Json = {}): Json => ({
	...{ resource: 'link', operation: 'create', url: '={{ $json.url }}' },
	additionalFields: { campaign: byName('={{ $json.campaign }}') },
	...(createMissing !== undefined && { options: { createMissing } }),
	...more,
});

describe('A table with names', () => {
	test('an unknown name in row 395 of 400 stops the run before row 1', async () => {
		const items = rowsOf(
			Array.from({ length: 400 }, (_, n) => (n === 395 ? 'Campain 1' : 'Campaign 1')),
		);
		const { reply, sent } = await run({ parameters: createIn(undefined), items });
		expect(linesOf(sent)).toEqual(['GET /api/campaigns']);
		expect(reply.error).toMatchObject({
			message: '1 of 400 items cannot be sent. Nothing was changed.',
			description: expect.stringMatching(
				/^Item 395 \(.+\) · Campaign: no campaign is called "Campain 1"; the closest is "Campaign 1"\. /,
			),
		});
	});

	test('On Error: Continue: only the row with the unknown name fails', async () => {
		const items = rowsOf(['Campaign 1', 'Campain 1', 'Campaign 2']);
		const settings = { onError: 'continueRegularOutput' } as const;
		const { reply, sent } = await run({ parameters: createIn(undefined), items, settings });
		expect(sent).toHaveLength(3);
		expect(reply.outputs[0]?.map(({ json }) => json.error)).toEqual([
			undefined,
			expect.stringContaining('no campaign is called "Campain 1"'),
			undefined,
		]);
	});

	test.each([[20, 1]])(
		'%i runs of %i rows take one request for each row, and one for each list',
		async (runs, rows) => {
			const additionalFields = { campaign: byName('campaign 1'), channel: byName('channel 2') };
			const parameters = createIn(undefined, { additionalFields });
			const credentials = { baseUrl: testbed.url, apiKey: testbed.freshKey() };
			let requests = 0;
			for (let number = 0; number < runs; number++) {
				const items = rowsOf(Array.from({ length: rows }, () => ''));
				const { sent } = await testbed.run(
					{ parameters, items, credentials },
					{ keep: number > 0 },
				);
				requests += sent.length;
			}
			expect(requests).toBe(runs * rows + 2);
		},
	);

	test.each(ENTRY_POINTS)(
		'a list that the plan does not include says so (%s)',
		async (entryPoint) => {
			const body = { error: 1, message: 'You do not have permission to access this endpoint.' };
			const faults = [
				{
					match: { path: '/api/campaigns' },
					times: 0,
					fault: { kind: 'status', status: 403, body },
				},
			];
			const items = rowsOf(['Campaign 1', 'Campaign 2']);
			const { reply, sent } = await run(
				{ parameters: createIn(undefined), items, entryPoint },
				{ faults },
			);
			expect(linesOf(sent)).toEqual(['GET /api/campaigns']);
			expect(`${reply.error?.message} ${reply.error?.description}`).toMatch(
				/Campaign: names cannot be used, because the service does not show its campaigns: .*permission.*Use the ID instead of the name\./,
			);
		},
	);

	test('a list that fails is read once in each try, and each row says why', async () => {
		const body = { error: 1, message: 'Invalid API key.' };
		const fault = { kind: 'status', status: 401, body };
		const faults = [{ match: { path: '/api/campaigns' }, times: 0, fault }];
		const request = { parameters: createIn(undefined), items: rowsOf(['A', 'B', 'C']) };
		for (const entryPoint of ENTRY_POINTS) {
			const settings = { onError: 'continueRegularOutput' } as const;
			const { reply, sent } = await run({ ...request, settings, entryPoint }, { faults });
			expect(linesOf(sent)).toEqual(['GET /api/campaigns']);
			const reason: unknown = expect.stringContaining('Invalid API key');
			expect(reply.outputs[0]?.map(({ json }) => json.error)).toEqual([reason, reason, reason]);
		}
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { sent } = await run({ ...request, settings }, { faults });
		expect(linesOf(sent)).toEqual(['GET /api/campaigns', 'GET /api/campaigns']);
	});
});

describe('Create Missing', () => {
	const NAMES = ['Spring', 'Summer', 'Autumn', 'Winter', 'Fifth'];
	const rows = (count: number) =>
		rowsOf(Array.from({ length: count }, (_, n) => NAMES[n % NAMES.length]));
	const campaigns = async () => {
		const { data } = await testbed.ask('GET /api/campaigns?limit=100');
		return ((data as Json).campaigns as Json[]).map(({ name, domain }) => name ?? domain);
	};

	// Before a campaign is made for Create or Get, the link of the row that needs it is asked for
	test.each([
		['create', 408],
		['createOrGet', 412],
	])(
		'400 rows of %s with 5 campaigns, none there, take at most %i requests',
		async (operation, requests) => {
			const parameters = createIn(['campaigns'], { operation });
			const { reply, sent } = await run({ parameters, items: rows(400), keep: 3 });
			expect(reply.error).toBeUndefined();
			expect(sent.length).toBeLessThanOrEqual(requests);
			expect(await campaigns()).toHaveLength(3 + 5);
			const ids = bodiesOf(sent).flatMap(({ campaign }) =>
				campaign === undefined ? [] : [campaign],
			);
			expect(new Set(ids).size).toBe(5);
			expect(ids).toHaveLength(400);
			expect(reply.hints.join(' ')).toMatch(/5 campaigns were created: .*Spring/);
		},
	);

	test('does the same through both entry points, in the form in which the editor saves it', async () => {
		const additionalFields = { campaign: byName('Spring'), channel: byName('News'), custom: '' };
		const options = { createMissing: ['channels', 'campaigns'] };
		const { reply, sent } = await bothEntryPoints({
			parameters: { ...createIn(undefined), url: 'https://example.com', additionalFields, options },
		});
		expect(reply.error).toBeUndefined();
		expect(linesOf(sent)).toEqual([
			...['GET /api/campaigns', 'GET /api/channels'],
			...['POST /api/campaign/add', 'POST /api/channel/add', 'POST /api/url/add'],
		]);
		expect(sent.at(-1)?.body).toMatchObject({ campaign: 4, channel: 4 });
	});

	test('Create or Get reads one page of links, in place of a search before each missing campaign', async () => {
		const items = rowsOf(Array.from({ length: 8 }, (_, n) => `New ${n}`));
		const parameters = createIn(['campaigns'], { operation: 'createOrGet' });
		const { reply, sent } = await run({ parameters, items });
		expect(reply.error).toBeUndefined();
		const reads = linesOf(sent).filter((line) => line.startsWith('GET'));
		expect(reads).toEqual(['GET /api/campaigns', 'GET /api/urls']);
	});

	test('creates nothing if another row is invalid', async () => {
		const items = [...rows(5), { url: 'nonsense', campaign: 'Other' }];
		const { sent } = await run({ parameters: createIn(['campaigns']), items });
		expect(sent.filter(isChange)).toEqual([]);
	});
});
