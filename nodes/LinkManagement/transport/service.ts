import {
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IHttpRequestOptions,
	NodeOperationError,
} from 'n8n-workflow';

import { accessOf } from './access';
import { CREDENTIAL, exchange, type Caller } from './answer';
import { Ledger } from './ledger';
import { Pacer, type Patience } from './pacing/pacer';
import { budgetOf, clockSkew } from './pacing/rateLimit';
import { isObject } from './json';
import { refusal } from './refusal';
import { judge, type Verdict } from './verdict';
import { Abandoned, throwIfCanceled, wait } from './wait';

/** Tries of one request over broken connections and 5xx, and how often a "too many" is waited out. */
export const MOST_TRIES = 4;
const MOST_WAITS = 30;
/** The same where only its words sound like one. */
const MOST_WAITS_IN_WORDS = 5;
/** Tries of a patient request, and how long ago the service must have answered, in ms: a real outage is not waited out. */
const PATIENT_TRIES = 7;
const MOMENT = 60_000;
/** First wait before another try, in ms; doubled each time, half of it by chance. */
const BACKOFF = 300;
/** Longest pause for which a service that is not up is given, in ms, whatever it asks for. */
const LONGEST_PAUSE = 60_000;

/** api.md section 5. */
export const JSON_HEADERS = { Accept: 'application/json', 'Content-Type': 'application/json' };

/** How a request may be treated when the answer to it is lost or bad. */
export interface Treatment extends Patience {
	/** Index of the input item, for the message. */
	item?: number;
	/** Makes a record: never sent again unless the service surely did not act. */
	creates?: boolean;
	/** Nothing is expected back but that it was done: HTTP 204 says so, too. */
	mayBeEmpty?: boolean;
	/** Worth about 20 s of tries over broken connections and 5xx, if the service was there a moment ago. */
	patient?: boolean;
}

/** The JSON object of a good reply, or the verdict on any other. */
export type Outcome = ReturnType<typeof judge>;

/** The service as one node run sees it. */
export interface Service {
	readonly baseUrl: string;
	/** Whether a good reply came since this was opened: the address and the key are right. */
	readonly hasAnswered: boolean;
	readonly ledger: Ledger;
	/** The service's clock minus ours, in ms, by its last reply. */
	readonly clockSkew: number;
	readonly signal: AbortSignal | undefined;
	/**
	 * Sends one request, and again as far as its treatment allows.
	 *
	 * @param request method, url, qs, body and the node's Request Options; not changed
	 * @throws {Canceled} when the execution is stopped meanwhile, {Abandoned} when it is not wanted any more
	 */
	attempt: (request: IHttpRequestOptions, treatment?: Treatment) => Promise<Outcome>;
	/**
	 * As {@link attempt}, for those who only want a good reply.
	 *
	 * @throws {NodeApiError} for every other answer, with the item, what happened and what to do next
	 */
	send: (request: IHttpRequestOptions, treatment?: Treatment) => Promise<IDataObject>;
	/** A verdict as the error that n8n shows, without the key. */
	refused: (verdict: Verdict, item: number | undefined) => Error;
}

/** What all runs of this process with one key at one address share. */
interface Shared {
	pacer: Pacer;
	ledger: Ledger;
	clockSkew: number;
	/** When the last good reply came, ms since epoch. */
	answeredAt: number;
}

const sharedByKey = new Map<string, Shared>();

function sharedFor(baseUrl: string, apiKey: string): Shared {
	const name = `${baseUrl}\n${apiKey}`;
	const shared = sharedByKey.get(name) ?? { pacer: new Pacer(), ledger: new Ledger(), clockSkew: 0, answeredAt: -Infinity };
	sharedByKey.set(name, shared);
	return shared;
}

