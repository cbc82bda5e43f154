import type { IDataObject } from 'n8n-workflow';

import { type Failure, type FailureKind, type RetryPolicy } from '../errors';
import { isObject } from '../values/json';
import type { HttpReply } from './http';
import { MAX_WINDOW } from './rateLimit/headers';
import { isErrorReply, isWebPage, readReplyText, type ReplyText, says429 } from './replyText';

interface FailureRule {
	kind: FailureKind;
	applies: (reply: HttpReply, signs: ReplyText) => boolean;
	retry: RetryPolicy;
	/** Said when the service said nothing itself. */
	happened: string | ((reply: HttpReply) => string);
	advice: string | ((reply: HttpReply, signs: ReplyText) => string);
}

/** The request never left, or never arrived: the service cannot have acted on it. */
const NOT_SENT =
	/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EAI_FAIL|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/;
/** The address or its certificate is wrong: asking again changes nothing. */
const MISCONFIGURED =
	/^(ERR_INVALID_URL|ERR_UNSUPPORTED_PROTOCOL|EPROTO|ERR_TLS_.*|ERR_SSL_.*|CERT_.*|.*_CERT(_.*)?|.*SELF_SIGNED.*|HOSTNAME_MISMATCH|UNABLE_TO_.*)$/;
const LATE = /ETIMEDOUT|ECONNABORTED|timed? ?out|timeout/i;
const TOO_MANY =
	/too many requests|rate.?limit|requests? limit|number of requests|requests? (per|an?|each|every) (second|minute|hour)|throttl|slow down|wait before|again in \d+ (second|minute)/i;
/** The key itself is refused (api.md section 7 shows no words for it). */
const NO_KEY = /\bapi.?key\b|\bunauthori[sz]ed\b|\binvalid token\b/i;
const NO_CONTENT = 204;
/** A gateway gave up waiting for the service, which may still act. */
const GATEWAY_GAVE_UP = [504, 524];
const OTHER_HOST =
	'Nothing was followed, as the key must not go to another address. If this is the right one, put it into the credential as Base URL.';

const TOO_FAST = 'The service allows a number of requests a minute per key. Run this again later.';
const STOPPED =
	' As a web page came back instead of JSON, a firewall or a bot filter may have stopped the request.';

/** A time as people say it. */
function duration(ms: number): string {
	const hours = Math.ceil(ms / 3_600_000);
	return hours < 48 ? `${hours} hours` : `${Math.ceil(hours / 24)} days`;
}

/** Whether a refusal says in a form of its own that it is one of the limit. */
const isTooMany = (reply: HttpReply, { retryAfter }: ReplyText) =>
	reply.status === 429 || says429(reply.body) || (reply.status < 500 && retryAfter !== undefined);

/** Whether a reply holds no byte but spaces. */
const isEmpty = (body: unknown) =>
	body === undefined || body === null || (typeof body === 'string' && body.trim() === '');

/**
 * Every way in which an answer is not a good one; the first that applies decides.
 * The status codes and most bodies of refusals are not shown in api.md: all of these occur in such services.
 */
