import type { FailureKind, RetryPolicy } from '../../errors';
import { isObject, isTooDeep, textOf } from '../../text/json';
import { withoutFullStop } from '../../text/plainText';
import { durationInWords } from '../../text/sentences';
import { MAX_WINDOW } from '../rateLimit/headers';
import {
	type HttpReply,
	isBlank,
	isWebPage,
	type NetworkError,
	type ReadReply,
	reportsSuccess,
	says429,
	TOO_MANY_REQUESTS,
} from './replyText';

export interface FailureRule {
	kind: FailureKind;
	applies: (reply: ReadReply) => boolean;
	retry: RetryPolicy;
	/** What happened. It is the message if the service sent none. */
	event: string | ((reply: ReadReply) => string);
	advice: string | ((reply: ReadReply) => string);
}

/** Codes of errors after which the request never left, or never arrived: the service cannot have acted on it. */
const NOT_SENT =
	/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EAI_FAIL|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/;
/** Codes of errors that mean that the address or its certificate is wrong, so another attempt is useless. */
const MISCONFIGURED =
	/^(ERR_INVALID_URL|ERR_UNSUPPORTED_PROTOCOL|EPROTO|HOSTNAME_MISMATCH)$|^(ERR_TLS|ERR_SSL|CERT|UNABLE_TO)_|_CERT(_|$)|SELF_SIGNED/;
