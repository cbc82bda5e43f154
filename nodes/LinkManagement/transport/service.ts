import {
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IHttpRequestOptions,
	NodeOperationError,
} from 'n8n-workflow';

import { Abandoned, apiError, type Failure } from '../errors';
import { type PlainText, plainTextWithout } from '../values/plainText';
import { classifyReply } from './classification';
import { readCredential } from './credential';
import { type Caller, CREDENTIAL, sendHttpRequest } from './http';
import type { PageSizes } from './lists/pageSizes';
import { endpointOf, type LimitNews } from './rateLimit/budgets';
import { clockSkew, readRateLimitHeaders } from './rateLimit/headers';
import type { WaitOptions } from './rateLimit/rateLimiter';
import type { CreatedRecords } from './recovery/createdRecords';
import type { FailingCreations } from './recovery/failingCreations';
import type { KeyedLock } from './recovery/keyedLock';
import { hashOf, type SharedByKey, sharedFor } from './sharedByKey';
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

/** What a request says; the service adds its address, the headers and the connection options. */
export type ServiceRequest = Pick<IHttpRequestOptions, 'method' | 'url' | 'qs' | 'body'>;

/** What counts for all requests of a run: n8n's Request Options (timeout, proxy, SSL) and what else n8n wants passed on. */
export type ConnectionOptions = Omit<IHttpRequestOptions, keyof ServiceRequest>;

/** How a request may be treated when the answer to it is lost or bad. */
export interface RequestOptions extends WaitOptions {
	/** Index of the input item, for the message. */
	item?: number;
	/** Most tries over broken connections and 5xx. Default: a few. */
	maxTries?: number;
	/** Makes a record: never sent again unless the service surely did not act. */
	creates?: boolean;
	/** Nothing is expected back but that it was done: HTTP 204 says so, too. */
	mayBeEmpty?: boolean;
	/**
	 * What the request does, for endpoints that not every service has (services.md section 1), as it follows "does not
	 * offer a way to", e.g. `change short links`. A reply that shows that there is no such endpoint then is a failure of
	 * the kind `notOffered`, which is not sent again.
	 */
	endpoint?: string;
	/** Worth about 20 s of tries over broken connections and 5xx, if the service was there a moment ago. */
	retryThroughOutage?: boolean;
}

/** The JSON object of a good reply and when its request was sent, ms since epoch; or the failure on any other. */
export type Outcome = { body: IDataObject; sentAt: number } | { failure: Failure };

/** The service as one node run sees it. */
export interface Service {
	readonly baseUrl: string;
	/** Tells one pair of base URL and API key from another, and nothing about the key itself. */
	readonly keyHash: string;
	/** With the base URL, for those who download what the service names. */
	readonly connection: ConnectionOptions;
	/** Whether a good reply came since this was opened: the address and the key are right. */
	readonly hasAnswered: boolean;
	readonly createdRecords: CreatedRecords;
	/** Held while a record is created or looked up, by what the record can be told by. */
	readonly creationLocks: KeyedLock;
	readonly failingCreations: FailingCreations;
	/** How large the pages of a list may be. */
	readonly pageSizes: PageSizes;
	/** The service's clock minus ours, in ms, by its last reply. */
	readonly clockSkew: number;
	readonly signal: AbortSignal | undefined;
	/**
	 * Sends one request, and again as far as its options allow.
	 *
	 * @param request method, path, query and body; not changed
	 * @throws {Canceled} when the execution is stopped meanwhile, {Abandoned} when it is not wanted any more
	 */
	request: (request: ServiceRequest, options?: RequestOptions) => Promise<Outcome>;
	/**
	 * As {@link request}, for those who only want a good reply.
	 *
	 * @throws {NodeApiError} for every other reply, with the item, what happened and what to do next
	 */
	send: (request: ServiceRequest, options?: RequestOptions) => Promise<IDataObject>;
	/** Reads what stands at a path, as {@link send} does. */
	get: (path: string, query: IDataObject, options?: RequestOptions) => Promise<IDataObject>;
	/** A failure as the error that n8n shows, without the key. */
	errorFor: (failure: Failure, item: number | undefined) => Error;
	/** Makes every text that leaves the node: without the key and without markup, and no longer than allowed. */
	readonly plainText: PlainText;
}

