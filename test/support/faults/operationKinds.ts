/** The kinds of operations in the fault tests: what they send, and what the service holds afterwards. */
import type { Json } from '../engine';
import { byId, byLinkId } from '../operationCases';

/** What the service holds, by table. */
export type State = Record<string, Json[]>;

/** Where the records that an operation creates hold the name of their input item. */
interface Creation {
	/** Table and column of the service's state. */
	table: string;
	column: string;
	/** Whether a lost record can be looked up. */
	findable: boolean;
}

export interface Kind {
	name: string;
	parameters: Json;
	/** Matches the requests of one item, none of its look-ups. */
	match: (item: number) => Json;
	/** Items whose effect is in place, one entry for each time it is. */
	effects?: (state: State) => number[];
	creates?: Creation;
	/** Output items of one input item. Default: 1 */
	outputItems?: number;
}

export const ITEMS = 6;
const LINKS = 12;

/** What the service holds before a run, so that there is something to change, assign, delete and read. */
export const SEED = { links: LINKS, channels: ITEMS, campaigns: 1 };

/** The input items of each kind of operation: each has a name of its own. */
export const NAMED_ITEMS: Json[] = Array.from({ length: ITEMS }, (_, item) => ({
	name: `cell-${item}`,
}));

const ITEM_NAME = /cell-(\d+)/;
const ID = '={{ $itemIndex + 1 }}';
const NAME = '={{ $json.name }}';
const URL = '=https://example.com/{{ $json.name }}';

/** The items whose record, of the ID one higher, a table does not hold any more. */
const itemsNotIn =
	(table: string) =>
	(state: State): number[] => {
		const left = new Set((state[table] ?? []).map(({ id }) => id));
		return Array.from({ length: ITEMS }, (_, item) => item).filter((item) => !left.has(item + 1));
	};

/** The items whose names stand in a column of a table. */
const itemsIn =
	(table: string, column: string) =>
	(state: State): number[] =>
		(state[table] ?? [])
			.flatMap((row) => ITEM_NAME.exec(String(row[column]))?.[1] ?? [])
			.map(Number);

const creation = (
	path: string,
	table: string,
	column: string,
	findable = true,
): Pick<Kind, 'match' | 'effects' | 'creates'> => ({
	match: (item) => ({ method: 'POST', path: `/api/${path}`, body: `cell-${item}\\b` }),
	effects: itemsIn(table, column),
	creates: { table, column, findable },
});

/** The parameters of an operation: `link:create`. */
const asked = (name: string, more: Json): Json => {
	const [resource, operation] = name.split(':');
	return { resource, operation, ...more };
};

const changes = (
	name: string,
	parameters: Json,
	method: string,
	path: string,
	effects: Kind['effects'],
): Kind => ({
	name,
	parameters,
	match: (item) => ({ method, path: `/${path}/${item + 1}/` }),
	effects,
});

const KINDS: Kind[] = [
	{
		name: 'link with alias',
		parameters: asked('link:create', { url: URL, additionalFields: { custom: NAME } }),
		...creation('url/add', 'links', 'alias'),
	},
	{
		name: 'link without alias',
		parameters: asked('link:create', { url: URL }),
		...creation('url/add', 'links', 'longurl'),
	},
	{
		name: 'channel',
		parameters: asked('channel:create', { name: NAME }),
		...creation('channel/add', 'channels', 'name'),
	},
	{
		name: 'QR code without name',
		parameters: asked('qrCode:create', { type: 'text', data: NAME }),
		...creation('qr/add', 'qr_codes', 'data', false),
	},
	changes(
		'update',
		asked('channel:update', { channelId: byId(ID), updateFields: { description: NAME } }),
		'PUT',
		'channel',
		itemsIn('channels', 'description'),
	),
	changes(
		'delete',
		asked('channel:delete', { channelId: byId(ID) }),
		'DELETE',
		'channel',
		itemsNotIn('channels'),
	),
	changes(
		'update that keeps other fields',
		asked('link:update', { linkId: byLinkId(ID), updateFields: { description: NAME } }),
		'PUT',
		'url',
		itemsIn('links', 'description'),
	),
	changes(
		'delete of a record that can be read',
		asked('link:delete', { linkId: byLinkId(ID) }),
		'DELETE',
		'url',
		itemsNotIn('links'),
	),
	{
		name: 'assignment',
		parameters: asked('campaign:assignLink', { campaignId: byId(1), linkId: byLinkId(ID) }),
		match: (item) => ({ method: 'POST', path: `/assign/${item + 1}$` }),
		effects: ({ links = [] }) =>
			links.filter(({ campaign }) => campaign === 1).map(({ id }) => Number(id) - 1),
	},
	{
		name: 'get one',
		parameters: asked('link:get', { linkId: byLinkId(ID) }),
		match: (item) => ({ method: 'GET', path: `/url/${item + 1}$` }),
	},
	{
		name: 'list',
		// The page size tells the items' requests apart
		parameters: asked('link:getAll', {
			...{ returnAll: true, options: { pageSize: '={{ $itemIndex + 3 }}' } },
		}),
		match: (item) => ({ method: 'GET', path: `[?&]limit=${item + 3}(&|$)` }),
		outputItems: LINKS,
	},
];

/** Kinds by their names, in this order. */
export const kindsNamed = (...names: string[]): Kind[] => byName(KINDS, ...names);

/** The rows of a table with these names, in this order; throws when one is missing. */
export const byName = <T extends { name: string }>(table: T[], ...names: string[]): T[] =>
	names.map((name) => {
		const row = table.find((each) => each.name === name);
		if (!row) throw new Error(`No row is named ${name}`);
		return row;
	});
