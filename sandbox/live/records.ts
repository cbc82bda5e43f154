/** The records of an account that runs create: their lists, and how they are removed. */
import type { Client, Exchange, Json } from './client.ts';
import type { OperationId } from './endpoints.ts';
import { isOwnDomain, isOwnLongUrl, isOwnName, KEYWORD } from './names.ts';

export interface Kind {
	/** For messages. */
	name: string;
	list: OperationId;
	/** Key of the array in a page of the list. */
	array: string;
	remove: OperationId;
	/** Whether a run created the record. */
	isOwn: (record: Json) => boolean;
	/** Parameters that shorten the list to few others than our own. */
	query?: Record<string, string>;
}

const named =
	(...keys: string[]) =>
	(record: Json): boolean =>
		keys.some((key) => isOwnName(record[key]));

/** In the order in which they are removed. */
export const KINDS = {
	links: {
		name: 'links',
		list: 'listLinks',
		array: 'urls',
		remove: 'deleteLink',
		isOwn: ({ longurl }) => isOwnLongUrl(longurl),
		query: { q: KEYWORD },
	},
	qrCodes: {
		name: 'QR codes',
		list: 'listQrCodes',
		array: 'qrs',
		remove: 'deleteQrCode',
		isOwn: named('name'),
	},
	pixels: {
		name: 'pixels',
		list: 'listPixels',
		array: 'pixels',
		remove: 'deletePixel',
		isOwn: named('name'),
	},
	campaigns: {
		name: 'campaigns',
		list: 'listCampaigns',
		array: 'campaigns',
		remove: 'deleteCampaign',
		// Lists have the name of a campaign under one of these (services.md section 2)
		isOwn: named('name', 'domain', 'campaign'),
	},
	channels: {
		name: 'channels',
		list: 'listChannels',
		array: 'channels',
		remove: 'deleteChannel',
		isOwn: named('name'),
	},
	domains: {
		name: 'domains',
		list: 'listDomains',
		array: 'domains',
		remove: 'deleteDomain',
		isOwn: ({ domain }) => isOwnDomain(domain),
	},
} satisfies Record<string, Kind>;

export type KindName = keyof typeof KINDS;

/** Not every service gives larger pages. */
const PAGE_SIZE = 50;
/** More pages are not read: the records of a run are new, and stand at an end of the lists. */
const MAX_PAGES = 200;

/** The records of a page of a list; overlays stand under one of two keys (services.md section 3). */
export function recordsOf({ body }: Exchange, array: string): Json[] {
	const data = body.data as Json | undefined;
	const records = data?.[array] ?? (array === 'cta' ? data?.overlay : undefined);
	return Array.isArray(records) ? (records as Json[]) : [];
}

/**
 * The records of a kind that runs created.
 *
 * @returns an empty array where the service does not offer the list
 */
export async function ownRecords(client: Client, kind: Kind): Promise<Json[]> {
	const found = await readOwn(client, kind, MAX_PAGES);
	if (found.length > 0 || !kind.query) return found;
	// Not every service searches the long URLs; those of the last run are the newest
	return await readOwn(client, { ...kind, query: undefined }, 1);
}

async function readOwn(client: Client, kind: Kind, pages: number): Promise<Json[]> {
	const own = new Map<string, Json>();
	let limit: { limit?: number } = { limit: PAGE_SIZE };
	let seen = 0;
	for (let page = 1; page <= pages; page++) {
		const read = async () =>
			await client.send(kind.list, { query: { ...limit, page, ...kind.query } });
		let exchange = await read();
		if (!exchange.ok && 'limit' in limit) {
			// Some services refuse pages of this size
			limit = {};
			exchange = await read();
		}
		// Domains that all users share stand on every page, and have no ID
		const records = recordsOf(exchange, kind.array).filter(({ id }) => id !== null);
		for (const record of records.filter(kind.isOwn)) own.set(String(record.id), record);
		seen += records.length;
		if (records.length === 0 || seen >= Number((exchange.body.data as Json).result)) break;
	}
	return [...own.values()];
}

export interface Swept {
	/** Records that are gone now, by kind. */
	removed: Partial<Record<KindName, number>>;
	/** What is still there, and the service's words. */
	left: string[];
}

/**
 * Removes all records that runs created, whenever that was. Nothing else is touched.
 *
 * @param onRemove called after each kind of which there was something
 */
export async function sweep(
	client: Client,
	onRemove: (kind: Kind, count: number) => void = () => {},
): Promise<Swept> {
	const removed: Swept['removed'] = {};
	const left: string[] = [];
	for (const [name, kind] of Object.entries(KINDS) as Array<[KindName, Kind]>) {
		const own = await ownRecords(client, kind);
		if (own.length === 0) continue;
		const words = new Map<string, string>();
		for (const { id } of own) {
			const { message, status } = await client.send(kind.remove, { path: { id: String(id) } });
			words.set(String(id), message || `HTTP ${status}`);
		}
		// Replies to deletions differ too much to rely on them
		const remaining = await ownRecords(client, kind);
		removed[name] = own.length - remaining.length;
		onRemove(kind, own.length - remaining.length);
		for (const record of remaining) {
			const label = record.name ?? record.domain ?? record.shorturl;
			const id = String(record.id);
			left.push(`${kind.name}: ${String(label)} (ID ${id}): ${words.get(id) ?? 'not deleted'}`);
		}
	}
	return { removed, left };
}
