/** To which account the state of a trigger belongs, and what it watches. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import {
	type Account,
	currentAccount,
	isOf,
	isSameAccount,
	type StoredState,
} from '../../../nodes/LinkManagement/trigger/polls';
import { isChosen, type Watch, watchOf } from '../../../nodes/LinkManagement/trigger/watch';
import { failed, good, newKey, type StubReply, stubService } from '../../support/stubService';
import { useVirtualClock } from '../../support/virtual/clock';
import { listing, virtualTrigger } from '../../support/virtual/polls';
import { newHost } from '../../support/virtual/scriptedRun';

useVirtualClock();

describe('The current account', () => {
	const KEPT: Account = { address: 'sho.rt', id: '5', key: 'one' };
	const read = async (reply: StubReply, kept: Account | undefined, own = {}) => {
		const given = { baseUrl: 'https://Sho.rt/', account: newKey('one'), ...own };
		const service = stubService(() => reply, given);
		const account = await currentAccount(service, kept, 1_234);
		return { account, requests: service.requests };
	};

	test('costs no request while address and key are the same', async () => {
		const { account, requests } = await read(good(), KEPT);
		expect(account).toEqual(KEPT);
		expect(requests).toEqual([]);
	});

	test.each([
		['there is no state', undefined, {}],
		['the key is another', KEPT, { account: newKey('two') }],
		['the address is another', KEPT, { baseUrl: 'https://other.example' }],
	])('is asked for when %s', async (_, kept, own) => {
		const { account, requests } = await read(good({ data: { id: 7 } }), kept, own);
		expect(account.id).toBe('7');
		expect(requests).toMatchObject([
			{ method: 'GET', url: '/api/account', options: { maxWait: 1_234 } },
		]);
	});

	test.each<[string, StubReply]>([
		['forbids it', failed('forbidden')],
		['refuses it', failed('refused')],
		['rejects the key in its own words', failed('invalidKey', { fromService: true })],
		['does not know the address', failed('notFound')],
		['replies without data', good()],
	])('has no ID where the service %s', async (_, reply) => {
		expect((await read(reply, undefined)).account).toEqual({ ...KEPT, id: '' });
	});

	test.each(['invalidKey', 'unavailable'] as const)(
		'is not known after a failure of the kind %s',
		async (kind) => {
			await expect(read(failed(kind, { message: 'No.' }), undefined)).rejects.toThrow('No.');
		},
	);
});

describe('A kept state belongs to the account', () => {
	const current: Account = { address: 'sho.rt', id: '5', key: 'two' };

	test.each<[string, Partial<Account>, Partial<Account>, boolean]>([
		['of the same ID, whatever the key', { key: 'one' }, {}, true],
		['of another ID, whatever the key', { id: '6' }, {}, false],
		['of another address', { address: 'other' }, {}, false],
		['of the same key where its ID is not known', { id: '' }, {}, true],
		['of the same key where the ID is not known now', {}, { id: '' }, true],
		['of another key where its ID is not known', { id: '', key: 'one' }, {}, false],
		['of another key where the ID is not known now', { key: 'one' }, { id: '' }, false],
	])('%s: %#', (_, kept, now, isSame) => {
		expect(isSameAccount({ ...current, ...kept }, { ...current, ...now })).toBe(isSame);
	});
});

test('another account behind the credential: links created there start the workflow', async () => {
	const state: IDataObject = {};
	const host = newHost();
	let account = 1;
	let ids = [2_000, 1_999];
	const lists = listing(() => ids.map((id) => ({ id })));
	const script: typeof lists = (request, count) =>
		request.path === '/api/account'
			? { body: { error: 0, data: { id: account } } }
			: lists(request, count);
	const pollWith = async (apiKey: string) =>
		(await virtualTrigger({ event: 'newLink' }, script, host, state, { apiKey })()).ids;
	await pollWith('old');
	ids = [2_001, 2_000, 1_999];
	// A renewed key loses nothing
	expect(await pollWith('renewed')).toEqual([2_001]);
	expect(JSON.stringify(state)).not.toContain('renewed');
	account = 2;
	ids = [3, 2, 1];
	expect(await pollWith('other')).toEqual([]);
	ids = [4, 3, 2, 1];
	expect(await pollWith('other')).toEqual([4]);
});

describe('What the user watches', () => {
	/** The filter as the editor saves it. */
	const chosen = (...values: unknown[]) => ({
		links: { link: values.map((value) => ({ linkId: { __rl: true, mode: 'id', value } })) },
	});
	const watch = (parameters: Record<string, unknown>) =>
		watchOf({
			getNode: () => ({ name: 'Trigger', type: 'linkManagementTrigger', parameters }),
			getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
		} as unknown as IPollFunctions);

	test.each([
		// No links can be chosen
		['newLink', chosen('7'), 0, ''],
		['linkClicksIncreased', { q: ' spring ' }, 5, 'spring'],
		['qrCodeScansReached', { q: 'spring' }, 100, 'spring'],
	])('%s with the filters %j has the amount %i', (event, filters, amount, keyword) => {
		const watched = watch({ event, filters, increase: 5, threshold: '100' });
		expect(watched).toEqual({ event, amount, keyword, links: [] });
	});

	test('the chosen links are those of the rows that are filled', () => {
		const parameters = { event: 'linkClicksIncreased', increase: 5 };
		const linksOf = (filters: unknown) => watch({ ...parameters, filters }).links;
		expect(linksOf(chosen(7, '', 'https://Go.example.com/Spring/', '42', '7'))).toEqual([
			'42',
			'7',
			'go.example.com/Spring',
		]);
		expect(linksOf({ links: { link: [{ linkId: 9 }, {}, null] } })).toEqual(['9']);
		expect(linksOf({ links: {} })).toEqual([]);
		const codes = { event: 'qrCodeScansReached', threshold: 5, filters: chosen('7') };
		expect(watch(codes).links).toEqual([]);
		const naming = () => linksOf(chosen('spring'));
		expect(naming).toThrow('Links: "spring" is neither an ID nor a short URL');
		expect(naming).toThrow(
			expect.objectContaining({ description: expect.stringMatching(/or choose From List\./) }),
		);
	});

	test.each([
		['linkClicksIncreased', { increase: 0 }, 'Minimum Increase: "0" is not'],
		['linkClicksReached', { threshold: 1.5 }, 'Threshold: "1.5" is not'],
		['linkClicksReached', {}, 'Threshold: a value is required'],
		['toString', {}, 'Trigger On: "toString" is not an event'],
		['newLink', { filters: { q: '#N/A' } }, 'Search: "#N/A" is'],
		['newLink', { filters: { q: '{{ $json.q }}' } }, 'Search: "{{ $json.q }}" is text, not an'],
	])('%s with %p is rejected', (event, parameters, message) => {
		expect(() => watch({ event, ...parameters })).toThrow(message);
	});

	test('is the same while event, amount, keyword and links are, in whatever order they are kept', () => {
		const current: Watch = { event: 'linkClicksReached', amount: 5, keyword: 'a', links: ['1'] };
		const reordered = Object.fromEntries(Object.entries(current).reverse()) as unknown as Watch;
		const isKept = (watch: Watch) => isOf(current, { watch } as StoredState);
		expect(isKept(reordered)).toBe(true);
		const others = [{ event: 'newLink' as const }, { amount: 6 }, { keyword: 'b' }, { links: [] }];
		for (const other of others) expect(isKept({ ...current, ...other })).toBe(false);
	});

	test('a link is chosen by its ID or its short URL, or when none is', () => {
		const link = { id: '7', shorturl: 'https://www.go.example.com/Spring' };
		expect(isChosen(new Set(), link)).toBe(true);
		expect(isChosen(new Set(['7']), link)).toBe(true);
		expect(isChosen(new Set(['go.example.com/Spring']), link)).toBe(true);
		expect(isChosen(new Set(['go.example.com/spring', '8']), link)).toBe(false);
	});
});
