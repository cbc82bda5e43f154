import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { Abandoned, type Failure, itemLabel } from '../errors';
import type { PlainText } from '../values/plainText';
import { classifyReply } from './classification';
import { type Caller, sendHttpRequest } from './http';
import { endpointOf, type LimitNews } from './rateLimit/budgets';
import { clockSkew, readRateLimitHeaders } from './rateLimit/headers';
import type { LimitWaits } from './rateLimit/limitWaits';
import type { WaitOptions } from './rateLimit/rateLimiter';
import { reasonOf, type RunLog } from './runLog';
import type { SharedByKey } from './sharedByKey';
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

/** n8n's own default for a declarative node, in ms. */
export const DEFAULT_TIMEOUT = 300_000;

/** What a request says; the service adds its address, the headers and the connection options. */
export type ServiceRequest = Pick<IHttpRequestOptions, 'method' | 'url' | 'qs' | 'body'>;

/** What counts for all requests of a run: n8n's Request Options (timeout, proxy, SSL) and what else n8n wants passed on. */
export interface ConnectionOptions extends Omit<IHttpRequestOptions, keyof ServiceRequest> {
	/** Longest time for a request and its whole reply, in ms. Default: {@link DEFAULT_TIMEOUT}. */
	timeout?: number;
	/** Longest time for all requests from now on, with their waits and further tries, in ms. Default: any. */
	maxDuration?: number;
}

/** How a request may be treated when the reply to it is lost or bad. */
export interface RequestOptions extends Omit<WaitOptions, 'limitWaits'> {
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

/** What a request of one run needs, beside what it says. */
export interface Connection {
	caller: Caller;
	credentials: ICredentialDataDecryptedObject;
	shared: SharedByKey;
	/** Address, headers and connection options of every request. */
	options: ConnectionOptions;
	signal: AbortSignal | undefined;
	plainText: PlainText;
	log: RunLog;
	limitWaits: LimitWaits;
	/** The limits that were logged, by endpoint. */
	loggedLimits: Map<string, number>;
	/** When everything must have ended, ms since epoch. */
	deadline: number;
}

/** A duration in ms, or what is left until everything must have ended. */
const within = ({ deadline }: Connection, ms = Infinity): number =>
	Math.min(ms, deadline - Date.now());

/** Sends a request once, as soon as the rate limit allows it, and tells the rate limiter what the reply says. */
async function sendOnce(
	connection: Connection,
	request: ServiceRequest,
	options: RequestOptions,
): Promise<Outcome> {
	const { shared, signal, limitWaits } = connection;
	const endpoint = endpointOf(request);
	const slot = await shared.rateLimiter.acquire(endpoint, signal, {
		...options,
		maxWait: within(connection, options.maxWait),
		limitWaits,
	});
	shared.usedAt = Date.now();
	let news: LimitNews | undefined;
	try {
		if (options.abandoned?.()) throw new Abandoned();
		const exchange = await exchangeOnce(connection, request, options);
		news = exchange.news;
		logLimit(connection, endpoint, news);
		return exchange.outcome;
	} finally {
		// Whatever was thrown: a slot that is not given back would be missing until n8n restarts.
		slot.release(news);
	}
}

/** Logs the limit of an endpoint when the service announces it, and when it announces another one. */
function logLimit({ log, loggedLimits }: Connection, endpoint: string, { headers }: LimitNews) {
	const limit = headers?.limit;
	if (limit === undefined || loggedLimits.get(endpoint) === limit) return;
	loggedLimits.set(endpoint, limit);
	log.debug(`the service announces a limit of ${limit} requests for ${endpoint}`);
}

/** Sends a request and reads the reply. @returns also what the reply says about the limit */
async function exchangeOnce(
	connection: Connection,
	request: ServiceRequest,
	{ mayBeEmpty, endpoint }: RequestOptions,
): Promise<{ outcome: Outcome; news: LimitNews }> {
	const { caller, credentials, shared, signal, plainText, options: atService } = connection;
	const sentAt = Date.now();
	const reply = await sendHttpRequest(caller, { ...atService, ...request }, credentials, {
		stop: signal,
		maxDuration: within(connection, atService.timeout || DEFAULT_TIMEOUT),
	});
	if (reply.networkError) throwIfCanceled(signal);
	const now = Date.now();
	const classified = classifyReply(reply, {
		sentAt,
		now,
		requestValues: [request.qs, request.body],
		plainText,
		mayBeEmpty,
		endpoint,
	});
	const outcome = 'body' in classified ? { ...classified, sentAt } : classified;
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

function maxTries(
	{ shared }: Connection,
	{ retryThroughOutage, maxTries: most }: RequestOptions,
): number {
	const hasJustAnswered = Date.now() - shared.answeredAt < RECENTLY;
	return most ?? (retryThroughOutage && hasJustAnswered ? MAX_TRIES_THROUGH_OUTAGE : MAX_TRIES);
}

const pauseAfter = (tries: number, { retryAfter = 0 }: Failure): number =>
	Math.max(
		FIRST_BACKOFF * 2 ** (tries - 1) * (0.5 + Math.random()),
		Math.min(retryAfter, MAX_PAUSE),
	);

/** Waits before another try: longer each time, not all who wait at the same moment, and as long as the service asks for. */
export async function backOff(
	tries: number,
	signal: AbortSignal | undefined,
	failure: Failure,
): Promise<void> {
	await wait(pauseAfter(tries, failure), signal);
}

/** Sends a request until there is a good reply, or a failure that another try cannot change. */
export async function sendWithRetries(
	connection: Connection,
	request: ServiceRequest,
	options: RequestOptions,
): Promise<Outcome> {
	let mayHaveActed = false;
	for (let tries = 1, waits = 0; ;) {
		const outcome = await sendOnce(connection, request, options);
		if ('body' in outcome) return outcome;
		const failure: Failure = { ...outcome.failure, mayHaveActed };
		const { log } = connection;
		const what = `${endpointOf(request)}${itemLabel(options.item)}`;
		if (failure.retry === 'afterWait') {
			if (++waits > (failure.kind === 'rateLimitedByWords' ? MAX_WAITS_IN_WORDS : MAX_WAITS))
				return { failure };
			log.debug(`${what} is sent again after the limit: ${reasonOf(failure)}`);
			continue; // The rate limiter knows how long to wait.
		}
		if (tries >= maxTries(connection, options) || !mayRepeat(failure, options.creates === true))
			return { failure };
		mayHaveActed ||= failure.retry === 'ifRepeatable';
		const pause = pauseAfter(tries, failure);
		if (Date.now() + pause >= connection.deadline) return { failure };
		log.debug(`${what} is sent again in ${Math.round(pause)} ms: ${reasonOf(failure)}`);
		await wait(pause, connection.signal);
		tries++;
	}
}
