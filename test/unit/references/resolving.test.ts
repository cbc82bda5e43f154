/** Names in a request become IDs: where they stand, how often lists are read, and what happens without a list or a record. */
import type { IDataObject } from 'n8n-workflow';

import { type Named, NamedReference } from '../../../nodes/LinkManagement/fields/reference';
import { forgetNames } from '../../../nodes/LinkManagement/lookup/nameList';
import { type Naming, resolveNames } from '../../../nodes/LinkManagement/lookup/names';
import { named, type NamingRequest, place, resolve, serviceWith } from '../../support/names';
import { failed, outcomeOf, type StubReply, type StubService } from '../../support/stubService';

describe('A list that cannot be read', () => {
	const refused = (reply: StubReply, list: Named = 'campaigns') =>
		resolve(
			{ '/api/campaigns': reply, '/api/domains': reply },
			{ body: { field: named(list, 'Spring') } },
		);

	test.each(['refused', 'notOffered', 'unexpectedReply'] as const)(
		'because it is %s says so, and to use the ID',
		async (kind) => {
			const { message, advice } = await refused(failed(kind, { message: 'Upgrade your plan.' }));
			expect(message).toBe(
				'Field: names cannot be used, because the service does not show its campaigns: Upgrade your plan. [item 3]',
			);
			expect(advice).toBe('Use the ID instead of the name. Nothing was sent for this item.');
		},
	);

	test('of domains says to use the whole domain, which needs no list', async () => {
		const { advice } = await refused(failed('forbidden'), 'domainTexts');
		expect(advice).toMatch(/^Enter the whole domain with https/);
		const lists = { '/api/domains': failed('forbidden') };
		const whole = named('domainTexts', 'http://go.example.com');
		const { result } = await resolve(lists, { body: { field: whole } });
		expect(result?.request.body).toEqual({ field: 'http://go.example.com' });
	});

	test.each(['unavailable', 'invalidKey'] as const)(
		'because it is %s at present fails with that, and is read again only in another run',
		async (kind) => {
			const { message, call, service } = await refused(failed(kind, { message: 'Try later.' }));
			expect(message).toBe('Try later.');
			const before = service.requests.length;
			const next = await outcomeOf(resolveNames(call));
			expect(next.message).toBe('Try later.');
			expect(service.requests).toHaveLength(before);
			await outcomeOf(resolveNames({ ...call, run: {} }));
			expect(service.requests).toHaveLength(2 * before);
		},
	);

	test('to its end: a name that is not among those that were read may exist', async () => {
		const records = Array.from({ length: 10_000 }, (_, n) => ({ id: n + 1, name: `C ${n}` }));
		const lists = { '/api/campaigns': records };
		const naming = { orElse: (reference: NamedReference) => reference };
		const found = await resolve(lists, { body: { field: named('campaigns', 'c 9999') } });
		expect(found.result?.request.body).toEqual({ field: 10_000 });
		const none = await resolve(lists, { body: { field: named('campaigns', 'Spring') } }, naming);
		expect(none.message).toContain('only the first 10000 campaigns were read');
		const whole = { '/api/campaigns': records.slice(1) };
		const kept = await resolve(whole, { body: { field: named('campaigns', 'Spring') } }, naming);
		expect(kept.message).toBe('');
	});
});

