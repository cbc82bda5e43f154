import { isObject, textOf } from '../values/json';
import type { HttpReply } from './http';
import { readRetryAfter } from './rateLimit/headers';

/** What an answer says at first sight. */
export interface ReplyText {
	/** The service's own words, and the same without those of the request that it quotes. */
	words: string;
	ownWords: string;
	/** How long the service asks to be left alone, in ms. */
	retryAfter: number | undefined;
}

/** What `error` says in a good reply: 0 or "0" (api.md section 7), or it is left out. */
const good = (error: unknown) => /^(0|false)?$/i.test(textOf(error));

/** A web page. */
export const isWebPage = (body: unknown): boolean =>
	typeof body === 'string' && body.trimStart().startsWith('<');

const joined = (value: unknown): string =>
	[value]
		.flat()
		.map((text) => textOf(isObject(text) ? (text.message ?? text.detail ?? text) : text))
		.join(', ');

/** A message as people read it, also where it is a list, or one for each field. */
const asText = (value: unknown): string =>
	isObject(value)
		? Object.entries(value)
				.map(([field, texts]) => `${field}: ${joined(texts)}`)
				.join('; ')
		: joined(value);

const isWords = (text: string) => !/^\d*$/.test(text);
/** Longest text that is shown of a refusal. */
const MAX_LENGTH = 500;

/** The refusal in the service's own words (api.md section 7; some installs say `msg` or other things), or ''. */
function serviceMessage({ status, body }: HttpReply): string {
	if (typeof body === 'string' && status >= 400 && body.length <= MAX_LENGTH && !isWebPage(body))
		return body.trim();
	if (!isObject(body)) return '';
	const { message, msg, error, error_description: description, detail, errors } = body;
	const said = [
		message,
		msg,
		description,
		detail,
		isObject(error) ? error.message : error === true ? '' : error,
	];
	const [words = ''] = said.map((value) => asText(value).trim()).filter(isWords);
	return [words, asText(errors).trim()].filter(isWords).join(' ').slice(0, MAX_LENGTH);
}

/** Whether a body bears the number of "too many requests" in one of the places where services put it. */
export function says429(body: unknown): boolean {
	if (!isObject(body)) return false;
	const { error, code, status } = body;
	return [error, code, status, isObject(error) ? error.code : undefined].some(
		(value) => textOf(value) === '429',
	);
}

/** A text that is short may stand in any message by chance. */
const MIN_QUOTED_LENGTH = 4;

/** A message without the values of the request that it quotes: an alias such as `rate-limits` is no sign of a limit. */
const withoutQuotes = (words: string, quotable: string[]): string =>
	quotable
		.filter(({ length }) => length >= MIN_QUOTED_LENGTH)
		.reduce((text, value) => text.split(value).join(''), words);

/**
 * Reads an reply.
 *
 * @param now when it came, ms since epoch
 * @param quotable the texts of the request
 */
export function readReplyText(reply: HttpReply, now: number, quotable: string[]): ReplyText {
	const words = serviceMessage(reply);
	return {
		words,
		ownWords: withoutQuotes(words, quotable),
		retryAfter: reply.networkError ? undefined : readRetryAfter(reply, now),
	};
}

/** Whether it is no good reply, by its status or its body. */
export const isErrorReply = ({ status, body }: HttpReply): boolean =>
	status >= 400 || (isObject(body) && !good(body.error));
