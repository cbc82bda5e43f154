/**
 * How many requests it takes to learn what became of a creation whose reply was lost: the request itself, and then as few
 * pages of the list as can tell.
 */
import type { IDataObject } from 'n8n-workflow';

import { type ListEndpoint, LISTS } from '../../nodes/LinkManagement/client/endpoints';
import { listReply, pageOf } from '../support/stubService';
import { useVirtualClock } from '../support/virtual/clock';
import { BUSY, refusal } from '../support/virtual/linkService';
import {
	runInVirtualTime,
	type VirtualOutcome,
	type VirtualScript,
} from '../support/virtual/scriptedRun';

const NOW = Date.parse('2030-01-31T10:00:00.300Z');
useVirtualClock();

interface Kind {
	list: ListEndpoint;
	parameters: IDataObject;
	/** What the list shows of the record that these parameters ask for. Default: the parameters */
	record?: IDataObject;
}

const name = 'New';
const url = 'https://example.com/new';
const link = { longurl: url, shorturl: 'https://sho.rt/new' };
const toAlias = { url, additionalFields: { custom: 'new' } };
/** By the resource, and what is special. */
const KINDS: Record<string, Kind> = {
	campaign: { list: LISTS.campaigns, parameters: { name } },
	channel: { list: LISTS.channels, parameters: { name } },
	domain: { list: LISTS.domains, parameters: { domain: 'https://new.example.com' } },
	link: { list: LISTS.links, parameters: { url }, record: link },
	'link with an alias': {
		...{ list: LISTS.links, parameters: toAlias, record: { ...link, alias: 'new' } },
	},
	pixel: { list: LISTS.pixels, parameters: { type: 'gtmpixel', name, tag: 'GTM-1' } },
	qrCode: { list: LISTS.qrCodes, parameters: { type: 'text', data: 'Hello', name } },
};

type Order = 'newest first' | 'oldest first' | 'in no order';

const ORDERS: Record<Order, (a: IDataObject, b: IDataObject) => number> = {
	'newest first': (a, b) => Number(b.id) - Number(a.id),
	'oldest first': (a, b) => Number(a.id) - Number(b.id),
	'in no order': (a, b) => ((Number(a.id) * 7_919) % 10_007) - ((Number(b.id) * 7_919) % 10_007),
};

interface Place {
	/** Records that were there before. */
	count: number;
	order: Order;
	/** Largest page that the service gives, or refuses to exceed. */
	maxPage?: number;
	refusesLargePages?: boolean;
	/** What the list says of its pages. Default: the truth. */
	envelope?: IDataObject;
}

const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** A service that loses the answer to a creation. */
function losing({ list, parameters, record = parameters }: Kind, place: Place): VirtualScript {
	const { count, order, maxPage = 1_000, refusesLargePages, envelope } = place;
	const records: IDataObject[] = Array.from({ length: count }, (_, n) => ({
		...{ id: n + 1, name: `Old ${n}`, date: dateOf(NOW - 86_400_000) },
	}));
	return ({ method, path, query }) => {
		if (method === 'POST') {
			records.push({ id: count + 1, date: dateOf(Date.now()), ...record });
			return BUSY;
		}
		if (path !== list.path) return refusal('Not found.');
		if (refusesLargePages && Number(query.limit) > maxPage)
			return refusal('The limit is too large.');
		const all = [...records].sort(ORDERS[order]);
		const maxSize = maxPage;
		return pageOf(list.arrayName, all, { qs: query }, { maxSize, envelope });
	};
}

const create = async (kind: string, place: Place): Promise<VirtualOutcome> => {
	const [resource = ''] = kind.split(' ');
	const run = { resource, operation: 'create', items: [KINDS[kind]!.parameters] };
	return await runInVirtualTime(run, losing(KINDS[kind]!, place));
};

/** As `POST` for a creation and `2 of 100` for a page. */
const stepsOf = ({ requests }: VirtualOutcome) =>
	requests.map(({ method, query }) =>
		method === 'GET' ? `${String(query.page)} of ${String(query.limit)}` : method,
	);

test.each(Object.keys(KINDS))('a lost creation of a %s, 40 records: one page', async (kind) => {
	const outcome = await create(kind, { count: 40, order: 'in no order' });
	expect(outcome.items.map(({ json }) => json.id)).toEqual([41]);
	expect(stepsOf(outcome)).toEqual(['POST', '1 of 100']);
});

test.each<[string, Place, string[]]>([
	['newest first', { count: 5_000, order: 'newest first' }, ['1 of 100']],
	['oldest first', { count: 900, order: 'oldest first' }, ['1 of 100', '1 of 1000']],
	['900, in no order', { count: 900, order: 'in no order' }, ['1 of 100', '1 of 1000']],
	[
		'2,500, in no order',
		{ count: 2_500, order: 'in no order' },
		['1 of 100', '1 of 1000', '2 of 1000', '3 of 1000'],
	],
	[
		'350, in no order, pages over 100 are refused',
		{ count: 350, order: 'in no order', maxPage: 100, refusesLargePages: true },
		['1 of 100', '1 of 1000', '1 of 100', '2 of 100', '3 of 100', '4 of 100'],
	],
])('a lost creation of a channel, %s', async (_, place, pages) => {
	const outcome = await create('channel', place);
	expect(outcome.items.map(({ json }) => json.id)).toEqual([place.count + 1]);
	expect(stepsOf(outcome)).toEqual(['POST', ...pages]);
});

test.each<IDataObject>([{ maxpage: 1_000_000_000 }, { result: 1e9, perpage: 1e9, maxpage: 1e9 }])(
	'a lost creation is found where the list says %j: no number of a reply sizes anything',
	async (envelope) => {
		const outcome = await create('channel', { count: 30, order: 'newest first', envelope });
		expect(outcome.items.map(({ json }) => json.id)).toEqual([31]);
		expect(outcome.requests.length).toBeLessThanOrEqual(40);
	},
);

test.each([
	[' GTM-1 ', 41, 1],
	['GTM-2', 42, 2],
])(
	'after a lost creation, a pixel of this name with the tag %j: %i',
	async (tag, id, creations) => {
		const { parameters } = KINDS.pixel!;
		const shown = [{ id: 41, name: 'new', tag, date: dateOf(Date.now()) }];
		const { items, requests } = await runInVirtualTime(
			{ resource: 'pixel', operation: 'create', items: [parameters] },
			({ method }, count) => {
				if (count === 1) return 'lost';
				if (method === 'POST') return { body: { error: 0, id: 42 } };
				return listReply('pixels', shown, { maxpage: 1 });
			},
		);
		expect(items.map(({ json }) => json.id)).toEqual([id]);
		expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(creations);
	},
);
