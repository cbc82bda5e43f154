import { type IDataObject, type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { isObject, textOf } from './text/json';
import { type PlainText, plainText, sentence, verbatim, withoutFullStop } from './text/plainText';
import { durationInWords, type UnknownName, type ValueWarning } from './text/sentences';

export type RetryPolicy =
	/** The service did not act and asks to wait: send the same request again after that. */
	| 'afterWait'
	/** The service did not act, for sure: send any request again after a short wait. */
	| 'always'
	/** It is not known whether the service acted: send again only what may be repeated, and look up a creation first. */
	| 'ifRepeatable'
	| 'never';

export type FailureKind =
	| 'aliasTaken'
	| 'emptyReply'
	| 'forbidden'
	| 'imageUnavailable'
	| 'invalidJson'
	| 'invalidKey'
	| 'listTooLong'
	| 'lostReply'
	| 'misconfigured'
	| 'notFound'
	| 'notOffered'
	| 'notAsRequested'
	| 'outcomeUnknown'
	| 'qrCodeMissing'
	| 'quotaExhausted'
	| 'rateLimited'
	| 'redirect'
	| 'refused'
	| 'unavailable'
	| 'unexpectedReply'
	| 'unnamedReply'
	| 'unreachable'
	| 'webPage';

/** Most come from the table in client/replies/failureRules.ts. */
export interface Failure {
	kind: FailureKind;
	retry: RetryPolicy;
	/** The service's own message if there is one, otherwise what happened. */
	message: string;
	/** Also what happened, if the message does not say it. */
	advice: string;
	/** The HTTP status, or the code of a network error such as ECONNREFUSED. */
	httpCode?: string;
	/** No reply came within the timeout, so the service may still act. */
	late?: boolean;
	/** The reply to an earlier try was lost, so the service may have acted on that one. */
	mayHaveActed?: boolean;
	/** When the request was sent, ms since epoch. */
	sentAt?: number;
	/** In ms, as the service asks. */
	retryAfter?: number;
	/** The reply is a JSON object, so that it is from the service, not from a firewall in front of it. */
	fromService?: boolean;
}

/** A failure that only becomes an error. */
export type FinalFailure = Omit<Failure, 'retry'>;

/** Stop, a timeout or a shutdown ended the execution. n8n shows it as canceled because of the word in the message. */
export class Canceled extends Error {
	/** @param mayHaveCreated whether a creation was sent, and it is not known whether there is a record now */
	constructor(readonly mayHaveCreated = false) {
		super('The execution was canceled');
	}
}

/** Nothing was sent, because the run ended with the failure of another item while this request waited. */
export class Abandoned extends Error {
	constructor() {
		super('Not sent because the run has ended');
	}
}

/** The rate limit allows no request within the time that the caller can wait. */
export class RateLimitBusy extends Error {
	/** @param readyIn in ms */
	constructor(readonly readyIn: number) {
		super(`The requests of this minute are used up. Try again in ${durationInWords(readyIn)}`);
	}
}

/** A good reply that does not contain what the operation expects. */
export class UnexpectedReply extends Error {
	/** @param reply whose message is quoted */
	constructor(expected: string, { message, msg }: IDataObject = {}) {
		const said = textOf(message) || textOf(msg);
		const words = said === '' ? '' : `, but says "${withoutFullStop(said)}"`;
		super(`The reply does not contain ${expected}${words}`);
	}
}

export const unexpectedReply = ({ message }: UnexpectedReply): FinalFailure => ({
	kind: 'unexpectedReply',
	message,
	advice:
		'Check that the Base URL of the credential is the address of the link management service.',
});

export type ItemError = NodeApiError | NodeOperationError;

/** In characters; n8n stores both with the execution. */
const MAX_MESSAGE_LENGTH = 1_000;
const MAX_DESCRIPTION_LENGTH = 2_000;

/** "[item 3]", as n8n's own nodes name an item in a message. */
export const itemLabel = (item: number | undefined) =>
	item === undefined ? '' : ` [item ${item}]`;

/** Whether the node is an AI agent's tool. n8n then adds "Tool" to the name of its type. */
export const isTool = ({ type }: INode): boolean => /Tool$/.test(type);

/** What to do about an expression that is empty. If it is so in all items, the run asks whether the column was renamed. */
export const EMPTY_EXPRESSION = 'Fill in the cell, or check whether the column was renamed.';

/** The field that a value belongs to, for the message when the value is rejected. */
export interface FieldContext {
	label: string;
	node: INode;
	/** Undefined for a value that applies to all items. */
	item?: number;
	/** The label of the whole field, for a value within it, such as the URL of a target. */
	column?: string;
	/** The heading of the table that was taken for this field and may mean something else. */
	heading?: string;
	/** Gets what is worth a look about the value. */
	warnings?: InputWarning[];
}

/** What is worth a look about a value, although it is sent. */
export interface InputWarning {
	label: string;
	/** The value, as a message quotes it. */
	value: string;
	warning: ValueWarning;
	/** What the hint says in place of the value. */
	counted?: string;
}

export interface Problem {
	label: string;
	/** Quotes the value, escaped. */
	problem: string;
	advice: string;
	unknownName?: UnknownName;
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

/** @param problem may quote the value, which is escaped. @param advice in this node's own words */
export function invalidInput(
	{ node, label, item, heading }: FieldContext,
	problem: string,
	advice: string,
	unknownName?: UnknownName,
): NodeOperationError {
	const rename =
		heading === undefined
			? ''
			: ` The heading "${verbatim(heading)}" was taken for this column. If it means something else, rename it.`;
	const shown = verbatim(problem);
	return inputError(node, item, [{ label, problem: shown, advice: advice + rename, unknownName }]);
}

/** None for any error but those of {@link invalidInput} and {@link Problems}. */
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

	async try(work: () => unknown): Promise<void> {
		try {
			await work();
		} catch (error) {
			this.keep(error);
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

	/** An error without problems may be a consequence of values that were rejected before. */
	private keep(error: unknown): void {
		this.found.push(...problemsOf(error));
		if (this.isEmpty) throw error;
	}

	throwIfAny(): void {
		if (!this.isEmpty) throw inputError(this.node, this.item, this.found);
	}
}

/** Message and description are set afterwards, because the constructor replaces texts that contain words such as ENOENT. */
export function apiError(
	node: INode,
	failure: FinalFailure,
	{ item, plainText }: { item?: number; plainText: PlainText },
): NodeApiError {
	const message = plainText(failure.message, MAX_MESSAGE_LENGTH) + itemLabel(item);
	const description = plainText(failure.advice, MAX_DESCRIPTION_LENGTH);
	const error = new NodeApiError(
		node,
		{ message },
		{ message, description, httpCode: failure.httpCode, itemIndex: item },
	);
	error.message = message;
	error.description = description;
	const { kind, retryAfter, fromService } = failure;
	Object.assign(error.context, { failureKind: kind, retryAfter, fromService });
	return error;
}

/** For the field `error` of an item: whole sentences with what to do, all problems of the item, and without `[item 3]`. */
export function reasonInWords(error: ItemError, item: number): string {
	const problems = problemsOf(error).flatMap(({ label, problem, advice }) => [
		sentence(`${label}: ${problem}`),
		sentence(advice),
	]);
	const words = [sentence(messageWithoutItem(error, item)), error.description ?? ''];
	const sentences = problems.length > 0 ? problems : words.filter(Boolean);
	return verbatim(joined(sentences, ' '), MAX_MESSAGE_LENGTH);
}

/** What an error says. Anything can be thrown. */
export const messageOf = (error: unknown): string =>
	error instanceof Error ? error.message : textOf(error);

export function messageWithoutItem({ message }: Error, item: number): string {
	const ending = itemLabel(item);
	return message.endsWith(ending) ? message.slice(0, -ending.length) : message;
}

export const isFailure = (error: unknown, ...kinds: FailureKind[]): error is NodeApiError =>
	error instanceof NodeApiError && kinds.includes(textOf(error.context.failureKind) as FailureKind);

/** Anything that was thrown as an error that is safe to store: a raw HTTP error contains the key. */
export function toNodeError(
	error: unknown,
	node: INode,
	index: number,
	toText: PlainText = plainText,
): ItemError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	// "canceled" in the message is what makes n8n show the run as canceled
	if (error instanceof Canceled)
		return new NodeOperationError(node, error.message, { itemIndex: index });
	const { message, description }: IDataObject = isObject(error)
		? error
		: { message: textOf(error) };
	const reason = `${toText(message) || 'The reason is not known'}${itemLabel(index)}`;
	return new NodeOperationError(node, reason, {
		itemIndex: index,
		description: toText(description) || undefined,
	});
}
