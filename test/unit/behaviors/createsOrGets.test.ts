/** Create or Get: which link comes out, after which requests, and which errors users read. Virtual time. */
import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../../nodes/LinkManagement/api/lists';
import { Canceled, type FailureKind, isFailure } from '../../../nodes/LinkManagement/errors';
import type { ExistingLink } from '../../../nodes/LinkManagement/operations/links/candidates';
import { createsOrGets } from '../../../nodes/LinkManagement/operations/links/createsOrGets';
import {
	BRIEF_REQUESTS,
	LookUpBudget,
	MAX_REQUESTS,
} from '../../../nodes/LinkManagement/operations/links/lookUpBudget';
import type { CreationRecovery } from '../../../nodes/LinkManagement/operations/operation';
import { runNotesOf } from '../../../nodes/LinkManagement/operations/output/runNotes';
import {
	failed,
	good,
	listReply,
	lost,
	outcomeOf,
	type SentRequest,
	type StubReply,
	stubService,
} from '../../support/stubService';
import { advanceUntil, startClock, stopClock } from '../../support/virtual/clock';
import { type Given, itemCall } from './itemCall';

const TARGET = 'https://example.com/a';
const LINK = { id: 7, shorturl: 'https://sho.rt/spring', alias: 'spring', longurl: TARGET };
const OTHER_TARGET = { ...LINK, longurl: 'https://example.com/b' };
const OTHER_SPELLING = { ...LINK, shorturl: 'https://sho.rt/SPRING', alias: 'SPRING' };

const recovery: CreationRecovery = {
	what: 'link',
	list: LISTS.links,
	identity: ({ custom }) => String(custom),
	identityAdvice: 'Name it.',
	matches: () => false,
};
const existing: ExistingLink = {
	complete: (body) => ({ url: TARGET, custom: 'spring', ...body }),
	keywords: () => ['spring'],
	hasSameTarget: ({ longurl }, { url }) => longurl === url,
	notAsRequested: () => undefined,
};

beforeEach(() => startClock(Date.parse('2030-01-31T10:00:00Z')));
afterEach(stopClock);

/** How a service answers the creations and the searches of a test, each with its number from 1. */
interface Replies {
	creation: (count: number) => StubReply;
	/** The links that a search finds. Without it, a search finds none. */
	search?: (count: number) => IDataObject[];
	/** The links of the account. */
	list?: IDataObject[];
}

type Kind = 'creation' | 'search' | 'list';
const kindOf = ({ method, qs }: SentRequest): Kind => {
	if (method === 'POST') return 'creation';
	return 'short' in qs || 'q' in qs ? 'search' : 'list';
};

function serviceWith({ creation, search = () => [], list = [] }: Replies) {
	const counts = { creation: 0, search: 0, list: 0 };
	const service = stubService((request) => {
		const kind = kindOf(request);
		counts[kind]++;
		if (kind === 'creation') return creation(counts.creation);
		return listReply('urls', kind === 'list' ? list : search(counts.search), { maxpage: 1 });
	});
	return { service, kinds: () => service.requests.map(kindOf) };
}

const request = (custom?: string): Given['request'] => ({
	method: 'POST',
	url: '/api/url/add',
	body: custom === undefined ? {} : { custom },
});

/** One item, and the requests that it took. */
async function createOrGet(replies: Replies, own: Partial<ExistingLink> = {}) {
	const { service, kinds } = serviceWith(replies);
	const behavior = createsOrGets(recovery, { ...existing, ...own });
	const call = itemCall(service, { request: request() });
	const outcome = await advanceUntil(outcomeOf(behavior.perform(call)));
	return { ...outcome, kinds: kinds() };
}

const manyKeywords = (count: number) => Array.from({ length: count }, (_, n) => `word ${n}`);
const refused = () => failed('refused', { message: 'The alias is taken.' });

test('a new link takes one request', async () => {
	const { result, kinds } = await createOrGet({ creation: () => good(LINK) });
	expect(result).toEqual([{ error: 0, ...LINK, created: true }]);
	expect(kinds).toEqual(['creation']);
});

test.each<FailureKind>(['refused', 'forbidden', 'notFound'])(
	'after a creation that is %s, the link that exists is searched for and comes out',
	async (kind) => {
		const { result, kinds } = await createOrGet(
			{ creation: () => failed(kind), search: () => [LINK] },
			// Only a new link is compared with what was asked for
			{ notAsRequested: () => 'It has another domain.' },
		);
		expect(result).toEqual([{ ...LINK, created: false }]);
		expect(kinds).toEqual(['creation', 'search']);
	},
);

