import type { IDataObject } from 'n8n-workflow';

import type { Answer } from './answer';
import { isObject } from './json';
import { LONGEST_WINDOW } from './pacing/rateLimit';
import { isPage, isRefused, says429, type Signs, signsOf } from './signs';

/** What a request may do after a verdict. */
export type Again =
	/** The service did not act and said when to come back: the same request again, then. */
	| 'later'
	/** The service surely did not act: any request again after a short wait. */
	| 'always'
	/** Whether the service acted is not known: again only what may be repeated; a creation is looked up first. */
	| 'ifRepeatable'
	| 'never';

export interface Verdict {
	kind: string;
	again: Again;
	/** What happened, the service's own words first. */
	message: string;
	/** What to do next. */
	advice: string;
	httpCode?: string;
	/** The answer took longer than a timeout: the service may still act. */
	late?: boolean;
	/** A try before this one may have been acted upon: its answer was lost. */
	doubted?: boolean;
	/** When the request was sent, ms since epoch. */
	sentAt?: number;
	/** How long the service asks to be left alone, in ms. */
	stayAway?: number;
}

interface Rule {
	kind: string;
	applies: (answer: Answer, signs: Signs) => boolean;
	again: Again;
	/** Said when the service said nothing itself. */
	happened: string | ((answer: Answer) => string);
	advice: string | ((answer: Answer, signs: Signs) => string);
}

/** The request never left, or never arrived: the service cannot have acted on it. */
const NOT_SENT =
	/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EAI_FAIL|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/;
/** The address or its certificate is wrong: asking again changes nothing. */
const MISCONFIGURED = /^(ERR_INVALID_URL|ERR_UNSUPPORTED_PROTOCOL|EPROTO|ERR_TLS_.*|ERR_SSL_.*|CERT_.*|.*_CERT(_.*)?|.*SELF_SIGNED.*|HOSTNAME_MISMATCH|UNABLE_TO_.*)$/;
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
const STOPPED = ' As a web page came back instead of JSON, a firewall or a bot filter may have stopped the request.';

/** A time as people say it. */
function lasting(ms: number): string {
	const hours = Math.ceil(ms / 3_600_000);
	return hours < 48 ? `${hours} hours` : `${Math.ceil(hours / 24)} days`;
}

/** Whether a refusal says in a form of its own that it is one of the limit. */
const isTooMany = (answer: Answer, { stayAway }: Signs) =>
	answer.status === 429 || says429(answer.body) || (answer.status < 500 && stayAway !== undefined);

/**
 * Every way in which an answer is not a good one; the first that applies decides.
 * The status codes and most bodies of refusals are not shown in api.md: all of these occur in such services.
 */
