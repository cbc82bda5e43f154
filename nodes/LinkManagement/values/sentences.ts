import { countedThat } from './numbers';

/** Makes one sentence of the details of several items, such as `2 campaigns were created: Spring, Summer.` */
export type Sentence = (details: string[]) => string;

const MAX_NAMED = 10;

export function listed(names: string[]): string {
	const different = [...new Set(names)];
	const others = different.length - MAX_NAMED;
	return `${different.slice(0, MAX_NAMED).join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}

export interface ValueWarning {
	/** Goes on after the value, such as `has no scheme, so https:// was added`. */
	what: string;
	sentence: Sentence;
	/** It says nothing about a record that existed before. */
	isAboutNewRecords?: boolean;
}

/** Declare each warning once: the hint counts the values with the same one. */
export const valueWarning = (
	what: string,
	more: Partial<Pick<ValueWarning, 'isAboutNewRecords' | 'sentence'>> = {},
): ValueWarning => ({
	what,
	sentence: (values) =>
		`${countedThat(values.length, 'item', 'has', 'have')} a value that ${what}: ${listed(values)}.`,
	...more,
});
