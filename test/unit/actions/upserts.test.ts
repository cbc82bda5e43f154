/** Create or Update: what is sent for one row, when links and replies get lost, and what a run remembers. Virtual time. */
import type { IDataObject } from 'n8n-workflow';

import { upsert } from '../../../nodes/LinkManagement/actions/link/upsert';
import type { Service } from '../../../nodes/LinkManagement/client/service';
import { isFailure } from '../../../nodes/LinkManagement/errors';
import type { Item } from '../../../nodes/LinkManagement/run/item';
import type { Run } from '../../../nodes/LinkManagement/run/run';
import {
	failed,
	good,
	listReply,
	newKey,
	outcomeOf,
	type SentRequest,
	type StubReply,
	stubService,
} from '../../support/stubService';
import { advanceUntil, useVirtualClock } from '../../support/virtual/clock';
import { itemCall, newRun } from './itemCall';

const TARGET = 'https://example.com/a';
const LINK = { id: 7, alias: 'spring', shorturl: 'https://sho.rt/spring', longurl: TARGET };
const LISTED = { ...LINK, title: 'Old', description: '' };
const DETAILS = { ...LISTED, expiry: null, location: {}, device: {} };
const BODY = { custom: 'spring', url: TARGET, metatitle: 'New' };

useVirtualClock('2030-01-31T10:00:00Z');

const kindOf = ({ method, url, qs }: SentRequest): string => {
	if (method !== 'GET') return method === 'POST' ? 'creation' : 'update';
	if (url !== '/api/urls') return url === '/api/account' ? 'account' : 'reading';
	return 'page' in qs && !('q' in qs) ? 'list' : 'search';
};

type Replies = Partial<Record<string, (count: number) => StubReply | Promise<StubReply>>>;

interface Given {
	body?: IDataObject;
	given?: Item['unsent'];
	items?: number;
	run?: Run;
	caller?: Item['caller'];
	service?: Partial<Service>;
}

/** One row, and the requests that it took. The service answers each kind of request; by default it has the link. */
async function upsertRow(replies: Replies, { body = BODY, ...given }: Given = {}) {
	const { items = 9, run = newRun(items), caller = {} as never } = given;
	const counts: Record<string, number> = {};
	const service = stubService(
		(request) => {
			const kind = kindOf(request);
			counts[kind] = (counts[kind] ?? 0) + 1;
			const reply = replies[kind];
			if (reply) return reply(counts[kind]);
			if (kind === 'list') return listReply('urls', [LISTED], { maxpage: 1 });
			if (kind === 'search') return listReply('urls', [], { maxpage: 1 });
			return kind === 'reading' ? good({ details: DETAILS }) : good(LINK);
		},
		{ defaultDomain: 'sho.rt', ...given.service },
	);
	const call = itemCall(service, {
		operation: upsert,
		request: { method: 'POST', url: '/api/url/add', body },
		unsent: given.given ?? {},
		run,
		caller,
	});
	const outcome = await advanceUntil(outcomeOf(upsert.execute(call)));
	return { ...outcome, kinds: service.requests.map(kindOf), service, call };
}

const PATCHES = { service: { updatesReplace: 'no' } } as const;
const EXPIRY = { custom: 'spring', expiry: '2031-01-01 23:59:59' };
const PLAN = { given: { dryRun: true } };
const BY_ID = { matchOn: 'id', id: 7 } as const;
const NEW_ALIAS = { ...PATCHES, given: BY_ID, body: { custom: 'new' } };
const MOVED = { alias: 'new', shorturl: 'https://sho.rt/new' };
const long = (links: IDataObject[]) => () => listReply('urls', links, { maxpage: 500 });
const found = () => listReply('urls', [LISTED]);
const refused = () => failed('refused');
const UNLISTED: Replies = { list: long([]), creation: refused, search: found };
const moved = () => good({ details: { ...DETAILS, ...MOVED } });
const movedReply = () => good({ id: 7, ...MOVED });
/** In the list, the link has another alias than in replies. */
const others = long([{ ...LISTED, alias: 'x', shorturl: 'https://sho.rt/x' }]);

test.each<[string, Replies, Given, requests: string]>([
	['update: of a plan', {}, { ...PATCHES, ...PLAN }, 'list'],
	['update: of a plan, by a field that is read', {}, { ...PLAN, body: EXPIRY }, 'list, reading'],
	// The list shows whether other links have the alias
	['create: of a plan of one row', { list: long([]) }, { ...PLAN, items: 1 }, 'search, list'],
	['updated: with a new alias', { reading: moved }, NEW_ALIAS, 'list, update, reading'],
	['updated: with one in the reply', { update: movedReply }, NEW_ALIAS, 'list, update'],
	['updated: not listed', UNLISTED, {}, 'list, creation, search, reading, update'],
	['updated: given for a creation', { list: others }, {}, 'list, creation, reading, update'],
])('a row that is %s', async (name, replies, given, requests) => {
	const { result, kinds } = await upsertRow(replies, given);
	const [action] = name.split(':');
	expect([result?.[0]?.action, kinds.join(', ')]).toEqual([action, requests]);
});

