import type { INodeExecutionData } from 'n8n-workflow';

import { closestTo } from '../text/closest';
import { comparableName } from '../text/comparable';
import { verbatim } from '../text/plainText';
import { listed } from '../text/sentences';

const MAX_HEADING_LENGTH = 80;

interface MappedColumn {
	name: string;
	label: string;
}

/** A further word for a column. It counts only where no heading has the column's own name. */
export interface FurtherWord {
	column: string;
	word: string;
	/** Another heading of the export that the word comes from; the word counts only beside it. */
	beside?: string;
	/** What the values under the heading must look like, so that it counts. */
	onlyIf?: (value: unknown) => boolean;
}

/** Headings that belong together. Either all that are there count, or none: where one of their columns has its own heading, none. */
export interface WordGroup {
	words: Array<Pick<FurtherWord, 'column' | 'word'>>;
	/** The words that must be there. */
	needs: string[];
}

/** A heading as it is compared: without case, spaces, `_`, `-`, `*`, and what stands in brackets. */
const headingKey = (heading: string): string =>
	comparableName(heading.replace(/\([^()]*\)|\[[^[\]]*\]/g, '')).replace(/[\s_*-]/g, '');

type Taken = Pick<FurtherWord, 'beside' | 'onlyIf'> & { column: MappedColumn };

export class KnownHeadings {
	readonly own: Map<string, MappedColumn>;
	readonly further: Map<string, Taken>;
	readonly groups: Array<{ columns: Map<string, MappedColumn>; needs: string[] }>;

	constructor(columns: MappedColumn[], words: FurtherWord[] = [], groups: WordGroup[] = []) {
		this.own = new Map(
			columns.flatMap((column) => [
				[headingKey(column.label), column],
				[headingKey(column.name), column],
			]),
		);
		const byName = new Map(columns.map((column) => [column.name, column]));
		const knownWord = <Word extends { word: string; column: string }>({ word, ...more }: Word) => {
			const column = byName.get(more.column);
			return column ? [[headingKey(word), { ...more, column }] as const] : [];
		};
		this.further = new Map(words.flatMap(knownWord));
		this.groups = groups.map((group) => ({
			columns: new Map(
				group.words.flatMap((word) => knownWord(word).map(([key, { column }]) => [key, column])),
			),
			needs: group.needs.map(headingKey),
		}));
	}
}

export interface Headings {
	columns: Map<string, MappedColumn>;
	ignored: string[];
	/** For the hint: which headings were taken by a further word, such as `"title" for Meta Title`. */
	taken: string[];
	/** Says where the headings stand, if a title is above them. */
	belowTitle?: string;
}

/** @param rows those of the table, where headings may be known by their values */
export function columnsOf(
	headings: string[],
	known: KnownHeadings,
	rows: readonly INodeExecutionData[] = [],
): Headings {
	const keys = new Set(headings.map(headingKey));
	const found: Headings = { columns: new Map(), ignored: [], taken: [] };
	const given = new Set<string>();
	for (const heading of headings) {
		const column = known.own.get(headingKey(heading));
		if (!column) continue;
		found.columns.set(heading, column);
		given.add(column.name);
	}
	const take = (heading: string, column: MappedColumn) => {
		found.columns.set(heading, column);
		given.add(column.name);
		found.taken.push(`${shown(heading)} for ${column.label}`);
	};
	for (const { columns, needs } of known.groups)
		for (const [heading, column] of wholeGroup(headings, keys, columns, needs, given))
			if (!given.has(column.name)) take(heading, column);
	for (const heading of headings) {
		if (found.columns.has(heading)) continue;
		const word = known.further.get(headingKey(heading));
		if (word && !given.has(word.column.name) && doesCount(word, heading, keys, rows))
			take(heading, word.column);
		else found.ignored.push(heading);
	}
	return found;
}

