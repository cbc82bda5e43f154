import { asBoolean, asCount, asTrimmedText } from './convert';
import type { Convert, Given, ValueField } from './field';

type Texts = Pick<ValueField, 'displayName' | 'name' | 'description'>;
type TextField = Extract<ValueField, { into: 'body' | 'path' | 'query' }>;

/** A line of text, which is sent in the body without blanks around it unless the field says otherwise. */
export const textField = (field: Partial<TextField> & Texts): TextField => ({
	type: 'string',
	default: '',
	into: 'body',
	convert: asTrimmedText,
	...field,
});

type NameOf<Value> = {
	[Name in keyof Given]-?: Value extends Given[Name] ? Name : never;
}[Exclude<keyof Given, 'id'>];
type OptionalTexts = Pick<ValueField, 'displayOptions' | 'hint' | 'placeholder' | 'required'>;
type GivenTexts<Value> = OptionalTexts & Texts & { name: NameOf<Value>; default?: Value };

export const switchField = (field: GivenTexts<boolean>) =>
	({ type: 'boolean', default: false, into: 'given', convert: asBoolean, ...field }) as const;

/** A text that is not sent, without blanks around it. */
export const givenText = (field: GivenTexts<string> & { convert?: Convert<string> }) =>
	({ type: 'string', default: '', into: 'given', convert: asTrimmedText, ...field }) as const;

/** A whole number of at least 1. */
export const countField = (field: GivenTexts<number> & { convert?: Convert<number> }) =>
	({
		type: 'number',
		typeOptions: { minValue: 1 },
		default: '',
		into: 'given',
		convert: asCount,
		...field,
	}) as const;
