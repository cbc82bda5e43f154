/** Create or Get: which link comes out, after which requests, and which errors users read. Virtual time. */
import type { IDataObject, NodeApiError } from 'n8n-workflow';

import { createOrGet as operation } from '../../../nodes/LinkManagement/actions/link/createOrGet';
import { type FailureKind, isFailure } from '../../../nodes/LinkManagement/errors';
import {
	failed,
	good,
	listReply,
	lost,
	newKey,
	outcomeOf,
	type SentRequest,
	type StubReply,
	stubService,
} from '../../support/stubService';
import { advanceUntil, useVirtualClock } from '../../support/virtual/clock';
import { hintsOf, itemCall, newRun } from './itemCall';

const TARGET = 'https://example.com/a';
const LINK = { id: 7, shorturl: 'https://sho.rt/spring', alias: 'spring', longurl: TARGET };
const BODY = { url: TARGET, custom: 'spring' };

useVirtualClock('2030-01-31T10:00:00Z');

/** How a service answers the creations, the searches and the list, each with its number from 1. */
interface Replies {
	creation: (count: number) => StubReply;
	search?: (count: number) => IDataObject[];
	list?: IDataObject[];
	defaultDomain?: string;
}

const kindOf = ({ method, qs }: SentRequest): 'creation' | 'search' | 'list' => {
	if (method === 'POST') return 'creation';
	return 'short' in qs || 'q' in qs ? 'search' : 'list';
};

function serviceWith(
	{ creation, search = () => [], list = [], defaultDomain = 'sho.rt' }: Replies,
	key = newKey(),
	items = 1,
) {
	const counts = { creation: 0, search: 0, list: 0 };
	const service = stubService(
		(request) => {
			const kind = kindOf(request);
			counts[kind]++;
			if (kind === 'creation') return creation(counts.creation);
			// The list has older pages
			return kind === 'list'
				? listReply('urls', list, { maxpage: 500 })
				: listReply('urls', search(counts.search), { maxpage: 1 });
		},
		{ defaultDomain, account: key },
	);
	const own = newRun(items);
	const callFor = (item: number, body: IDataObject, caller?: never) =>
		itemCall(service, {
			caller,
			request: { method: 'POST', url: '/api/url/add', body },
			index: item,
			run: own,
		});
	return { service, own, callFor };
}

const CONTINUES = { continueOnFail: () => true } as never;

/** Items of a run, one after the other, and the kinds of their requests. */
async function run(
	replies: Replies,
	bodies: IDataObject[],
	{ key = newKey(), caller = CONTINUES } = {},
) {
	const { service, callFor, own } = serviceWith(replies, key, bodies.length);
	const perItem = [];
	for (const [item, body] of bodies.entries()) {
		const before = service.requests.length;
		const work = outcomeOf(operation.execute(callFor(item, body, caller)));
		const outcome = await advanceUntil(work);
		perItem.push({ ...outcome, kinds: service.requests.slice(before).map(kindOf) });
	}
	return { perItem, notes: hintsOf(own) };
}

/** One item with On Error: Stop. */
async function createOrGet(replies: Replies, body: IDataObject = BODY, key = newKey()) {
	const { perItem, notes } = await run(replies, [body], { key, caller: {} as never });
	return { ...perItem[0]!, notes };
}

const refused = () => failed('refused', { message: 'The alias is taken.' });
const leadingTo = (longurl: string, more = {}) => ({
	creation: refused,
	search: () => [{ ...LINK, longurl, ...more }],
});

test.each<[string, IDataObject[], boolean]>([
	['The alias is taken.', [], true],
	['No.', [], false],
])(
	'nothing shows the default domain: after %j, with %j, its field is named: %p',
	async (message, links, isNamed) => {
		const creation = () => failed('refused', { message });
		const found = await createOrGet({ creation, search: () => links, defaultDomain: '' });
		const error = found.error as NodeApiError;
		expect(String(error.description).includes('Default Domain')).toBe(isNamed);
		expect(isFailure(error, 'aliasTaken')).toBe(isNamed);
	},
);

test.each<FailureKind>(['refused', 'forbidden', 'notFound'])(
	'after a creation that is %s, the link that exists is searched for and comes out',
	async (kind) => {
		const { result, kinds } = await createOrGet({
			creation: () => failed(kind),
			search: () => [LINK],
		});
		expect(result).toEqual([{ ...LINK, created: false }]);
		expect(kinds).toEqual(['creation', 'search']);
	},
);

test.each<FailureKind>(['invalidKey', 'quotaExhausted', 'redirect'])(
	'after a creation that ends with %s, nothing is searched for',
	async (kind) => {
		const { error, kinds } = await createOrGet({
			...leadingTo(TARGET),
			creation: () => failed(kind),
		});
		expect(isFailure(error, kind)).toBe(true);
		expect(kinds).toEqual(['creation']);
	},
);

