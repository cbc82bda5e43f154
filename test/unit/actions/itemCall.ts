/** An item of an operation, for tests without n8n. */
import type { IDataObject, INode } from 'n8n-workflow';

import { findOperation } from '../../../nodes/LinkManagement/actions';
import type { ServiceRequest } from '../../../nodes/LinkManagement/client/http';
import { Problems } from '../../../nodes/LinkManagement/errors';
import type { Field } from '../../../nodes/LinkManagement/fields/field';
import { Item, type Operation } from '../../../nodes/LinkManagement/run/item';
import { Run } from '../../../nodes/LinkManagement/run/run';
import { accepted } from '../../support/fields';
import type { StubService } from '../../support/stubService';

export interface Given extends Partial<Pick<Item, 'caller' | 'unsent' | 'linkReply' | 'path'>> {
	operation?: Operation;
	index?: number;
	maxRecords?: number;
	node?: Partial<INode>;
	request?: ServiceRequest;
	run?: Run;
	/** What the fields of these give is taken from `parameters`. */
	fields?: Field[];
	parameters?: IDataObject;
}

export const newRun = (items = 1): Run => {
	const run = new Run();
	run.beginTry(items);
	return run;
};

/** All that the hints after a run say. */
export const hintsOf = ({ summary }: Run): string[] => [
	...summary.counts(),
	...summary.toSee(),
	...summary.rest(),
];

const NODE = { name: 'Node', type: '', typeVersion: 1, position: [0, 0], parameters: {} };

/** Item 3 unless another is given. */
export function itemCall(
	service: StubService,
	{ fields = [], parameters = {}, ...more }: Given = {},
): Item {
	const { unsent, warnings } = accepted(fields, parameters);
	const { request = { method: 'GET', url: '/api/urls' }, index = 3, linkReply } = more;
	const node = { ...NODE, ...more.node } as INode;
	const item = new Item(
		more.run ?? newRun(),
		more.operation ?? findOperation('link', 'createOrGet')!,
		more.caller ?? ({ getTimezone: () => 'UTC' } as never),
		node,
		index,
		{},
		{
			method: request.method ?? 'GET',
			url: request.url,
			path: more.path ?? {},
			query: (request.qs ?? {}) as IDataObject,
			body: (request.body ?? {}) as IDataObject,
			unsent: more.unsent ?? unsent,
			warnings,
			problems: new Problems(node, index),
		},
	);
	item.maxRecords = more.maxRecords ?? Infinity;
	item.service = service;
	item.linkReply = linkReply;
	return item;
}
