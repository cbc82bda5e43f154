import {
	type ICredentialDataDecryptedObject,
	type IDataObject,
	NodeOperationError,
} from 'n8n-workflow';
import { ACCOUNT_PATH } from './endpoints';
import { Abandoned, apiError, type Failure, type FinalFailure, itemLabel } from '../errors';
import { counted, durationInWords } from '../text/sentences';
import { type PlainText, plainTextWithout } from '../text/plainText';
import { readCredential, type UpdatesReplace } from './credential';
import {
	type Caller,
	type ConnectionOptions,
	CREDENTIAL,
	endpointOf,
	type Outcome,
	type RequestOptions,
	sendHttpRequest,
	type ServiceRequest,
} from './http';
import { type Key, keyFor, perKey } from './account';
import { clockSkew, type Figures, readRateLimitHeaders } from './rateLimit/headers';
import { LimitWaits, RateLimiter, type Slot } from './rateLimit/rateLimiter';
import { classifyReply } from './replies/classification';
import type { HttpReply } from './replies/replyText';
import { type ItemCounts, reasonOf, type RunLog, runLog } from './log';
import { throwIfCanceled, wait } from './wait';

/** Attempts of one request after broken connections and 5xx, and how often a reply "too many requests" is waited out. */
export const MAX_TRIES = 4;
const MAX_WAITS = 30;
/** Attempts with `retryThroughOutage`, if the service replied within this time, in ms: a long outage is not waited out. */
const MAX_TRIES_THROUGH_OUTAGE = 7;
const RECENTLY = 60_000;
/** HTTP 503 so soon after a good reply, in ms, shows too many requests at once: it is what nginx answers to them. */
const CONGESTION = 5_000;
/** Refusals of an endpoint in a row, for a reason that all items share, after which a run sends it nothing more. */
const MAX_SHARED_REFUSALS = 3;
/** First wait before another attempt, in ms. It doubles each time, and half of it is random. */
const FIRST_BACKOFF = 300;
/** Longest pause for a service that is down, in ms, even if it asks for more. */
const MAX_PAUSE = 60_000;
/** n8n's own default for a declarative node, in ms. */
const DEFAULT_TIMEOUT = 300_000;
/** Shorter waits, in ms, are not logged. */
const MIN_LOGGED_WAIT = 1_000;

/** api.md section 5. */
const JSON_HEADERS = { Accept: 'application/json', 'Content-Type': 'application/json' };

/** When a request may go, and what the last replies showed. At most one budget, the requests that wait, and two numbers. */
const trafficOf = perKey(() => ({
	limiter: new RateLimiter(),
	/** The service's clock minus ours, in ms. */
	clockSkew: 0,
	/** When the last good reply came, ms since epoch. */
	goodAt: -Infinity,
}));

const areOrIs = (count: number): string => (count === 1 ? 'is' : 'are');

const loggedWaits = (log: RunLog, counts: ItemCounts | undefined): LimitWaits =>
	new LimitWaits((limit, duration) => {
		if (duration < MIN_LOGGED_WAIT) return;
		const what = limit === undefined ? 'rate limit' : `limit of ${counted(limit, 'request')}`;
		const wait = `waits ${durationInWords(duration)} for the service's ${what}`;
		if (!counts) return log.debug(wait);
		const { items, done } = counts;
		const left = items - done;
		log.info(
			`${wait}; ${done} of ${counted(items, 'item')} ${areOrIs(done)} done, ${left} ${areOrIs(left)} left`,
		);
	});

/** In ms. */
export const pauseAfter = (tries: number, { retryAfter = 0 }: Failure): number =>
	Math.max(
		FIRST_BACKOFF * 2 ** (tries - 1) * (0.5 + Math.random()),
		Math.min(retryAfter, MAX_PAUSE),
	);

const mayRepeat = ({ retry }: Failure, { creates }: RequestOptions) =>
	retry === 'always' || (retry === 'ifRepeatable' && !creates);

/** A firewall can refuse a single request with HTTP 403. */
const isForAllItems = ({ kind, fromService }: Failure): boolean =>
	kind === 'quotaExhausted' || (kind === 'invalidKey' && fromService === true);

