import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { Abandoned, type Failure, itemLabel } from '../errors';
import { isObject } from '../values/json';
import { counted } from '../values/numbers';
import type { PlainText } from '../values/plainText';
import { endpointOf, hasId } from './endpoint';
import { type Caller, sendHttpRequest } from './http';
import { type Key, perKey } from './memory';
import { clockSkew, type Figures, readRateLimitHeaders } from './rateLimit/headers';
import type { LimitWaits } from './rateLimit/limitWaits';
import { RateLimiter, type Slot, type WaitOptions } from './rateLimit/rateLimiter';
import { classifyReply } from './replies/classification';
import { reasonOf, type RunLog } from './runLog';
import { throwIfCanceled, wait } from './wait';

/** Attempts of one request after broken connections and 5xx, and how often a reply "too many requests" is waited out. */
export const MAX_TRIES = 4;
const MAX_WAITS = 30;
/** The same if only the words of the reply suggest it. */
const MAX_WAITS_IN_WORDS = 5;
/** Attempts with `retryThroughOutage`, if the service replied within this time, in ms: a long outage is not waited out. */
const MAX_TRIES_THROUGH_OUTAGE = 7;
const RECENTLY = 60_000;
/** First wait before another attempt, in ms. It doubles each time, and half of it is random. */
const FIRST_BACKOFF = 300;
/** Longest pause for a service that is down, in ms, even if it asks for more. */
const MAX_PAUSE = 60_000;

/** n8n's own default for a declarative node, in ms. */
export const DEFAULT_TIMEOUT = 300_000;

/** The content of a request. The service adds its address, the headers and the connection options. */
export interface ServiceRequest extends Pick<
	IHttpRequestOptions,
	'method' | 'url' | 'qs' | 'body'
> {
	/**
	 * What the request does, because not every service or plan has each endpoint (services.md section 1), as it follows
	 * "does not offer a way to", e.g. `change short links`. It is not sent. A reply that shows that there is no such endpoint is
	 * then a failure of the kind `notOffered`, which is not sent again.
	 */
	endpoint?: string;
}

/** The fields of a request's body; none where the body is no object. */
export const bodyOf = ({ body }: ServiceRequest): IDataObject => (isObject(body) ? body : {});

/** Options for all requests of a run: n8n's Request Options (timeout, proxy, SSL) and other options that n8n passes on. */
export interface ConnectionOptions extends Omit<IHttpRequestOptions, keyof ServiceRequest> {
	/** Longest time for a request and its whole reply, in ms. Default: {@link DEFAULT_TIMEOUT}. */
	timeout?: number;
	/** Longest time for all requests from now on, including waits and further attempts, in ms. Default: unlimited. */
	maxDuration?: number;
}

/** What may be done when the reply to a request is lost or bad. */
export interface RequestOptions extends Omit<WaitOptions, 'limitWaits'> {
	/** Index of the input item, for the message. */
	item?: number;
	/** Most attempts after broken connections and 5xx. Default: a few. */
	maxTries?: number;
	/** Creates a record: sent again only if the service certainly did not act. */
	creates?: boolean;
	/** No content is expected: HTTP 204 is a good reply, and any other one must report success. */
	mayBeEmpty?: boolean;
	/** Retried for about 20 s after broken connections and 5xx, if the service replied recently. */
	retryThroughOutage?: boolean;
}

/** The JSON object of a good reply and when its request was sent, ms since epoch; or the failure on any other. */
export type Outcome = { body: IDataObject; sentAt: number } | { failure: Failure };

const rateLimiterOf = perKey(() => new RateLimiter());

/** What the last replies of the service showed. */
export const lastReplyOf = perKey(() => ({
	/** The service's clock minus ours, in ms. */
	clockSkew: 0,
	/** When the last good reply came, ms since epoch. */
	goodAt: -Infinity,
}));

/** The context of the requests of one run. */
export interface Connection {
	caller: Caller;
	credentials: ICredentialDataDecryptedObject;
	readonly key: Key;
	/** Address, headers and connection options of every request. */
	options: ConnectionOptions;
	signal: AbortSignal | undefined;
	plainText: PlainText;
	log: RunLog;
	limitWaits: LimitWaits;
	/** The limit that was logged last. */
	loggedLimit?: number;
	/** When everything must have ended, by `performance.now()`. */
	deadline: number;
}

/** A duration in ms, but not longer than the time that is left. */
const within = ({ deadline }: Connection, ms = Infinity): number =>
	Math.min(ms, deadline - performance.now());