const TIMED_OUT = /ETIMEDOUT|ECONNABORTED|timed? ?out|timeout/i;
/** Statuses with which a gateway reports that it no longer waits for the service, which may still act. */
const GATEWAY_TIMED_OUT = [504, 524];
/** Statuses with another cause than the rate limit or the key, whatever the message says. */
const OTHER_REASON = [404, 405, 409, 410, 413, 415, 422];
const UNKNOWN_RECORD =
	/\b(link|url|alias|record|item|campaign|channel|domain|pixel|code|user|account)\b.{0,80}\b(not (be )?found|not exist|\w+n't exist)\b|\bno such (link|url|alias|record|item|campaign|channel|domain|pixel|code)\b/;
/** Messages of HTTP 401 about what the plan or the key allows, not about the key itself (services.md section 2). */
const NOT_IN_PLAN =
	/\b(plan|permissions?|subscription|package|upgrade|feature|module|not allowed to)\b/;
/** Of a short URL that no link has, whatever the status (services.md section 2). */
const UNKNOWN_SHORT_URL = /\baccess this short url\b/;

export const saysUnknownRecord = (words: string): boolean =>
	UNKNOWN_RECORD.test(words.toLowerCase());

const TAKEN = /\b(taken|in use|already (been )?used|already exists?)\b/i;

/** Whether a refusal says that another record has the name, alias or domain. */
export const saysTaken = (words: string): boolean => TAKEN.test(words);

/** Messages about a refused key. api.md section 7 shows none. */
const INVALID_KEY = /\bapi.?key\b|\bunauthori[sz]ed\b|\bunauthenticated\b|\binvalid token\b/;
const UNKNOWN_ENDPOINT =
	/\b(unknown|invalid|undefined|no such) (endpoint|route|method|action)\b|\b(endpoint|route|method|action)\b.{0,80}\b((can)?not (be )?(found|exist|supported|allowed|available|implemented|known|valid)|\w+n't exist|unknown|invalid)\b/;

/** Messages that mean the rate limit where the reply says when to come back, or that nothing is left. Alone, they may be about something else. */
const LIMIT_WITH_TIME =
	/\b(rate|request|api|usage)s? limit|\brate.?limited\b|\btoo many (requests|attempts|calls)\b|\bthrottl(ed|ing)\b|\bslow down\b/;
const AGAIN_IN = /\bagain in \d+ (second|minute)/;

/** A time to come back alone does not mean the limit: some gateways add it to every refusal. */
const isOverLimit = ({ status, headers, body, words, contain, retryAfter }: ReadReply): boolean => {
	const isSpent = headers['x-ratelimit-remaining']?.trim() === '0';
	const hasTime = retryAfter !== undefined || isSpent || contain(AGAIN_IN);
	return (
		status === 429 ||
		says429(body) ||
		(status < 500 && (TOO_MANY_REQUESTS.test(words) || (hasTime && contain(LIMIT_WITH_TIME))))
	);
};

const isInvalidKey = (reply: ReadReply): boolean => {
	const { status, words, contain } = reply;
	if (status === 401) return contain(INVALID_KEY) || !contain(NOT_IN_PLAN);
	if (status === 403 && words === '') return true;
	return status < 500 && !OTHER_REASON.includes(status) && contain(INVALID_KEY);
};

/** A service that lacks only the record refuses in its own form, or says what is not there. A web server or a router does not. */
const isUnknownEndpoint = ({ status, body, words, contain }: ReadReply): boolean => {
	if (status === 405 || status === 501) return true;
	if (status === 401 || status === 403 || status >= 500) return false;
	if (contain(UNKNOWN_ENDPOINT)) return true;
	// The form of api.md section 7: `error` is 1 beside a message
	const isRefusal = isObject(body) && /^(\d+|true)$/.test(textOf(body.error)) && words !== '';
	return status === 404 && !isRefusal && !contain(UNKNOWN_RECORD);
};

/** No reply came in time, so that the service may still act on the request. */
export const isLate = ({ status, networkError }: HttpReply): boolean =>
	networkError
		? TIMED_OUT.test(`${networkError.code} ${networkError.message}`)
		: GATEWAY_TIMED_OUT.includes(status);

/** For a message. HTTP 200 is left out, because it would contradict the failure. */
function codeOf({ status, networkError }: HttpReply): string {
	if (networkError?.code) return ` (${networkError.code})`;
	return status >= 300 ? ` (HTTP ${status})` : '';
}

const firewallNote = ({ body }: HttpReply): string =>
	isWebPage(body)
		? ' The reply is a web page instead of JSON, so a firewall or a bot filter may have stopped the request.'
		: '';

/** Of a reply that does not say whether the request was carried out, as the beginning of a sentence. */
export const silentEvent = (words: string): string =>
	words === ''
		? 'The service sent an empty reply'
		: `The service answered "${withoutFullStop(words)}"`;

/** Addresses of the machine itself, which is n8n's own container within Docker. */
const LOCAL = /^https?:\/\/(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])(?=[:/]|$)/i;

const adviceForUnreachable = ({ baseUrl }: ReadReply): string =>
	LOCAL.test(baseUrl)
		? 'Check the Base URL of the credential and whether the service is online. If n8n runs in Docker, localhost is its own container: use host.docker.internal, or the name of the service there.'
		: 'Check the Base URL of the credential and whether the service is online.';

/** Certificates of an authority that Node.js does not know, such as one's own. */
const UNTRUSTED = /SELF_SIGNED|^UNABLE_TO_(?:VERIFY|GET_ISSUER)/;

/** n8n's SSRF protection explains itself, but does not name its settings. */
const adviceForUnsent = ({ networkError }: ReadReply): string => {
	const { code = '', message = '', notSent = '' }: Partial<NetworkError> = networkError ?? {};
	if (UNTRUSTED.test(code))
		return 'Node.js does not trust the certificate of the service. If it is one of your own, give n8n the file of its authority in the environment variable NODE_EXTRA_CA_CERTS, and restart n8n.';
	const advice = /\bSSRF\b|hostname is restricted/.test(`${message} ${notSent}`)
		? 'The settings are N8N_SSRF_ALLOWED_HOSTNAMES and N8N_SSRF_ALLOWED_IP_RANGES.'
		: 'Check the Base URL of the credential, including http:// or https://, and its certificate.';
	return `${notSent} ${advice}`.trim();
};

const MAX_ADDRESS_LENGTH = 300;

const REDIRECT: Omit<FailureRule, 'applies' | 'kind'> = {
	retry: 'never',
	event: ({ status, headers, plainText }) =>
		`The service redirected the request to ${plainText(headers.location, MAX_ADDRESS_LENGTH) || 'another address'} (HTTP ${status})`,
	advice: ({ redirectsTo }) =>
		redirectsTo === 'otherOrigin'
			? 'The redirect was not followed, because the API key must not go to another address. If that address is the right one, enter it as the Base URL of the credential.'
			: 'The redirect was not followed. If it leads to a page for signing in, check the API key of the credential, otherwise its Base URL.',
};

/** The first rule that applies decides; to a good reply, none does. All occur at services with this API (services.md section 2). */
export const FAILURE_RULES: FailureRule[] = [
	{
		kind: 'unreachable',
		applies: ({ networkError }) => networkError !== undefined && NOT_SENT.test(networkError.code),
		retry: 'always',
		event: (reply) => `The service could not be reached${codeOf(reply)}`,
		advice: adviceForUnreachable,
	},
	{
		kind: 'misconfigured',
		applies: ({ networkError }) =>
			networkError !== undefined &&
			(networkError.notSent !== undefined ||
				MISCONFIGURED.test(networkError.code) ||
				/invalid url/i.test(networkError.message)),
		retry: 'never',
		event: ({ networkError }) =>
			networkError?.notSent === undefined
				? `The request could not be sent: ${networkError?.message}`
				: `n8n did not send the request: ${networkError.message}`,
		advice: adviceForUnsent,
	},
	{
		kind: 'lostReply',
		applies: ({ networkError }) => networkError !== undefined,
		retry: 'ifRepeatable',
		event: (reply) =>
			isLate(reply)
				? `No complete reply came in time${codeOf(reply)}`
				: `The connection was lost before the reply was complete${codeOf(reply)}`,
		advice: (reply) =>
			`Check whether the service is online.${isLate(reply) ? ' You can increase the Timeout under Request Options, if the node has them.' : ''}`,
	},
	{
		kind: 'quotaExhausted',
		applies: (reply) =>
			reply.status < 500 &&
			reply.isError &&
			isOverLimit(reply) &&
			(reply.retryAfter ?? 0) > MAX_WINDOW,
		retry: 'never',
		event: 'Too many requests',
		advice: ({ retryAfter = 0 }) =>
			`The service accepts requests again in ${durationInWords(retryAfter)}. Run this again then.`,
	},
	{
		kind: 'rateLimited',
		applies: (reply) => reply.isError && isOverLimit(reply),
		retry: 'afterWait',
		event: 'Too many requests',
		advice:
			'The service limits the number of requests per minute for each key. Run this again later.',
	},
	{
		kind: 'notOffered',
		applies: (reply) => reply.endpoint !== undefined && reply.isError && isUnknownEndpoint(reply),
		retry: 'never',
		event: (reply) =>
			`This service or plan does not offer a way to ${reply.endpoint}${codeOf(reply)}`,
		advice: ({ hasId }) =>
			`Check ${hasId ? 'the ID, and ' : ''}the Base URL of the credential. If ${hasId ? 'they are' : 'it is'} right, your service or plan does not have this operation.`,
	},
	{
		kind: 'misconfigured',
		applies: ({ redirectsTo }) => redirectsTo === 'otherOrigin',
		...REDIRECT,
	},
	{ kind: 'redirect', applies: ({ redirectsTo }) => redirectsTo !== undefined, ...REDIRECT },
	{
		kind: 'invalidKey',
		applies: (reply) => reply.isError && isInvalidKey(reply),
		retry: 'never',
		event: (reply) => `The service did not accept the API key${codeOf(reply)}`,
		advice: (reply) =>
			`Check the API key of the credential: it may be mistyped or expired, or it may not have the permission for this.${firewallNote(reply)}`,
	},
	{
		kind: 'forbidden',
		applies: ({ status, contain }) =>
			(status === 401 || status === 403) && !contain(UNKNOWN_SHORT_URL),
		retry: 'never',
		event: (reply) => `The service did not allow this request${codeOf(reply)}`,
		advice: ({ endpoint = 'do this' }) =>
			`Check whether your plan and the API key of the credential allow you to ${endpoint}.`,
	},
	{
		kind: 'unavailable',
		applies: ({ status }) => status >= 500 || status === 408,
		retry: 'ifRepeatable',
		event: (reply) => `The service failed to process the request${codeOf(reply)}`,
		advice: 'Run this again later. If it still fails, ask whoever runs the service.',
	},
	{
		kind: 'notFound',
		applies: ({ status }) => status === 404 || status === 410,
		retry: 'never',
		event: (reply) => `The service has no such record or address${codeOf(reply)}`,
		advice: ({ endpoint }) =>
			`Check the ID, and the Base URL of the credential.${endpoint === undefined ? '' : ` Some services and plans do not offer a way to ${endpoint}.`}`,
	},
	{
		kind: 'webPage',
		applies: ({ status, body }) => status < 400 && isWebPage(body),
		retry: 'ifRepeatable',
		event: 'The reply is a web page instead of JSON',
		advice:
			'Check the Base URL of the credential. A firewall or a bot filter in front of the service can cause this, too.',
	},
	{
		kind: 'refused',
		applies: ({ isError }) => isError,
		retry: 'never',
		event: (reply) => `The service refused this request${codeOf(reply)}`,
		advice: (reply) =>
			`${reply.words === '' ? 'Check the values of this item.' : "Compare the values of this item with the service's message."}${firewallNote(reply)}`,
	},
	{
		kind: 'emptyReply',
		// A change that is not reported as done may not have been made (services.md section 2)
		applies: ({ body, mayBeEmpty }) =>
			isObject(body) ? mayBeEmpty === true && !reportsSuccess(body) : isBlank(body),
		retry: 'ifRepeatable',
		event: ({ words }) => silentEvent(words),
		advice:
			'If this was a change, check at the service whether it was made. Otherwise, run this again later.',
	},
	{
		kind: 'invalidJson',
		applies: ({ body }) => !isObject(body) || isTooDeep(body),
		retry: 'ifRepeatable',
		event: ({ body }) =>
			isTooDeep(body)
				? 'The reply is nested too deeply to be read'
				: 'The reply is not a JSON object',
		advice:
			'The reply may have been cut off, or the Base URL of the credential may not be the address of the service.',
	},
];