/** The headings of a group; none where one that it needs is missing, or where a column of it is given by its own heading. */
function wholeGroup(
	headings: string[],
	keys: Set<string>,
	columns: Map<string, MappedColumn>,
	needs: string[],
	given: Set<string>,
): Array<[heading: string, column: MappedColumn]> {
	if (!needs.every((need) => keys.has(need))) return [];
	const present = headings.flatMap((heading): Array<[string, MappedColumn]> => {
		const column = columns.get(headingKey(heading));
		return column ? [[heading, column]] : [];
	});
	return present.some(([, { name }]) => given.has(name)) ? [] : present;
}

const doesCount = (
	{ beside, onlyIf }: Taken,
	heading: string,
	keys: Set<string>,
	rows: readonly INodeExecutionData[],
): boolean =>
	(beside === undefined || keys.has(headingKey(beside))) &&
	(onlyIf === undefined || rows.every(({ json }) => onlyIf(json[heading])));

/** So many rows are searched for headings below a title, and so many of a row's values must be headings. */
const MAX_TITLE_ROWS = 10;
const MIN_HEADINGS = 2;

/** The first row whose values are headings, as a sentence. */
function headingsBelowTitle(
	rows: readonly INodeExecutionData[],
	{ own }: KnownHeadings,
): string | undefined {
	for (const [item, { json }] of rows.slice(0, MAX_TITLE_ROWS).entries()) {
		const texts = Object.values(json).filter((value) => typeof value === 'string');
		const headings = texts.filter((text) => own.has(headingKey(text)));
		if (headings.length < MIN_HEADINGS) continue;
		return `Item ${item} holds the headings (${listed(headings.map(shown))}), so the file has a title above them. Let the node that reads it begin there: Starting Line or Range in Extract From File, Header Row in Google Sheets.`;
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
	{ ignored, belowTitle }: Pick<Headings, 'belowTitle' | 'ignored'>,
): string {
	if (belowTitle !== undefined) return belowTitle;
	const needed = `Map the column. Map Automatically needs the heading "${label}".`;
	const [first] = ignored;
	if (first === undefined) return needed;
	const [, delimiter] =
		Object.entries(DELIMITERS).find(([sign]) => ignored.length === 1 && first.includes(sign)) ?? [];
	if (NAMES_DELIMITER.test(first))
		return `The first line of the file only says what separates the columns: set Starting Line to 2${delimiter === undefined ? '' : `, and Delimiter to ${delimiter},`} in Extract From File.`;
	if (delimiter !== undefined)
		return `The file was read with the wrong delimiter: set Delimiter to ${delimiter} in Extract From File.`;
	const keys = ignored.map(headingKey);
	const closest = closestTo(headingKey(label), keys);
	const otherMatch = ['id', 'shorturl'].find((name) => keys.includes(name));
	return [
		`${needed} It found ${listed(ignored.map(shown))}.`,
		closest === undefined ? '' : `The closest is ${shown(ignored[closest] ?? '')}.`,
		otherMatch === undefined ? '' : `To match on "${otherMatch}", change Match On.`,
	]
		.filter(Boolean)
		.join(' ');
}

/** The input items of a run as a table. A heading that any row has is a heading of the table. */
export class Table {
	private known?: string[];
	private readonly columns = new Map<KnownHeadings, Headings>();

	constructor(private readonly items: INodeExecutionData[]) {}

	get headings(): string[] {
		const names = new Set<string>();
		if (!this.known) for (const { json } of this.items) for (const name in json) names.add(name);
		return (this.known ??= [...names]);
	}

	columnsOf(known: KnownHeadings): Headings {
		const found = this.columns.get(known);
		if (found) return found;
		const columns = columnsOf(this.headings, known, this.items);
		if (columns.columns.size < MIN_HEADINGS)
			columns.belowTitle = headingsBelowTitle(this.items, known);
		this.columns.set(known, columns);
		return columns;
	}
}
