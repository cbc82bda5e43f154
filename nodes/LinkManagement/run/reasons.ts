import type { IDataObject } from 'n8n-workflow';

import { saysTaken } from '../client/replies/failureRules';
import {
	EMPTY_EXPRESSION,
	isFailure,
	type ItemError,
	itemLabel,
	messageWithoutItem,
	type Problem,
	problemsOf,
	UnexpectedReply,
	unexpectedReply,
} from '../errors';
import type { LookupItem } from '../lookup/item';
import { comparableName } from '../text/comparable';
import { textOf } from '../text/json';
import { sentence, verbatim, withoutFullStop } from '../text/plainText';
import {
	capitalized,
	counted,
	type ItemName,
	namesInWords,
	type UnknownName,
} from '../text/sentences';

/** Most reasons that are kept apart. Items with further reasons only count. */
const MAX_GROUPS = 100;
/** The texts of a reason that are quoted, and the longest one in characters. */
const MAX_TEXTS = 2;
const MAX_TEXT_LENGTH = 150;
/** The unknown names of a reason that are shown: the third one may be the typing error. */
const MAX_NAMES = 10;

interface Group {
	label: string;
	advice: string;
	/** The first different texts, because each may quote another value. */
	texts: string[];
	/** How many items have another text than these. */
	others: number;
	/** Names that no record has, as they are compared, with the number of rows that give each. */
	unknownNames: Map<string, UnknownName & { rows: Set<number> }>;
	items: ItemName[];
}

/** Why items of a run failed, grouped by reason: the field and the advice, or the advice about a reply. */
export class Reasons {
	count = 0;
	first?: { item: number; error: ItemError };
	private readonly groups = new Map<string, Group>();

	add(name: ItemName, error: ItemError): void {
		this.count++;
		this.first ??= { item: name.item, error };
		const problems = problemsOf(error);
		for (const problem of problems) this.note(name, problem, problem.problem);
		if (problems.length > 0) return;
		const problem = messageWithoutItem(error, name.item);
		const said = textOf(error.context.said ?? problem);
		this.note(name, { label: '', problem, advice: error.description ?? '' }, said);
	}

	/** @param said what items without advice have in common, without the value of one of them */
	private note(
		name: ItemName,
		{ label, problem: text, advice, unknownName }: Problem,
		said: string,
	): void {
		const key = JSON.stringify([label, advice || said]);
		const group: Group = this.groups.get(key) ?? {
			...{ label, advice, texts: [], others: 0, items: [] },
			unknownNames: new Map(),
		};
		if (!this.groups.has(key) && this.groups.size >= MAX_GROUPS) return;
		this.groups.set(key, group);
		// Several values of a row may be rejected for the same reason
		const isNew = group.items.at(-1)?.item !== name.item;
		if (isNew) group.items.push(name);
		if (unknownName) {
			const { unknownNames } = group;
			const key = comparableName(unknownName.name);
			const named = unknownNames.get(key) ?? { ...unknownName, rows: new Set() };
			unknownNames.set(key, named);
			// A row may give it twice
			named.rows.add(name.item);
		}
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

/** `no campaign is called "Sprng" (1 row; the closest is "Spring"), "Fall" (12 rows)`; undefined unless there are several. */
function namesNotFound({ unknownNames, texts }: Group): string | undefined {
	const names = [...unknownNames.values()].sort((a, b) => b.rows.size - a.rows.size);
	const [first] = names;
	if (!first || (names.length === 1 && texts.length === 1)) return undefined;
	const shown = names.slice(0, MAX_NAMES).map(({ name, more, rows }) => {
		const about = more === '' ? '' : `; ${more}`;
		return `${name} (${counted(rows.size, 'row')}${about})`;
	});
	const others = names.length - shown.length;
	const further = others > 0 ? ` and ${counted(others, 'other name')}` : '';
	return `${first.what} ${shown.join(', ')}${further}`;
}

/** The first texts that fit into a number of characters, and at least one. */
export function textsWithin(texts: string[], maxLength: number): string[] {
	let length = 0;
	const tooMany = texts.findIndex((text, at) => (length += text.length) > maxLength && at > 0);
	return tooMany < 0 ? texts : texts.slice(0, tooMany);
}

function reasonLine(group: Group, rows: number): string {
	const { label, advice, texts, others, items } = group;
	if (rows > 1 && items.length === rows && advice === EMPTY_EXPRESSION)
		return `The expression of ${label} gives nothing in any item. Was the column renamed?`;
	const field = label === '' ? '' : `${label}: `;
	const more = others > 0 ? `, and so on for ${counted(others, 'other item')}` : '';
	const names = capitalized(namesInWords(items));
	const text = namesNotFound(group) ?? texts.join(', ') + more;
	return `${names} · ${field}${sentence(text)} ${advice}`.trimEnd();
}

/** The fields that refusals are about: the words of services, the field in the body, and its label. */
const FIELDS = [
	{ words: /\b(alias|slug)\b/i, name: 'custom', label: 'Alias' },
	{ words: /\bdomain\b/i, name: 'domain', label: 'Domain' },
	{ words: /\bname\b/i, name: 'name', label: 'Name' },
	{ words: /\burl\b/i, name: 'url', label: 'Long URL' },
];

/** Longest value in a message, in characters. */
const MAX_VALUE_LENGTH = 200;

/** The words of a text, so that `rate-limits` in a message is found to be the alias "Rate Limits". */
const wordsIn = (text: string): string =>
	` ${text
		.toLowerCase()
		.match(/[\p{L}\p{N}]+/gu)
		?.join(' ')} `;

type RefusedItem = LookupItem & {
	readonly body: IDataObject;
	readonly operation: { readonly kind: string };
};

/** Names the value in a refusal that speaks only of "that alias", so that the row can be found: "Alias prod-1 is taken". */
export function inTermsOfItem(error: unknown, item: RefusedItem): unknown {
	if (error instanceof UnexpectedReply) return item.error(unexpectedReply(error));
	if (!isFailure(error, 'refused')) return error;
	const { body, index, operation, service } = item;
	const said = messageWithoutItem(error, index);
	const field = FIELDS.find(({ words, name }) => words.test(said) && textOf(body[name]) !== '');
	if (!field) return error;
	const { name, label } = field;
	const value = service.plainText(body[name], MAX_VALUE_LENGTH);
	if (wordsIn(said).includes(wordsIn(value))) return error;
	// Another part of the message may say that of another field
	const aboutField = said.split(/[.,;]/).find((part) => field.words.test(part)) ?? '';
	if (saysTaken(aboutField)) {
		const mayGet = name === 'custom' && operation.kind === 'create';
		error.message = `${label} ${value} is taken`;
		error.description = `Use another ${label.toLowerCase()}${mayGet ? ', or Create or Get' : ''}.`;
	} else {
		error.message = `${label} ${value}: ${said}`;
		error.context.said = said;
	}
	error.message += itemLabel(index);
	return error;
}