describe('A request', () => {
	const lists = {
		'/api/campaigns': [{ id: 4, name: 'Spring' }],
		'/api/pixels': [
			{ id: 1, name: 'Visitors' },
			{ id: 2, name: 'Buyers' },
		],
	};

	test('without names is left as it is, and takes no request', async () => {
		const body = { campaign: 4, pixels: [1, 2], geotarget: [{ location: 'Canada' }] };
		const { result, call, service } = await resolve(lists, { body, path: { x: 'y' } });
		expect(result).toBe(call);
		expect(service.requests).toEqual([]);
	});

	test('has the IDs in the body, in arrays too, each once, and nothing else changed', async () => {
		const pixels = [
			named('pixels', 'buyers'),
			7,
			named('pixels', 'Visitors'),
			named('pixels', '2'),
		];
		const body = { url: 'https://example.com', campaign: named('campaigns', 'spring'), pixels };
		const { result, call } = await resolve(lists, { body: body as IDataObject });
		expect(result?.request).toEqual({
			...{ method: 'POST', url: '/api/x' },
			body: { url: 'https://example.com', campaign: 4, pixels: [2, 7, 1] },
		});
		expect((call.request.body as IDataObject).campaign).toBeInstanceOf(NamedReference);
	});

	test('has the ID of a path parameter, and links still to look up', async () => {
		const linkId = { text: 'https://sho.rt/x' };
		const path = { campaignId: named('campaigns', 'Spring'), linkId };
		const { result } = await resolve(lists, { path });
		expect(result?.path).toEqual({ campaignId: 4, linkId });
	});

	test('has the record whose name is a whole text, else those of its parts', async () => {
		const whole = (text: string) =>
			new NamedReference('pixels', text, place, false, [named('pixels', 'Buyers'), 7]);
		for (const [text, ids] of [
			['Buyers, 7', [2, 7, 3]],
			['Visitors', [1, 3]],
		] as const) {
			const { result } = await resolve(lists, { body: { pixels: [whole(text), 3] as never } });
			expect(result?.request.body).toEqual({ pixels: ids });
		}
	});

	test.each<[where: string, digits: string, isNumber: boolean, creates: string[], value: unknown]>([
		['body', '42', false, [], 42],
		['body', '42', false, ['campaigns'], 'none'],
		['body', '42', true, ['campaigns'], 42],
		['path', '42', false, [], 42],
		['target', '42', false, [], 'none'],
		['target', '42', true, [], 42],
		['target', '9', false, [], 9],
	])(
		'has in its %s, for digits %s (as a number: %p; Create Missing: %p), the ID %p',
		async (where, digits, isNumber, creates, value) => {
			const campaigns = [
				{ id: 42, name: 'Spring' },
				{ id: 9, name: '9' },
			];
			const taken: string[] = [];
			const tookId: Naming['tookId'] = (_, { name }) => void taken.push(name);
			const naming = { creates, tookId, ...(where === 'target' && { isTarget: true }) };
			const field = new NamedReference('campaigns', digits, place, isNumber);
			const { result, message, advice } = await resolve(
				{ '/api/campaigns': campaigns },
				{ [where === 'body' ? 'body' : 'path']: { field } },
				naming,
			);
			const filled = where === 'body' ? (result?.request.body as IDataObject) : result?.path;
			expect(filled?.field ?? 'none').toBe(value);
			expect(taken).toEqual(value === 42 ? ['Spring'] : []);
			expect(message.includes('no campaign is called')).toBe(value === 'none');
			expect(advice?.includes('To use an ID, choose By ID.') ?? false).toBe(value === 'none');
		},
	);

	test('of each item of a run reads each list once', async () => {
		const body = { campaign: named('campaigns', 'spring'), pixels: [named('pixels', 'Buyers')] };
		const { call, service } = await resolve(lists, { body: body as IDataObject });
		await Promise.all([resolveNames(call), resolveNames({ ...call, item: 4 })]);
		expect(service.requests.map(({ url }) => url)).toEqual(['/api/campaigns', '/api/pixels']);
	});
});

