/** The model of a walk: what the account must hold, by what the outputs reported. */
import type { Json } from '../engine';

/** Everything that a service holds, by table and ID: `links 5`. Places in channels: `channel_items 1 links 5`. */
export type Account = Map<string, Json>;

/** What an output reports about a record. Without fields: it is deleted. */
export interface Report {
	record: string;
	fields?: Json;
}

const COLUMNS: Record<string, string[]> = {
	account: ['email'],
	campaigns: ['name'],
	channels: ['name', 'description'],
	domains: ['domain', 'redirectroot', 'redirect404'],
	links: ['alias', 'domain', 'longurl', 'title', 'description', 'campaign'],
	pixels: ['name', 'tag'],
	qr_codes: ['name', 'data'],
};

/** Some services escape texts. */
const unescaped = (value: unknown): unknown =>
	typeof value === 'string' ? value.replace(/&amp;/g, '&') : value;

/** The columns of a table that the model knows, as far as the row has them. */
export const picked = (row: Json, table: string): Json =>
	Object.fromEntries(
		COLUMNS[table]!.filter((name) => name in row).map((name) => [name, unescaped(row[name])]),
	);

/** The account that the service's control plane shows. */
export const accountOf = (state: Record<string, Json[]>): Account =>
	new Map([
		...Object.keys(COLUMNS).flatMap((table) =>
			(state[table] ?? []).map(
				(row) => [`${table} ${String(row.id)}`, picked(row, table)] as const,
			),
		),
		...(state.channel_items ?? []).map(
			({ channel, type, item }) => [`channel_items ${channel} ${type} ${item}`, {}] as const,
		),
	]);

/** Takes a record away, and what goes with it: its places in channels, and a campaign's name on its links. */
function remove(account: Account, record: string): void {
	const [table, id] = record.split(' ') as [string, string];
	const type = { links: 'links', qr_codes: 'qr' }[table];
	account.delete(record);
	for (const [key, fields] of [...account]) {
		const [, channel, itemType, item] = key.split(' ');
		const isPlace = key.startsWith('channel_items');
		if (isPlace && table === 'channels' && channel === id) account.delete(key);
		if (isPlace && itemType === type && item === id) account.delete(key);
		if (table === 'campaigns' && key.startsWith('links') && fields.campaign === Number(id))
			account.set(key, { ...fields, campaign: null });
	}
}

/** The account after reports. What no output says of a new record is taken from `held`. */
export function changedBy(account: Account, reports: Report[], held: Account): Account {
	const changed = new Map(account);
	for (const { record, fields } of reports) {
		if (!fields) remove(changed, record);
		else changed.set(record, { ...(changed.get(record) ?? held.get(record)), ...fields });
	}
	return changed;
}