/**
 * @param connection what counts for all requests of the run
 * @throws {NodeOperationError} when the node has no credential, or one that nothing can be sent with
 */
export async function openService(
	caller: Caller,
	connection: ConnectionOptions = {},
): Promise<Service> {
	const credentials = await caller.getCredentials(CREDENTIAL);
	const { baseUrl, apiKey, problem } = readCredential(credentials);
	if (problem !== undefined) {
		throw new NodeOperationError(caller.getNode(), problem, {
			description: 'Correct the credential. Nothing was sent.',
		});
	}
	const signal =
		'getExecutionCancelSignal' in caller ? caller.getExecutionCancelSignal() : undefined;
	const keyHash = hashOf(baseUrl, apiKey);
	const shared = sharedFor(keyHash);
	const atService = { ...connection, baseURL: baseUrl, headers: JSON_HEADERS };
	let hasAnswered = false;

	const sendRequest: Service['request'] = async (request, options = {}) => {
		const outcome = await sendWithRetries(
			{ caller, credentials, shared, signal, plainText, options: atService },
			request,
			options,
		);
		hasAnswered ||= 'body' in outcome;
		return outcome;
	};
	const plainText = plainTextWithout(apiKey);
	const errorFor: Service['errorFor'] = (failure, item) =>
		apiError(caller.getNode(), failure, { item, plainText });

	const send: Service['send'] = async (request, options) => {
		const outcome = await sendRequest(request, options);
		if ('body' in outcome) return outcome.body;
		throw errorFor(outcome.failure, options?.item);
	};

	return {
		baseUrl,
		keyHash,
		connection: atService,
		createdRecords: shared.createdRecords,
		creationLocks: shared.creationLocks,
		failingCreations: shared.failingCreations,
		pageSizes: shared.pageSizes,
		signal,
		get clockSkew() {
			return shared.clockSkew;
		},
		get hasAnswered() {
			return hasAnswered;
		},
		request: sendRequest,
		send,
		get: async (path, query, options) =>
			await send({ method: 'GET', url: path, qs: query }, options),
		errorFor,
		plainText,
	};
}

interface Connection {
	caller: Caller;
	credentials: ICredentialDataDecryptedObject;
	shared: SharedByKey;
	/** Address, headers and connection options of every request. */
	options: ConnectionOptions;
	signal: AbortSignal | undefined;
	plainText: PlainText;
}

/** Sends a request once, as soon as the rate limit allows it, and tells the rate limiter what the reply says. */
async function sendOnce(
	connection: Connection,
	request: ServiceRequest,
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
	{ caller, credentials, shared, signal, plainText, options: connectionOptions }: Connection,
	request: ServiceRequest,
	{ mayBeEmpty, endpoint }: RequestOptions,
): Promise<{ outcome: Outcome; news: LimitNews }> {
	const sentAt = Date.now();
	const reply = await sendHttpRequest(caller, { ...connectionOptions, ...request }, credentials);
	if (reply.networkError) throwIfCanceled(signal);
	const now = Date.now();
	const requestValues = [request.qs, request.body];
	const facts = { sentAt, now, requestValues, plainText, mayBeEmpty, endpoint };
	const outcome = classifyReply(reply, facts);
	if ('body' in outcome) shared.answeredAt = now;
	if (reply.headers.date !== undefined) shared.clockSkew = clockSkew(reply.headers, now);
	const isOverLimit = 'failure' in outcome && outcome.failure.retry === 'afterWait';
	const news = {
		headers: reply.networkError ? undefined : readRateLimitHeaders(reply, now),
		refusal: isOverLimit ? { retryAfter: outcome.failure.retryAfter } : undefined,
	};
	return { outcome: 'body' in outcome ? { ...outcome, sentAt } : outcome, news };
}

const mayRepeat = ({ retry }: Failure, creates: boolean) =>
	retry === 'always' || (retry === 'ifRepeatable' && !creates);

function maxTries(
	{ shared }: Connection,
	{ retryThroughOutage, maxTries: most }: RequestOptions,
): number {
	const hasJustAnswered = Date.now() - shared.answeredAt < RECENTLY;
	return most ?? (retryThroughOutage && hasJustAnswered ? MAX_TRIES_THROUGH_OUTAGE : MAX_TRIES);
}

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
	request: ServiceRequest,
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
