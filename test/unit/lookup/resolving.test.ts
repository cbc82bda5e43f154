/** Names in a request become IDs: where they stand, how often lists are read, and what happens without a list or a record. */
import type { IDataObject } from 'n8n-workflow';

import type { InputWarning } from '../../../nodes/LinkManagement/errors';
import {
	type Named,
	NamedReference,
	withNamesAsText,
} from '../../../nodes/LinkManagement/fields/reference';
import { outdateNames } from '../../../nodes/LinkManagement/lookup/nameList';
import {
	named,
	namingItem,
	type NamingRequest,
	place,
	resolve,
	serviceWith,
	withoutNames,
} from '../../support/names';
import { failed, type StubService, stubService } from '../../support/stubService';

describe('A list that cannot be read', () => {
	test('of domains says to use the whole domain, which needs no list', async () => {
		const lists = { '/api/domains': failed('forbidden') };
		const { advice } = await resolve(lists, { body: { field: named('domainTexts', 'Spring') } });
		expect(advice).toMatch(/^Enter the whole domain with https/);
		const whole = named('domainTexts', 'http://go.example.com');
		const { result } = await resolve(lists, { body: { field: whole } });
		expect(result?.body).toEqual({ field: 'https://go.example.com' });
		// Nor does the default domain
		const service = stubService(() => failed('forbidden'), { defaultDomain: 'go.example.com' });
		const body = { field: named('domainTexts', 'GO.example.com') };
		const known = await withoutNames(namingItem(service, { body }));
		expect(known.result?.body).toEqual({ field: 'https://go.example.com' });
		expect(service.requests).toEqual([]);
	});

	test('because the plan does not include it says why, and to use the ID', async () => {
		const lists = { '/api/campaigns': failed('forbidden', { message: 'Not in your plan.' }) };
		const request = { body: { field: named('campaigns', 'Spring') } };
		const { message, advice } = await resolve(lists, request);
		expect(message).toMatch(/^Field: names cannot be used, .* its campaigns: Not in your plan\./);
		expect(advice).toContain('Use the ID instead of the name.');
	});

	test.each(['unavailable', 'invalidKey'] as const)(
		'because it is %s at present fails with that, and is read again only in another run',
		async (kind) => {
			const lists = { '/api/campaigns': failed(kind, { message: 'Try later.' }) };
			const request = { body: { field: named('campaigns', 'Spring') } };
			const { message, item, service } = await resolve(lists, request);
			expect(message).toBe('Try later.');
			const before = service.requests.length;
			expect((await withoutNames(item)).message).toBe('Try later.');
			expect(service.requests).toHaveLength(before);
			await withoutNames(namingItem(service, item));
			expect(service.requests).toHaveLength(2 * before);
		},
	);

	test('to its end: a name that is not among those that were read may exist', async () => {
		const records = Array.from({ length: 10_000 }, (_, n) => ({ id: n + 1, name: `C ${n}` }));
		const lists = { '/api/campaigns': records };
		const naming = { createMissing: ['campaigns' as const] };
		const found = await resolve(lists, { body: { field: named('campaigns', 'c 9999') } });
		expect(found.result?.body).toEqual({ field: 10_000 });
		const none = await resolve(lists, { body: { field: named('campaigns', 'D 1') } }, naming);
		expect(none.message).toContain(
			'; the closest is "C 1"; only the first 10000 campaigns were read',
		);
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
		const { result, item, service } = await resolve(lists, { body, path: { x: 'y' } });
		expect(result?.body).toBe(item.body);
		expect(service.requests).toEqual([]);
	});

	test('has the ID of a path parameter, and links still to look up', async () => {
		const linkId = { text: 'https://sho.rt/x' };
		const path = { campaignId: named('campaigns', 'Spring'), linkId };
		const body = { campaign: named('campaigns', 'Spring') };
		const { result } = await resolve(lists, { path, body });
		expect(result).toEqual({ path: { campaignId: 4, linkId }, body: { campaign: 4 } });
	});

	test('has the record whose name is a whole text, else those of its parts', async () => {
		const whole = (text: string) =>
			new NamedReference('pixels', text, place, false, [named('pixels', 'Buyers'), 7]);
		for (const [text, ids] of [
			['Buyers, 7', [2, 7, 3]],
			['Visitors', [1, 3]],
		] as const) {
			const { result } = await resolve(lists, { body: { pixels: [whole(text), 3] as never } });
			expect(result?.body).toEqual({ pixels: ids });
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
		['changed', '42', false, [], 'none'],
	])(
		'has in its %s, for digits %s (as a number: %p; Create Missing: %p), the ID %p',
		async (where, digits, isNumber, creates, value) => {
			const campaigns = [
				{ id: 42, name: 'Spring' },
				{ id: 9, name: '9' },
			];
			const warnings: InputWarning[] = [];
			const method = ({ target: 'DELETE', changed: 'PUT' } as const)[where];
			const naming = { createMissing: creates as Named[], method };
			const field = new NamedReference('campaigns', digits, { ...place, warnings }, isNumber);
			const { result, message, advice, item } = await resolve(
				{ '/api/campaigns': campaigns },
				{ [where === 'body' ? 'body' : 'path']: { field } },
				naming,
			);
			const filled = where === 'body' ? result?.body : result?.path;
			const found = filled?.field ?? 'none';
			expect(found instanceof NamedReference ? 'none' : found).toBe(value);
			const { takenById } = item.run.summary;
			expect(takenById).toEqual(method && value === 42 ? ['42 (Spring)'] : []);
			expect(warnings).toHaveLength(!method && value === 42 ? 1 : 0);
			if (creates.length > 0) return;
			expect(message.includes('no campaign is called')).toBe(value === 'none');
			expect(advice?.includes('To use an ID, choose By ID.') ?? false).toBe(value === 'none');
		},
	);

	test('has the domain that was chosen by its ID, without a warning', async () => {
		const warnings: InputWarning[] = [];
		const field = new NamedReference('domainTexts', '2', { ...place, warnings }, true);
		const domains = [{ id: 2, domain: 'https://go.example.com' }];
		const { result } = await resolve({ '/api/domains': domains }, { path: { field } });
		expect([result?.path, warnings]).toEqual([{ field: 'https://go.example.com' }, []]);
	});

	test('of each item of a run reads each list once', async () => {
		const body = { campaign: named('campaigns', 'spring'), pixels: [named('pixels', 'Buyers')] };
		const request = { body: body as IDataObject };
		const { item, service } = await resolve(lists, request);
		await Promise.all([item, namingItem(service, request, {}, item.run)].map(withoutNames));
		// They are for all items
		expect(service.requests).toMatchObject(
			['/api/campaigns', '/api/pixels'].map((url) => ({ url, options: { item: undefined } })),
		);
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
		for (const { after = 0, request = { body }, before } of steps) {
			jest.advanceTimersByTime(after * 1_000 + 1);
			before?.(service);
			const { result, message } = await withoutNames(namingItem(service, request));
			values.push(result ? (result.body.campaign ?? result.path.campaignId) : message);
		}
		return { values, lists: service.requests.length };
	}

	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	test('uses the names that were read within the last minute, and then reads them again', async () => {
		const { values, lists } = await runs({}, { after: 59 }, { after: 2 }, { after: 59 });
		expect(values).toEqual([4, 4, 4, 4]);
		expect(lists).toBe(2);
	});

	test('uses them for several names in one text, too', async () => {
		const parts = [named('campaigns', 'spring'), 7];
		const whole = new NamedReference('campaigns', 'Spring, 7', place, false, parts);
		const request = { body: { campaign: [whole] as never } };
		expect(await runs({ request }, { request })).toEqual({
			values: [
				[4, 7],
				[4, 7],
			],
			lists: 1,
		});
	});

	const by = (text: string, isNumber = false, mayBeNothing = false) =>
		new NamedReference('campaigns', text, place, isNumber, [], mayBeNothing);
	const SEVERAL = expect.stringContaining('2 campaigns are called "n/a": 5, 6');

	test.each<[string, NamedReference, unknown, lists: number, createMissing: Named[]]>([
		['an ID in place of a name', by('4'), 4, 1, []],
		['an ID as a number', by('4', true), 4, 1, ['campaigns']],
		['digits that may be a new name', by('4'), '4', 2, ['campaigns']],
		['a word for nothing', by('-', false, true), undefined, 1, []],
		['such a word that is the name of two records', by('n/a', false, true), SEVERAL, 2, []],
	])('uses them, or reads again, for %s', async (_, campaign, value, lists, createMissing) => {
		const twice = [5, 6].map((id) => ({ id, name: 'n/a' }));
		const service = serviceWith({ '/api/campaigns': [{ id: 4, name: 'Spring' }, ...twice] });
		for (let run = 0; run < 2; run++) {
			jest.advanceTimersByTime(1);
			const request = { body: { campaign } as unknown as IDataObject };
			const naming = namingItem(service, request, { createMissing });
			const { result, message } = await withoutNames(naming);
			expect(result ? withNamesAsText(result.body.campaign) : message).toEqual(value);
		}
		expect(service.requests).toHaveLength(lists);
	});

	test('reads names again after a change of this process, and after a run that could not read them', async () => {
		const fails = { '/api/campaigns': failed('unreachable') };
		const service = serviceWith(fails);
		expect((await runs({}, { before: (changed) => outdateNames(changed) })).lists).toBe(2);
		for (let count = 0; count < 2; count++)
			expect((await withoutNames(namingItem(service, { body }))).message).toBe('It failed.');
		expect(service.requests).toHaveLength(2);
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

	test('waits for a list that is being read', async () => {
		const service = serviceWith({ '/api/campaigns': [{ id: 4, name: 'Spring' }] });
		const items = [1, 2, 3].map(() => namingItem(service, { body }));
		jest.advanceTimersByTime(1);
		await Promise.all(items.map(withoutNames));
		expect(service.requests).toHaveLength(1);
	});
});
