import type { IDataObject } from 'n8n-workflow';

import { asBoolean, asPositiveInteger } from '../fields/convert';
import { isObject } from '../values/json';
import type { ItemCall, Operation } from './operation';

/** A whole number of at least 1. @throws {NodeOperationError} with the field's label for anything else */
export const wholeNumber = ({ node, item }: ItemCall, label: string, value: unknown): number =>
	asPositiveInteger(value, { label, node, item });

/** A switch, which an expression may give as a word. @throws {NodeOperationError} for any other word */
export const isOn = ({ node, item }: ItemCall, label: string, value: unknown): boolean =>
	asBoolean(value, { label, node, item }) === true;

/** Whether the item is only to tell what it would change. */
export const isDryRun = (call: ItemCall): boolean =>
	isOn(call, 'Dry Run', call.parameter<IDataObject>('options', {}).dryRun);

/** Whether the fields of an input item come out with those of the record: Include Input Fields, or else what the operation says. */
export const includesInput = (
	operation: Operation,
	options: unknown,
	item: Pick<ItemCall, 'node' | 'item'>,
): boolean => {
	const chosen = isObject(options) ? options.includeInputFields : undefined;
	const field = { ...item, label: 'Include Input Fields' };
	return (asBoolean(chosen, field) ?? operation.includesInput) === true;
};