test.each<FailureKind>(['invalidKey', 'quotaExhausted', 'redirect'])(
	'after a creation that ends with %s, nothing is searched for',
	async (kind) => {
		const { error, kinds } = await createOrGet({
			creation: () => failed(kind),
			search: () => [LINK],
		});
		expect(isFailure(error, kind)).toBe(true);
		expect(kinds).toEqual(['creation']);
	},
);

test('a refusal without an existing link fails in the words of the service', async () => {
	const { message, kinds } = await createOrGet({ creation: refused });
	expect(message).toBe('The alias is taken. [item 3]');
	// By its short URL and by its keyword
	expect(kinds).toEqual(['creation', 'search', 'search']);
});

test('a link with the alias that leads elsewhere is an error', async () => {
	const { error, message } = await createOrGet({
		creation: refused,
		search: () => [OTHER_TARGET],
	});
	expect(isFailure(error, 'aliasTaken')).toBe(true);
	expect(message).toBe(
		'The alias spring is taken: https://sho.rt/spring leads to https://example.com/b, not to https://example.com/a [item 3]',
	);
});

test('a link with the alias comes out wherever it leads if the operation says so', async () => {
	const replies = { creation: refused, search: () => [OTHER_TARGET] };
	const { result } = await createOrGet(replies, { isAnyTarget: true });
	expect(result).toEqual([{ ...OTHER_TARGET, created: false }]);
});

test('a new link that is other than asked for is an error that names it', async () => {
	const { error, message } = await createOrGet(
		{ creation: () => good(LINK) },
		{ notAsRequested: () => 'It has another domain.' },
	);
	expect(isFailure(error, 'notAsRequested')).toBe(true);
	expect(message).toBe('It has another domain. The link https://sho.rt/spring exists now [item 3]');
});

describe('After a lost answer', () => {
	const thenRefused = (count: number) => (count === 1 ? lost() : refused());

	test('a link that exists comes out, and no other is created', async () => {
		const { result, kinds } = await createOrGet({
			creation: thenRefused,
			search: () => [LINK],
		});
		expect(result).toEqual([{ ...LINK, created: false }]);
		expect(kinds.filter((kind) => kind === 'creation')).toHaveLength(1);
	});

	test('and a refusal, a link that does not exist is not searched for a third time', async () => {
		const { message, kinds } = await createOrGet({ creation: thenRefused });
		expect(message).toBe('The alias is taken. [item 3]');
		expect(kinds.filter((kind) => kind === 'creation')).toHaveLength(2);
		expect(kinds.filter((kind) => kind === 'search')).toHaveLength(2 * 2);
	});

	test('a link is looked for with a limited number of requests before it is created again', async () => {
		const { result, kinds } = await createOrGet(
			{ creation: (count) => (count === 1 ? lost() : good(LINK)) },
			{ keywords: () => manyKeywords(2 * MAX_REQUESTS) },
		);
		expect(result).toEqual([{ error: 0, ...LINK, created: true }]);
		expect(kinds.filter((kind) => kind === 'search')).toHaveLength(MAX_REQUESTS);
	});

	test('another spelling comes out only if the link cannot be created', async () => {
		const search = () => [OTHER_SPELLING];
		const created = await createOrGet({
			creation: (count) => (count === 1 ? lost() : good(LINK)),
			search,
		});
		expect(created.result).toEqual([{ error: 0, ...LINK, created: true }]);
		const existed = await createOrGet({ creation: thenRefused, search });
		expect(existed.result).toEqual([{ ...OTHER_SPELLING, created: false }]);
	});

	test('Stop ends the item, even if another spelling was found', async () => {
		const { error } = await createOrGet({
			creation: (count) => {
				if (count === 1) return lost();
				throw new Canceled();
			},
			search: () => [OTHER_SPELLING],
		});
		expect(error).toBeInstanceOf(Canceled);
	});

	test('an alias that was taken meanwhile is an error, even if another spelling was found', async () => {
		const { error } = await createOrGet({
			creation: thenRefused,
			// The first look-up searches twice, as another spelling is not certain
			search: (count) => (count <= 2 ? [OTHER_SPELLING] : [OTHER_TARGET]),
		});
		expect(isFailure(error, 'aliasTaken')).toBe(true);
	});
});

