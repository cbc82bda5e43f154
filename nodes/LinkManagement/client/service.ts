import {
	type ICredentialDataDecryptedObject,
	type IDataObject,
	NodeOperationError,
} from 'n8n-workflow';

import { apiError, type Failure, type FinalFailure, itemLabel } from '../errors';
import { without } from '../text/json';
import { type PlainText, plainTextWithout } from '../text/plainText';
import { counted } from '../text/sentences';
import { type Account, accountFor } from './account';
import { readCredential, type ServiceCredential, type UpdatesReplace } from './credential';
import { ACCOUNT_PATH } from './endpoints';
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
import { type ItemCounts, LimitWaits, reasonOf, type RunLog, runLog } from './log';
import { type LimitInfo, readRateLimitHeaders } from './rateLimit/headers';
import type { Slot } from './rateLimit/rateLimiter';
import { classifyReply } from './replies/classification';
import type { HttpReply } from './replies/replyText';
import { throwIfCanceled, wait } from './wait';

/** Attempts of one request after broken connections and 5xx, and how often a reply "too many requests" is waited out. */
export const MAX_TRIES = 4;
const MAX_WAITS = 30;
/** Attempts with `retryThroughOutage`, if the service replied within this time, in ms: a long outage is not waited out. */
const MAX_TRIES_THROUGH_OUTAGE = 7;
const RECENTLY = 60_000;
/** Refusals of an endpoint in a row, for a reason that all items share, after which a run sends it nothing more. */
const MAX_SHARED_REFUSALS = 3;
/** First wait before another attempt, in ms. It doubles each time, and half of it is random. */
const FIRST_BACKOFF = 300;
/** Longest pause for a service that is down, in ms, even if it asks for more. */
const MAX_PAUSE = 60_000;
/** n8n's own default for a declarative node, in ms. */
const DEFAULT_TIMEOUT = 300_000;

/** In ms. */
export const pauseAfter = (tries: number, { retryAfter = 0 }: Partial<Failure> = {}): number =>
	Math.max(
		FIRST_BACKOFF * 2 ** (tries - 1) * (0.5 + Math.random()),
		Math.min(retryAfter, MAX_PAUSE),
	);

/** A firewall can refuse a single request with HTTP 403. */
const isForAllItems = ({ kind, fromService }: Failure): boolean =>
	kind === 'quotaExhausted' || (kind === 'invalidKey' && fromService === true);

function limitInfoOf(reply: HttpReply, outcome: ReturnType<typeof classifyReply>): LimitInfo {
	const info = readRateLimitHeaders(reply, Date.now());
	if ('body' in outcome) return { ...info, outcome: 'success' };
	const { retry, retryAfter } = outcome.failure;
	return {
		...info,
		outcome: reply.status === 503 ? 'unavailable' : undefined,
		refusal: retry === 'afterWait' ? { retryAfter } : undefined,
	};
}

class ServiceOfRun {
	readonly baseUrl: string;
	readonly updatesReplace: UpdatesReplace;
	readonly timeZone: string;
	readonly defaultDomain: string;
	readonly account: Account;
	readonly connection: ConnectionOptions;
	readonly signal: AbortSignal | undefined;
	readonly log: RunLog;
	readonly limitWaits: LimitWaits;
	/** Without the key. */
	readonly plainText: PlainText;
	/** Whether a good reply has come, so that the address and the key are right. */
	hasReplied = false;
	/** By endpoint. */
	private readonly sharedRefusals = new Map<string, Failure[]>();
	private keyTest: Promise<Outcome> | undefined;
	/** When everything must have ended, by `performance.now()`. */
	private readonly deadline: number;

	constructor(
		private readonly caller: Caller,
		private readonly credentials: ICredentialDataDecryptedObject,
		{ baseUrl, apiKey, ...credential }: ServiceCredential,
		{ maxDuration = Infinity, ...connection }: ConnectionOptions,
		counts: ItemCounts | undefined,
	) {
		this.deadline = performance.now() + maxDuration;
		this.baseUrl = baseUrl;
		this.updatesReplace = credential.updatesReplace;
		this.timeZone = credential.timeZone;
		this.defaultDomain = credential.defaultDomain;
		this.account = accountFor(baseUrl, apiKey);
		const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
		this.connection = { ...connection, baseURL: baseUrl, headers };
		this.signal =
			'getExecutionCancelSignal' in caller ? caller.getExecutionCancelSignal() : undefined;
		this.plainText = plainTextWithout(apiKey);
		this.log = runLog(caller, this.plainText);
		this.limitWaits = new LimitWaits(this.account.limiter, this.log, counts);
	}

