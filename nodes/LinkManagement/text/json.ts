import type { IDataObject } from 'n8n-workflow';

/** Not null, not an array. */
export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects of a list; none for what is no list. */
export const objectsIn = (value: unknown): IDataObject[] =>
	(Array.isArray(value) ? value : []).filter(isObject);

/** An object with the same keys. */
export const mapValues = <From, To>(
	from: Record<string, From>,
	each: (value: From) => To,
): Record<string, To> =>
	Object.fromEntries(Object.entries(from).map(([key, value]) => [key, each(value)]));

export const without = <From extends object, Key extends keyof From>(
	from: From,
	...keys: Key[]
): Omit<From, Key> =>
	Object.fromEntries(
		Object.entries(from).filter(([key]) => !keys.some((other) => other === key)),
	) as Omit<From, Key>;

/** The editor saves a locator that was left alone in a collection without `__rl`, so that `value` and `mode` make one, too. */
export const locatorValue = (value: unknown): unknown =>
	isObject(value) && (value.__rl === true || ('value' in value && 'mode' in value))
		? value.value
		: value;

/** Good replies have about five levels. From several thousand on, n8n cannot copy or store a value. */
const MAX_DEPTH = 100;
/** More objects and lists would take too long. */
const MAX_CHECKED = 1_000_000;

export function isTooDeep(value: unknown): boolean {
	let left = MAX_CHECKED;
	const isDeeperThan = (levels: number, inner: unknown): boolean => {
		if (typeof inner !== 'object' || inner === null || left-- <= 0) return false;
		if (levels === 0) return true;
		return Object.values(inner).some((next) => isDeeperThan(levels - 1, next));
	};
	return isDeeperThan(MAX_DEPTH, value);
}

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

/** A JSON value as text, objects and arrays as JSON; '' for undefined, null, and what has no JSON or is too large. Never throws. */
export function textOf(value: unknown): string {
	if (value === null) return '';
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
			return '';
	}
}
