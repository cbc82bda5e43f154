import type { INode } from 'n8n-workflow';

import type { Given, ItemRequest } from '../fields/field';
import { canIncludeInput, type ItemCall, type Operation } from '../operations/operation';
import { isTool } from '../operations/output/results';

/** The part of an item's call that comes from its fields. */
export const callOf = (
	operation: Operation,
	{ path, query: qs, body, given, warnings }: ItemRequest,
): Pick<ItemCall, 'given' | 'operation' | 'path' | 'request' | 'warnings'> => ({
	...{ operation, path, given, warnings },
	request: { ...operation.option.routing.request, qs, body },
});

/**
 * Whether the fields of the input item come out with those of the record. The input item of a tool is that of its agent, such as
 * a long mail, which the model need not read again.
 */
export const includesInput = (operation: Operation, given: Given, node: INode): boolean =>
	(given.includeInputFields ?? operation.includesInput) === true &&
	canIncludeInput(operation) &&
	!isTool(node);
