import type { Addresses } from '../addresses.ts';
import type { Settings } from '../settings.ts';
import type { Store } from '../store/index.ts';

/** What an operation works with. */
export interface Context {
	store: Store;
	settings: Settings;
	addresses: Addresses;
}

/** A request the contract has checked: parameters are numbers where the description says so. */
export interface Call<Params = unknown, Body = unknown, Query = unknown> {
	params: Params;
	body: Body;
	query: Query;
}

/** Answers a request, or throws a `Refusal`. Each names the parameters it takes; the contract vouches for them. */
export type Operation = (call: Call<never, never, never>) => object;

/** Operations under the `operationId` of the description. */
export type Operations = Record<string, Operation>;

/** The service understood and says no; answered as `{error: 1, message}`. */
export class Refusal extends Error {}

/** The record, or the refusal that there is none. */
export function found<T>(record: T | undefined, name: string): T {
	if (record === undefined) throw new Refusal(`${name} not found.`);
	return record;
}

export const done = (message: string) => ({ error: 0, message });

/** An id as creations answer it. */
export const createdId = ({ settings }: Context, id: number) =>
	settings.createdIds === 'string' ? String(id) : id;

export interface PageQuery {
	limit?: number;
	page?: number;
}

/** Where the records of a list come from, newest first. */
export interface Listing {
	count(): number;
	page(limit: number, offset: number): object[];
}

/** A page of a list in its envelope, the records under `name`. */
export function listReply(
	{ settings }: Context,
	query: PageQuery,
	name: string,
	listing: Listing,
): object {
	const perpage = Math.min(query.limit ?? settings.pageSize, settings.maxPageSize);
	const currentpage = query.page ?? 1;
	const result = listing.count();
	const maxpage = Math.max(1, Math.ceil(result / perpage));
	const nextpage = Math.min(currentpage + 1, maxpage);
	const records = listing.page(perpage, (currentpage - 1) * perpage);
	// The text "0" is the interface's own: only lists answer it so.
	return { error: '0', data: { result, perpage, currentpage, nextpage, maxpage, [name]: records } };
}