/** @throws {NodeOperationError} when the node has no credential, or one that nothing can be sent with */
export async function openService(caller: Caller): Promise<Service> {
	const credentials = await caller.getCredentials(CREDENTIAL);
	const { baseUrl, apiKey, wrong } = accessOf(credentials);
	if (wrong !== undefined) {
		throw new NodeOperationError(caller.getNode(), wrong, { description: 'Correct the credential. Nothing was sent.' });
	}
	const signal =
		'getExecutionCancelSignal' in caller ? caller.getExecutionCancelSignal() : undefined;
	const shared = sharedFor(baseUrl, apiKey);
	let hasAnswered = false;

	const attempt: Service['attempt'] = async (request, treatment = {}) => {
		const outcome = await persist({ caller, credentials, shared, signal }, request, treatment);
		hasAnswered ||= 'body' in outcome;
		return outcome;
	};
	const refused: Service['refused'] = (verdict, item) =>
		refusal(caller.getNode(), verdict, { item, secret: apiKey });

	return {
		baseUrl,
		ledger: shared.ledger,
		signal,
		get clockSkew() {
			return shared.clockSkew;
		},
		get hasAnswered() {
			return hasAnswered;
		},
		attempt,
		async send(request, treatment) {
			const outcome = await attempt(request, treatment);
			if ('body' in outcome) return outcome.body;
			throw refused(outcome.verdict, treatment?.item);
		},
		refused,
	};
}

interface Line {
	caller: Caller;
	credentials: ICredentialDataDecryptedObject;
	shared: Shared;
	signal: AbortSignal | undefined;
}

/** The values of a request that a refusal of it may quote. */
const textsOf = ({ body, qs }: IHttpRequestOptions): string[] =>
	Object.values({ ...(isObject(body) ? body : {}), ...qs }).filter((value) => typeof value === 'string');

/** One exchange in its turn; what the reply says about the budget goes back to the pacer. */
async function sendOnce(line: Line, request: IHttpRequestOptions, treatment: Treatment): Promise<Outcome> {
	const slot = await line.shared.pacer.acquire(line.signal, treatment);
	if (treatment.abandoned?.()) {
		slot.release();
		throw new Abandoned();
	}
	const sentAt = Date.now();
	const answer = await exchange(line.caller, request, line.credentials);
	const now = Date.now();
	const outcome = judge(answer, { sentAt, now, quotable: textsOf(request), mayBeEmpty: treatment.mayBeEmpty });
	if ('body' in outcome) line.shared.answeredAt = now;
	if (answer.headers.date !== undefined) line.shared.clockSkew = clockSkew(answer.headers, now);
	const stopped = 'verdict' in outcome && outcome.verdict.again === 'later' ? outcome.verdict : undefined;
	const budget = answer.failure ? undefined : budgetOf(answer, now);
	slot.release(budget, stopped && { for: stopped.stayAway });
	if (answer.failure) throwIfCanceled(line.signal);
	return outcome;
}

const mayRepeat = ({ again }: Verdict, creates: boolean) =>
	again === 'always' || (again === 'ifRepeatable' && !creates);

const mostTries = ({ shared }: Line, { patient }: Treatment) =>
	patient && Date.now() - shared.answeredAt < MOMENT ? PATIENT_TRIES : MOST_TRIES;

/** Waits before another try: longer each time, not all who wait at the same moment, and as long as the service asks for. */
export async function backOff(tries: number, signal: AbortSignal | undefined, { stayAway = 0 }: Verdict): Promise<void> {
	const pause = BACKOFF * 2 ** (tries - 1) * (0.5 + Math.random());
	await wait(Math.max(pause, Math.min(stayAway, LONGEST_PAUSE)), signal);
}

/** Sends until there is a good reply or a verdict that sending again can't change. */
async function persist(line: Line, request: IHttpRequestOptions, treatment: Treatment): Promise<Outcome> {
	let doubted = false;
	for (let tries = 1, waits = 0; ; ) {
		const outcome = await sendOnce(line, request, treatment);
		if ('body' in outcome) return outcome;
		const verdict: Verdict = { ...outcome.verdict, doubted };
		if (verdict.again === 'later') {
			if (++waits > (verdict.kind === 'tooManyInWords' ? MOST_WAITS_IN_WORDS : MOST_WAITS)) return { verdict };
			continue; // the pacer knows how long
		}
		if (tries >= mostTries(line, treatment) || !mayRepeat(verdict, treatment.creates === true)) return { verdict };
		doubted ||= verdict.again === 'ifRepeatable';
		await backOff(tries, line.signal, verdict);
		tries++;
	}
}