class ServiceOfRun {
	readonly baseUrl: string;
	readonly updatesReplace: UpdatesReplace;
	/** As in the credential, like the two below. */
	readonly timeZone: string;
	readonly defaultDomain: string;
	readonly key: Key;
	readonly connection: ConnectionOptions;
	readonly signal: AbortSignal | undefined;
	readonly log: RunLog;
	readonly limitWaits: LimitWaits;
	/** Without the key. */
	readonly plainText: PlainText;
	/** Whether a good reply has come, so that the address and the key are right. */
	hasReplied = false;
	private loggedLimit: number | undefined;
	/** By endpoint. */
	private readonly sharedRefusals = new Map<string, Failure[]>();
	private keyTest: Promise<Outcome> | undefined;
	/** When everything must have ended, by `performance.now()`. */
	private readonly deadline: number;

	constructor(
		private readonly caller: Caller,
		private readonly credentials: ICredentialDataDecryptedObject,
		{ baseUrl, apiKey, ...credential }: ReturnType<typeof readCredential>,
		{ maxDuration = Infinity, ...connection }: ConnectionOptions,
		counts: ItemCounts | undefined,
	) {
		this.deadline = performance.now() + maxDuration;
		this.baseUrl = baseUrl;
		this.updatesReplace = credential.updatesReplace;
		this.timeZone = credential.timeZone;
		this.defaultDomain = credential.defaultDomain;
		this.key = keyFor(baseUrl, apiKey);
		this.connection = { ...connection, baseURL: baseUrl, headers: JSON_HEADERS };
		this.signal =
			'getExecutionCancelSignal' in caller ? caller.getExecutionCancelSignal() : undefined;
		this.plainText = plainTextWithout(apiKey);
		this.log = runLog(caller, this.plainText);
		this.limitWaits = loggedWaits(this.log, counts);
	}

	/** The service's clock minus ours, in ms, by its last reply. */
	get clockSkew(): number {
		return trafficOf(this).clockSkew;
	}

	/** Repeats the request as far as its options allow. @throws {Canceled} on Stop, {Abandoned} when it is not needed, {RateLimitBusy} */
	async request(request: ServiceRequest, options: RequestOptions = {}): Promise<Outcome> {
		let mayHaveActed = false;
		const endpoint = endpointOf(request);
		const refusal = await this.refusalOfAll(endpoint);
		if (refusal) return { failure: refusal };
		for (let tries = 1, waits = 0; ;) {
			const outcome = await this.sendOnce(request, options);
			this.noteRefusal(endpoint, outcome);
			if ('body' in outcome) return outcome;
			const failure: Failure = { ...outcome.failure, mayHaveActed };
			const what = `${endpoint}${itemLabel(options.item)}`;
			if (failure.retry === 'afterWait') {
				if (++waits > MAX_WAITS) return { failure };
				this.log.debug(`${what} is sent again after the limit: ${reasonOf(failure)}`);
				continue; // The rate limiter knows how long to wait.
			}
			if (tries >= this.maxTries(options) || !mayRepeat(failure, options)) return { failure };
			mayHaveActed ||= failure.retry === 'ifRepeatable';
			const pause = pauseAfter(tries, failure);
			if (performance.now() + pause >= this.deadline) return { failure };
			this.log.debug(`${what} is sent again in ${Math.round(pause)} ms: ${reasonOf(failure)}`);
			await wait(pause, this.signal);
			tries++;
		}
	}

	/** Why the service refuses all requests to an endpoint. What it calls "unauthorized" may also be the record of an item. */
	private async refusalOfAll(endpoint: string): Promise<Failure | undefined> {
		const refusals = this.sharedRefusals.get(endpoint) ?? [];
		const [failure] = refusals;
		if (refusals.length < MAX_SHARED_REFUSALS) return undefined;
		if (failure?.kind !== 'invalidKey') return failure;
		this.keyTest ??= this.sendOnce({ method: 'GET', url: ACCOUNT_PATH }, {});
		const outcome = await this.keyTest;
		return 'failure' in outcome && outcome.failure.kind === 'invalidKey' ? failure : undefined;
	}

	private noteRefusal(endpoint: string, outcome: Outcome): void {
		const refusals = this.sharedRefusals.get(endpoint) ?? [];
		if ('failure' in outcome && isForAllItems(outcome.failure))
			this.sharedRefusals.set(endpoint, [...refusals, outcome.failure]);
		else this.sharedRefusals.delete(endpoint);
	}