test('a link that is deleted after the list was read is an error, never updated', async () => {
	const gone = () => failed('notFound');
	for (const body of [BODY, EXPIRY]) {
		const { error, kinds, message, advice } = await upsertRow({ reading: gone }, { body });
		expect(isFailure(error, 'notFound')).toBe(true);
		expect(kinds).not.toContain('update');
		expect(`${message} ${advice}`).toContain('deleted meanwhile');
	}
	// The service may lack the endpoint
	const update = () => failed('notFound', { httpCode: '404', message: 'No such page.' });
	expect((await upsertRow({ update }, PATCHES)).message).toBe('No such page. [item 3]');
});

test('a link that the service refuses to show is not called deleted', async () => {
	const reading = () => failed('refused', { message: 'You cannot access this endpoint.' });
	const update = () => failed('emptyReply');
	const { message, advice } = await upsertRow({ reading, update }, PATCHES);
	expect(message).toContain('Whether the record was updated is not known');
	expect(advice).toContain('(You cannot access this endpoint)');
	const compared = await upsertRow({ reading }, { body: EXPIRY });
	expect(compared.message).toBe('You cannot access this endpoint. [item 3]');
});

test.each([
	['a run', false, ['list', 'creation']],
	['a plan', true, ['list']],
])('%s: the alias of a new row must not belong to another link', async (_, dryRun, expected) => {
	const body = { custom: 'spring', url: 'https://example.com/other' };
	const { message, advice, kinds } = await upsertRow(
		{ creation: refused, search: found },
		{ body, given: { matchOn: 'id', dryRun } },
	);
	expect(message).toMatch(/^The alias spring is taken: https:\/\/sho\.rt\/spring leads to/);
	expect(advice).toContain('fill in the column to match on');
	expect(kinds).toEqual(expected);
});

test('values that the service does not take are sent twice, also where the list does not show all of them', async () => {
	const service = { account: newKey() };
	const actions = [];
	for (let run = 0; run < 4; run++)
		actions.push(
			(await upsertRow({}, { body: { ...BODY, ...EXPIRY }, service })).result?.[0]?.action,
		);
	expect(actions).toEqual(['updated', 'updated', 'unchanged', 'unchanged']);
});

test.each(['id', 'custom'])(
	'a row matched on %s that gives nothing but the alias is not sent with Send All Rows Again',
	async (matchOn) => {
		const given = { sendAll: true, matchOn, ...(matchOn === 'id' && { id: 7 }) } as never;
		const { result } = await upsertRow({}, { body: { custom: 'spring' }, given });
		expect(result).toMatchObject([{ action: 'unchanged' }]);
	},
);

const FRANCE = { geotarget: [{ location: 'France', link: TARGET }] };
const [A, B] = ['https://a', 'https://b'];
const LONG = 'https://example.com/a?x=1&y=2';
const ESCAPED = LONG.replace('&', '&amp;');
const GEO = 'Geo Targeting';
const TO = `France: ${TARGET}`;
const MOVED_URL = { url: LONG, campaign: 0 };
const EMPTIED = { metatitle: '', password: '' };

test.each<[shown: IDataObject, IDataObject, field: string, before: string, after: string]>([
	[{ location: { Canada: A, kenya: { all: B } } }, FRANCE, GEO, `Canada: ${A}, kenya: ${B}`, TO],
	[{ location: { canada: { all: A, b: B } } }, FRANCE, GEO, `canada: all: ${A}, b: ${B}`, TO],
	[{ location: {} }, FRANCE, GEO, '–', TO],
	[{ longurl: ESCAPED }, MOVED_URL, 'Long URL', ESCAPED, `${LONG} · Campaign: (not shown) → –`],
	[{ description: 'a' }, { description: 'For\nMarch' }, 'Description', 'a', 'For March'],
	[{ title: 'R&amp;D' }, EMPTIED, 'Meta Title', 'R&D', '– · Password: (not shown) → –'],
])('a plan of a link with %j for a row with %j shows what changes', async (...given) => {
	const [shown, row, field, before, after] = given;
	const list = () => listReply('urls', [{ ...LISTED, ...shown }], { maxpage: 1 });
	const reading = () => good({ details: { ...DETAILS, ...shown } });
	const body = { custom: 'spring', ...row };
	const { result } = await upsertRow({ list, reading }, { ...PLAN, body });
	expect(result?.[0]?.changes).toBe(`${field}: ${before} → ${after}`);
});

