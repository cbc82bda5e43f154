import type { IDataObject, INode } from 'n8n-workflow';

import type { Field, ItemRequest, ValueField } from '../../nodes/LinkManagement/fields/field';
import { itemRequest } from '../../nodes/LinkManagement/fields/itemRequest';
import { Table } from '../../nodes/LinkManagement/fields/table';

/** A text field of the body, as a resource declares it. */
export const field = (name: string, more: Partial<ValueField> = {}): ValueField =>
	({
		...{ displayName: `Label of ${name}`, name, type: 'string', default: '', into: 'body' },
		...more,
	}) as ValueField;

/** What the fields of item 3 give in a workflow in Berlin. @param parameters as n8n evaluates them @param saved as they are saved */
export const converted = (
	fields: Field[],
	parameters: IDataObject,
	saved: IDataObject = {},
	node: Partial<INode> = {},
): ItemRequest =>
	itemRequest(fields, {
		node: { name: 'Node', parameters: saved, ...node } as unknown as INode,
		item: 3,
		timeZone: 'Europe/Berlin',
		input: { row: 3 },
		table: new Table([]),
		parameter: (name, fallback) => parameters[name] ?? fallback,
	});

/** The same. @throws {NodeOperationError} for values that are rejected */
export function accepted(...given: Parameters<typeof converted>): ItemRequest {
	const request = converted(...given);
	request.problems.throwIfAny();
	return request;
}
