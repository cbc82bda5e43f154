import type { IDataObject } from 'n8n-workflow';

import { without } from '../text/json';
import { numberFrom } from '../text/sentences';

/** The output fields, with their types in JSON. The editor offers them before the first run. */
export type Output = Record<string, 'boolean' | 'integer' | 'number' | 'object' | 'string'>;

/** Converts a value to a number or boolean; undefined if it is neither, so that it stays as the service sent it. */
type Read = (value: unknown) => boolean | number | undefined;

function integerOf(value: unknown): number | undefined {
	const number = numberFrom(value);
	return Number.isSafeInteger(number) ? number : undefined;
}

/** Services send 1, "1" and "true" for true. */
function booleanOf(value: unknown): boolean | undefined {
	if (value === 1 || (typeof value === 'string' && /^\s*(1|true)\s*$/i.test(value))) return true;
	if (value === 0 || (typeof value === 'string' && /^\s*(0|false)\s*$/i.test(value))) return false;
	return undefined;
}

const READ: Partial<Record<Output[string], Read>> = { boolean: booleanOf, integer: integerOf };

/**
 * Gives records the declared types: `"12"` becomes 12 where an integer is declared, `"1"` becomes true where a boolean is.
 * Other values, such as null or a word, stay as they were sent. The declaration is read once, because records are many.
 */
export function withDeclaredTypes(output: Output): (record: IDataObject) => IDataObject {
	const fields = Object.entries(output).flatMap(([name, declared]) => {
		const read = READ[declared];
		return read ? [{ name, read }] : [];
	});
	return (record) => {
		let typed = record;
		for (const { name, read } of fields) {
			const converted = read(record[name]);
			if (converted === undefined || converted === record[name]) continue;
			if (typed === record) typed = { ...record };
			typed[name] = converted;
		}
		return typed;
	};
}

/** Every reply has the key `error`, and n8n treats an item with this key as failed. */
export function withoutError(sent: IDataObject): IDataObject {
	return 'error' in sent ? without(sent, 'error') : sent;
}

/** How an operation turns a good reply into a record. */
export interface Reply {
	/** The fields that api.md or this node promises; the service may send more. */
	output: Output;
	/** Of a list, one record after the other is passed as `body`. @throws {UnexpectedReply} */
	record(body: IDataObject, form?: 'raw' | 'simple'): IDataObject;
}