test.each<[IDataObject, string]>([
	[{ parameters: [{ name: 'utm_source', value: 'mail' }] }, 'UTM Source: (not shown) → mail'],
	[
		{
			parameters: [
				{ name: 'ref', value: 'x' },
				{ name: 'utm_term', value: 'y' },
			],
		},
		'UTM Term: (not shown) → y · URL Parameters: (not shown) → ref: x',
	],
	[{ parameters: [] }, 'URL Parameters: (not shown) → –'],
	[{ password: 'secret' }, 'Password: (not shown) → ••••'],
	[{ pixels: [1, 2] }, 'Pixel Names or IDs: (not shown) → 1, 2'],
])('a plan shows %j, and counts it as sent again', async (more, changes) => {
	const service = { account: newKey() };
	const row = { custom: 'spring', ...more };
	const plan = async (other: IDataObject, sendAll = false) => {
		const run = newRun(9);
		run.summary.plan = new Map();
		const given = { dryRun: true, sendAll };
		const { result } = await upsertRow({}, { body: { ...row, ...other }, given, run, service });
		return [result?.[0]?.changes, run.summary.plan.get(3)];
	};
	expect(await plan({ metatitle: 'Old' })).toEqual([changes, 'again']);
	expect(await plan({ metatitle: 'Old' }, true)).toEqual([changes, 'again']);
	const both = `Meta Title: Old → New · ${changes}`;
	expect(await plan({ metatitle: 'New' })).toEqual([both, 'update']);
	// After it was sent, other values are a change of the table
	await upsertRow({}, { body: row, service });
	expect(await plan({ description: '' })).toEqual([changes, 'update']);
});

const SOME = { url: TARGET, metatitle: 'New', campaign: 3 };
const SAME = { url: TARGET, metatitle: 'Old' };
const ALL = { given: { sendAll: true } };
const ALL_BY_ID = { given: { ...BY_ID, sendAll: true } };
test.each<[string, IDataObject, Given, IDataObject]>([
	['what differs', SOME, {}, { metatitle: 'New', campaign: 3 }],
	['all of the row, with Send All Rows Again', SAME, ALL, SAME],
	['not the alias, with Send All Rows Again', SOME, ALL_BY_ID, SOME],
	['what no reading shows', { campaign: 3 }, {}, { campaign: 3 }],
])('where updates change only what they send, one sends %s', async (_, row, more, sent) => {
	const body = { custom: 'spring', ...row };
	const { service, call } = await upsertRow({}, { ...PATCHES, body, ...more });
	expect(call.run.summary.sentForHidden).toBe(Object.keys(row).join() === 'campaign' ? 1 : 0);
	expect(service.requests.find(({ method }) => method === 'PUT')?.body).toStrictEqual(sent);
});

test('a new link is sent without what a row empties', async () => {
	const empty = { metatitle: '', campaign: 0, pixels: [] };
	const { service } = await upsertRow(
		{ list: long([]), creation: () => good({ ...LINK, id: 8 }) },
		{ body: { custom: 'spring', url: TARGET, status: 'public', channel: 3, ...empty } },
	);
	expect(service.requests.find(({ method }) => method === 'POST')?.body).toStrictEqual({
		...{ custom: 'spring', url: TARGET, status: 'public', channel: 3 },
	});
});

test('a plan names what cannot be sent along', async () => {
	const location = { canada: { all: TARGET, quebec: TARGET } };
	const reading = () => good({ details: { ...DETAILS, location } });
	const { result } = await upsertRow({ reading }, PLAN);
	expect(result?.[0]?.warning).toContain('the service may change it: Geo Targeting');
});

test('an update that would empty fields is refused, and what was sent before is still known', async () => {
	const data: IDataObject = {};
	const caller = { getWorkflowStaticData: () => data } as never;
	const service = { updatesReplace: 'yes' } as const;
	const body = { custom: 'spring', url: TARGET, campaign: 3 };
	await upsertRow({}, { body, caller, service, given: { allowEmptying: true } });
	const changed = await upsertRow({}, { body: { ...body, metatitle: 'New' }, caller, service });
	expect(changed.message).toContain('the update would empty Channel');
	const { result } = await upsertRow({}, { body, caller, service });
	expect(result).toMatchObject([{ action: 'unchanged' }]);
});
