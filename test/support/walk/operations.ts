/** What a walk can do: every operation that changes something, with the parameters of its items and what their outputs report. */
import { expect } from '@jest/globals';

import type { Json } from '../engine';
import { byDomain, byId, byLinkId, byName } from '../operationCases';
import { upsertItems } from '../virtual/linkRows';
import { type Account, picked, type Report } from './account';

/** One input item. */
export interface WalkItem {
	parameters: Json;
	/** What the outputs of this item report, after checks of what can be checked. `held`: what the service holds now. */
	reports: (outputs: Json[], held: Account) => Report[];
	/** What may have happened although the item failed: its request was carried out, and every reply was lost. */
	mayReport?: (held: Account) => Report[];
	/** The record that it may create. */
	creates?: { table: string; fields: Json };
	/** Names of campaigns that may have been created for it. */
	missing?: string[];
}

/** One run of the node. */
export interface WalkRun {
	resource: string;
	operation: string;
	items: WalkItem[];
}

/** What the steps are chosen from. */
export interface Choice {
	account: Account;
	/** What short URLs on the default domain begin with. */
	home: string;
	/** What the service makes of an alias. */
	spelled(alias: string): string;
	/** A whole number from 0, below this. */
	draw(below: number): number;
	pick<T>(values: readonly T[]): T;
	/** A name that no other record has. */
	fresh(): string;
}

/** A kind of run; undefined where the account has nothing for it. */
type Maker = (choice: Choice) => WalkItem[] | undefined;

export const idsIn = (account: Account, table: string): number[] =>
	[...account.keys()].flatMap((key) =>
		key.startsWith(`${table} `) ? [Number(key.slice(table.length + 1))] : [],
	);

const MOST_ITEMS = 4;
const many = <T>({ draw }: Choice, make: () => T): T[] =>
	Array.from({ length: 1 + draw(MOST_ITEMS) }, make);

/** Different IDs of a table. */
function someIds(choice: Choice, table: string): number[] | undefined {
	const { account, draw } = choice;
	const ids = idsIn(account, table);
	const some = many(choice, () => ids[draw(ids.length)]!);
	return ids.length === 0 ? undefined : [...new Set(some)];
}

const idOf = ([output]: Json[]): number => {
	expect(output).toEqual(expect.objectContaining({ id: expect.any(Number) }));
	return Number(output!.id);
};

/** An item that creates a record in a table. */
const creation = (table: string, parameters: Json, fields: Json): WalkItem => ({
	parameters,
	creates: { table, fields },
	reports: (outputs) => [{ record: `${table} ${idOf(outputs)}`, fields }],
});

/** An item that changes a record or, without fields, deletes it. */
function change(record: string, parameters: Json, fields?: Json): WalkItem {
	const report = [{ record, fields }];
	return { parameters, reports: () => report, mayReport: () => report };
}

/** A record by its ID, or by its name if no other record has it. */
function located(choice: Choice, table: string, id: number, column = 'name'): Json {
	const name = choice.account.get(`${table} ${id}`)?.[column];
	const namesakes = idsIn(choice.account, table).filter(
		(other) => choice.account.get(`${table} ${other}`)?.[column] === name,
	);
	const isById = namesakes.length > 1 || choice.draw(2) === 0;
	return isById ? byId(id) : (column === 'domain' ? byDomain : byName)(String(name));
}

/** The columns that parameters fill: they have the same names. */
const filledBy = ({ additionalFields, updateFields, ...fields }: Json, table: string): Json =>
	picked({ ...fields, ...(additionalFields as Json), ...(updateFields as Json) }, table);

/**
 * Create, update and delete records that have a name.
 *
 * @param created the parameters for a new name
 */
function named(
	[resource, table, column]: [resource: string, table: string, column?: string],
	created: (name: string) => Json,
	updated: (name: string) => Json,
): Record<string, Maker> {
	const chosen = (choice: Choice, item: (record: string, parameters: Json) => WalkItem) =>
		someIds(choice, table)?.map((id) =>
			item(`${table} ${id}`, { [`${resource}Id`]: located(choice, table, id, column) }),
		);
	return {
		[`${resource}:create`]: (choice) =>
			many(choice, () => {
				const parameters = created(choice.fresh());
				return creation(table, parameters, filledBy(parameters, table));
			}),
		[`${resource}:update`]: (choice) =>
			chosen(choice, (record, locator) => {
				const parameters = updated(choice.fresh());
				return change(record, { ...locator, ...parameters }, filledBy(parameters, table));
			}),
		[`${resource}:delete`]: (choice) =>
			chosen(choice, (record, locator) => change(record, locator)),
	};
}

