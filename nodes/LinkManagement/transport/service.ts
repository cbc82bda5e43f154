import {
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IHttpRequestOptions,
	NodeOperationError,
} from 'n8n-workflow';

import { Abandoned, apiError, type Failure } from '../errors';
import { isObject } from '../values/json';
import { classifyReply } from './classification';
import { readCredential } from './credential';
import { type Caller, CREDENTIAL, sendHttpRequest } from './http';
import { endpointOf, type LimitNews } from './rateLimit/budgets';
import { clockSkew, readRateLimitHeaders } from './rateLimit/headers';
import type { WaitOptions } from './rateLimit/rateLimiter';
import type { CreatedRecords } from './recovery/createdRecords';
import { type SharedByKey, sharedFor } from './sharedByKey';
import { throwIfCanceled, wait } from './wait';

/** Tries of one request over broken connections and 5xx, and how often a "too many" is waited out. */
export const MAX_TRIES = 4;
const MAX_WAITS = 30;
/** The same where only its words sound like one. */
const MAX_WAITS_IN_WORDS = 5;
/** Tries of a patient request, and how long ago the service must have answered, in ms: a real outage is not waited out. */
const MAX_TRIES_THROUGH_OUTAGE = 7;
const RECENTLY = 60_000;
/** First wait before another try, in ms; doubled each time, half of it by chance. */
const FIRST_BACKOFF = 300;
/** Longest pause for which a service that is not up is given, in ms, whatever it asks for. */
const MAX_PAUSE = 60_000;

/** api.md section 5. */
export const JSON_HEADERS = { Accept: 'application/json', 'Content-Type': 'application/json' };

/** How a request may be treated when the answer to it is lost or bad. */
export interface RequestOptions extends WaitOptions {
	/** Index of the input item, for the message. */
	item?: number;
	/** Makes a record: never sent again unless the service surely did not act. */
	creates?: boolean;
	/** Nothing is expected back but that it was done: HTTP 204 says so, too. */
	mayBeEmpty?: boolean;
	/** Worth about 20 s of tries over broken connections and 5xx, if the service was there a moment ago. */
	retryThroughOutage?: boolean;
}

/** The JSON object of a good reply, or the failure on any other. */
export type Outcome = ReturnType<typeof classifyReply>;

/** The service as one node run sees it. */
export interface Service {
	readonly baseUrl: string;
	/** Whether a good reply came since this was opened: the address and the key are right. */
	readonly hasAnswered: boolean;
	readonly createdRecords: CreatedRecords;
	/** The service's clock minus ours, in ms, by its last reply. */
	readonly clockSkew: number;
	readonly signal: AbortSignal | undefined;
	/**
	 * Sends one request, and again as far as its options allows.
	 *
	 * @param request method, url, qs, body and the node's Request Options; not changed
	 * @throws {Canceled} when the execution is stopped meanwhile, {Abandoned} when it is not wanted any more
	 */
	request: (request: IHttpRequestOptions, options?: RequestOptions) => Promise<Outcome>;
	/**
	 * As {@link request}, for those who only want a good reply.
	 *
	 * @throws {NodeApiError} for every other reply, with the item, what happened and what to do next
	 */
	send: (request: IHttpRequestOptions, options?: RequestOptions) => Promise<IDataObject>;
	/** A failure as the error that n8n shows, without the key. */
	errorFor: (failure: Failure, item: number | undefined) => Error;
}

/** @throws {NodeOperationError} when the node has no credential, or one that nothing can be sent with */
export async function openService(caller: Caller): Promise<Service> {
	const credentials = await caller.getCredentials(CREDENTIAL);
	const { baseUrl, apiKey, problem } = readCredential(credentials);
	if (problem !== undefined) {
		throw new NodeOperationError(caller.getNode(), problem, {
			description: 'Correct the credential. Nothing was sent.',
		});
	}
	const signal =
		'getExecutionCancelSignal' in caller ? caller.getExecutionCancelSignal() : undefined;
	const shared = sharedFor(baseUrl, apiKey);
	let hasAnswered = false;

	const sendRequest: Service['request'] = async (request, options = {}) => {
		const outcome = await sendWithRetries(
			{ caller, credentials, shared, signal },
			request,
			options,
		);
		hasAnswered ||= 'body' in outcome;
		return outcome;
	};
	const errorFor: Service['errorFor'] = (failure, item) =>
		apiError(caller.getNode(), failure, { item, secret: apiKey });

	return {
		baseUrl,
		createdRecords: shared.createdRecords,
		signal,
		get clockSkew() {
			return shared.clockSkew;
		},
		get hasAnswered() {
			return hasAnswered;
		},
		request: sendRequest,
		async send(request, options) {
			const outcome = await sendRequest(request, options);
			if ('body' in outcome) return outcome.body;
			throw errorFor(outcome.failure, options?.item);
		},
		errorFor,
	};
}

