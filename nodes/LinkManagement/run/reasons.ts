import {
	EMPTY_EXPRESSION,
	type ItemError,
	messageWithoutItem,
	problemsOf,
	sentence,
} from '../errors';
import { type ItemName, namesInWords } from '../operations/itemName';
import { counted } from '../values/numbers';
import { verbatim, withoutFullStop } from '../values/plainText';

/** Most reasons that are kept apart. Items with further reasons only count. */
const MAX_GROUPS = 100;
/** The texts of a reason that are quoted, and the longest one in characters. */
const MAX_TEXTS = 2;
const MAX_TEXT_LENGTH = 150;

interface Group {
	label: string;
	advice: string;
	/** The first different texts, because each may quote another value. */
	texts: string[];
	/** How many items have another text than these. */
	others: number;
	items: ItemName[];
}

/** Why items of a run failed, grouped by reason: the field and the advice, or the advice about a reply. */
export class Reasons {
	count = 0;
	private readonly groups = new Map<string, Group>();

	add(name: ItemName, error: ItemError): void {
		this.count++;
		const problems = problemsOf(error);
		for (const { label, problem, advice } of problems) this.note(name, label, problem, advice);
		if (problems.length > 0) return;
		this.note(name, '', messageWithoutItem(error, name.item), error.description ?? '');
	}

	private note(name: ItemName, label: string, text: string, advice: string): void {
		const key = JSON.stringify([label, advice === '' ? text : advice]);
		const group = this.groups.get(key) ?? { label, advice, texts: [], others: 0, items: [] };
		if (!this.groups.has(key) && this.groups.size >= MAX_GROUPS) return;
		this.groups.set(key, group);
		// Several values of a row may be rejected for the same reason
		const isNew = group.items.at(-1)?.item !== name.item;
		if (isNew) group.items.push(name);
		const shown = verbatim(withoutFullStop(text), MAX_TEXT_LENGTH);
		if (group.texts.includes(shown)) return;
		if (group.texts.length < MAX_TEXTS) group.texts.push(shown);
		else if (isNew) group.others++;
	}

	/**
	 * The most frequent first, such as `Items 0–3, 5 · Campaign: no campaign is called "Sping". Correct the name.`
	 * @param maxLength of all lines, in characters. @param rows how many there are, without blank ones
	 */
	lines(maxLength: number, rows: number): string[] {
		const lines = [...this.groups.values()]
			.sort((a, b) => b.items.length - a.items.length)
			.map((group) => reasonLine(group, rows));
		const shown = textsWithin(lines, maxLength);
		const others = lines.length - shown.length;
		return others === 0 ? shown : [...shown, `And ${counted(others, 'more reason')}.`];
	}
}

/** The first texts that fit into a number of characters, and at least one. */
export function textsWithin(texts: string[], maxLength: number): string[] {
	let length = 0;
	const tooMany = texts.findIndex((text, at) => (length += text.length) > maxLength && at > 0);
	return tooMany < 0 ? texts : texts.slice(0, tooMany);
}

function reasonLine({ label, advice, texts, others, items }: Group, rows: number): string {
	if (rows > 1 && items.length === rows && advice === EMPTY_EXPRESSION)
		return `The expression of ${label} gives nothing in any item. Was the column renamed?`;
	const field = label === '' ? '' : `${label}: `;
	const more = others > 0 ? `, and so on for ${counted(others, 'other item')}` : '';
	const names = namesInWords(items).replace(/^./, (first) => first.toUpperCase());
	return `${names} · ${field}${sentence(texts.join(', ') + more)} ${advice}`.trimEnd();
}