describe('Another run', () => {
	const campaigns: IDataObject[] = [];
	const body = { campaign: named('campaigns', 'Spring') } as IDataObject;
	const path = { campaignId: named('campaigns', 'Spring') };

	/** Runs of one key, each with the seconds that pass before it: what they resolve to, and how often they read the list. */
	async function runs(
		...steps: Array<{
			after?: number;
			request?: NamingRequest;
			before?: (service: StubService) => void;
		}>
	) {
		campaigns.splice(0, Infinity, { id: 4, name: 'Spring' });
		const service = serviceWith({ '/api/campaigns': campaigns });
		const values: unknown[] = [];
		for (const { after = 0, request: { path = {}, ...request } = { body }, before } of steps) {
			jest.setSystemTime(Date.now() + after * 1_000);
			before?.(service);
			const call = { service, item: 3, run: {}, abandoned: () => false, path };
			const given = { method: 'POST' as const, url: '/api/x', ...request };
			const { result, message } = await outcomeOf(resolveNames({ ...call, request: given }));
			const sent = result?.request.body as IDataObject | undefined;
			values.push(result ? (sent?.campaign ?? result.path.campaignId) : message);
		}
		return { values, lists: service.requests.length };
	}

	beforeEach(() => jest.useFakeTimers({ doNotFake: ['performance'] }));
	afterEach(() => jest.useRealTimers());

	test('uses the names that were read within the last minute, and then reads them again', async () => {
		const { values, lists } = await runs({}, { after: 59 }, { after: 2 }, { after: 59 });
		expect(values).toEqual([4, 4, 4, 4]);
		expect(lists).toBe(2);
	});

	test('reads a name again that the list did not have, or had twice', async () => {
		const rename = (name: string) => () => void campaigns.splice(0, 1, { id: 4, name });
		const before = () => void campaigns.push({ id: 5, name: 'spring' });
		const { values, lists } = await runs(
			{ before: rename('Winter') },
			{ before: rename('SPRING') },
			...[{ before }, { after: 61 }, { before: rename('Winter') }],
		);
		expect(values).toEqual([
			expect.stringContaining('no campaign is called "Spring"'),
			...[4, 4, expect.stringContaining('2 campaigns are called "Spring"'), 5],
		]);
		expect(lists).toBe(4);
	});

	test('reads the name of the record that it changes itself: it may have been renamed or deleted', async () => {
		const before = () =>
			void campaigns.splice(0, 1, { id: 4, name: 'Winter' }, { id: 9, name: 'Spring' });
		const { values, lists } = await runs({}, { before, request: { path } }, {});
		expect(values).toEqual([4, 9, 9]);
		expect(lists).toBe(2);
	});

	test('reads names again after a change of this process, and after a run that could not read them', async () => {
		const fails = { '/api/campaigns': failed('unreachable') };
		const service = serviceWith(fails);
		expect((await runs({}, { before: (changed) => forgetNames(changed) })).lists).toBe(2);
		const call = { service, item: 3, abandoned: () => false, path: {} };
		const request = { method: 'POST' as const, url: '/api/x', body };
		for (const run of [{}, {}])
			expect((await outcomeOf(resolveNames({ ...call, run, request }))).message).toBe('It failed.');
		expect(service.requests).toHaveLength(2);
	});

	test('waits for a list that is being read', async () => {
		const service = serviceWith({ '/api/campaigns': [{ id: 4, name: 'Spring' }] });
		const request = { method: 'POST' as const, url: '/api/x', body };
		const call = { service, item: 3, abandoned: () => false, request, path: {} };
		const first = resolveNames({ ...call, run: {} });
		await Promise.resolve();
		await Promise.all([first, ...[{}, {}].map((run) => resolveNames({ ...call, run }))]);
		expect(service.requests).toHaveLength(1);
	});
});

describe('A name that no record has', () => {
	const body = () => ({ campaign: named('campaigns', 'New') });

	test('names the option that would create it', async () => {
		const naming: Naming = { creatable: ['campaigns'], orElse: () => undefined };
		const { advice } = await resolve({}, { body: body() }, naming);
		expect(advice).toContain('from the list. Create Missing under Options creates it. Nothing was');
		const other = await resolve({}, { body: { pixels: [named('pixels', 'x')] as never } }, naming);
		expect(other.advice).not.toContain('Create Missing');
	});
});
