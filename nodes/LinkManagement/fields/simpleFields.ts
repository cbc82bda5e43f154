import { asBoolean, asCount, asTrimmedText } from './convert';
import type { Convert, Given, ValueField } from './field';

type Texts = Pick<ValueField, 'displayName' | 'name' | 'description'>;

/** A line of text, which is sent without blanks around it unless the field says otherwise. */
export const textField = (
	field: Partial<ValueField> & Required<Pick<ValueField, 'routing'>> & Texts,
): ValueField => ({
	type: 'string',
	default: '',
	convert: asTrimmedText,
	...field,
});

/** A field whose value the node uses itself. Its name says of which type the value is. */
export const unsentField = <Name extends keyof Given>(
	field: ValueField & { name: Name; convert: Convert<Given[Name]>; routing?: never },
): ValueField => field;

type NameOf<Value> = {
	[Name in keyof Given]-?: Value extends Given[Name] ? Name : never;
}[Exclude<keyof Given, 'data' | 'dataJson' | 'id'>];
type UnsentTexts<Value> = Pick<
	ValueField,
	'complete' | 'displayOptions' | 'hint' | 'placeholder' | 'required'
> &
	Texts & { name: NameOf<Value>; default?: Value };

export const switchField = (field: UnsentTexts<boolean>): ValueField => ({
	type: 'boolean',
	default: false,
	convert: asBoolean,
	...field,
});

/** A text that is not sent, without blanks around it. */
export const unsentText = (
	field: UnsentTexts<string> & { convert?: Convert<string> },
): ValueField => ({
	type: 'string',
	default: '',
	convert: asTrimmedText,
	...field,
});

/** A whole number of at least 1. */
export const countField = (
	field: UnsentTexts<number> & { convert?: Convert<number> },
): ValueField => ({
	type: 'number',
	typeOptions: { minValue: 1 },
	default: '',
	convert: asCount,
	...field,
});