interface Connection {
	caller: Caller;
	credentials: ICredentialDataDecryptedObject;
	shared: SharedByKey;
	signal: AbortSignal | undefined;
}

/** The values of a request that a refusal of it may quote. */
const quotableTexts = ({ body, qs }: IHttpRequestOptions): string[] =>
	Object.values({ ...(isObject(body) ? body : {}), ...qs }).filter(
		(value) => typeof value === 'string',
	);

/** Sends a request once, as soon as the rate limit allows it, and tells the rate limiter what the reply says. */
async function sendOnce(
	connection: Connection,
	request: IHttpRequestOptions,
	options: RequestOptions,
): Promise<Outcome> {
	const { shared, signal } = connection;
	const slot = await shared.rateLimiter.acquire(endpointOf(request), signal, options);
	shared.usedAt = Date.now();
	let news: LimitNews | undefined;
	try {
		if (options.abandoned?.()) throw new Abandoned();
		const exchange = await exchangeOnce(connection, request, options);
		news = exchange.news;
		return exchange.outcome;
	} finally {
		// Whatever was thrown: a slot that is not given back would be missing until n8n restarts.
		slot.release(news);
	}
}

/** Sends a request and reads the reply. @returns also what the reply says about the limit */
async function exchangeOnce(
	{ caller, credentials, shared, signal }: Connection,
	request: IHttpRequestOptions,
	{ mayBeEmpty }: RequestOptions,
): Promise<{ outcome: Outcome; news: LimitNews }> {
	const sentAt = Date.now();
	const reply = await sendHttpRequest(caller, request, credentials);
	if (reply.networkError) throwIfCanceled(signal);
	const now = Date.now();
	const quotable = quotableTexts(request);
	const outcome = classifyReply(reply, { sentAt, now, quotable, mayBeEmpty });
	if ('body' in outcome) shared.answeredAt = now;
	if (reply.headers.date !== undefined) shared.clockSkew = clockSkew(reply.headers, now);
	const isOverLimit = 'failure' in outcome && outcome.failure.retry === 'afterWait';
	const news = {
		headers: reply.networkError ? undefined : readRateLimitHeaders(reply, now),
		refusal: isOverLimit ? { retryAfter: outcome.failure.retryAfter } : undefined,
	};
	return { outcome, news };
}

const mayRepeat = ({ retry }: Failure, creates: boolean) =>
	retry === 'always' || (retry === 'ifRepeatable' && !creates);

const maxTries = ({ shared }: Connection, { retryThroughOutage }: RequestOptions) =>
	retryThroughOutage && Date.now() - shared.answeredAt < RECENTLY
		? MAX_TRIES_THROUGH_OUTAGE
		: MAX_TRIES;

/** Waits before another try: longer each time, not all who wait at the same moment, and as long as the service asks for. */
export async function backOff(
	tries: number,
	signal: AbortSignal | undefined,
	{ retryAfter = 0 }: Failure,
): Promise<void> {
	const pause = FIRST_BACKOFF * 2 ** (tries - 1) * (0.5 + Math.random());
	await wait(Math.max(pause, Math.min(retryAfter, MAX_PAUSE)), signal);
}

/** Sends a request until there is a good reply, or a failure that another try cannot change. */
async function sendWithRetries(
	connection: Connection,
	request: IHttpRequestOptions,
	options: RequestOptions,
): Promise<Outcome> {
	let mayHaveActed = false;
	for (let tries = 1, waits = 0; ;) {
		const outcome = await sendOnce(connection, request, options);
		if ('body' in outcome) return outcome;
		const failure: Failure = { ...outcome.failure, mayHaveActed };
		if (failure.retry === 'afterWait') {
			if (++waits > (failure.kind === 'rateLimitedByWords' ? MAX_WAITS_IN_WORDS : MAX_WAITS))
				return { failure };
			continue; // The rate limiter knows how long to wait.
		}
		if (tries >= maxTries(connection, options) || !mayRepeat(failure, options.creates === true))
			return { failure };
		mayHaveActed ||= failure.retry === 'ifRepeatable';
		await backOff(tries, connection.signal, failure);
		tries++;
	}
}
