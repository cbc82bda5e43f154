import { countedThat } from './numbers';

/** Makes one sentence of the details of several items, such as `2 campaigns were created: Spring, Summer.` */
export type Sentence = (details: string[]) => string;

const MAX_NAMED = 10;

export function listed(names: string[], most = MAX_NAMED): string {
	const different = [...new Set(names)];
	const others = different.length - most;
	return `${different.slice(0, most).join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}

/** The parts of `no campaign is called "Sprng"; the closest is "Spring"`, so that many rows name each name once. */
export interface UnknownName {
	what: string;
	name: string;
	more: string;
}

export interface ValueWarning {
	/** Goes on after the value, such as `has no scheme, so https:// was added`. */
	what: string;
	sentence: Sentence;
	/** It says nothing about a record that existed before. */
	isAboutNewRecords?: boolean;
	/** It needs no eye: the hint after the run counts it, and only the items of tools, where no hint arrives, have a `warning`. */
	isOnlyCounted?: boolean;
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

/** What only the hint after a run says. @param sentence of what {@link InputWarning.counted} says of each value */
export const countedValue = (what: string, sentence: Sentence): ValueWarning => ({
	...{ what, sentence },
	isOnlyCounted: true,
});
