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

/** Largest object or array that becomes text: values in it, and characters of its texts. Nobody reads more. */
const MAX_SIZE = 100_000;

/** The JSON text of an object or array, or ''; never throws, and never works on more than `MAX_SIZE`. */
function jsonOf(value: object): string {
	let left = MAX_SIZE;
	const within = (_: string, part: unknown): unknown => {
		left -= typeof part === 'string' ? part.length + 1 : 1;
		if (left < 0) throw new RangeError('Too large');
		return part;
	};
	try {
		return JSON.stringify(value, within) ?? '';
	} catch {
		// Too large, nested too deeply, cyclic, with a BigInt, or with a toJSON that throws.
		return '';
	}
}

/**
 * Makes a text of a value that came as JSON. Never throws, whatever the value is.
 *
 * @returns JSON for objects and arrays; '' for nothing, and where there is no JSON or far too much of it
 */
export function textOf(value: unknown): string {
	if (value === undefined || value === null) return '';
	switch (typeof value) {
		case 'string':
			return value;
		case 'object':
			return jsonOf(value);
		case 'number':
		case 'boolean':
		case 'bigint':
			return `${value}`;
		default:
			// Functions and symbols do not occur in JSON.
			return '';
	}
}
