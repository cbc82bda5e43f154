import type { IDataObject } from 'n8n-workflow';

import { numberFrom } from '../../values/numbers';
import type { Output } from '../operation';

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

const READ: Partial<Record<Output[string], { type: string; read: Read }>> = {
	boolean: { type: 'boolean', read: booleanOf },
	integer: { type: 'number', read: integerOf },
};

/**
 * A function that gives a record the declared types: `"12"` becomes 12 where an integer is declared, `"1"` becomes true
 * where a boolean is. Other values, such as null or a word, stay as they were sent. The declaration is read once, so
 * that checking a record is cheap.
 *
 * @returns the record itself when nothing changes, otherwise a copy
 */
export function withDeclaredTypes(output: Output): (record: IDataObject) => IDataObject {
	const fields = Object.entries(output).flatMap(([name, declared]) => {
		const reader = READ[declared];
		return reader ? [{ name, ...reader }] : [];
	});
	return (record) => {
		let typed = record;
		for (const { name, type, read } of fields) {
			const value = record[name];
			if (value === undefined || typeof value === type) continue;
			const converted = read(value);
			if (converted === undefined) continue;
			if (typed === record) typed = { ...record };
			typed[name] = converted;
		}
		return typed;
	};
}
