import type { IDataObject } from 'n8n-workflow';

import { Canceled, type Failure } from '../../errors';
import { isObject } from '../../values/json';
import {
	backOff,
	type ConnectionOptions,
	MAX_TRIES,
	type RequestOptions,
	type Service,
	type ServiceRequest,
} from '../service';
import { wait } from '../wait';
import { type CreationRecovery, lookUp } from './lookUp';

/**
 * How long a service may still be working on a request whose answer took too long, in ms: five times as long as
 * was waited for the answer, but within reason. Looked up is three times, each after twice as long.
 */
const LATE_LOOK_UP = { times: 5, least: 5_000, most: 30_000 };
const LATE_LOOKS = [1 / 7, 2 / 7, 4 / 7];
/** Where the connection broke, in ms before each look-up: the service may have been at it for a moment yet. */
const BROKEN_LOOKS = [0, 1_500];

const outcomeUnknown = ({ what }: CreationRecovery, failure: Failure, why: string): Failure => ({
	...failure,
	kind: 'outcomeUnknown',
	message: `${failure.message.replace(/\.+$/, '')}. Whether the ${what} was made is not known`,
	advice: `${why} Look for it at the service before you run this item again. ${failure.advice}`,
});

const notCreated = ({ what }: CreationRecovery, failure: Failure): Failure => ({
	...failure,
	advice: `The ${what} was looked up after every try and was not made. ${failure.advice}`,
});

const bodyOf = ({ body }: ServiceRequest): IDataObject => (isObject(body) ? body : {});

/**
 * Makes a record, once. When the answer is lost after the request was sent, the record is looked up: found, it is the
 * result; not found, the request is sent again. Never two records for one item, never one that no item reports.
 *
 * @returns the service's reply, or the record from its list
 * @throws {NodeApiError} saying what is known about the record; {Canceled} on Stop
 */
export async function createRecord(
	service: Service,
	request: ServiceRequest,
	creation: CreationRecovery,
	options: RequestOptions,
): Promise<IDataObject> {
	return await service.createdRecords.whileCreating(
		creation.list.arrayName,
		async () => await createOnce(service, request, creation, options),
	);
}

async function createOnce(
	service: Service,
	request: ServiceRequest,
	creation: CreationRecovery,
	options: RequestOptions,
): Promise<IDataObject> {
	const { createdRecords, creationLocks, signal } = service;
	const send = async () => {
		const outcome = await service.request(request, { ...options, creates: true });
		if ('body' in outcome) createdRecords.add(creation.list.arrayName, outcome.body);
		return outcome;
	};

	const identity = creation.identity(bodyOf(request));
	const name = `${creation.list.arrayName} ${identity}`;
	const first =
		identity === undefined ? await send() : await creationLocks.withReadLock(name, signal, send);
	if ('body' in first) return first.body;
	if (first.failure.retry !== 'ifRepeatable') throw service.errorFor(first.failure, options.item);
	if (identity === undefined) {
		const why = `Nothing in the request tells this ${creation.what} from others, so it can't be looked up.`;
		throw service.errorFor(outcomeUnknown(creation, first.failure, why), options.item);
	}

	const since = first.failure.sentAt ?? Date.now();
	return await creationLocks.withWriteLock(name, signal, async () => {
		let { failure } = first;
		for (let tries = 1; ; tries++) {
			await backOff(tries, signal, failure);
			for (const pause of failure.late ? latePauses(service.connection) : BROKEN_LOOKS) {
				await wait(pause, signal);
				const found = await find(service, request, creation, options, { since, failure });
				if (found) return found;
			}
			const other = await creation.orElse?.();
			if (other) return other;
			// A refusal was looked up, too: a try before it may have been acted upon late, and now be in the way
			if (failure.retry !== 'ifRepeatable') throw service.errorFor(failure, options.item);
			if (tries >= MAX_TRIES) throw service.errorFor(notCreated(creation, failure), options.item);
			const next = await send();
			if ('body' in next) return next.body;
			failure = next.failure;
		}
	});
}

/** @returns ms before each look-up of a record that the service may still be making */
function latePauses({ timeout }: ConnectionOptions): number[] {
	const whole = Math.max(
		LATE_LOOK_UP.least,
		Math.min(LATE_LOOK_UP.times * (timeout || Infinity), LATE_LOOK_UP.most),
	);
	return LATE_LOOKS.map((share) => whole * share);
}

/** Looks the record up; a look-up that is refused itself leaves it unknown. */
async function find(
	service: Service,
	request: ServiceRequest,
	creation: CreationRecovery,
	options: RequestOptions,
	{ since, failure }: { since: number; failure: Failure },
): Promise<IDataObject | undefined> {
	try {
		const found = await lookUp(service, bodyOf(request), creation, options.item, since);
		if (found) service.createdRecords.add(creation.list.arrayName, found);
		return found;
	} catch (error) {
		const reason = error instanceof Error ? error.message : '';
		const why = `Looking it up did not work either (${reason}).`;
		throw error instanceof Canceled
			? error
			: service.errorFor(outcomeUnknown(creation, failure, why), options.item);
	}
}
