import type { IDataObject } from 'n8n-workflow';

import { asBoolean, asPositiveInteger } from '../fields/convert';
import type { ItemCall } from './operation';

/** A whole number of at least 1. @throws {NodeOperationError} with the field's label for anything else */
export const wholeNumber = ({ node, item }: ItemCall, label: string, value: unknown): number =>
	asPositiveInteger(value, { label, node, item });

/** A switch, which an expression may give as a word. @throws {NodeOperationError} for any other word */
export const isOn = ({ node, item }: ItemCall, label: string, value: unknown): boolean =>
	asBoolean(value, { label, node, item }) === true;

/** Whether the item is only to tell what it would change. */
export const isDryRun = (call: ItemCall): boolean =>
	isOn(call, 'Dry Run', call.parameter<IDataObject>('options', {}).dryRun);
