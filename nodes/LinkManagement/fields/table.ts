import type { INodeExecutionData } from 'n8n-workflow';

import { closestTo, comparableName } from '../text/comparable';
import { verbatim } from '../text/plainText';
import { capitalized, itemName, listed, namesInWords } from '../text/sentences';

const MAX_HEADING_LENGTH = 80;

interface MappedColumn {
	name: string;
	label: string;
}

/** A further word for a column. It counts only where no heading has the column's own name. */
export interface HeadingWord {
	column: string;
	word: string;
	/** Another heading of the export that the word comes from; the word counts only beside it. */
	beside?: string;
	/** What the values under the heading must look like, so that it counts. */
	onlyIf?: (value: unknown) => boolean;
}

/** Headings that belong together. Either all that are there count, or none: where one of their columns has its own heading, none. */
export interface HeadingGroup {
	/** The names of the columns by their words. */
	columns: Record<string, string>;
	/** The words that must be there. */
	needs: string[];
}

/** A heading as it is compared: without case, spaces, `_`, `-`, `*`, and what stands in brackets. */
const headingKey = (heading: string): string =>
	comparableName(heading.replace(/\([^()]*\)|\[[^[\]]*\]/g, '')).replace(/[\s_*-]/g, '');

export interface Headings {
	columns: Map<string, MappedColumn>;
	ignored: string[];
	/** For the hint: which headings were taken by a further word, such as `"title" for Meta Title`. */
	taken: string[];
	/** Says where the headings stand, if a title is above them. */
	belowTitle?: string;
}

export interface Cells extends Omit<Headings, 'columns'> {
	/** By the name of the column. A column that is mapped and has an empty cell is in here, too. */
	values: Map<string, unknown>;
	/** The headings by the names of their columns. */
	headings: Map<string, string>;
}

/** The headings that a table may have. All maps are by the keys of headings. */
export class KnownHeadings {
	private readonly own = new Map<string, MappedColumn>();
	private readonly words: Map<string, HeadingWord>;
	private readonly groups: Array<{ names: Map<string, string>; needs: string[] }>;

	constructor(columns: MappedColumn[], words: HeadingWord[] = [], groups: HeadingGroup[] = []) {
		for (const column of columns) {
			this.own.set(headingKey(column.label), column);
			this.own.set(headingKey(column.name), column);
		}
		this.words = new Map(words.map((word) => [headingKey(word.word), word]));
		this.groups = groups.map((group) => ({
			names: new Map(Object.entries(group.columns).map(([word, name]) => [headingKey(word), name])),
			needs: group.needs.map(headingKey),
		}));
	}

	/** The column that has this name or label. */
	columnNamed(name = ''): MappedColumn | undefined {
		return this.own.get(headingKey(name));
	}

	/** @param rows those of the table, where headings may be known by their values */
	find(headings: string[], rows: readonly INodeExecutionData[] = []): Headings {
		const columns = new Map<string, MappedColumn>();
		const taken: string[] = [];
		const keyed = headings.map((heading) => ({ heading, key: headingKey(heading) }));
		const keys = new Set(keyed.map(({ key }) => key));
		for (const { heading, key } of keyed) {
			const column = this.own.get(key);
			if (column) columns.set(heading, column);
		}
		const filled = new Set<MappedColumn | undefined>(columns.values());
		const take = (heading: string, name?: string) => {
			const column = this.columnNamed(name);
			if (!column || filled.has(column)) return;
			columns.set(heading, column);
			filled.add(column);
			taken.push(`${shown(heading)} for ${column.label}`);
		};
		const doesCount = ({ beside, onlyIf }: HeadingWord, heading: string) =>
			(beside === undefined || keys.has(headingKey(beside))) &&
			(onlyIf === undefined || rows.every(({ json }) => onlyIf(json[heading])));
		for (const { names, needs } of this.groups) {
			if (!needs.every((need) => keys.has(need))) continue;
			const present = keyed.filter(({ key }) => names.has(key));
			const isFilled = present.some(({ key }) => filled.has(this.columnNamed(names.get(key))));
			if (!isFilled) for (const { heading, key } of present) take(heading, names.get(key));
		}
		for (const { heading, key } of keyed) {
			const word = columns.has(heading) ? undefined : this.words.get(key);
			if (word && doesCount(word, heading)) take(heading, word.column);
		}
		return { columns, ignored: headings.filter((heading) => !columns.has(heading)), taken };
	}
}