	async send(request: ServiceRequest, options?: RequestOptions): Promise<IDataObject> {
		const outcome = await this.request(request, options);
		if ('body' in outcome) return outcome.body;
		throw this.errorFor(options?.item, outcome.failure);
	}

	async get(url: string, options?: RequestOptions): Promise<IDataObject> {
		return await this.send({ method: 'GET', url }, options);
	}

	errorFor(item: number | undefined, failure: FinalFailure): Error {
		return apiError(this.caller.getNode(), failure, { item, plainText: this.plainText });
	}

	private async sendOnce(
		{ endpoint, ...request }: ServiceRequest,
		options: RequestOptions,
	): Promise<Outcome> {
		const { key, signal, limitWaits } = this;
		const maxWait = this.within(options.maxWait);
		let slot: Slot | undefined;
		let figures: Figures | undefined;
		key.openRequests++;
		try {
			slot = await trafficOf(this).limiter.acquire(signal, { ...options, maxWait }, limitWaits);
			if (options.abandoned?.()) throw new Abandoned();
			const sentAt = Date.now();
			const reply = await sendHttpRequest(
				this.caller,
				{ ...this.connection, ...request },
				this.credentials,
				signal,
				this.within(this.connection.timeout || DEFAULT_TIMEOUT),
			);
			if (reply.networkError) throwIfCanceled(signal, options.creates);
			const { baseUrl, plainText } = this;
			const requestValues = [request.qs, request.body];
			const classified = classifyReply(reply, {
				...{ sentAt, now: Date.now(), requestValues, baseUrl, plainText, endpoint },
				...{ mayBeEmpty: options.mayBeEmpty, hasId: /\/\d+(\/|$)/.test(request.url) },
			});
			const outcome = 'body' in classified ? { ...classified, sentAt } : classified;
			figures = this.learnFrom(reply, outcome);
			return outcome;
		} finally {
			// Always give the slot back: otherwise it would be missing until n8n restarts.
			slot?.release(figures);
			key.openRequests--;
			key.usedAt = Date.now();
		}
	}

	private learnFrom(reply: HttpReply, outcome: Outcome): Figures | undefined {
		const now = Date.now();
		const traffic = trafficOf(this);
		const isCongestion = reply.status === 503 && now - traffic.goodAt < CONGESTION;
		if ('body' in outcome) {
			this.hasReplied = true;
			traffic.goodAt = now;
		}
		if (reply.headers.date !== undefined) traffic.clockSkew = clockSkew(reply.headers, now);
		if (reply.networkError) return undefined;
		const figures = readRateLimitHeaders(reply, now);
		if (figures.limit !== undefined && figures.limit !== this.loggedLimit) {
			this.loggedLimit = figures.limit;
			this.log.debug(`the service announces a limit of ${counted(figures.limit, 'request')}`);
		}
		const isOverLimit = 'failure' in outcome && outcome.failure.retry === 'afterWait';
		return {
			...figures,
			outcome: 'body' in outcome ? 'success' : isCongestion ? 'congestion' : undefined,
			refusal: isOverLimit ? { retryAfter: outcome.failure.retryAfter } : undefined,
		};
	}

	/** At most the time that is left, in ms. */
	private within(ms = Infinity): number {
		return Math.min(ms, this.deadline - performance.now());
	}

	private maxTries({ retryThroughOutage, maxTries }: RequestOptions): number {
		const hasJustReplied = Date.now() - trafficOf(this).goodAt < RECENTLY;
		return (
			maxTries ?? (retryThroughOutage && hasJustReplied ? MAX_TRIES_THROUGH_OUTAGE : MAX_TRIES)
		);
	}
}

export type Service = Pick<ServiceOfRun, keyof ServiceOfRun>;

/** What an item asks of the service. */
export interface ServiceCall extends Pick<RequestOptions, 'abandoned' | 'item'> {
	service: Service;
	request: ServiceRequest;
}

/** @param counts of a run of the node; polls and dropdowns have none */
export async function openService(
	caller: Caller,
	connection: ConnectionOptions = {},
	counts?: ItemCounts,
): Promise<Service> {
	const credentials = await caller.getCredentials(CREDENTIAL);
	const credential = readCredential(credentials);
	if (credential.problem === undefined)
		return new ServiceOfRun(caller, credentials, credential, connection, counts);
	throw new NodeOperationError(caller.getNode(), credential.problem, {
		description: 'Correct the credential. Nothing was sent.',
	});
}
