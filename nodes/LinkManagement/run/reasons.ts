import { EMPTY_EXPRESSION, type ItemError, messageWithoutItem, problemsOf } from '../errors';
import { counted } from '../values/numbers';
import { verbatim, withoutFullStop } from '../values/plainText';

/** Most reasons that are kept apart. Items with further reasons only count. */
const MAX_GROUPS = 100;
/** The texts of a reason that are named, the ranges of rows, and the longest text in characters. */
const MAX_TEXTS = 2;
const MAX_RANGES = 10;
const MAX_TEXT_LENGTH = 150;

/** The items with one reason. */
interface Group {
	label: string;
	advice: string;
	/** The first different texts, because each may quote another value. */
	texts: string[];
	/** How many items have another text than these. */
	others: number;
	items: number[];
}

/** Why items of a run failed, grouped by reason: the field and the advice, or the advice about a reply. */
export class Reasons {
	/** How many items failed. */
	count = 0;
	private readonly groups = new Map<string, Group>();

	add(item: number, error: ItemError): void {
		this.count++;
		const problems = problemsOf(error);
		for (const { label, problem, advice } of problems) this.note(item, label, problem, advice);
		if (problems.length > 0) return;
		this.note(item, '', messageWithoutItem(error, item), error.description ?? '');
	}

	private note(item: number, label: string, text: string, advice: string): void {
		const key = JSON.stringify([label, advice === '' ? text : advice]);
		const group = this.groups.get(key) ?? { label, advice, texts: [], others: 0, items: [] };
		if (!this.groups.has(key) && this.groups.size >= MAX_GROUPS) return;
		this.groups.set(key, group);
		// Several values of a row may be rejected for the same reason
		if (group.items.at(-1) !== item) group.items.push(item);
		const shown = verbatim(withoutFullStop(text), MAX_TEXT_LENGTH);
		if (group.texts.includes(shown)) return;
		if (group.texts.length < MAX_TEXTS) group.texts.push(shown);
		else group.others++;
	}

	/** The most frequent first; of equally frequent ones, the one that came first. */
	private get byFrequency(): Group[] {
		return [...this.groups.values()].sort((a, b) => b.items.length - a.items.length);
	}

	/**
	 * The reasons, the most frequent first, such as `Campaign: no campaign is called "Sping", rows 0–3, 5`.
	 *
	 * @param rows how many there are, without blank ones
	 */
	inWords(rows: number): string[] {
		return this.byFrequency.map((group) =>
			rows > 1 && group.items.length === rows && group.advice === EMPTY_EXPRESSION
				? `The expression of ${group.label} gives nothing in any item. Was the column renamed?`
				: wordsOf(group),
		);
	}

	/** What to do about the reasons, each advice once, in the same order. */
	get advice(): string[] {
		return [...new Set(this.byFrequency.map(({ advice }) => advice))].filter(Boolean);
	}
}

/** The first texts that fit into a number of characters, and at least one. */
export function textsWithin(texts: string[], maxLength: number): string[] {
	let length = 0;
	const tooMany = texts.findIndex((text, at) => (length += text.length) > maxLength && at > 0);
	return tooMany < 0 ? texts : texts.slice(0, tooMany);
}

/** `rows 0–3, 5`, or `400 rows: 0, 2, 4 …` where the ranges are too many. */
function rowRanges(items: number[]): string {
	const ranges: Array<{ first: number; last: number }> = [];
	for (const item of [...items].sort((a, b) => a - b)) {
		const range = ranges.at(-1);
		if (range?.last === item - 1) range.last = item;
		else ranges.push({ first: item, last: item });
	}
	const named = ranges
		.slice(0, MAX_RANGES)
		.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`))
		.join(', ');
	return ranges.length > MAX_RANGES ? `${items.length} rows: ${named} …` : `rows ${named}`;
}

/** One row comes before its reason, several after it, because their numbers are many. */
function wordsOf({ label, texts, others, items }: Group): string {
	const field = label === '' ? '' : `${label}: `;
	const more = others > 0 ? ` and ${counted(others, 'other')}` : '';
	const what = `${field}${texts.join(', ')}${more}`;
	return items.length === 1 ? `row ${items[0]}, ${what}` : `${what}, ${rowRanges(items)}`;
}
