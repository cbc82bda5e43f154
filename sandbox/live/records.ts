/** The records of an account that our commands create: how they are recognized, and how they are removed. */
import type { Client, Exchange, Json } from './client.ts';
import type { OperationId } from './endpoints.ts';
import { saysUnavailable } from './findings.ts';
import { LIVE, runOf } from './names.ts';
import { safeLine } from './terminal.ts';

export interface Kind {
	/** For messages. */
	name: string;
	list: OperationId;
	/** Key of the array in a page of the list. */
	array: string;
	create: OperationId;
	remove: OperationId;
	/** The keys under which a record can have the text that we gave it. */
	keys: string[];
	/** Parameters that shorten the list to few others than our own. */
	query?: Record<string, string>;
}

/** In the order in which they are removed. */
export const KINDS = {
	links: {
		name: 'links',
		list: 'listLinks',
		array: 'urls',
		create: 'createLink',
		remove: 'deleteLink',
		keys: ['longurl'],
		query: { q: LIVE },
	},
	qrCodes: {
		name: 'QR codes',
		list: 'listQrCodes',
		array: 'qrs',
		create: 'createQrCode',
		remove: 'deleteQrCode',
		keys: ['name'],
	},
	pixels: {
		name: 'pixels',
		list: 'listPixels',
		array: 'pixels',
		create: 'createPixel',
		remove: 'deletePixel',
		keys: ['name'],
	},
	campaigns: {
		name: 'campaigns',
		list: 'listCampaigns',
		array: 'campaigns',
		create: 'createCampaign',
		remove: 'deleteCampaign',
		// Lists have the name of a campaign under one of these (services.md section 2)
		keys: ['name', 'domain', 'campaign'],
	},
	channels: {
		name: 'channels',
		list: 'listChannels',
		array: 'channels',
		create: 'createChannel',
		remove: 'deleteChannel',
		keys: ['name'],
	},
	domains: {
		name: 'domains',
		list: 'listDomains',
		array: 'domains',
		create: 'createDomain',
		remove: 'deleteDomain',
		keys: ['domain'],
	},
} satisfies Record<string, Kind>;

/** A list that could not be read to its end. Nothing is known of the records that it did not show. */
export class UnreadList extends Error {
	/** Whether the service says that it, or the plan, does not have this list, and none of its records was created before. */
	readonly isUnavailable: boolean;

	constructor({ name, create }: Kind, last: Exchange, { exchanges }: Client) {
		const words = last.ok ? 'a page is missing, or it does not end' : wordsOf(last);
		super(`the list of ${name} could not be read to its end: ${words}`);
		const hasCreated = exchanges.some(({ operationId, ok }) => ok && operationId === create);
		this.isUnavailable = saysUnavailable(last) && !hasCreated;
	}
}

const wordsOf = ({ message, status }: Exchange): string =>
	message || `HTTP ${status} without words of the service`;

/** Not every service gives larger pages. */
const PAGE_SIZE = 50;
/** Reading so many takes an hour at 30 requests a minute. */
const MAX_PAGES = 2_000;

/** The records of a page of a list, if it is one; overlays stand under one of two keys (services.md section 3). */
function pageOf({ ok, body }: Exchange, array: string): Json[] | undefined {
	const data = body.data as Json | undefined;
	const records = data?.[array] ?? (array === 'cta' ? data?.overlay : undefined);
	return ok && Array.isArray(records) ? records.filter(isRecord) : undefined;
}

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Whether a page that shows nothing new is one of those that the service counts. An empty list can have one. */
function isCounted({ body }: Exchange, page: number): boolean {
	const { maxpage } = (body.data ?? {}) as Json;
	return Number(maxpage) >= Math.max(page, 2);
}

export const recordsOf = (exchange: Exchange, array: string): Json[] =>
	pageOf(exchange, array) ?? [];

/**
 * Reads a list until a page has no record that is new: `result` can be the number of records of one page (api.md section 2.1).
 * Where the service counts that page as one of the list, it is missing.
 *
 * @throws UnreadList when the list could not be read to its end
 */
