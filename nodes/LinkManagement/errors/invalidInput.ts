import { type INode, NodeOperationError } from 'n8n-workflow';

import { verbatim } from '../values/plainText';
import type { ValueWarning } from '../values/sentences';

/** "[item 3]", as n8n's own nodes name an item in a message. */
export const itemLabel = (item: number | undefined) =>
	item === undefined ? '' : ` [item ${item}]`;

/** In characters; n8n stores the message with the execution. */
const MAX_MESSAGE_LENGTH = 1_000;
const MAX_PROBLEM_LENGTH = 500;

/** What to do about an expression that is empty. If it is so in all items, the run asks whether the column was renamed. */
export const EMPTY_EXPRESSION = 'Fill in the cell, or check whether the column was renamed.';

/** The field that a value belongs to, for the message when the value is rejected. */
export interface FieldContext {
	/** The field's label in the editor. */
	label: string;
	node: INode;
	/** Undefined for a value that applies to all items. */
	item?: number;
	/** The heading of the table that was taken for this field and may mean something else. */
	heading?: string;
	/** Gets what is worth a look about the value. */
	warnings?: InputWarning[];
}

/** What is worth a look about a value, although it is sent. */
export interface InputWarning {
	/** The field's label in the editor. */
	label: string;
	/** The value, as a message quotes it. */
	value: string;
	warning: ValueWarning;
}

export interface Problem {
	/** The field's label in the editor. */
	label: string;
	/** Quotes the value, escaped. */
	problem: string;
	advice: string;
}

/** Each text once, in the order in which it came first: two checks, or two equal values of a list, may have the same problem. */
const joined = (texts: string[], separator: string): string => [...new Set(texts)].join(separator);

function inputError(
	node: INode,
	item: number | undefined,
	problems: Problem[],
): NodeOperationError {
	const reasons = problems.map(({ label, problem }) => `${label}: ${problem}`);
	const message = `${verbatim(joined(reasons, ' · '), MAX_MESSAGE_LENGTH)}${itemLabel(item)}`;
	const advice = problems.map((problem) => problem.advice);
	const error = new NodeOperationError(node, message, {
		itemIndex: item,
		description: `${joined(advice, ' ')} Nothing was sent${item === undefined ? '' : ' for this item'}.`,
	});
	// The constructor replaces texts that contain words such as ENOENT, and the value may be one of them
	error.message = message;
	error.context.problems = problems;
	return error;
}

/**
 * The error for a value that is rejected before anything is sent. {@link problemsOf} gives its parts.
 *
 * @param problem what is wrong; may quote the value, which is escaped
 * @param advice what to enter instead, in this node's own words
 */
export const invalidInput = (
	{ node, label, item, heading }: FieldContext,
	problem: string,
	advice: string,
): NodeOperationError => {
	const rename =
		heading === undefined
			? ''
			: ` The heading "${verbatim(heading)}" was taken for this column. If it means something else, rename it.`;
	const shown = verbatim(problem, MAX_PROBLEM_LENGTH);
	return inputError(node, item, [{ label, problem: shown, advice: advice + rename }]);
};

/** The problems that an error of {@link invalidInput} or {@link Problems} names; none for any other error. */
export function problemsOf(error: unknown): Problem[] {
	const problems = error instanceof NodeOperationError ? error.context.problems : undefined;
	return Array.isArray(problems) ? (problems as Problem[]) : [];
}

/** Collects the problems of one item, so that its error names all of them. */
export class Problems {
	private readonly found: Problem[] = [];

	constructor(
		private readonly node: INode,
		private readonly item: number,
	) {}

	/**
	 * @returns the result of work that may reject values; undefined when it did
	 * @throws any other error, unless a value was rejected before, because it may be a consequence of that
	 */
	async try<T>(work: () => T | Promise<T>): Promise<T | undefined> {
		try {
			return await work();
		} catch (error) {
			this.keep(error);
			return undefined;
		}
	}

	check(work: () => void): void {
		try {
			work();
		} catch (error) {
			this.keep(error);
		}
	}

	get isEmpty(): boolean {
		return this.found.length === 0;
	}

	private keep(error: unknown): void {
		this.found.push(...problemsOf(error));
		if (this.isEmpty) throw error;
	}

	throwIfAny(): void {
		if (!this.isEmpty) throw inputError(this.node, this.item, this.found);
	}
}
