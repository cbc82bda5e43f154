import type { IDataObject } from 'n8n-workflow';

import { textOf } from './json';
import { verbatim } from './plainText';

export const counted = (count: number, unit: string): string =>
	`${count} ${unit}${count === 1 ? '' : 's'}`;

/** As `100,000`. The first `toLocaleString` of a process takes a fifth of the time to load this package. */
export const grouped = (count: number): string => `${count}`.replace(/\B(?=(?:\d{3})+$)/g, ',');

/** The beginning of a sentence about some of them, such as `1 link has` or `3 links have`. */
export const countedThat = (count: number, unit: string, does: string, several: string): string =>
	`${counted(count, unit)} ${count === 1 ? does : several}`;

/** A number that a service sent, perhaps as text, such as `"1,234"`; undefined for what is not a finite number. */
export function numberFrom(value: unknown): number | undefined {
	if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	const plain = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text;
	const number = plain === '' ? NaN : Number(plain);
	return Number.isFinite(number) ? number : undefined;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** At least a second, rounded, such as `48 seconds` or `3 hours`. @param ms */
export function durationInWords(ms: number): string {
	if (ms < 1.5 * MINUTE) return counted(Math.max(1, Math.round(ms / 1_000)), 'second');
	if (ms < 1.5 * HOUR) return counted(Math.round(ms / MINUTE), 'minute');
	return counted(Math.round(ms / HOUR), 'hour');
}

/** How often something happens that happens once in `ms`: `a minute`, `an hour`, or `in 10 seconds`. */
export function rateInWords(ms: number): string {
	// The length was measured
	const isAbout = (unit: number) => Math.abs(ms - unit) <= unit / 20;
	if (isAbout(MINUTE)) return 'a minute';
	return isAbout(HOUR) ? 'an hour' : `in ${durationInWords(ms)}`;
}

/** The entry with the highest value; of equal ones the first; undefined for an empty list. */
export const highestBy = <T>(entries: T[], valueOf: (entry: T) => number): T | undefined =>
	entries.reduce<T | undefined>(
		(best, entry) => (best === undefined || valueOf(entry) > valueOf(best) ? entry : best),
		undefined,
	);

export function listed(names: string[], most = 10): string {
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
	/** Makes one sentence of several values, or of what {@link InputWarning.counted} says of each. */
	sentence: (values: string[]) => string;
	/** It says nothing about a record that existed before. */
	isAboutNewRecords?: boolean;
	/** It needs no eye: the hint after the run counts it, and only the items of tools, where no hint arrives, have a `warning`. */
	isOnlyCounted?: boolean;
}

/** Declare each warning once: the hint counts the values with the same one. */
export const valueWarning = (
	what: string,
	more: Partial<Omit<ValueWarning, 'what'>> = {},
): ValueWarning => ({
	what,
	sentence: (values) =>
		`${countedThat(values.length, 'item', 'has', 'have')} a value that ${what}: ${listed(values)}.`,
	...more,
});

/** The record with a sentence more in its `warning`. */
export function addWarning(record: IDataObject, sentence: string | undefined): IDataObject {
	if (sentence === undefined) return record;
	const warning = record.warning === undefined ? sentence : `${textOf(record.warning)} ${sentence}`;
	return { ...record, warning };
}

export const capitalized = (text: string): string =>
	text.replace(/^./, (first) => first.toUpperCase());

export interface ItemName {
	/** n8n counts from 0. */
	item: number;
	/** The row of its table, where the item has `row_number`. */
	row: number | undefined;
	/** What a person recognizes it by, such as its alias; '' where nothing is known. */
	recognizedBy: string;
}

export const itemName = (item: number, input: IDataObject = {}, recognizedBy = ''): ItemName => ({
	item,
	row: numberFrom(input.row_number),
	recognizedBy,
});

/** Items that are named one by one, and ranges of more. */
const MAX_NAMED_ITEMS = 3;
const MAX_RANGES = 10;
/** Longest name that a person recognizes an item by, in characters. */
const MAX_SHOWN_LENGTH = 60;

/** `0–3, 5`, or `0, 2, 4 …` where the ranges are too many. */
function rangesOf(numbers: number[]): string {
	const ranges: Array<{ first: number; last: number }> = [];
	for (const number of [...numbers].sort((a, b) => a - b)) {
		const range = ranges.at(-1);
		if (range?.last === number - 1) range.last = number;
		else ranges.push({ first: number, last: number });
	}
	const named = ranges
		.slice(0, MAX_RANGES)
		.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`))
		.join(', ');
	return ranges.length > MAX_RANGES ? `${named} …` : named;
}

/** In the order of the table: `item 94 (spring-sale)`, `rows 96 (spring-sale), 97 (fall)`, `items 0–3, 5`, or `133 items: 0, 2, 4 …`. */
export function namesInWords(items: ItemName[]): string {
	const names = [...items].sort((a, b) => a.item - b.item);
	const unit = names.every(({ row }) => row !== undefined) ? 'row' : 'item';
	const numberOf = ({ item, row = item }: ItemName) => (unit === 'row' ? row : item);
	const units = names.length === 1 ? unit : `${unit}s`;
	const one = (name: ItemName) => {
		const shown = verbatim(name.recognizedBy, MAX_SHOWN_LENGTH);
		return `${numberOf(name)}${shown === '' ? '' : ` (${shown})`}`;
	};
	if (names.length <= MAX_NAMED_ITEMS) return `${units} ${names.map(one).join(', ')}`;
	const ranges = rangesOf(names.map(numberOf));
	return ranges.endsWith('…') ? `${names.length} ${units}: ${ranges}` : `${units} ${ranges}`;
}

/** `items 17 and 94`. */
export function pairInWords(...pair: [ItemName, ItemName]): string {
	const numbers = pair.map((name) => ({ ...name, recognizedBy: '' }));
	return namesInWords(numbers).replace(', ', ' and ');
}