export async function* readList(client: Client, kind: Kind): AsyncGenerator<Json> {
	const given = new Set<unknown>();
	let last: Exchange | undefined;
	// Some services refuse pages of this size. The pages of another size begin elsewhere
	for (const limit of [{ limit: PAGE_SIZE }, undefined]) {
		// Whether a page is behind the end, only pages of the same size tell
		const seen = new Set<unknown>();
		for (let page = 1; ; page++) {
			if (page > MAX_PAGES) throw new UnreadList(kind, last!, client);
			last = await client.send(kind.list, { query: { ...limit, page, ...kind.query } });
			const records = pageOf(last, kind.array);
			if (!records) break;
			// Domains that all users share stand on every page, and have no ID
			const added = records.filter(({ id }) => id !== null && !seen.has(id));
			if (added.length === 0 && isCounted(last, page)) break;
			if (added.length === 0) return;
			for (const record of added) seen.add(record.id);
			yield* added.filter(({ id }) => !given.has(id));
			for (const record of added) given.add(record.id);
		}
	}
	throw new UnreadList(kind, last!, client);
}

/** The texts by which a record is recognized. */
export const textsOf = ({ keys }: Kind, record: Json): string[] =>
	// Some services show addresses with HTML entities
	keys.flatMap((key) => (record[key] ? [String(record[key]).replaceAll('&amp;', '&')] : []));

/** Some services write names with a capital first letter. */
export const isNamed = (kind: Kind, record: Json, name: string): boolean =>
	textsOf(kind, record).some((text) => text.toLowerCase() === name.toLowerCase());

/**
 * The record of a name, or of a long URL, that only a record of ours has.
 *
 * @throws UnreadList when the list could not be read until there
 */
export async function findRecord(
	client: Client,
	kind: Kind,
	name: string,
): Promise<Json | undefined> {
	for await (const record of readList(client, kind)) if (isNamed(kind, record, name)) return record;
	return undefined;
}

interface Removal {
	/** How many records are gone now. */
	count: number;
	/** What is still there, with its ID and the service's words. */
	left: string[];
}

/**
 * Removes the records of a list that are ours.
 *
 * @throws UnreadList when the list cannot be read to its end: nothing was removed
 */
export async function removeOwn(
	client: Client,
	kind: Kind,
	isOwn: (record: Json) => boolean,
): Promise<Removal> {
	const own = await ownRecords(client, kind, isOwn);
	if (own.length === 0) return { count: 0, left: [] };
	const words = new Map<unknown, string>();
	for (const { id } of own) {
		const { message, status } = await client.send(kind.remove, { path: { id: String(id) } });
		words.set(id, message || `HTTP ${status}`);
	}
	try {
		// Replies to deletions differ too much to rely on them
		const remaining = await ownRecords(client, kind, isOwn);
		const left = remaining.map((record) => lineOf(kind, record, words.get(record.id) ?? 'new'));
		return { count: own.length - remaining.length, left };
	} catch (error) {
		if (!(error instanceof UnreadList)) throw error;
		const asked = `${own.length} ${kind.name} were to be deleted; whether they are gone is not known`;
		return { count: 0, left: [`${asked}: ${error.message}`] };
	}
}

/** @throws UnreadList */
export async function ownRecords(
	client: Client,
	kind: Kind,
	isOwn: (record: Json) => boolean,
): Promise<Json[]> {
	const own: Json[] = [];
	for await (const record of readList(client, kind)) if (isOwn(record)) own.push(record);
	return own;
}

/** A record that is left, for people. */
const lineOf = (kind: Kind, record: Json, reason: string): string =>
	safeLine(`${kind.name}: ${textsOf(kind, record)[0]} (ID ${String(record.id)}): ${reason}`);

interface Swept {
	/** How many records of each kind are gone now, where there were some. */
	removed: Map<Kind, number>;
	/** What is still there and should not be. */
	left: string[];
	/** The lists that could not be read. */
	unread: UnreadList[];
	/** The runs whose records were not touched, because they may be under way. */
	underWay: Set<string>;
}

/** Removes all records of the runs that are over. Nothing else is touched. */
export async function sweep(client: Client, isOver: (run: string) => boolean): Promise<Swept> {
	const swept: Swept = { removed: new Map(), left: [], unread: [], underWay: new Set() };
	for (const kind of Object.values(KINDS)) {
		const isOwn = (record: Json) => {
			const run = textsOf(kind, record).map(runOf).find(Boolean);
			if (run !== undefined && !isOver(run)) swept.underWay.add(run);
			return run !== undefined && isOver(run);
		};
		try {
			const { count, left } = await removeOwn(client, kind, isOwn);
			if (count > 0) swept.removed.set(kind, count);
			swept.left.push(...left);
		} catch (error) {
			if (!(error instanceof UnreadList)) throw error;
			swept.unread.push(error);
		}
	}
	return swept;
}
