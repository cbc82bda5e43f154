import type { IDataObject } from 'n8n-workflow';

/** Whether a value is a JSON object: not null, not an array. */
export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A locator's value as what was chosen; any other value as it is. */
export const locatorValue = (value: unknown): unknown =>
	isObject(value) && value.__rl === true ? value.value : value;

/** A JSON value as text: nothing as '', objects as JSON. */
export function textOf(value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string') return value;
	return typeof value === 'object' ? JSON.stringify(value) : `${value as number | boolean}`;
}
