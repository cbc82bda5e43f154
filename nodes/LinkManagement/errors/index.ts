import { type INode, NodeApiError, type NodeOperationError } from 'n8n-workflow';

import { textOf } from '../values/json';
import { durationInWords } from '../values/numbers';
import { type PlainText, verbatim } from '../values/plainText';
import { itemLabel, problemsOf } from './invalidInput';

export {
	EMPTY_EXPRESSION,
	type FieldContext,
	type InputWarning,
	invalidInput,
	itemLabel,
	type Problem,
	Problems,
	problemsOf,
} from './invalidInput';

/** Whether a failed request may be sent again. */
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

/** Why a request failed, and what to do about it. Most failures come from the table in client/replies/failureRules.ts. */
export interface Failure {
	kind: FailureKind;
	retry: RetryPolicy;
	/** The service's own message if there is one, otherwise what happened. */
	message: string;
	/** What happened, if the message does not say it, and what the user can do. */
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
	constructor(readonly expected: string) {
		super(`The reply does not contain ${expected}`);
	}
}

export const unexpectedReply = (expected: string): Failure => ({
	kind: 'unexpectedReply',
	retry: 'never',
	message: new UnexpectedReply(expected).message,
	advice:
		'Check that the Base URL of the credential is the address of the link management service.',
});

export class ImageUnavailable extends Error {
	/** @param temporary whether another try may succeed */
	constructor(
		message: string,
		readonly temporary = false,
	) {
		super(message);
	}
}

export type ItemError = NodeApiError | NodeOperationError;

/** In characters; n8n stores both with the execution. */
const MAX_MESSAGE_LENGTH = 1_000;
const MAX_DESCRIPTION_LENGTH = 2_000;

/** Message and description are set afterwards, because the constructor replaces texts that contain words such as ENOENT. */
export function apiError(
	node: INode,
	failure: Failure,
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

const MAX_REASON_LENGTH = 1_000;

export const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/**
 * Why an item failed, for its field `error`: whole sentences with what to do, all problems of the item, and without
 * `[item 3]`.
 */
export function reasonInWords(error: ItemError, item: number): string {
	const problems = problemsOf(error).flatMap(({ label, problem, advice }) => [
		sentence(`${label}: ${problem}`),
		sentence(advice),
	]);
	const words = [sentence(messageWithoutItem(error, item)), error.description ?? ''];
	// Each advice once
	const sentences = problems.length > 0 ? [...new Set(problems)] : words.filter(Boolean);
	return verbatim(sentences.join(' '), MAX_REASON_LENGTH);
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

/**
 * The result of work that may fail because there is an alternative; undefined when one of its requests failed. Stop and the
 * end of the run still end it.
 */
export async function undefinedIfFailed<T>(work: Promise<T>): Promise<T | undefined> {
	return await work.catch((error: unknown) => {
		if (error instanceof NodeApiError || error instanceof UnexpectedReply) return undefined;
		throw error;
	});
}
