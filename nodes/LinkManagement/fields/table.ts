import type { INodeExecutionData } from 'n8n-workflow';

import { closestTo } from '../values/closest';
import { comparableName } from '../values/comparable';
import { verbatim } from '../values/plainText';
import { listed } from '../values/sentences';

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
}

/** A heading as it is compared: without case, spaces, `_`, `-`, `*`, and what stands in brackets. */
const headingKey = (heading: string): string =>
	comparableName(heading.replace(/\([^()]*\)|\[[^[\]]*\]/g, '')).replace(/[\s_*-]/g, '');

export class KnownHeadings {
	readonly own: Map<string, MappedColumn>;
	readonly further: Map<string, { column: MappedColumn; beside?: string }>;

	constructor(columns: MappedColumn[], words: FurtherWord[] = []) {
		this.own = new Map(
			columns.flatMap((column) => [
				[headingKey(column.label), column],
				[headingKey(column.name), column],
			]),
		);
		const byName = new Map(columns.map((column) => [column.name, column]));
		this.further = new Map(
			words.flatMap(({ column: name, word, beside }) => {
				const column = byName.get(name);
				return column ? [[headingKey(word), { column, beside }] as const] : [];
			}),
		);
	}
}

export interface Headings {
	columns: Map<string, MappedColumn>;
	ignored: string[];
	/** For the hint: which headings were taken by a further word, such as `"title" for Meta Title`. */
	taken: string[];
}

export function columnsOf(headings: string[], { own, further }: KnownHeadings): Headings {
	const keys = new Set(headings.map(headingKey));
	const found: Headings = { columns: new Map(), ignored: [], taken: [] };
	const given = new Set<string>();
	for (const heading of headings) {
		const column = own.get(headingKey(heading));
		if (!column) continue;
		found.columns.set(heading, column);
		given.add(column.name);
	}
	for (const heading of headings) {
		if (found.columns.has(heading)) continue;
		const { column, beside } = further.get(headingKey(heading)) ?? {};
		const isTaken = column && !given.has(column.name) && (!beside || keys.has(headingKey(beside)));
		if (!isTaken) {
			found.ignored.push(heading);
			continue;
		}
		found.columns.set(heading, column);
		given.add(column.name);
		found.taken.push(`${shown(heading)} for ${column.label}`);
	}
	return found;
}

const shown = (heading: string): string => `"${verbatim(heading, MAX_HEADING_LENGTH)}"`;

/** What separates the columns of a file whose first line was read as one heading. */
const DELIMITERS = { ';': ';', '\t': 'Tab', '|': '|' };

export function missingHeading(label: string, ignored: string[]): string {
	const needed = `Map the column. Map Automatically needs the heading "${label}".`;
	const [first] = ignored;
	if (first === undefined) return needed;
	const [, delimiter] =
		Object.entries(DELIMITERS).find(([sign]) => ignored.length === 1 && first.includes(sign)) ?? [];
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
		const columns = this.columns.get(known) ?? columnsOf(this.headings, known);
		this.columns.set(known, columns);
		return columns;
	}
}
