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

/** A JSON value as text: nothing as '', objects as JSON. One that is nested too deeply to be written is '', too. */
export function textOf(value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string') return value;
	if (typeof value !== 'object') return `${value as number | boolean}`;
	try {
		return JSON.stringify(value);
	} catch {
		return '';
	}
}
