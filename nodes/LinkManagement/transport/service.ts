import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { CREDENTIAL, exchange, type Caller } from './answer';
import { normaliseBaseUrl } from './baseUrl';
import { type Pacer, pacerFor } from './pacer';
import { budgetOf, retryAfter } from './rateLimit';
import { refusal } from './refusal';
import { judge, type Verdict } from './verdict';
import { throwIfCanceled, wait } from './wait';

/** Tries of one request over broken connections and 5xx, and how often a "too many" is waited out. */
const MOST_TRIES = 4;
const MOST_WAITS = 30;
/** First wait before another try, in ms; doubled each time, half of it by chance. */
const BACKOFF = 300;

/** api.md section 5. */
export const JSON_HEADERS = { Accept: 'application/json', 'Content-Type': 'application/json' };

/** How a request may be treated when the answer to it is lost or bad. */
export interface Treatment {
	/** Index of the input item, for the message. */
	item?: number;
	/** Makes a record: never sent again unless the service surely did not act. */
	creates?: boolean;
	/** Longest acceptable wait for a new window of the rate limit, in ms. Default: as long as it takes. */
	patience?: number;
}

/** The service as one node run sees it. */
export interface Service {
	readonly baseUrl: string;
	/** Whether a good reply came since this was opened: the address and the key are right. */
	readonly hasAnswered: boolean;
	/**
	 * Sends one request and hands over the JSON object of the good reply.
	 *
	 * @param request method, url, qs, body and the node's Request Options; not changed
	 * @throws {NodeApiError} for every other answer, with the item, what happened and what to do next
	 * @throws {Canceled} when the execution is stopped meanwhile
	 */
	send(request: IHttpRequestOptions, treatment?: Treatment): Promise<IDataObject>;
}

/** @throws {NodeOperationError} of n8n when the node has no credential */
export async function openService(caller: Caller): Promise<Service> {
	const credentials = await caller.getCredentials<{ baseUrl: string; apiKey: string }>(CREDENTIAL);
	const baseUrl = normaliseBaseUrl(String(credentials.baseUrl));
	const apiKey = String(credentials.apiKey).trim();
	const signal =
		'getExecutionCancelSignal' in caller ? caller.getExecutionCancelSignal() : undefined;
	const line: Line = { caller, pacer: pacerFor(baseUrl, apiKey), signal };

	let hasAnswered = false;

	return {
		baseUrl,
		get hasAnswered() {
			return hasAnswered;
		},
		async send(request, treatment = {}) {
			const outcome = await persist(line, request, treatment);
			if ('body' in outcome) {
				hasAnswered = true;
				return outcome.body;
			}
			throw refusal(caller.getNode(), outcome.verdict, { item: treatment.item, secret: apiKey });
		},
	};
}

interface Line {
	caller: Caller;
	pacer: Pacer;
	signal: AbortSignal | undefined;
}

type Outcome = ReturnType<typeof judge>;

/** One exchange in its turn; what the reply says about the budget goes back to the pacer. */
async function sendOnce(line: Line, request: IHttpRequestOptions, patience?: number): Promise<Outcome> {
	const slot = await line.pacer.acquire(line.signal, patience);
	const answer = await exchange(line.caller, request);
	const now = Date.now();
	const outcome = judge(answer);
	const stopped = 'verdict' in outcome && outcome.verdict.again === 'later';
	slot.release(budgetOf(answer, now), stopped ? { for: retryAfter(answer, now) } : undefined);
	if (answer.failure) throwIfCanceled(line.signal);
	return outcome;
}

const mayRepeat = ({ again }: Verdict, creates: boolean) =>
	again === 'always' || (again === 'ifRepeatable' && !creates);

/** Sends until there is a good reply or a verdict that sending again can't change. */
async function persist(line: Line, request: IHttpRequestOptions, treatment: Treatment): Promise<Outcome> {
	const { creates = false, patience } = treatment;
	for (let tries = 1, waits = 0; ; ) {
		const outcome = await sendOnce(line, request, patience);
		if ('body' in outcome) return outcome;
		if (outcome.verdict.again === 'later') {
			if (++waits > MOST_WAITS) return outcome;
			continue; // the pacer knows how long
		}
		if (tries >= MOST_TRIES || !mayRepeat(outcome.verdict, creates)) return outcome;
		await wait(BACKOFF * 2 ** (tries - 1) * (0.5 + Math.random()), line.signal);
		tries++;
	}
}

