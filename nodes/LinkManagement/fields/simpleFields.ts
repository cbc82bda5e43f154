import { asBoolean, asTrimmedText } from './convert';
import type { Given, ValueField } from './field';

type Texts = Pick<ValueField, 'displayName' | 'name' | 'description'>;
type TextField = Extract<ValueField, { into: 'body' | 'path' | 'query' }>;

/** A line of text, which is sent in the body without blanks around it unless the field says otherwise. */
export const textField = (
	field: Partial<TextField> & Texts & { placeholder: string },
): TextField => ({
	type: 'string',
	default: '',
	into: 'body',
	convert: asTrimmedText,
	...field,
});

type SwitchName = {
	[Name in keyof Given]-?: NonNullable<Given[Name]> extends boolean ? Name : never;
}[keyof Given];

export const switchField = (field: Texts & { name: SwitchName; default?: boolean }) =>
	({
		type: 'boolean',
		default: false,
		into: 'given',
		convert: asBoolean,
		...field,
	}) as const;
