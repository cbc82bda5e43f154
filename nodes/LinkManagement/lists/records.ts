import type { IDataObject } from 'n8n-workflow';

import { textOf, without } from '../text/json';
import { numberFrom } from '../text/sentences';

/** The output fields, with their types in JSON. The editor offers them before the first run. */
export type Output = Record<string, 'boolean' | 'integer' | 'number' | 'object' | 'string'>;

type Value = IDataObject[string];

function integerOf(value: Value): Value {
	const number = numberFrom(value);
	return Number.isSafeInteger(number) ? number : value;
}

/** Services send 1, "1" and "true" for true. */
function booleanOf(value: Value): Value {
	const text = textOf(value).trim();
	if (/^(1|true)$/i.test(text)) return true;
	return /^(0|false)$/i.test(text) ? false : value;
}

/** `"12"` becomes 12 where an integer is declared, `"1"` true where a boolean is; others stay as sent. The declaration is read once. */
export function withDeclaredTypes(output: Output): (record: IDataObject) => IDataObject {
	const fields = Object.entries(output).filter(
		([, declared]) => declared === 'boolean' || declared === 'integer',
	);
	return (record) => {
		let typed = record;
		for (const [name, declared] of fields) {
			const value = record[name];
			const converted = declared === 'integer' ? integerOf(value) : booleanOf(value);
			if (converted === value) continue;
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
