import { type IDataObject, NodeOperationError } from 'n8n-workflow';

import { apiError, type Failure } from '../errors';
import { durationInWords } from '../values/durations';
import { counted } from '../values/numbers';
import { type PlainText, plainTextWithout } from '../values/plainText';
import { readCredential, type UpdatesReplace } from './credential';
import { type Caller, CREDENTIAL } from './http';
import { type Key, keyFor } from './memory';
import { LimitWaits } from './rateLimit/limitWaits';
import { type ItemCounts, RunLog } from './runLog';
import {
	type Connection,
	type ConnectionOptions,
	lastReplyOf,
	type Outcome,
	type RequestOptions,
	sendWithRetries,
	type ServiceRequest,
} from './sendWithRetries';

export {
	bodyOf,
	type ConnectionOptions,
	type Outcome,
	type RequestOptions,
	type ServiceRequest,
} from './sendWithRetries';

/** api.md section 5. */
const JSON_HEADERS = { Accept: 'application/json', 'Content-Type': 'application/json' };

/** The service as one node run sees it. */
export interface Service {
	readonly baseUrl: string;
	/** What the credential says about updates. */
	readonly updatesReplace: UpdatesReplace;
	/** What is remembered for its base URL and API key belongs to it: see `perKey`. */
	readonly key: Key;
	/** With the base URL, for downloads of files that the service names. */
	readonly connection: ConnectionOptions;
	/** Whether a good reply has come, so that the address and the key are right. */
	readonly hasAnswered: boolean;
	/** The service's clock minus ours, in ms, by its last reply. */
	readonly clockSkew: number;
	readonly signal: AbortSignal | undefined;
	readonly log: RunLog;
	/** How long the requests of this run waited for the limit. */
	readonly limitWaits: LimitWaits;
	/**
	 * Sends one request, and repeats it as far as its options allow.
	 *
	 * @param request method, path, query and body; not changed
	 * @throws {Canceled} when the execution is stopped meanwhile, {Abandoned} when the request is no longer needed
	 */
	request: (request: ServiceRequest, options?: RequestOptions) => Promise<Outcome>;
	/**
	 * Like {@link request}, for callers that only need a good reply.
	 *
	 * @throws {NodeApiError} for every other reply, with the item, what happened and what to do next
	 */
	send: (request: ServiceRequest, options?: RequestOptions) => Promise<IDataObject>;
	/** Reads the record or list at a path, as {@link send} does. */
	get: (path: string, query: IDataObject, options?: RequestOptions) => Promise<IDataObject>;
	/** A failure as the error that n8n shows. All errors about replies are created here. */
	errorFor: (failure: Failure, item: number | undefined) => Error;
	/** Makes the texts that leave the node: without the key and without markup, and no longer than allowed. */
	readonly plainText: PlainText;
}

async function openCredential(caller: Caller) {
	const credentials = await caller.getCredentials(CREDENTIAL);
	const { problem, ...credential } = readCredential(credentials);
	if (problem === undefined) return { credentials, ...credential };
	throw new NodeOperationError(caller.getNode(), problem, {
		description: 'Correct the credential. Nothing was sent.',
	});
}

/** Stop of the execution. */
const signalOf = (caller: Caller): AbortSignal | undefined =>
	'getExecutionCancelSignal' in caller ? caller.getExecutionCancelSignal() : undefined;

/** Shorter waits, in ms, are not logged. */
const MIN_LOGGED_WAIT = 1_000;

const areOrIs = (count: number): string => (count === 1 ? 'is' : 'are');

/** The waits of a run, and a line in n8n's log for each. */
const loggedWaits = (log: RunLog): LimitWaits =>
	new LimitWaits(({ limit, duration }) => {
		if (duration < MIN_LOGGED_WAIT) return;
		const what = limit === undefined ? 'rate limit' : `limit of ${counted(limit, 'request')}`;
		const wait = `waits ${durationInWords(duration)} for the service's ${what}`;
		if (!log.counts) return void log.debug(wait);
		const { items, done } = log.counts;
		const left = items - done;
		log.info(
			`${wait}; ${done} of ${counted(items, 'item')} ${areOrIs(done)} done, ${left} ${areOrIs(left)} left`,
		);
	});

/**
 * @param connection options for all requests of the run
 * @param counts of a run of the node; polls and dropdowns have none
 * @throws {NodeOperationError} when the node has no credential, or an invalid one
 */
export async function openService(
	caller: Caller,
	{ maxDuration = Infinity, ...connection }: ConnectionOptions = {},
	counts?: ItemCounts,
): Promise<Service> {
	const deadline = performance.now() + maxDuration;
	const { credentials, baseUrl, apiKey, updatesReplace } = await openCredential(caller);
	const signal = signalOf(caller);
	const key = keyFor(baseUrl, apiKey);
	const serviceOptions = { ...connection, baseURL: baseUrl, headers: JSON_HEADERS };
	const plainText = plainTextWithout(apiKey);
	const log = new RunLog(caller, plainText, counts);
	const limitWaits = loggedWaits(log);
	const forRequests: Connection = {
		...{ caller, credentials, key, signal, plainText, log, limitWaits, deadline },
		options: serviceOptions,
	};
	let hasAnswered = false;

	const sendRequest: Service['request'] = async (request, options = {}) => {
		const outcome = await sendWithRetries(forRequests, request, options);
		hasAnswered ||= 'body' in outcome;
		return outcome;
	};
	const errorFor: Service['errorFor'] = (failure, item) =>
		apiError(caller.getNode(), failure, { item, plainText });

	const send: Service['send'] = async (request, options) => {
		const outcome = await sendRequest(request, options);
		if ('body' in outcome) return outcome.body;
		throw errorFor(outcome.failure, options?.item);
	};

	return {
		baseUrl,
		updatesReplace,
		key,
		connection: serviceOptions,
		signal,
		log,
		limitWaits,
		get clockSkew() {
			return lastReplyOf(forRequests).clockSkew;
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