/** So many rows are searched for headings below a title, and so many of a row's values must be headings. */
const MAX_TITLE_ROWS = 10;
const MIN_HEADINGS = 2;

/** The first row whose values are headings, as a sentence. */
function headingsBelowTitle(
	rows: readonly INodeExecutionData[],
	known: KnownHeadings,
): string | undefined {
	for (const [item, { json }] of rows.slice(0, MAX_TITLE_ROWS).entries()) {
		const texts = Object.values(json).filter((value) => typeof value === 'string');
		const headings = [...known.find(texts).columns.keys()];
		if (headings.length < MIN_HEADINGS) continue;
		const name = namesInWords([itemName(item, json)]);
		return `${capitalized(name)} holds the headings (${listed(headings.map(shown))}), so the file has a title above them. Let the node that reads it begin there: Starting Line or Range in Extract From File, Header Row in Google Sheets.`;
	}
	return undefined;
}

const shown = (heading: string): string => `"${verbatim(heading, MAX_HEADING_LENGTH)}"`;

/** What separates the columns of a file whose first line was read as one heading. */
const DELIMITERS = { ';': ';', '\t': 'Tab', '|': '|' };

/** The first line of some CSV files, which says what separates their columns. */
const NAMES_DELIMITER = /^\ufeff?sep=/i;

export function missingHeading(
	label: string,
	{ headings, ignored, belowTitle }: Omit<Cells, 'taken' | 'values'>,
): string {
	if (belowTitle !== undefined) return belowTitle;
	const needed = `Map the column. Map Automatically needs the heading "${label}".`;
	// n8n's Google Sheets node adds `row_number`
	const found = [...headings.values(), ...ignored].filter((heading) => heading !== 'row_number');
	const [first] = found;
	if (first === undefined) return needed;
	const [, delimiter] =
		Object.entries(DELIMITERS).find(([sign]) => found.length === 1 && first.includes(sign)) ?? [];
	if (NAMES_DELIMITER.test(first))
		return `The first line of the file only says what separates the columns: set Starting Line to 2${delimiter === undefined ? '' : `, and Delimiter to ${delimiter},`} in Extract From File.`;
	if (delimiter !== undefined)
		return `The file was read with the wrong delimiter: set Delimiter to ${delimiter} in Extract From File.`;
	const keys = found.map(headingKey);
	const closest = closestTo(headingKey(label), keys);
	const otherMatch = ['id', 'shorturl'].find((name) => keys.includes(name));
	return [
		`${needed} It found ${listed(found.map(shown))}.`,
		closest === undefined ? '' : `The closest is ${shown(found[closest] ?? '')}.`,
		otherMatch === undefined ? '' : `To match on "${otherMatch}", change Match On.`,
	]
		.filter(Boolean)
		.join(' ');
}

/** The input items of a run as a table. A heading that any row has is a heading of the table. */
export class Table {
	private readonly columns = new Map<KnownHeadings, Headings>();

	constructor(private readonly items: INodeExecutionData[]) {}

	columnsOf(known: KnownHeadings): Headings {
		const found = this.columns.get(known);
		if (found) return found;
		const headings = new Set<string>();
		for (const { json } of this.items) for (const name in json) headings.add(name);
		const columns = known.find([...headings], this.items);
		if (columns.columns.size < MIN_HEADINGS)
			columns.belowTitle = headingsBelowTitle(this.items, known);
		this.columns.set(known, columns);
		return columns;
	}
}
