/** Requests with names in place of IDs, beside a service with lists. */
import type { IDataObject, INode } from 'n8n-workflow';

import { type Named, NamedReference } from '../../nodes/LinkManagement/fields/reference';
import { type Naming, resolveNames } from '../../nodes/LinkManagement/lookup/names';
import { listReply, outcomeOf, type StubReply, stubService } from './stubService';

export const place = { label: 'Field', node: { name: 'Node' } as INode, item: 3 };
export const named = (list: Named, text: string) =>
	new NamedReference(list, text, place) as unknown as string;

export type Lists = Record<string, IDataObject[] | StubReply>;

/** A service with lists, by path. */
export const serviceWith = (lists: Lists) =>
	stubService(({ url }) => {
		const list = lists[url] ?? [];
		return Array.isArray(list) ? listReply('records', list, { maxpage: 1 }) : list;
	});

export interface NamingRequest {
	path?: Record<string, unknown>;
	body?: IDataObject;
}

/** The request without names, or the error. */
export async function resolve(
	lists: Lists,
	{ path = {}, ...request }: NamingRequest,
	naming?: Naming,
) {
	const service = serviceWith(lists);
	const call = {
		...{ service, item: 3, run: {}, abandoned: () => false, path },
		request: { method: 'POST' as const, url: '/api/x', ...request },
	};
	return { ...(await outcomeOf(resolveNames(call, naming))), call, service };
}
