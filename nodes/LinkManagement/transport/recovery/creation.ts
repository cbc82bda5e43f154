import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { isObject } from '../json';
import { type Creation, lookUp } from './lookUp';
import { backOff, MOST_TRIES, type Service, type Treatment } from '../service';
import type { Verdict } from '../verdict';
import { Canceled, wait } from '../wait';

/**
 * How long a service may still be working on a request whose answer took too long, in ms: five times as long as
 * was waited for the answer, but within reason. Looked up is three times, each after twice as long.
 */
const LATE = { times: 5, least: 5_000, most: 30_000 };
const LATE_LOOKS = [1 / 7, 2 / 7, 4 / 7];
/** Where the connection broke, in ms before each look-up: the service may have been at it for a moment yet. */
const BROKEN_LOOKS = [0, 1_500];

const unknown = ({ what }: Creation, verdict: Verdict, why: string): Verdict => ({
	...verdict,
	kind: 'unknown',
	message: `${verdict.message.replace(/\.+$/, '')}. Whether the ${what} was made is not known`,
	advice: `${why} Look for it at the service before you run this item again. ${verdict.advice}`,
});

const notMade = ({ what }: Creation, verdict: Verdict): Verdict => ({
	...verdict,
	advice: `The ${what} was looked up after every try and was not made. ${verdict.advice}`,
});

/**
 * Makes a record, once. When the answer is lost after the request was sent, the record is looked up: found, it is the
 * result; not found, the request is sent again. Never two records for one item, never one that no item reports.
 *
 * @returns the service's reply, or the record from its list
 * @throws {NodeApiError} saying what is known about the record; {Canceled} on Stop
 */
export async function create(
	service: Service,
	request: IHttpRequestOptions,
	creation: Creation,
	treatment: Treatment,
): Promise<IDataObject> {
	return await service.ledger.creating(creation.list.key, async () => await made(service, request, creation, treatment));
}

async function made(
	service: Service,
	request: IHttpRequestOptions,
	creation: Creation,
	treatment: Treatment,
): Promise<IDataObject> {
	const { ledger, signal } = service;
	const send = async () => {
		const outcome = await service.attempt(request, { ...treatment, creates: true });
		if ('body' in outcome) ledger.handOut(creation.list.key, outcome.body);
		return outcome;
	};

	const identity = creation.identity(isObject(request.body) ? request.body : {});
	const name = `${creation.list.key} ${identity}`;
	const first = identity === undefined ? await send() : await ledger.sending(name, signal, send);
	if ('body' in first) return first.body;
	if (first.verdict.again !== 'ifRepeatable') throw service.refused(first.verdict, treatment.item);
	if (identity === undefined) {
		const why = `Nothing in the request tells this ${creation.what} from others, so it can't be looked up.`;
		throw service.refused(unknown(creation, first.verdict, why), treatment.item);
	}

	const since = first.verdict.sentAt ?? Date.now();
	return await ledger.alone(name, signal, async () => {
		let { verdict } = first;
		for (let tries = 1; ; tries++) {
			await backOff(tries, signal, verdict);
			for (const pause of verdict.late ? latePauses(request) : BROKEN_LOOKS) {
				await wait(pause, signal);
				const found = await find(service, request, creation, treatment, { since, verdict });
				if (found) return found;
			}
			const other = await creation.orElse?.();
			if (other) return other;
			// A refusal was looked up, too: a try before it may have been acted upon late, and now be in the way
			if (verdict.again !== 'ifRepeatable') throw service.refused(verdict, treatment.item);
			if (tries >= MOST_TRIES) throw service.refused(notMade(creation, verdict), treatment.item);
			const next = await send();
			if ('body' in next) return next.body;
			verdict = next.verdict;
		}
	});
}

/** @returns ms before each look-up of a record that the service may still be making */
function latePauses({ timeout }: IHttpRequestOptions): number[] {
	const whole = Math.max(LATE.least, Math.min(LATE.times * (timeout || Infinity), LATE.most));
	return LATE_LOOKS.map((share) => whole * share);
}

/** Looks the record up; a look-up that is refused itself leaves it unknown. */
async function find(
	service: Service,
	request: IHttpRequestOptions,
	creation: Creation,
	treatment: Treatment,
	{ since, verdict }: { since: number; verdict: Verdict },
): Promise<IDataObject | undefined> {
	try {
		const found = await lookUp(service, request, creation, treatment, since);
		if (found) service.ledger.handOut(creation.list.key, found);
		return found;
	} catch (error) {
		const reason = error instanceof Error ? error.message : '';
		const why = `Looking it up did not work either (${reason}).`;
		throw error instanceof Canceled
			? error
			: service.refused(unknown(creation, verdict, why), treatment.item);
	}
}
