import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { VisitedField } from '../fields/itemRequest';
import { isObject, mapValues } from '../text/json';

/** Stands for a value that n8n must evaluate. */
export const LEFT_TO_N8N = Symbol('left to n8n');

type ReadPart = (json: IDataObject) => unknown;

const NAME =
	/\.([A-Za-z_]\w*)|\["([^"\\{}\r\n\u2028\u2029]*)"\]|\['([^'\\{}\r\n\u2028\u2029]*)'\]/g;
/** An expression that only reads a field, as n8n writes it when one is dragged: `={{ $json.name }}`, `={{ $json['My name'] }}`. */
const FIELD_EXPRESSION = new RegExp(`^=\\{\\{\\s*\\$json((?:${NAME.source})+)\\s*\\}\\}$`);
/** Parts of names that n8n refuses in expressions, or finds in every object. */
const REFUSED =
	/__|constructor|prototype|PropertyDescriptor|defineProp|mainModule|binding|_load|StackTrace|calle|arguments|BuiltinModule|dlopen|execve|loadEnv|toString|toLocaleString|valueOf|hasOwn|IsEnumerable/i;

/** What an expression reads, from the field of the item on; nothing for one that does more than to read a field. */
function pathRead(expression: string): string[] {
	const path = FIELD_EXPRESSION.exec(expression)?.[1] ?? '';
	if (REFUSED.test(path)) return [];
	return [...path.matchAll(NAME)].map(([, a, b, c]) => a ?? b ?? c ?? '');
}

function readField(expression: string): ReadPart {
	const path = pathRead(expression);
	return (json) => {
		let value: unknown = json;
		for (const name of path) {
			if (!isObject(value)) return LEFT_TO_N8N;
			value = Object.hasOwn(value, name) ? value[name] : undefined;
		}
		// n8n makes text of dates, and copies other objects, such as the item itself: without a path, this reads it
		return typeof value === 'object' && value !== null ? LEFT_TO_N8N : value;
	};
}

const isEvaluated = (part: unknown): part is string =>
	typeof part === 'string' && part.startsWith('=');

const hasExpression = (part: unknown): boolean =>
	isEvaluated(part) || (typeof part === 'object' && Object.values(part ?? {}).some(hasExpression));

function readPart(part: unknown): ReadPart {
	if (isEvaluated(part)) return readField(part);
	if (typeof part !== 'object' || !hasExpression(part)) return () => part;
	const readers = Object.entries(mapValues({ ...part }, readPart));
	return (json) => {
		const values = readers.map(([name, read]): [string, unknown] => [name, read(json)]);
		if (values.some(([, value]) => value === LEFT_TO_N8N)) return LEFT_TO_N8N;
		return Array.isArray(part) ? values.map(([, value]) => value) : Object.fromEntries(values);
	};
}

/** A part of a text that only reads a field, such as in `=https://example.com/{{ $json.slug }}`. */
const FIELD_IN_TEXT = new RegExp(`\\{\\{\\s*\\$json(?:${NAME.source})+\\s*\\}\\}`, 'g');

/** The fields of the item that a parameter only reads, such as `alias` in `={{ $json.alias }}`, also within a text. */
function* fieldsReadBy(part: unknown): Generator<string> {
	if (isEvaluated(part))
		for (const [read] of part.matchAll(FIELD_IN_TEXT)) yield* pathRead(`=${read}`).slice(0, 1);
	else if (typeof part === 'object')
		for (const inner of Object.values(part ?? {})) yield* fieldsReadBy(inner);
}

/** What expressions read, and no item has: columns that were renamed, perhaps. */
export function missingFields(parameters: IDataObject, items: INodeExecutionData[]): string[] {
	const { columns, ...others } = parameters;
	// With Map Automatically, the mapper may hold expressions of before
	const isAutomatic = isObject(columns) && columns.mappingMode === 'autoMapInputData';
	const missing = new Set(fieldsReadBy(isAutomatic ? others : parameters));
	for (const { json } of items)
		for (const name of missing) if (Object.hasOwn(json, name)) missing.delete(name);
	return [...missing];
}

/**
 * n8n needs about 0.4 ms for each expression, and a table has one for each column. Those that only read fields are read here.
 * @returns what gives the value of a parameter, as `getNodeParameter` gives it, or {@link LEFT_TO_N8N}
 */
export function fieldReader(
	fields: Array<Pick<VisitedField, 'path' | 'saved'>>,
): (path: string, json: IDataObject) => unknown {
	const withExpressions = fields.filter(({ saved }) => hasExpression(saved));
	const readers = new Map(withExpressions.map(({ path, saved }) => [path, readPart(saved)]));
	return (path, json) => {
		const read = readers.get(path);
		return read ? read(json) : LEFT_TO_N8N;
	};
}
