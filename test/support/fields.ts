import type { IDataObject, IHttpRequestMethods, INode } from 'n8n-workflow';

import { asText } from '../../nodes/LinkManagement/fields/convert';
import type {
	Field,
	ItemContext,
	ItemRequest,
	ValueField,
} from '../../nodes/LinkManagement/fields/field';
import { type Read, valueAt, visitedFields } from '../../nodes/LinkManagement/fields/itemRequest';
import { itemRequest } from '../../nodes/LinkManagement/fields/itemRequest';
import { Table } from '../../nodes/LinkManagement/fields/table';

/** A text field of the body, as a resource declares it. */
export const field = (name: string, more: Partial<ValueField> = {}): ValueField =>
	({
		...{ displayName: `Label of ${name}`, name, type: 'string', default: '' },
		routing: { send: { type: 'body', property: name } },
		...more,
	}) as ValueField;

/** A field that is not sent. */
export const unsent = (name: string, more: Partial<ValueField> = {}): ValueField =>
	field(name, { routing: undefined, convert: asText, ...more });

interface Request {
	method: IHttpRequestMethods;
	url: string;
}

/**
 * What the fields of item 3 give in a workflow in Berlin. @param parameters as n8n evaluates them @param saved those that are saved in
 * another form
 */
export function converted(
	fields: Field[],
	parameters: IDataObject,
	saved: IDataObject = {},
	request: Request = { method: 'POST', url: '/api/url/add' },
	given: Partial<INode> = {},
	row: Partial<Pick<ItemContext, 'input' | 'table'>> = {},
): ItemRequest {
	// n8n fills in the defaults of what a workflow does not save
	const defaults = Object.fromEntries(fields.map((one) => [one.name, one.default]));
	const node = {
		name: 'Node',
		parameters: { ...defaults, ...parameters, ...saved },
		...given,
	} as unknown as INode;
	const visited = visitedFields(fields, node, request.url);
	const read: Read = ({ path, field: { default: fallback } }) =>
		valueAt(parameters, path) ?? fallback;
	return itemRequest(visited, read, request, {
		...{ node, item: 3, timeZone: 'Europe/Berlin', input: { row: 3 }, table: new Table([]) },
		...row,
	});
}

/** The same. @throws {NodeOperationError} for values that are rejected */
export function accepted(...given: Parameters<typeof converted>): ItemRequest {
	const request = converted(...given);
	request.problems.throwIfAny();
	return request;
}
