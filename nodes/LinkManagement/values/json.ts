import type { IDataObject } from 'n8n-workflow';

/** Whether a value is a JSON object: not null, not an array. */
export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What was chosen in a resource locator; any other value as it is. n8n saves a locator that was added to a collection
 * and left alone without `__rl`, so the mode beside the value tells.
 */
export const locatorValue = (value: unknown): unknown =>
	isObject(value) && 'value' in value && (value.__rl === true || 'mode' in value)
		? value.value
		: value;

/** A JSON value as text: nothing as '', objects as JSON. */
export function textOf(value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string') return value;
	return typeof value === 'object' ? JSON.stringify(value) : `${value as number | boolean}`;
}
