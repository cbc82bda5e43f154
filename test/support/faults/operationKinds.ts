/** The kinds of operations in the fault tests: what they send, and what the service holds afterwards. */
import type { Json } from '../engine';
import { byId, byLinkId } from '../operationCases';

/** What the service holds, by table. */
export type State = Record<string, Json[]>;

export interface Kind {
	name: string;
	parameters: Json;
	/** Matches the requests of one item, none of its look-ups. */
	match: (item: number) => Json;
	/** Items whose effect is in place, one entry for each time it is. */
	effects?: (state: State) => number[];
	/** For creations: whether a lost record can be looked up. */
	creates?: { findable: boolean };
	/** Output items of one input item. Default: 1 */
	outputItems?: number;
}

const ITEMS = 6;
const LINKS = 12;

/** What the service holds before a run, so that there is something to change, assign, delete and read. */
export const SEED = { links: LINKS, campaigns: 1 };

/** The input items of each kind of operation: each has a name of its own. */
export const NAMED_ITEMS: Json[] = Array.from({ length: ITEMS }, (_, item) => ({
	name: `cell-${item}`,
}));

const ITEM_NAME = /cell-(\d+)/;
const ID = '={{ $itemIndex + 1 }}';
const NAME = '={{ $json.name }}';
const CREATE = {
	resource: 'link',
	operation: 'create',
	url: '=https://example.com/{{ $json.name }}',
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
	creates: { findable },
});

export const linkWithAlias: Kind = {
	name: 'link with alias',
	parameters: { ...CREATE, additionalFields: { custom: NAME } },
	...creation('url/add', 'links', 'alias'),
};
export const linkWithoutAlias: Kind = {
	name: 'link without alias',
	parameters: CREATE,
	...creation('url/add', 'links', 'longurl'),
};
export const codeWithoutName: Kind = {
	name: 'QR code without name',
	parameters: { resource: 'qrCode', operation: 'create', type: 'text', data: NAME },
	...creation('qr/add', 'qr_codes', 'data', false),
};
export const update: Kind = {
	name: 'update',
	parameters: {
		...{ resource: 'link', operation: 'update', linkId: byLinkId(ID) },
		updateFields: { description: NAME },
	},
	match: (item) => ({ method: 'PUT', path: `/url/${item + 1}/` }),
	effects: itemsIn('links', 'description'),
};
export const assignment: Kind = {
	name: 'assignment',
	parameters: {
		...{ resource: 'campaign', operation: 'assignLink' },
		...{ campaignId: byId(1), linkId: byLinkId(ID) },
	},
	match: (item) => ({ method: 'POST', path: `/assign/${item + 1}$` }),
	effects: ({ links = [] }) =>
		links.filter(({ campaign }) => campaign === 1).map(({ id }) => Number(id) - 1),
};
export const deletion: Kind = {
	name: 'deletion',
	parameters: { resource: 'link', operation: 'delete', linkId: byLinkId(ID) },
	match: (item) => ({ method: 'DELETE', path: `/url/${item + 1}/` }),
	effects({ links = [] }) {
		const left = new Set(links.map(({ id }) => id));
		return NAMED_ITEMS.flatMap((_, item) => (left.has(item + 1) ? [] : item));
	},
};
export const list: Kind = {
	name: 'list',
	parameters: {
		...{ resource: 'link', operation: 'getAll', returnAll: true },
		// It tells the requests of the items apart
		options: { pageSize: '={{ $itemIndex + 3 }}' },
	},
	match: (item) => ({ method: 'GET', path: `[?&]limit=${item + 3}(&|$)` }),
	outputItems: LINKS,
};