test('a refusal without an existing link fails in the words of the service', async () => {
	const { message, kinds } = await createOrGet({ creation: refused });
	expect(message).toBe('Alias spring: The alias is taken. [item 0]');
	expect(kinds).toEqual(['creation', 'search']);
});

test.each([
	// The service has it at the short URL of the item
	['Spring', 'spring', TARGET, true],
	['a_b', 'a-b', TARGET, false],
	['ab', 'a-b', TARGET, false],
])('a refused %s is the link %s that leads to %s: %p', async (custom, alias, longurl, isFound) => {
	const found = { ...LINK, alias, shorturl: `https://sho.rt/${alias}`, longurl };
	const replies = { creation: refused, search: () => [found] };
	const { message, result } = await createOrGet(replies, { ...BODY, custom });
	expect(result?.[0]?.id ?? message).toEqual(
		isFound ? 7 : `Alias ${custom}: The alias is taken. [item 0]`,
	);
});

test('a refusal names the links that were read and have the same or a similar alias', async () => {
	const others = ['https://b.example/a_b', 'https://sho.rt/ab'].map((shorturl, n) => ({
		...{ id: 20 + n, shorturl, alias: shorturl.split('/').at(-1), longurl: TARGET },
	}));
	const { perItem } = await run({ creation: refused, search: () => [LINK], list: others }, [
		BODY,
		{ url: TARGET, custom: 'a_b' },
	]);
	expect(perItem[1]?.message).toBe(
		'Alias a_b: The alias is taken. https://b.example/a_b leads to https://example.com/a; https://sho.rt/ab leads to https://example.com/a [item 1]',
	);
	expect(perItem[1]?.advice).toMatch(/use its alias.+ correct Default Domain in the credential\.$/);
});

test('a link that leads elsewhere is an error', async () => {
	const { error, message, advice } = await createOrGet(leadingTo('https://example.com/b'));
	expect(isFailure(error, 'aliasTaken')).toBe(true);
	expect(advice).toBe('Choose another alias for this item.');
	expect(message).toBe(
		'The alias spring is taken: https://sho.rt/spring leads to https://example.com/b, not to https://example.com/a [item 0]',
	);
});

test('a link whose long URL is written in another form comes out, and the hint counts it', async () => {
	const { result, notes } = await createOrGet(leadingTo('http://example.com/a/'));
	expect(result).toMatchObject([{ id: 7, created: false }]);
	expect(notes.join()).toContain('The long URL of 1 link is written in another form');
});

test.each([
	['on the same host', 'https://example.com/stored', {}, true],
	['on another host', 'https://example.org/a', {}, false],
	['on a given domain', 'https://example.com/stored', { domain: 'https://sho.rt' }, false],
])('a derived alias that leads elsewhere %s', async (_, longurl, more, comesOut) => {
	const shown = leadingTo(longurl);
	const { service, callFor } = serviceWith({
		creation: refused,
		search: () => {
			const asked = String(service.requests.at(-1)?.qs.short ?? '');
			return [{ ...shown.search()[0], alias: undefined, shorturl: asked }];
		},
	});
	const work = outcomeOf(operation.execute(callFor(0, { url: TARGET, ...more })));
	const { result, error } = await advanceUntil(work);
	expect(service.requests.slice(0, 2).map(kindOf)).toEqual(['creation', 'search']);
	if (comesOut)
		expect(result).toMatchObject([{ warning: `The link leads to ${longurl} at the service.` }]);
	else expect(isFailure(error, 'aliasTaken')).toBe(true);
});

test('a link that this node made for the item comes out, wherever the service lets it lead', async () => {
	const key = newKey();
	await createOrGet({ creation: () => good(LINK) }, BODY, key);
	const { result } = await createOrGet(leadingTo('https://elsewhere.example/'), BODY, key);
	expect(result).toMatchObject([
		{ id: 7, created: false, warning: expect.stringContaining('elsewhere') },
	]);
});

test('a new link that is other than asked for is an error that names it', async () => {
	const { error, message } = await createOrGet(
		{ creation: () => good(LINK) },
		{ ...BODY, custom: 'x' },
	);
	expect(isFailure(error, 'notAsRequested')).toBe(true);
	expect(message).toBe(
		'Alias not as requested: spring instead of x. The link https://sho.rt/spring was made or found [item 0]',
	);
	expect(error).toMatchObject({
		description: expect.stringMatching(/ finds a link again by its alias and domain\. /),
	});
});

test('after a lost reply, a link that exists comes out, and no other is created', async () => {
	const { result, kinds } = await createOrGet({
		creation: (count) => (count === 1 ? lost() : refused()),
		search: () => [LINK],
	});
	expect(result).toEqual([{ ...LINK, created: false }]);
	expect(kinds.filter((kind) => kind === 'creation')).toHaveLength(1);
});