const rootOf = (name: string): Json => ({ redirectroot: `https://example.com/${name}` });

/** A URL of which some services store another form. */
const target = (name: string) => `https://example.com/${name}%2Fa/?x=1&y=2#top`;

/**
 * Aliases that come again and again, so that links exist, are changed and are made anew. Some services take those for one that
 * differ only in case or signs.
 */
const ALIASES = ['row-0', 'Row-0', 'row_0', 'row-1', 'row-2', 'Row-2'];
const CAMPAIGNS = ['Spring', 'Summer', 'Autumn'];
const CODES = ['code-0', 'code-1', 'code-2'];

/** Different values, of records that exist and others. */
const someOf = (choice: Choice, values: string[]): string[] => [
	...new Set(many(choice, () => choice.pick(values))),
];

/** What the service holds of a link with these values. */
function linkFields({ spelled }: Choice, { custom, url, metatitle, description }: Json): Json {
	const alias = custom === undefined ? undefined : spelled(String(custom));
	const fields = { alias, longurl: url, title: metatitle, description };
	return picked(
		Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
		'links',
	);
}

/** What a link has after an update with the values of a row. A campaign that the row names may have been created for it. */
function rowFields(record: string, fields: Json, campaign: string | undefined, held: Account) {
	const id = held.get(record)?.campaign;
	const isNamed = campaign !== undefined && held.get(`campaigns ${String(id)}`)?.name === campaign;
	return isNamed ? { ...fields, campaign: id } : fields;
}

/** The report of a row: its link, which is in the campaign that the row names. */
function rowReports(output: Json, fields: Json, campaign: string | undefined, held: Account) {
	const record = `links ${idOf([output])}`;
	const reported = rowFields(record, fields, campaign, held);
	if (campaign !== undefined) expect(reported).toHaveProperty('campaign');
	return [{ record, fields: reported }];
}

/** Aliases that the service does not take for one. */
const someAliases = (choice: Choice): string[] => [
	...new Map(
		someOf(choice, ALIASES).map((alias) => [choice.spelled(alias), alias] as const),
	).values(),
];

/** Create or Get: by an alias and its own long URL, or by a long URL only. */
function createOrGet(choice: Choice): WalkItem[] {
	const { account, draw, pick } = choice;
	return someAliases(choice).map((alias) => {
		const isDerived = draw(3) === 0;
		const url = isDerived ? target(`derived/${alias}`) : target(`fixed/${alias}`);
		const custom = isDerived ? undefined : `fixed-${alias}`;
		const fields = linkFields(choice, { custom, url });
		const campaign = draw(3) === 0 ? pick(CAMPAIGNS) : undefined;
		return {
			parameters: {
				url,
				additionalFields: {
					...(custom && { custom }),
					...(campaign && { campaign: byName(campaign) }),
				},
				options: { createMissing: ['campaigns'] },
			},
			...(campaign && { missing: [campaign] }),
			creates: { table: 'links', fields },
			reports: (outputs, held) => {
				const record = `links ${idOf(outputs)}`;
				const { created } = outputs[0]!;
				// A link that is there stays as it is, with the campaign that it has
				if (created === true) expect(account.has(record)).toBe(false);
				if (!account.has(record)) return rowReports(outputs[0]!, fields, campaign, held);
				// A link that was made for the item and leads elsewhere by now is given with a warning
				if (!String(outputs[0]!.warning).includes('leads to'))
					expect(held.get(record)).toMatchObject(fields);
				return [];
			},
		};
	});
}

/** Create or Update: rows that are new, equal or different. */
function upsert(choice: Choice): WalkItem[] {
	const { account, draw, pick } = choice;
	return someAliases(choice).map((custom): WalkItem => {
		const campaign = draw(4) === 0 ? pick(CAMPAIGNS) : undefined;
		const row = {
			custom,
			url: target(`${custom}/${draw(2)}`),
			metatitle: `Title & ${draw(2)}`,
			description: `Note ${draw(2)}`,
			...(campaign && { campaign }),
		};
		const fields = linkFields(choice, row);
		return {
			parameters: upsertItems([row], { createMissing: ['campaigns'] })[0]!,
			...(campaign && { missing: [campaign] }),
			creates: { table: 'links', fields },
			reports: (outputs, held) => {
				const { action } = outputs[0]!;
				const record = `links ${idOf(outputs)}`;
				expect(['created', 'updated', 'unchanged']).toContain(action);
				expect(action === 'created' && account.has(record)).toBe(false);
				// The row's values must be there already, as nothing is reported
				if (action === 'unchanged') expect(held.get(record)).toMatchObject(fields);
				return action === 'unchanged' ? [] : rowReports(outputs[0]!, fields, campaign, held);
			},
			mayReport: (held) => {
				const isOfRow = ([key, { alias }]: [string, Json]) =>
					key.startsWith('links ') && alias === fields.alias;
				const [record = ''] = [...account].find(isOfRow) ?? [];
				return [{ record, fields: rowFields(record, fields, campaign, held) }];
			},
		};
	});
}