describe('The list of links', () => {
	/** Two items of a run. The link of the first one exists; the second one has another alias, which is in the list. */
	async function twoItems(items: number) {
		const listed = { ...LINK, id: 5, shorturl: 'https://sho.rt/summer', alias: 'summer' };
		const { service, kinds } = serviceWith({
			creation: refused,
			search: () => [LINK],
			list: [LINK, listed],
		});
		const behavior = createsOrGets(recovery, existing);
		const run = { items };
		const first = itemCall(service, { request: request(), item: 0, run });
		await advanceUntil(outcomeOf(behavior.perform(first)));
		const before = service.requests.length;
		const second = itemCall(service, { request: request('summer'), item: 1, run });
		const { result } = await advanceUntil(outcomeOf(behavior.perform(second)));
		return { result, listed, kinds: kinds().slice(before), notes: runNotesOf(run).sentences };
	}

	test('is read after a row whose link exists, and gives the links of other rows without another request', async () => {
		const { result, listed, kinds } = await twoItems(2);
		expect(result).toEqual([{ ...listed, created: false }]);
		expect(kinds).toEqual(['list']);
	});

	test('leaves the links of rows as they are, which a note says', async () => {
		expect((await twoItems(2)).notes).toEqual([
			'2 links existed already; their other fields were not changed. To change them, use Create or Update.',
		]);
	});
});

test('a note counts a link once, and no new link', async () => {
	const run = { items: 3 };
	const { service } = serviceWith({
		creation: (count) => (count === 1 ? good({ ...LINK, id: 6 }) : refused()),
		search: () => [LINK],
	});
	const behavior = createsOrGets(recovery, existing);
	const sentences = [];
	for (const item of [0, 1, 2]) {
		const call = itemCall(service, { request: request(), item, run });
		await advanceUntil(behavior.perform(call));
		sentences.push(runNotesOf(run).sentences);
	}
	const sentence =
		'1 link existed already; its other fields were not changed. To change them, use Create or Update.';
	expect(sentences).toEqual([[], [sentence], [sentence]]);
});

describe('The requests to look for a link after a refusal', () => {
	test('are few after three equal ones without a link, until a creation succeeds', async () => {
		const creates = 5;
		const { service, kinds } = serviceWith({
			creation: (count) => (count === creates ? good(LINK) : refused()),
		});
		const keywords = () => manyKeywords(MAX_REQUESTS - 1);
		const behavior = createsOrGets(recovery, { ...existing, keywords });
		const run = { items: 6 };
		const searches: number[] = [];
		for (let item = 0; item < run.items; item++) {
			const before = service.requests.length;
			const call = itemCall(service, { request: request(), item, run });
			await advanceUntil(outcomeOf(behavior.perform(call)));
			searches.push(kinds().slice(before).length - 1);
		}
		const many = MAX_REQUESTS;
		expect(searches).toEqual([many, many, many, BRIEF_REQUESTS, 0, many]);
	});

	const afterRefusals = (...found: Array<number | undefined>) => {
		const budget = new LookUpBudget();
		for (const requests of found) budget.note('No more.', requests);
		return budget;
	};

	test.each([
		['at first', [], MAX_REQUESTS],
		['after two equal refusals without a link', [undefined, undefined], MAX_REQUESTS],
		['after three of them', [undefined, undefined, undefined], BRIEF_REQUESTS],
		['if a brief look finds links, too', [undefined, undefined, 2, undefined], BRIEF_REQUESTS],
		['if only a long look finds links', [undefined, undefined, 3, undefined], MAX_REQUESTS],
	])('%s', (_, found, requests) => {
		expect(afterRefusals(...found).for('No more.')).toBe(requests);
	});

	test('are many after another refusal, and after a success', () => {
		const budget = afterRefusals(undefined, undefined, undefined);
		expect(budget.for('Another.')).toBe(MAX_REQUESTS);
		budget.noteSuccess();
		expect(budget.for('No more.')).toBe(MAX_REQUESTS);
		budget.note('No more.', undefined);
		budget.note('Another.', undefined);
		budget.note('No more.', undefined);
		expect(budget.for('No more.')).toBe(MAX_REQUESTS);
	});
});
