import type { IDataObject } from 'n8n-workflow';

/** Whether a value is a JSON object: not null, not an array. */
export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A locator's value as what was chosen; any other value as it is. */
export const locatorValue = (value: unknown): unknown =>
	isObject(value) && value.__rl === true ? value.value : value;

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