const FAILURE_RULES: FailureRule[] = [
	{
		kind: 'unreachable',
		applies: ({ networkError }) => networkError !== undefined && NOT_SENT.test(networkError.code),
		retry: 'always',
		happened: ({ networkError }) => `The service could not be reached (${networkError?.code})`,
		advice: 'Check the Base URL of the credential and whether the service is online.',
	},
	{
		kind: 'misconfigured',
		applies: ({ networkError }) =>
			networkError !== undefined &&
			(MISCONFIGURED.test(networkError.code) || /invalid url/i.test(networkError.message)),
		retry: 'never',
		happened: ({ networkError }) => `The service could not be called: ${networkError?.message}`,
		advice:
			'Check the Base URL of the credential, including http:// or https://, and its certificate.',
	},
	{
		kind: 'lostAnswer',
		applies: ({ networkError }) => networkError !== undefined,
		retry: 'ifRepeatable',
		happened: ({ networkError }) =>
			`The connection was lost before an answer came${networkError?.code ? ` (${networkError.code})` : ''}`,
		advice: 'Check whether the service is online. A longer Timeout can be set under Options.',
	},
	{
		kind: 'quotaExhausted',
		applies: (reply, signs) =>
			reply.status < 500 && isErrorReply(reply) && (signs.retryAfter ?? 0) > MAX_WINDOW,
		retry: 'never',
		happened: 'Too many requests',
		advice: (_, { retryAfter = 0 }) =>
			`The service asks to come back in ${duration(retryAfter)}. Run this again then.`,
	},
	{
		kind: 'rateLimited',
		applies: (reply, signs) => isErrorReply(reply) && isTooMany(reply, signs),
		retry: 'afterWait',
		happened: 'Too many requests',
		advice: TOO_FAST,
	},
	{
		kind: 'rateLimitedByWords',
		applies: (reply, { ownWords }) => isErrorReply(reply) && TOO_MANY.test(ownWords),
		retry: 'afterWait',
		happened: 'Too many requests',
		advice: TOO_FAST,
	},
	{
		kind: 'redirect',
		applies: ({ status }) => status >= 300 && status < 400,
		retry: 'never',
		happened: ({ status, headers }) =>
			`The service sent this request on to ${headers.location ?? 'another address'} (HTTP ${status})`,
		advice: OTHER_HOST,
	},
	{
		kind: 'invalidKey',
		applies: (reply, { words, ownWords }) =>
			reply.status === 401 ||
			(reply.status === 403 && words === '') ||
			(reply.status < 500 && isErrorReply(reply) && NO_KEY.test(ownWords)),
		retry: 'never',
		happened: ({ status }) => `The service did not accept the API key (HTTP ${status})`,
		advice: ({ body }) =>
			`Check the API key in the credential: it may be mistyped, expired or not allowed to do this.${isWebPage(body) ? STOPPED : ''}`,
	},
	{
		kind: 'forbidden',
		applies: ({ status }) => status === 403,
		retry: 'never',
		happened: 'The service did not allow this (HTTP 403)',
		advice:
			'Check the values of this item against what the service says, and whether the API key of the credential may do this.',
	},
	{
		kind: 'unavailable',
		applies: ({ status }) => status >= 500 || status === 408,
		retry: 'ifRepeatable',
		happened: ({ status }) => `The service could not answer (HTTP ${status})`,
		advice: 'This is on the side of the service. Run this again later.',
	},
	{
		kind: 'notFound',
		applies: ({ status }) => status === 404 || status === 410,
		retry: 'never',
		happened: ({ status }) => `The service does not know this record or address (HTTP ${status})`,
		advice: 'Check the ID, and the Base URL of the credential.',
	},
	{
		kind: 'webPage',
		applies: ({ status, body }) => status < 400 && isWebPage(body),
		retry: 'ifRepeatable',
		happened: ({ status }) => `A web page came back instead of JSON (HTTP ${status})`,
		advice:
			'Check the Base URL of the credential. A firewall or a bot filter in front of the service can do this, too.',
	},
	{
		kind: 'refused',
		applies: isErrorReply,
		retry: 'never',
		happened: ({ status }) => `The service refused this request (HTTP ${status})`,
		advice: ({ body }) =>
			`Check the values of this item against what the service says.${isWebPage(body) ? STOPPED : ''}`,
	},
	{
		kind: 'emptyReply',
		applies: ({ body }) => isEmpty(body),
		retry: 'ifRepeatable',
		happened: ({ status }) => `The service answered with nothing (HTTP ${status})`,
		advice: 'Whether it did what was asked is not known. Look at the record at the service.',
	},
	{
		kind: 'invalidJson',
		applies: ({ body }) => !isObject(body),
		retry: 'ifRepeatable',
		happened: ({ status }) =>
			`The answer is not the JSON object that was expected (HTTP ${status})`,
		advice:
			'It may have been cut off on the way, or the Base URL of the credential is not that of the service.',
	},
];

const textFor = (text: FailureRule['advice'], reply: HttpReply, signs: ReplyText) =>
	typeof text === 'string' ? text : text(reply, signs);

/** When a request went out and its answer came, ms since epoch, the texts in it, and whether "No Content" answers it. */
export interface RequestFacts {
	sentAt: number;
	now: number;
	quotable: string[];
	mayBeEmpty?: boolean;
}

/**
 * Judges what came back.
 *
 * @returns the JSON object of a good reply, or the failure on any other
 */
export function classifyReply(
	reply: HttpReply,
	{ sentAt, now, quotable, mayBeEmpty }: RequestFacts,
): { body: IDataObject } | { failure: Failure } {
	if (mayBeEmpty && reply.status === NO_CONTENT) return { body: {} };
	const signs = readReplyText(reply, now, quotable);
	const rule = FAILURE_RULES.find(({ applies }) => applies(reply, signs));
	if (!rule) return { body: reply.body as IDataObject };
	const { words } = signs;
	const happened = textFor(rule.happened, reply, signs);
	const advice = textFor(rule.advice, reply, signs);
	return {
		failure: {
			kind: rule.kind,
			sentAt,
			// Sent again, it would be answered with nothing again: those who expect nothing find out what was done
			retry: mayBeEmpty && rule.kind === 'emptyReply' ? 'never' : rule.retry,
			retryAfter: signs.retryAfter,
			message: words === '' ? happened : words,
			advice: words === '' ? advice : `${happened}. ${advice}`,
			httpCode: reply.networkError ? reply.networkError.code || undefined : String(reply.status),
			late: reply.networkError
				? LATE.test(`${reply.networkError.code} ${reply.networkError.message}`)
				: GATEWAY_GAVE_UP.includes(reply.status),
		},
	};
}