test('the list is read after an item whose link exists, and gives the links of others', async () => {
	const summer = { ...LINK, id: 5, shorturl: 'https://sho.rt/summer', alias: 'summer' };
	const { perItem, notes } = await run(
		{ creation: refused, search: () => [LINK], list: [LINK, summer] },
		[BODY, { ...BODY, custom: 'summer' }],
	);
	expect(perItem[1]?.result).toEqual([{ ...summer, created: false }]);
	expect(perItem.map(({ kinds }) => kinds)).toEqual([['creation', 'search'], ['list']]);
	expect(notes).toEqual([
		'2 links existed already; their other fields were not changed. To change them, use Create or Update.',
	]);
});

test('equal items are one link, which did not exist before', async () => {
	const { perItem, notes } = await run({ creation: () => good(LINK) }, [BODY, BODY]);
	expect(notes).toEqual([]);
	expect(perItem.map(({ result, kinds }) => [result?.[0]?.created, kinds])).toEqual([
		[true, ['creation']],
		[false, []],
	]);
});

test('a hint names both domains where a creation contradicts the credential', async () => {
	const elsewhere = { ...LINK, shorturl: 'https://go.example.com/spring' };
	const { notes } = await run({ creation: () => good(elsewhere) }, [BODY]);
	expect(notes).toEqual([
		'Links without a domain are made on https://go.example.com, not on sho.rt. Correct Default Domain in the credential.',
	]);
	expect((await run({ creation: () => good(LINK) }, [BODY])).notes).toEqual([]);
});

test.each<[string, IDataObject, IDataObject, RegExp | undefined]>([
	[
		'long URLs',
		BODY,
		{ ...BODY, url: 'https://example.com/b' },
		/^Alias: .*items 0 and 1 .* differ in Long URL \[item/,
	],
	[
		'URL Parameters',
		BODY,
		{ ...BODY, parameters: [{ name: 'ref', value: 'a' }] },
		/^Alias: .*items 0 and 1 .* differ in URL Parameters \[item/,
	],
	['titles, which it does not change', BODY, { ...BODY, metatitle: 'Sale' }, undefined],
	['aliases', BODY, { ...BODY, custom: 'summer', url: 'https://example.com/b' }, undefined],
	['long URLs, without an alias', { url: TARGET }, { url: 'https://example.com/b' }, undefined],
])('two items with different %s', async (_, one, other, message) => {
	const { callFor } = serviceWith({ creation: () => good() });
	const calls = [one, other].map((body, item) => callFor(item, body));
	for (const call of calls) operation.note?.(call);
	for (const call of calls) {
		const check = outcomeOf(Promise.resolve(operation.check?.(call)));
		expect((await check).message).toEqual(message ? expect.stringMatching(message) : '');
	}
});

test.each([
	['quite another alias', LINK, { custom: 'x' }, [true, true]],
	['another domain', LINK, { domain: 'https://go.example' }, [true, false]],
	['the alias asked for', LINK, {}, [false, false]],
])(
	'of a new link with %s, the report of a failed run says what is known',
	async (_, made, more, expected) => {
		const { callFor } = serviceWith({ creation: () => good(made) });
		const call = callFor(3, { ...BODY, ...more });
		await advanceUntil(outcomeOf(operation.execute(call)));
		const { run: own } = call;
		const { made: reported, perhapsFound } = own.results;
		expect([reported.has(3), perhapsFound.has(3)]).toEqual(expected);
	},
);

test('a repetition gives the same error for another link than asked for, and makes no other', async () => {
	const key = newKey();
	const replies = { creation: () => good(LINK), search: () => [], list: [LINK] };
	const first = await createOrGet(replies, { ...BODY, custom: 'x' }, key);
	expect(isFailure(first.error, 'notAsRequested')).toBe(true);
	const { service, callFor } = serviceWith(replies, key);
	const reading = service.request;
	service.request = async (request, options) =>
		request.url === '/api/url/7'
			? (good({ details: LINK }) as never)
			: await reading(request, options);
	const again = await advanceUntil(
		outcomeOf(operation.execute(callFor(0, { ...BODY, custom: 'x' }))),
	);
	expect(again.message).toBe(
		'Alias not as requested: spring instead of x. The link https://sho.rt/spring was there before [item 0]',
	);
	expect(service.requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a link that is found without its long URL comes out, and counts as one that existed', async () => {
	const { result, notes } = await createOrGet({
		creation: refused,
		search: () => [{ ...LINK, longurl: undefined }],
	});
	expect(result).toMatchObject([{ id: 7, created: false }]);
	expect(notes).toHaveLength(1);
});
