import type { IDataObject } from 'n8n-workflow';

import { parsedUrl } from '../../text/comparable';
import { isObject, textOf } from '../../text/json';
import type { PlainText } from '../../text/plainText';
import { readRetryAfter } from '../rateLimit/headers';

/** The reply before it is classified. `networkError` is set when there was no HTTP reply at all. */
export interface HttpReply {
	status: number;
	/** By lower-case name. Empty when n8n shows none. */
	headers: Record<string, string>;
	/** JSON as parsed by n8n; a string when it is not JSON. */
	body: unknown;
	networkError?: NetworkError;
}

export interface NetworkError {
	code: string;
	message: string;
	/** n8n did not send the request, for example because of its SSRF protection. This is n8n's explanation, or ''. */
	notSent?: string;
}

export interface RequestFacts {
	/** When the request was sent and when the reply came, ms since epoch. */
	sentAt: number;
	now: number;
	/** Query and body of the request, which the service may quote. */
	requestValues: unknown;
	baseUrl: string;
	hasId?: boolean;
	/** See `RequestOptions.mayBeEmpty` and `ServiceRequest.endpoint` in client/http.ts. */
	mayBeEmpty?: boolean;
	endpoint?: string;
	plainText: PlainText;
}

export interface ReadReply extends HttpReply, RequestFacts {
	isError: boolean;
	/** The service's own, or ''. */
	words: string;
	/** Whether the text matches a pattern outside the values of the request that it quotes. */
	contain: (sign: RegExp) => boolean;
	/** How long the service asks not to be called again, in ms. */
	retryAfter: number | undefined;
	/** undefined: it is no redirect. */
	redirectsTo: 'otherOrigin' | 'sameOrigin' | undefined;
}

export const isBlank = (body: unknown): boolean =>
	body === undefined ||
	body === null ||
	(typeof body === 'string' && body.trim() === '') ||
	(typeof body === 'object' && Object.keys(body).length === 0);

const isNo = (value: unknown): boolean => /^(0|false)$/i.test(textOf(value));

const isMissing = (value: unknown): boolean => (value ?? null) === null;

/** How frameworks and gateways refuse in a message, perhaps without the key `error`. */
export const TOO_MANY_REQUESTS = /^\W*too many (api )?(requests|attempts|calls)\b/i;
const UNAUTHORIZED = /^\W*(unauthenticated|unauthori[sz]ed)\b/i;

/** By its status or its body, whose `error` is 0 or "0" in a good one (api.md section 7). Frameworks use other keys than `error`. */
const isErrorReply = ({ status, body }: HttpReply): boolean =>
	status >= 400 ||
	(isObject(body) &&
		((!isNo(body.error) && !isBlank(body.error)) ||
			isNo(body.success) ||
			body.status === 'error' ||
			body.status === 'fail' ||
			(isMissing(body.error) &&
				(says429(body) ||
					[TOO_MANY_REQUESTS, UNAUTHORIZED].some((sign) => sign.test(textOf(body.message)))))));

/** Keys with which a reply reports success: `error` (api.md section 7), or the record itself (services.md section 2). */
const KEYS_OF_SUCCESS = ['error', 'success', 'id', 'shorturl', 'short', 'details', 'data'];
/** Where other services report success, and how. */
const KEYS_OF_STATUS = ['status', 'code', 'result', 'ok', 'message', 'msg'];
const SUCCESS = /\b(success|successful|successfully|ok|done|true)\b|^2\d\d$/i;

/** One that only holds `{ "message": "No access." }` does not show that a change was made. */
export const reportsSuccess = (body: IDataObject): boolean =>
	KEYS_OF_SUCCESS.some((name) => !isMissing(body[name])) ||
	KEYS_OF_STATUS.some((name) => SUCCESS.test(textOf(body[name])));

export const isWebPage = (body: unknown): boolean =>
	typeof body === 'string' && body.trimStart().startsWith('<');

export function says429(body: unknown): boolean {
	if (!isObject(body)) return false;
	const { error, code, status } = body;
	return [error, code, status, isObject(error) ? error.code : undefined].some(
		(value) => value === 429 || value === '429',
	);
}

/** A longer body that is not JSON is not a message, in characters. */
const MAX_TEXT_BODY_LENGTH = 500;

const isWords = (text: string): boolean => !/^\d*$/.test(text);

/** The message of a reply in the service's own words (api.md section 7; services also use other names), or ''. */
function serviceMessage({ status, body }: HttpReply, plainText: PlainText): string {
	if (typeof body === 'string') {
		const isMessage = status >= 400 && body.length <= MAX_TEXT_BODY_LENGTH && !isWebPage(body);
		return isMessage ? plainText(body) : '';
	}
	if (!isObject(body)) return '';
	const { message, msg, error, error_description: description, detail, errors } = body;
	const errorText = isObject(error) ? error.message : error === true ? '' : error;
	const main = [message, msg, description, detail, errorText]
		.map((value) => plainText(value))
		.find(isWords);
	return plainText([main ?? '', plainText(errors)].filter(isWords).join(' '));
}

/** Lower-case letters and digits, which are the same in a text and in its slug. */
const lettersAndDigits = (text: string): string =>
	text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Outside the values that a service quotes: the alias `rate-limits` does not mean a rate limit. */
function containsSign(words: string, sign: RegExp, requestValues: unknown): boolean {
	const found = [...words.matchAll(new RegExp(sign, 'gi'))].map(([text]) => lettersAndDigits(text));
	const sent = lettersAndDigits(textOf(requestValues));
	return found.some((text) => !sent.includes(text));
}

function redirectTargetOf({ status, headers }: HttpReply, base: string): ReadReply['redirectsTo'] {
	if (status < 300 || status >= 400) return undefined;
	const target = parsedUrl(headers.location ?? '', base);
	return target && target.origin !== parsedUrl(base)?.origin ? 'otherOrigin' : 'sameOrigin';
}

export function readReply(reply: HttpReply, facts: RequestFacts): ReadReply {
	const words = serviceMessage(reply, facts.plainText);
	return {
		...reply,
		...facts,
		isError: isErrorReply(reply),
		words,
		contain: (sign) => containsSign(words, sign, facts.requestValues),
		retryAfter: reply.networkError ? undefined : readRetryAfter(reply, facts.now),
		redirectsTo: redirectTargetOf(reply, facts.baseUrl),
	};
}
