import type { Answer } from './answer';
import { isObject, textOf } from './json';
import { retryAfter } from './pacing/rateLimit';

/** What an answer says at first sight. */
export interface Signs {
	/** The service's own words, and the same without those of the request that it quotes. */
	words: string;
	ownWords: string;
	/** How long the service asks to be left alone, in ms. */
	stayAway: number | undefined;
}

/** What `error` says in a good reply: 0 or "0" (api.md section 7), or it is left out. */
const good = (error: unknown) => /^(0|false)?$/i.test(textOf(error));

/** A web page. */
export const isPage = (body: unknown): boolean => typeof body === 'string' && body.trimStart().startsWith('<');

const joined = (value: unknown): string =>
	[value].flat().map((text) => textOf(isObject(text) ? (text.message ?? text.detail ?? text) : text)).join(', ');

/** A message as people read it, also where it is a list, or one for each field. */
const spoken = (value: unknown): string =>
	isObject(value) ? Object.entries(value).map(([field, texts]) => `${field}: ${joined(texts)}`).join('; ') : joined(value);

const isWords = (text: string) => !/^\d*$/.test(text);
/** Longest text that is shown of a refusal. */
const LONGEST = 500;

/** The refusal in the service's own words (api.md section 7; some installs say `msg` or other things), or ''. */
function wordsOf({ status, body }: Answer): string {
	if (typeof body === 'string' && status >= 400 && body.length <= LONGEST && !isPage(body)) return body.trim();
	if (!isObject(body)) return '';
	const { message, msg, error, error_description: description, detail, errors } = body;
	const said = [message, msg, description, detail, isObject(error) ? error.message : error === true ? '' : error];
	const [words = ''] = said.map((value) => spoken(value).trim()).filter(isWords);
	return [words, spoken(errors).trim()].filter(isWords).join(' ').slice(0, LONGEST);
}

/** Whether a body bears the number of "too many requests" in one of the places where services put it. */
export function says429(body: unknown): boolean {
	if (!isObject(body)) return false;
	const { error, code, status } = body;
	return [error, code, status, isObject(error) ? error.code : undefined].some((value) => textOf(value) === '429');
}

/** A text that is short may stand in any message by chance. */
const LEAST_QUOTED = 4;

/** A message without the values of the request that it quotes: an alias such as `rate-limits` is no sign of a limit. */
const withoutQuotes = (words: string, quotable: string[]): string =>
	quotable.filter(({ length }) => length >= LEAST_QUOTED).reduce((text, value) => text.split(value).join(''), words);

/**
 * Reads an answer.
 *
 * @param now when it came, ms since epoch
 * @param quotable the texts of the request
 */
export function signsOf(answer: Answer, now: number, quotable: string[]): Signs {
	const words = wordsOf(answer);
	return {
		words,
		ownWords: withoutQuotes(words, quotable),
		stayAway: answer.failure ? undefined : retryAfter(answer, now),
	};
}

/** Whether it is no good reply, by its status or its body. */
export const isRefused = ({ status, body }: Answer): boolean => status >= 400 || (isObject(body) && !good(body.error));
