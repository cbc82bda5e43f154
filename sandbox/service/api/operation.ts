import type { Addresses } from '../addresses.ts';
import type { Settings } from '../settings.ts';
import type { ListOrder } from '../store/database.ts';
import type { Store } from '../store/index.ts';
import { ErrorPage, Refusal } from './refusal.ts';

/** What an operation works with. */
export interface Context {
	store: Store;
	settings: Settings;
	addresses: Addresses;
}

/** A request that the contract has checked. Parameters are numbers where the description says so. */
export interface Call<Params = unknown, Body = unknown, Query = unknown> {
	params: Params;
	body: Body;
	query: Query;
}

/** Carries out a request and returns the body of the reply, or throws a `Refusal`. The contract has checked the parameters. */
export type Operation = (call: Call<never, never, never>) => object;

/** The operations, by the `operationId` of the description. */
export type Operations = Record<string, Operation>;

/** Returns the record that the path names. Throws a refusal when there is none. */
export function found<T>(record: T | undefined, name: string): T {
	if (record === undefined) throw new Refusal(`${name} not found.`, 'unknownRecord');
	return record;
}

export const done = (message: string) => ({ error: 0, message });

/** An ID as it stands in the replies to creations and updates. */
export const createdId = ({ settings }: Context, id: number) =>
	settings.createdIds === 'string' ? String(id) : id;

/** A name as the service stores it. */
export const storedName = ({ settings }: Context, name: string) =>
	settings.nameCase === 'capitalized' ? name.charAt(0).toUpperCase() + name.slice(1) : name;

/** Refuses a name that another record of the kind has, where the settings say that names are unique. */
export function refuseTakenName(
	{ settings, store: { database } }: Context,
	table: 'campaigns' | 'channels' | 'pixels' | 'qr_codes',
	name: string | undefined,
	ownId?: number,
): void {
	if (settings.duplicateNames === 'allowed' || name === undefined) return;
	const holder = database.get<{ id: number }>(
		`SELECT id FROM ${table} WHERE name = ? COLLATE NOCASE AND id IS NOT ?`,
		name,
		ownId ?? null,
	);
	if (holder) throw new Refusal('This name is already in use.', 'duplicate');
}

export interface PageQuery {
	limit?: number;
	page?: number;
}

/** Where the records of a list come from. */
interface Listing {
	count(): number;
	page(limit: number, offset: number, order: ListOrder): object[];
	/** Records that stand at the end of every page, beside those that are counted. */
	onEveryPage?: object[];
}

/** A page of a list in its envelope, the records under `name`. `operationId` is that of the list. */
export function listReply(
	{ settings }: Context,
	operationId: string,
	query: PageQuery,
	name: string,
	{ count, page, onEveryPage = [] }: Listing,
): object {
	const asked = query.limit ?? settings.pageSize;
	const given = pageSize(settings, operationId, asked);
	const currentpage = query.page ?? 1;
	const result = count();
	const perpage = settings.cappedPage === 'asked' ? asked : given;
	const lastPage = pagesOf(result, perpage);
	const isLast = currentpage >= lastPage;
	const nextpage = !isLast ? currentpage + 1 : settings.lastNextPage === 'null' ? null : lastPage;
	const pages = pagesOf(result, settings.cappedPage === 'given' ? given : asked);
	const maxpage = result === 0 ? Number(settings.emptyMaxPage) : pages;
	const offset = Math.min((currentpage - 1) * given, MOST);
	const records = page(Math.min(given, MOST), offset, settings.listOrder);
	return {
		// Lists have the text "0" here, all other replies the number (api.md section 7).
		error: settings.listError === 'text' ? '0' : 0,
		data: { result, perpage, currentpage, nextpage, maxpage, [name]: [...records, ...onEveryPage] },
	};
}

/** The data file takes no larger number for a page. */
const MOST = Number.MAX_SAFE_INTEGER;

const pagesOf = (result: number, perpage: number) => Math.max(1, Math.ceil(result / perpage));

function pageSize(settings: Settings, operationId: string, asked: number): number {
	const most = settings.maxPageSizes[operationId] ?? settings.maxPageSize;
	if (most === 0 || asked <= most) return asked;
	if (settings.largePage === 'refusal') throw new Refusal(`The limit must not exceed ${most}.`);
	if (settings.largePage === '500') throw new ErrorPage(500);
	return most;
}
