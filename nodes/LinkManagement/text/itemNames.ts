import type { IDataObject } from 'n8n-workflow';

import { verbatim } from './plainText';
import { numberFrom } from './sentences';

export interface ItemName {
	/** n8n counts from 0. */
	item: number;
	/** The row of its table, where the item has `row_number`. */
	row: number | undefined;
	/** What a person recognizes it by, such as its alias; '' where nothing is known. */
	recognizedBy: string;
}

export const itemName = (item: number, input: IDataObject = {}, recognizedBy = ''): ItemName => ({
	...{ item, row: numberFrom(input.row_number), recognizedBy },
});

/** Items that are named one by one, and ranges of more. */
const MAX_NAMED = 3;
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
	if (names.length <= MAX_NAMED) return `${units} ${names.map(one).join(', ')}`;
	const ranges = rangesOf(names.map(numberOf));
	return ranges.endsWith('…') ? `${names.length} ${units}: ${ranges}` : `${units} ${ranges}`;
}

/** `items 17 and 94`. */
export function pairInWords(...pair: [ItemName, ItemName]): string {
	const numbers = pair.map((name) => ({ ...name, recognizedBy: '' }));
	return namesInWords(numbers).replace(', ', ' and ');
}