/** Sends a request once, as soon as the rate limit allows it, and passes the reply's figures to the rate limiter. */
async function sendOnce(
	connection: Connection,
	request: ServiceRequest,
	options: RequestOptions,
): Promise<Outcome> {
	const { key, signal, limitWaits } = connection;
	const waitOptions = { ...options, maxWait: within(connection, options.maxWait), limitWaits };
	let slot: Slot | undefined;
	let figures: Figures | undefined;
	key.openRequests++;
	try {
		slot = await rateLimiterOf(connection).acquire(signal, waitOptions);
		if (options.abandoned?.()) throw new Abandoned();
		const exchange = await exchangeOnce(connection, request, options);
		figures = exchange.figures;
		logLimit(connection, figures?.limit);
		return exchange.outcome;
	} finally {
		// Always give the slot back: otherwise it would be missing until n8n restarts.
		slot?.release(figures);
		key.openRequests--;
		key.usedAt = Date.now();
	}
}

/** Logs the limit when the service announces it, and when it announces another one. */
function logLimit(connection: Connection, limit = connection.loggedLimit): void {
	if (limit === undefined || connection.loggedLimit === limit) return;
	connection.loggedLimit = limit;
	connection.log.debug(`the service announces a limit of ${counted(limit, 'request')}`);
}

/** Sends a request and reads the reply. @returns also its figures; undefined when there was no reply */
async function exchangeOnce(
	connection: Connection,
	{ endpoint, ...request }: ServiceRequest,
	{ creates, mayBeEmpty }: RequestOptions,
): Promise<{ outcome: Outcome; figures: Figures | undefined }> {
	const { caller, credentials, signal, plainText, options: connectionOptions } = connection;
	const sentAt = Date.now();
	const reply = await sendHttpRequest(caller, { ...connectionOptions, ...request }, credentials, {
		stop: signal,
		maxDuration: within(connection, connectionOptions.timeout || DEFAULT_TIMEOUT),
	});
	if (reply.networkError) throwIfCanceled(signal, creates);
	const now = Date.now();
	const classified = classifyReply(reply, {
		sentAt,
		now,
		requestValues: [request.qs, request.body],
		plainText,
		mayBeEmpty,
		endpoint,
		hasId: hasId(request),
		baseUrl: connectionOptions.baseURL ?? '',
	});
	const outcome = 'body' in classified ? { ...classified, sentAt } : classified;
	const lastReply = lastReplyOf(connection);
	if ('body' in outcome) lastReply.goodAt = now;
	if (reply.headers.date !== undefined) lastReply.clockSkew = clockSkew(reply.headers, now);
	const isOverLimit = 'failure' in outcome && outcome.failure.retry === 'afterWait';
	const refusal = isOverLimit ? { retryAfter: outcome.failure.retryAfter } : undefined;
	const figures = reply.networkError ? undefined : { ...readRateLimitHeaders(reply, now), refusal };
	return { outcome, figures };
}

const mayRepeat = ({ retry }: Failure, { creates }: RequestOptions) =>
	retry === 'always' || (retry === 'ifRepeatable' && !creates);

function maxTries(
	connection: Connection,
	{ retryThroughOutage, maxTries: most }: RequestOptions,
): number {
	const hasJustAnswered = Date.now() - lastReplyOf(connection).goodAt < RECENTLY;
	return most ?? (retryThroughOutage && hasJustAnswered ? MAX_TRIES_THROUGH_OUTAGE : MAX_TRIES);
}

const pauseAfter = (tries: number, { retryAfter = 0 }: Failure): number =>
	Math.max(
		FIRST_BACKOFF * 2 ** (tries - 1) * (0.5 + Math.random()),
		Math.min(retryAfter, MAX_PAUSE),
	);

/** Waits before another attempt: longer each time, with a random part, and as long as the service asks for. */
export async function backOff(
	tries: number,
	signal: AbortSignal | undefined,
	failure: Failure,
): Promise<void> {
	await wait(pauseAfter(tries, failure), signal);
}

/** Sends a request until there is a good reply, or a failure that another attempt can't change. */
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
		if (tries >= maxTries(connection, options) || !mayRepeat(failure, options)) return { failure };
		mayHaveActed ||= failure.retry === 'ifRepeatable';
		const pause = pauseAfter(tries, failure);
		if (performance.now() + pause >= connection.deadline) return { failure };
		log.debug(`${what} is sent again in ${Math.round(pause)} ms: ${reasonOf(failure)}`);
		await wait(pause, connection.signal);
		tries++;
	}
}
