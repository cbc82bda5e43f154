/** The kinds of operations that the fault tests hit: what they send, and what of it the service holds afterwards. */
import type { Json } from '../engine';
import { byId } from '../operationCases';

/** What the service holds, by table. */
export type State = Record<string, Json[]>;

export interface Kind {
	name: string;
	parameters: Json;
	/** Matches the requests of one item, none of its look-ups. */
	match: (item: number) => Json;
	/** Items whose effect is in place, one entry for each time it is. */
	effects?: (state: State) => number[];
	/** Makes records; `findable`: they can be looked up. */
	creates?: { findable: boolean };
	/** Output items that one item brings. Default: 1 */
	brings?: number;
}

export const ITEMS = 6;
const LINKS = 12;

/** What the service holds before a run, so that there is something to change, assign, delete and read. */
export const SEED = { links: LINKS, channels: ITEMS, campaigns: 1 };

const TOKEN = /cell-(\d+)/;
const ID = '={{ $itemIndex + 1 }}';

/** An input item's name, wherever it is put. */
const NAME = '=cell-{{ $itemIndex }}';
const URL = '=https://example.com/cell-{{ $itemIndex }}';

/** The items named in a column of a table. */
const named =
	(table: string, column: string) =>
	(state: State): number[] =>
		(state[table] ?? []).flatMap((row) => TOKEN.exec(String(row[column]))?.[1] ?? []).map(Number);

const created = (
	path: string,
	table: string,
	column: string,
	findable = true,
): Pick<Kind, 'match' | 'effects' | 'creates'> => ({
	match: (item) => ({ method: 'POST', path: `/api/${path}`, body: `cell-${item}\\b` }),
	effects: named(table, column),
	creates: { findable },
});

export const KINDS: Kind[] = [
	{
		name: 'link with alias',
		parameters: {
			resource: 'link',
			operation: 'create',
			url: URL,
			additionalFields: { custom: NAME },
		},
		...created('url/add', 'links', 'alias'),
	},
	{
		name: 'link without alias',
		parameters: { resource: 'link', operation: 'create', url: URL },
		...created('url/add', 'links', 'longurl'),
	},
	{
		name: 'campaign',
		parameters: { resource: 'campaign', operation: 'create', name: NAME },
		...created('campaign/add', 'campaigns', 'name'),
	},
	{
		name: 'channel',
		parameters: { resource: 'channel', operation: 'create', name: NAME },
		...created('channel/add', 'channels', 'name'),
	},
	{
		name: 'domain',
		parameters: {
			resource: 'domain',
			operation: 'create',
			domain: '=https://cell-{{ $itemIndex }}.example.com',
		},
		...created('domain/add', 'domains', 'domain'),
	},
	{
		name: 'QR code with name',
		parameters: {
			resource: 'qrCode',
			operation: 'create',
			type: 'text',
			data: 'Hello',
			additionalFields: { name: NAME },
		},
		...created('qr/add', 'qr_codes', 'name'),
	},
	{
		name: 'QR code without name',
		parameters: { resource: 'qrCode', operation: 'create', type: 'text', data: NAME },
		...created('qr/add', 'qr_codes', 'data', false),
	},
	{
		name: 'update',
		parameters: {
			resource: 'channel',
			operation: 'update',
			channelId: byId(ID),
			updateFields: { name: NAME },
		},
		match: (item) => ({ method: 'PUT', path: `/channel/${item + 1}/` }),
		effects: named('channels', 'name'),
	},
	{
		name: 'delete',
		parameters: { resource: 'channel', operation: 'delete', channelId: byId(ID) },
		match: (item) => ({ method: 'DELETE', path: `/channel/${item + 1}/` }),
		effects: ({ channels = [] }) => {
			const left = new Set(channels.map(({ id }) => id));
			return Array.from({ length: ITEMS }, (_, item) => item).filter((item) => !left.has(item + 1));
		},
	},
	{
		name: 'assignment',
		parameters: {
			resource: 'campaign',
			operation: 'assignLink',
			campaignId: byId(1),
			linkId: byId(ID),
		},
		match: (item) => ({ method: 'POST', path: `/assign/${item + 1}$` }),
		effects: ({ links = [] }) =>
			links.filter(({ campaign }) => campaign === 1).map(({ id }) => Number(id) - 1),
	},
	{
		name: 'get one',
		parameters: { resource: 'link', operation: 'get', linkId: byId(ID) },
		match: (item) => ({ method: 'GET', path: `/url/${item + 1}$` }),
	},
	{
		name: 'list',
		// The page size tells the items' requests apart
		parameters: {
			resource: 'link',
			operation: 'getAll',
			returnAll: true,
			options: { pageSize: '={{ $itemIndex + 3 }}' },
		},
		match: (item) => ({ method: 'GET', path: `[?&]limit=${item + 3}(&|$)` }),
		brings: LINKS,
	},
];
