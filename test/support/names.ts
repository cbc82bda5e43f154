/** Requests with names in place of IDs, beside a service with lists. */
import type { IDataObject, INode } from 'n8n-workflow';

import { LISTS } from '../../nodes/LinkManagement/client/endpoints';
import { type Named, NamedReference } from '../../nodes/LinkManagement/fields/reference';
import { resolveNames } from '../../nodes/LinkManagement/lookup/names';
import type { Item } from '../../nodes/LinkManagement/run/item';
import { itemCall, newRun } from '../unit/actions/itemCall';
import { listReply, outcomeOf, type StubReply, type StubService, stubService } from './stubService';

export const place = { label: 'Field', node: { name: 'Node' } as INode, item: 3 };
export const named = (list: Named, text: string) =>
	new NamedReference(list, text, place) as unknown as string;

export type Lists = Record<string, IDataObject[] | StubReply>;

/** A service with lists, by path. */
export const serviceWith = (lists: Lists) =>
	stubService(({ url }) => {
		const list = lists[url] ?? [];
		const { arrayName = '' } = Object.values(LISTS).find(({ path }) => path === url) ?? {};
		return Array.isArray(list) ? listReply(arrayName, list, { maxpage: 1 }) : list;
	});

export interface NamingRequest {
	path?: Record<string, unknown>;
	body?: IDataObject;
}

export interface Naming {
	/** What Create Missing creates. */
	createMissing?: Named[];
	method?: 'DELETE' | 'POST' | 'PUT';
}

/** An item with names in its request. */
export const namingItem = (
	service: StubService,
	{ path, body }: NamingRequest,
	{ createMissing, method = 'POST' }: Naming = {},
	run = newRun(),
): Item =>
	itemCall(service, {
		...{ run, path, unsent: { createMissing } },
		request: { method, url: '/api/x', body },
	});

/** The names of an item as IDs; those to create stay. */
export const withoutNames = async (item: Item) =>
	await outcomeOf(resolveNames(item, { path: item.path, body: item.body }));

/** The request without names, or the error. */
export async function resolve(lists: Lists, request: NamingRequest, naming?: Naming) {
	const service = serviceWith(lists);
	const item = namingItem(service, request, naming);
	return { ...(await withoutNames(item)), item, service };
}
