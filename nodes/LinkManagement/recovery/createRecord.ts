import type { IDataObject } from 'n8n-workflow';

import { bodyOf, endpointOf, requestOptionsOf } from '../client/http';
import { reasonOf } from '../client/log';
import { MAX_TRIES, pauseAfter, type ServiceCall } from '../client/service';
import { wait } from '../client/wait';
import { Canceled, type Failure, itemLabel } from '../errors';
import {
	createdRecordIn,
	createdRecordsOf,
	failingCreationsOf,
	namesInReply,
	recordNames,
} from './createdRecords';
import {
	leavesDoubt,
	lookUpFailed,
	notCreated,
	notIdentifiable,
	notReadToEnd,
	notTellable,
	unnamedReply,
} from './creationFailures';
import { findOrElse } from './findRecord';
import { type CreationRecovery, lookUp } from './lookUp';

/** Pauses before each look-up after a lost reply, in ms, because the service may still be working. */
const PAUSES = [0, 1_500];
/** After a timeout, the service may take longer. After the second one the item fails, so that it does not take minutes. */
const PAUSES_WHEN_LATE = [1_000, 2_000, 4_000, 8_000, 15_000];
const PAUSES_WHEN_LATE_AGAIN = [1_000, 2_000, 4_000];
const MAX_LATE_TRIES = 2;
const PAUSES_WHEN_FAILING = [500];

const MAX_PAGES = 10;
/** Most requests to find out whether a record was created, when creations are known to fail. */
const MAX_REQUESTS_WHEN_FAILING = 2;

interface Creation extends ServiceCall {
	body: IDataObject;
	recovery: CreationRecovery;
}

type Sent = { record: IDataObject } | { failure: Failure };

/**
 * Creates a record, once. When the reply is lost, or names no record, the record is looked up. If it is not found, the request is
 * sent again after a lost reply, and a reply that names no record is a failure. There are never two records for one item, and
 * never a record that no item reports.
 */
export async function createRecord(
	call: ServiceCall,
	recovery: CreationRecovery,
): Promise<IDataObject> {
	const { service, item } = call;
	const body = bodyOf(call.request);
	const { list } = recovery;
	const identity = recovery.identity(body);
	const creation = { ...call, body, recovery };
	return await createdRecordsOf(service, list).whileCreating(body, async () => {
		if (identity === undefined) {
			const sent = await sendCreation(creation);
			if ('record' in sent) return sent.record;
			const { failure } = sent;
			const final = leavesDoubt(failure) ? notIdentifiable(recovery, failure) : failure;
			throw service.errorFor(item, final);
		}
		// Otherwise a look-up could find the record of another creation like it, whose reply has not arrived yet
		const lock = `${endpointOf(call.request)} ${identity}`;
		return await service.account.locks.run(lock, service.signal, async () => {
			const sent = await sendCreation(creation);
			if ('record' in sent) return sent.record;
			return await resolveDoubt(creation, sent.failure).catch((error: unknown) => {
				throw error instanceof Canceled ? new Canceled(true) : error;
			});
		});
	});
}

async function sendCreation(creation: Creation): Promise<Sent> {
	const { service, request, body, recovery } = creation;
	const outcome = await service.request(request, { ...requestOptionsOf(creation), creates: true });
	if ('failure' in outcome) return outcome;
	failingCreationsOf(service).noteSuccess();
	const names = namesInReply(outcome.body, body);
	if (names.length === 0) return { failure: unnamedReply(recovery, outcome) };
	createdRecordsOf(service, recovery.list).add(names);
	return { record: createdRecordIn(outcome.body) };
}

async function resolveDoubt(creation: Creation, failure: Failure): Promise<IDataObject> {
	const { service, item } = creation;
	if (!leavesDoubt(failure)) throw service.errorFor(item, failure);
	if (failure.kind === 'unnamedReply') return await lookUpOnce(creation, failure);
	const failing = failingCreationsOf(service);
	const retry = async () => await lookUpAndRetry(creation, failure);
	if (!failing.areKnownAs(failure)) {
		const record = await failing.investigate(service.signal, retry);
		if (record) return record;
	}
	return failing.areKnownAs(failure) ? await lookUpOnce(creation, failure) : await retry();
}