const RULES: Rule[] = [
	{
		kind: 'unreachable',
		applies: ({ failure }) => failure !== undefined && NOT_SENT.test(failure.code),
		again: 'always',
		happened: ({ failure }) => `The service could not be reached (${failure?.code})`,
		advice: 'Check the Base URL of the credential and whether the service is online.',
	},
	{
		kind: 'misconfigured',
		applies: ({ failure }) =>
			failure !== undefined && (MISCONFIGURED.test(failure.code) || /invalid url/i.test(failure.message)),
		again: 'never',
		happened: ({ failure }) => `The service could not be called: ${failure?.message}`,
		advice: 'Check the Base URL of the credential, including http:// or https://, and its certificate.',
	},
	{
		kind: 'lost',
		applies: ({ failure }) => failure !== undefined,
		again: 'ifRepeatable',
		happened: ({ failure }) =>
			`The connection was lost before an answer came${failure?.code ? ` (${failure.code})` : ''}`,
		advice: 'Check whether the service is online. A longer Timeout can be set under Options.',
	},
	{
		kind: 'usedUp',
		applies: (answer, signs) => answer.status < 500 && isRefused(answer) && (signs.stayAway ?? 0) > LONGEST_WINDOW,
		again: 'never',
		happened: 'Too many requests',
		advice: (_, { stayAway = 0 }) => `The service asks to come back in ${lasting(stayAway)}. Run this again then.`,
	},
	{
		kind: 'tooMany',
		applies: (answer, signs) => isRefused(answer) && isTooMany(answer, signs),
		again: 'later',
		happened: 'Too many requests',
		advice: TOO_FAST,
	},
	{
		kind: 'tooManyInWords',
		applies: (answer, { ownWords }) => isRefused(answer) && TOO_MANY.test(ownWords),
		again: 'later',
		happened: 'Too many requests',
		advice: TOO_FAST,
	},
	{
		kind: 'redirect',
		applies: ({ status }) => status >= 300 && status < 400,
		again: 'never',
		happened: ({ status, headers }) =>
			`The service sent this request on to ${headers.location ?? 'another address'} (HTTP ${status})`,
		advice: OTHER_HOST,
	},
	{
		kind: 'key',
		applies: (answer, { words, ownWords }) =>
			answer.status === 401 || (answer.status === 403 && words === '') || (answer.status < 500 && isRefused(answer) && NO_KEY.test(ownWords)),
		again: 'never',
		happened: ({ status }) => `The service did not accept the API key (HTTP ${status})`,
		advice: ({ body }) =>
			`Check the API key in the credential: it may be mistyped, expired or not allowed to do this.${isPage(body) ? STOPPED : ''}`,
	},
	{
		kind: 'forbidden',
		applies: ({ status }) => status === 403,
		again: 'never',
		happened: 'The service did not allow this (HTTP 403)',
		advice: 'Check the values of this item against what the service says, and whether the API key of the credential may do this.',
	},
	{
		kind: 'unavailable',
		applies: ({ status }) => status >= 500 || status === 408,
		again: 'ifRepeatable',
		happened: ({ status }) => `The service could not answer (HTTP ${status})`,
		advice: 'This is on the side of the service. Run this again later.',
	},
	{
		kind: 'notFound',
		applies: ({ status }) => status === 404 || status === 410,
		again: 'never',
		happened: ({ status }) => `The service does not know this record or address (HTTP ${status})`,
		advice: 'Check the ID, and the Base URL of the credential.',
	},
	{
		kind: 'page',
		applies: ({ status, body }) => status < 400 && isPage(body),
		again: 'ifRepeatable',
		happened: ({ status }) => `A web page came back instead of JSON (HTTP ${status})`,
		advice:
			'Check the Base URL of the credential. A firewall or a bot filter in front of the service can do this, too.',
	},
	{
		kind: 'refused',
		applies: isRefused,
		again: 'never',
		happened: ({ status }) => `The service refused this request (HTTP ${status})`,
		advice: ({ body }) => `Check the values of this item against what the service says.${isPage(body) ? STOPPED : ''}`,
	},
	{
		kind: 'garbled',
		applies: ({ body }) => !isObject(body),
		again: 'ifRepeatable',
		happened: ({ status }) => `The answer is not the JSON object that was expected (HTTP ${status})`,
		advice: 'It may have been cut off on the way, or the Base URL of the credential is not that of the service.',
	},
];

const said = (text: Rule['advice'], answer: Answer, signs: Signs) => (typeof text === 'string' ? text : text(answer, signs));

/** When a request went out and its answer came, ms since epoch, the texts in it, and whether "No Content" answers it. */
export interface Exchange {
	sentAt: number;
	now: number;
	quotable: string[];
	mayBeEmpty?: boolean;
}

/**
 * Judges what came back.
 *
 * @returns the JSON object of a good reply, or the verdict on any other
 */
export function judge(answer: Answer, { sentAt, now, quotable, mayBeEmpty }: Exchange): { body: IDataObject } | { verdict: Verdict } {
	if (mayBeEmpty && answer.status === NO_CONTENT) return { body: {} };
	const signs = signsOf(answer, now, quotable);
	const rule = RULES.find(({ applies }) => applies(answer, signs));
	if (!rule) return { body: answer.body as IDataObject };
	const { words } = signs;
	const happened = said(rule.happened, answer, signs);
	const advice = said(rule.advice, answer, signs);
	return {
		verdict: {
			kind: rule.kind,
			sentAt,
			again: rule.again,
			stayAway: signs.stayAway,
			message: words === '' ? happened : words,
			advice: words === '' ? advice : `${happened}. ${advice}`,
			httpCode: answer.failure ? answer.failure.code || undefined : String(answer.status),
			late: answer.failure
				? LATE.test(`${answer.failure.code} ${answer.failure.message}`)
				: GATEWAY_GAVE_UP.includes(answer.status),
		},
	};
}