	/** Repeats the request as far as its options allow. @throws {Canceled} on Stop, {Abandoned} when it is not needed, {RateLimitBusy} */
	async request(request: ServiceRequest, options: RequestOptions = {}): Promise<Outcome> {
		let mayHaveActed = false;
		const endpoint = endpointOf(request);
		const refusal = await this.refusalOfAll(endpoint);
		if (refusal) return { failure: refusal };
		for (let tries = 1, waits = 0; ;) {
			// A change that may have been made is finished, also when another item has ended the run
			const isOpen = mayHaveActed && request.method !== 'GET';
			const outcome = await this.sendOnce(
				request,
				isOpen ? without(options, 'abandoned') : options,
			);
			this.noteRefusal(endpoint, outcome);
			if ('body' in outcome) return outcome;
			const failure: Failure = { ...outcome.failure, mayHaveActed };
			const what = `${endpoint}${itemLabel(options.item)}`;
			if (failure.retry === 'afterWait') {
				if (++waits > MAX_WAITS) return { failure };
				this.log.debug(`${what} is sent again after the limit: ${reasonOf(failure)}`);
				continue; // The rate limiter knows how long to wait.
			}
			if (!this.mayRetry(failure, tries, options)) return { failure };
			mayHaveActed ||= failure.retry === 'ifRepeatable';
			const pause = pauseAfter(tries, failure);
			if (pause >= this.timeLeft) return { failure };
			this.log.debug(`${what} is sent again in ${Math.round(pause)} ms: ${reasonOf(failure)}`);
			await wait(pause, this.signal);
			tries++;
		}
	}

	private mayRetry({ retry }: Failure, tries: number, options: RequestOptions): boolean {
		if (retry === 'never' || (retry === 'ifRepeatable' && options.creates)) return false;
		const hasJustReplied = performance.now() - this.account.limiter.lastSuccess < RECENTLY;
		const isOutage = options.retryThroughOutage && hasJustReplied;
		return tries < (options.maxTries ?? (isOutage ? MAX_TRIES_THROUGH_OUTAGE : MAX_TRIES));
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
		const { account, signal } = this;
		let slot: Slot | undefined;
		let info: LimitInfo | undefined;
		account.openRequests++;
		try {
			const maxWait = Math.min(options.maxWait ?? Infinity, this.timeLeft);
			slot = await account.limiter.acquire(signal, { ...options, maxWait }, this.limitWaits);
			const sentAt = Date.now();
			const reply = await sendHttpRequest(
				this.caller,
				{ ...this.connection, ...request },
				this.credentials,
				signal,
				Math.min(this.connection.timeout || DEFAULT_TIMEOUT, this.timeLeft),
			);
			if (reply.networkError) throwIfCanceled(signal, options.creates);
			const outcome = classifyReply(reply, {
				sentAt,
				now: Date.now(),
				requestValues: [request.qs, request.body],
				baseUrl: this.baseUrl,
				plainText: this.plainText,
				endpoint,
				mayBeEmpty: options.mayBeEmpty,
				hasId: /\/\d+(\/|$)/.test(request.url),
			});
			if ('body' in outcome) this.hasReplied = true;
			if (!reply.networkError) info = limitInfoOf(reply, outcome);
			if (info?.limit !== undefined && info.limit !== account.limiter.window.limit)
				this.log.debug(`the service allows ${counted(info.limit, 'request')} in a window`);
			return 'body' in outcome ? { ...outcome, sentAt } : outcome;
		} finally {
			// Always give the slot back: otherwise it would be missing until n8n restarts.
			slot?.release(info);
			account.openRequests--;
			account.usedAt = Date.now();
		}
	}

	/** In ms. */
	private get timeLeft(): number {
		return this.deadline - performance.now();
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