async function lookUpAndRetry(creation: Creation, first: Failure): Promise<IDataObject> {
	const { service, request, recovery, item } = creation;
	const failing = failingCreationsOf(service);
	const since = first.sentAt ?? Date.now();
	let failure = first;
	let lateTries = 0;
	for (let tries = 1; ; tries++) {
		await wait(pauseAfter(tries, failure), service.signal);
		if (failure.late) lateTries++;
		const pauses = pausesAfter(failure, lateTries);
		const search = { failure, since, pauses, maxPages: MAX_PAGES };
		const found = await lookUpAfterPauses(creation, search);
		if (found) return found;
		const isFirst = tries === 1 || failure.retry === 'never';
		const older = isFirst ? await recovery.orElse?.() : undefined;
		if (older) return older;
		if (tries >= MAX_TRIES || lateTries >= MAX_LATE_TRIES) failing.noteFailure(failure);
		throwIfFinal(creation, failure);
		service.log.debug(
			`${endpointOf(request)}${itemLabel(item)} is sent again: no record was found`,
		);
		const next = await sendCreation(creation);
		if ('record' in next) return next.record;
		failure = next.failure;
	}
}

function throwIfFinal({ service, recovery, item }: Creation, failure: Failure): void {
	// A refusal is looked up, too: an earlier attempt may have succeeded late and caused it
	if (failure.retry !== 'ifRepeatable') throw service.errorFor(item, failure);
	if (failingCreationsOf(service).areKnownAs(failure))
		throw service.errorFor(item, notCreated(recovery, failure));
}

function pausesAfter({ late }: Failure, lateTries: number): number[] {
	if (!late) return PAUSES;
	return lateTries === 1 ? PAUSES_WHEN_LATE : PAUSES_WHEN_LATE_AGAIN;
}

/** Without sending the request again: the service replied that it created the record, or creations are known to fail. */
async function lookUpOnce(creation: Creation, failure: Failure): Promise<IDataObject> {
	const { service, recovery, item } = creation;
	const isUnnamed = failure.kind === 'unnamedReply';
	const pauses = isUnnamed ? [0] : PAUSES_WHEN_FAILING;
	const maxPages = isUnnamed ? MAX_PAGES : MAX_REQUESTS_WHEN_FAILING - (recovery.orElse ? 1 : 0);
	const search = { failure, since: failure.sentAt ?? Date.now(), pauses, maxPages };
	const found = (await lookUpAfterPauses(creation, search)) ?? (await recovery.orElse?.());
	if (found) return found;
	if (!isUnnamed) failingCreationsOf(service).noteFailure(failure);
	throw service.errorFor(item, notCreated(recovery, failure));
}

interface Search {
	failure: Failure;
	/** When the creation was first sent, ms since epoch. */
	since: number;
	pauses: number[];
	maxPages: number;
}

async function lookUpAfterPauses(
	{ service, body, recovery, item }: Creation,
	{ failure, since, pauses, maxPages }: Search,
): Promise<IDataObject | undefined> {
	const what = `${recovery.what}${itemLabel(item)}`;
	service.log.debug(`looks up the ${what} in the list: ${reasonOf(failure)}`);
	let doubtful: IDataObject | undefined;
	for (const pause of pauses) {
		await wait(pause, service.signal);
		const { record, inDoubt, complete } = await findOrElse(
			async () => await lookUp(service, recovery, { body, since, maxPages }),
			(reason) => service.errorFor(item, lookUpFailed(recovery, failure, reason)),
		);
		if (record) {
			failingCreationsOf(service).noteSuccess();
			return record;
		}
		if (!complete) throw service.errorFor(item, notReadToEnd(recovery, failure));
		doubtful = inDoubt;
	}
	if (!doubtful) return undefined;
	// It is the new one if the service replied that it created one. Otherwise, sending again could create a second one
	if (failure.kind !== 'unnamedReply') throw service.errorFor(item, notTellable(recovery, failure));
	createdRecordsOf(service, recovery.list).add(recordNames(doubtful));
	return doubtful;
}