const homeOf = ({ account, home }: Choice, id: number) =>
	String(account.get(`links ${id}`)?.domain || home);

const link = (choice: Choice, id: number): Json => {
	const alias = String(choice.account.get(`links ${id}`)?.alias);
	return byLinkId(choice.pick<string | number>([id, id, alias, `${homeOf(choice, id)}/${alias}`]));
};

const linkItems =
	(item: (id: number, choice: Choice) => WalkItem): Maker =>
	(choice) =>
		someIds(choice, 'links')?.map((id) => item(id, choice));

/** An assignment of each of some links to one campaign or channel. */
const assignment =
	(table: string, item: (parent: number, id: number, choice: Choice) => WalkItem): Maker =>
	(choice) => {
		const [parent] = someIds(choice, table) ?? [];
		if (parent === undefined) return undefined;
		return someIds(choice, 'links')?.map((id) => item(parent, id, choice));
	};

/** Every operation that changes something, by its resource and name. */
export const MAKERS: Record<string, Maker> = {
	...named(
		['campaign', 'campaigns'],
		(name) => ({ name }),
		(name) => ({ name }),
	),
	...named(
		['channel', 'channels'],
		(name) => ({ name, additionalFields: { description: 'New' } }),
		(name) => ({ updateFields: { name } }),
	),
	...named(
		['pixel', 'pixels'],
		(name) => ({ type: 'gtmpixel', name, tag: `GTM-${name}` }),
		(name) => ({ tag: `G-${name}`, updateFields: { name } }),
	),
	...named(
		['qrCode', 'qr_codes'],
		(name) => ({ type: 'text', data: `New ${name}`, name }),
		(name) => ({ type: 'text', data: `Other ${name}`, updateFields: { name } }),
	),
	...named(
		['domain', 'domains', 'domain'],
		(name) => ({ domain: `https://${name}.example`, additionalFields: rootOf(name) }),
		(name) => ({ updateFields: rootOf(name) }),
	),
	'link:create': (choice) =>
		many(choice, () => {
			const name = choice.fresh();
			const url = target(name);
			const additionalFields = choice.draw(2) === 0 ? { custom: name } : {};
			const fields = linkFields(choice, { url, ...additionalFields });
			return creation('links', { url, additionalFields }, fields);
		}),
	'link:createOrGet': createOrGet,
	'link:upsert': upsert,
	'link:update': linkItems((id, choice) => {
		const [url, description] = [target(choice.fresh()), choice.fresh()];
		const parameters = { linkId: link(choice, id), updateFields: { url, description } };
		// It is sent along
		const metatitle = choice.account.get(`links ${id}`)?.title;
		const fields = linkFields(choice, { url, description, metatitle });
		return change(`links ${id}`, parameters, fields);
	}),
	'link:delete': linkItems((id, choice) => change(`links ${id}`, { linkId: link(choice, id) })),
	'campaign:assignLink': assignment('campaigns', (campaign, id, choice) =>
		change(
			`links ${id}`,
			{ campaignId: located(choice, 'campaigns', campaign), linkId: link(choice, id) },
			{ campaign },
		),
	),
	'channel:assignItem': assignment('channels', (channel, id, choice) =>
		change(
			`channel_items ${channel} links ${id}`,
			{ channelId: located(choice, 'channels', channel), itemType: 'links', itemId: byLinkId(id) },
			{},
		),
	),
	'qrCode:createOrGet': (choice) =>
		someOf(choice, CODES).map((name) => {
			const fields = { name, data: `Kept ${name}` };
			return {
				parameters: { name, type: 'text', data: fields.data },
				creates: { table: 'qr_codes', fields },
				reports: (outputs, held) => {
					const record = `qr_codes ${idOf(outputs)}`;
					if (outputs[0]!.created === true) return [{ record, fields }];
					expect(held.get(record)?.name).toBe(name);
					return [];
				},
			};
		}),
	'account:update': ({ fresh }) => {
		const email = `${fresh()}@example.com`;
		return [change('account 1', { updateFields: { email } }, { email })];
	},
};
