import { type Failure as DeclaredFailure, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { type FailureKind, RateLimitBusy } from '../errors';
import { isObject, textOf } from '../text/json';
import { numberFrom } from '../text/sentences';

/**
 * The causes by our kinds of failures. After one that a person must remove (`…-invalid`), n8n polls once in half an hour.
 * Kinds that are not listed prove nothing: a refusal in the service's own words can be about maintenance.
 */
const CAUSES: Partial<Record<FailureKind, DeclaredFailure['cause']>> = {
	forbidden: 'configuration-invalid',
	invalidKey: 'credential-invalid',
	lostReply: 'temporarily-unavailable',
	misconfigured: 'configuration-invalid',
	notOffered: 'configuration-invalid',
	quotaExhausted: 'quota-exhausted',
	rateLimited: 'rate-limited',
	unavailable: 'temporarily-unavailable',
	unreachable: 'temporarily-unavailable',
};

/** Causes that end by themselves. Only these have a wait, in ms. */
const TIMED: unknown[] = ['quota-exhausted', 'rate-limited', 'temporarily-unavailable'];

function declared(cause: DeclaredFailure['cause'], wait = 0): DeclaredFailure {
	return TIMED.includes(cause) && wait > 0 ? { cause, retryAfterMs: Math.ceil(wait) } : { cause };
}

function causeOfFailure({ context, httpCode }: NodeApiError): DeclaredFailure | undefined {
	// A firewall in front of the service sends this, too, and n8n would poll only once in half an hour
	if (httpCode === '403' && context.fromService !== true)
		return declared('temporarily-unavailable');
	const cause = CAUSES[textOf(context.failureKind) as FailureKind];
	return cause && declared(cause, numberFrom(context.retryAfter));
}

function causeOf(error: unknown): DeclaredFailure | undefined {
	if (error instanceof RateLimitBusy) return declared('rate-limited', error.readyIn);
	if (error instanceof NodeApiError) return causeOfFailure(error);
	// A parameter or the credential can't be used
	return error instanceof NodeOperationError ? declared('configuration-invalid') : undefined;
}

/**
 * n8n's durable scheduler decides by the plain property `failure` when the next poll begins. The option of the error's
 * constructor is lost in older versions of n8n, which ignore the property.
 */
export function withCause<T>(error: T, reason: unknown = error): T {
	const failure = causeOf(reason);
	const isDeclared = isObject(error) && error.failure !== undefined;
	return failure && error instanceof Error && !isDeclared
		? Object.assign(error, { failure })
		: error;
}
