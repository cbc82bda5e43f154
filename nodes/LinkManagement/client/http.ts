import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { Canceled, type Failure } from '../errors';
import { isObject, textOf } from '../text/json';
import type { WaitOptions } from './rateLimit/rateLimiter';
import type { HttpReply, NetworkError } from './replies/replyText';
import { throwIfCanceled } from './wait';

export interface ServiceRequest extends Pick<
	IHttpRequestOptions,
	'method' | 'url' | 'qs' | 'body'
> {
	/** What it does, as it follows "does not offer a way to": `change short links`. Not every service has each endpoint. */
	endpoint?: string;
}

/** What may be done when the reply to a request is lost or bad. */
export interface RequestOptions extends WaitOptions {
	item?: number;
	/** After broken connections and 5xx. Default: a few. */
	maxTries?: number;
	/** Creates a record: sent again only if the service certainly did not act. */
	creates?: boolean;
	/** No content is expected: HTTP 204 is a good reply, and any other one must report success. */
	mayBeEmpty?: boolean;
	/** Retried for about 20 s after broken connections and 5xx, if the service replied recently. */
	retryThroughOutage?: boolean;
}

/** For all requests of a run: n8n's Request Options (timeout, proxy, SSL) and other options that n8n passes on. */
export interface ConnectionOptions extends Omit<IHttpRequestOptions, keyof ServiceRequest> {
	/** Longest time for a request and its whole reply, in ms. Default: five minutes, n8n's own default. */
	timeout?: number;
	/** Longest time for all requests from now on, including waits and further attempts, in ms. Default: unlimited. */
	maxDuration?: number;
}

/** The JSON object of a good reply and when its request was sent, ms since epoch; or the failure on any other. */
export type Outcome = { body: IDataObject; sentAt: number } | { failure: Failure };

export const bodyOf = ({ body }: ServiceRequest): IDataObject => (isObject(body) ? body : {});

/** @returns the method and the path without IDs, such as `PUT /api/url/:id/update` */
export const endpointOf = ({ method = 'GET', url }: ServiceRequest): string =>
	`${method} ${url.replace(/\/\d+(?=\/|$)/g, '/:id')}`;

export type Caller =
	IExecuteFunctions | IExecutePaginationFunctions | ILoadOptionsFunctions | IPollFunctions;

/** Without these n8n follows redirects with the key attached, sends a 401 twice and hides status and headers. */
const RAW_REPLY_OPTIONS = {
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
} as const;

export const CREDENTIAL = 'linkManagementApi';

const innermost = (values: unknown[]): string =>
	textOf(values.filter((value) => typeof value === 'string' && value !== '').at(-1));

/** n8n wraps what the HTTP client threw. */
function networkErrorOf(error: unknown): NetworkError {
	const causes: IDataObject[] = [];
	for (let e = error; isObject(e) && causes.length < 5; e = e.cause) causes.push(e);
	const code = innermost(causes.map((one) => one.code ?? one.httpCode));
	const message = innermost(causes.map((one) => one.message));
	// n8n 1.123 to 2.20 keep nothing of what they wrap but its code, as httpCode
	const isWhole = causes.length > 1 || causes[0]?.httpCode === undefined;
	// Every error of the HTTP client has its configuration, and nearly all have a code
	const isOfHttpClient = causes.some((one) => 'config' in one);
	const notSent = innermost(causes.map((one) => one.description));
	return { code, message, ...(code === '' && isWhole && !isOfHttpClient && { notSent }) };
}

/** n8n's HTTP helper replaces the signal of a request with the signal of the caller. */
const withSignal = (caller: Caller, signal: AbortSignal): Caller =>
	'getExecutionCancelSignal' in caller
		? (Object.create(caller, { getExecutionCancelSignal: { value: () => signal } }) as Caller)
		: caller;

function httpReplyOf(reply: unknown): HttpReply {
	// Evaluation mocks of n8n reply with the bare body
	if (!isObject(reply) || !('statusCode' in reply))
		return { status: 200, headers: {}, body: reply };
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(reply.headers ?? {}))
		if (value !== undefined && value !== null) headers[name.toLowerCase()] = String(value);
	return { status: Number(reply.statusCode), headers, body: reply.body };
}

/** The longest time that a timer of Node.js can wait, in ms. With a longer one it fires at once. */
const MAX_TIMER = 2 ** 31 - 1;

/** A failure and the end of the time limit are replies, too. @param maxDuration in ms; n8n's own timeout is for each piece of the reply */
export async function sendHttpRequest(
	caller: Caller,
	request: IHttpRequestOptions,
	credentials: ICredentialDataDecryptedObject,
	stop: AbortSignal | undefined,
	maxDuration: number,
): Promise<HttpReply> {
	throwIfCanceled(stop);
	const ms = Math.ceil(Math.min(Math.max(maxDuration, 1), MAX_TIMER));
	const timeout = AbortSignal.timeout(ms);
	const abortSignal = AbortSignal.any([timeout, ...(stop ? [stop] : [])]);
	// The code is the same as for a network timeout
	const timedOut = Object.assign(new Error(`not complete after ${ms} ms`), { code: 'ETIMEDOUT' });
	let end = () => {};
	const ended = new Promise<never>((_, reject) => {
		end = () => reject(stop?.aborted ? new Canceled() : timedOut);
	});
	// Without a listener of its own, Node.js 24 keeps a timeout that is part of another signal until it is over
	for (const signal of [abortSignal, timeout]) signal.addEventListener('abort', end);
	try {
		const headers = { ...request.headers };
		const reply = caller.helpers.httpRequestWithAuthentication.call(
			withSignal(caller, abortSignal),
			CREDENTIAL,
			{ ...request, headers, ...RAW_REPLY_OPTIONS, abortSignal },
			// n8n would read and decrypt it for every request, and a key that is changed meanwhile must not go to the old address
			{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: credentials } },
		);
		return httpReplyOf(await Promise.race([reply, ended]));
	} catch (error) {
		return { status: 0, headers: {}, body: undefined, networkError: networkErrorOf(error) };
	} finally {
		for (const signal of [abortSignal, timeout]) signal.removeEventListener('abort', end);
	}
}
