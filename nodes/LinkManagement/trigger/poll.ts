import {
	type Failure,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { openService, type Service } from '../client/service';
import { MAX_SLEEP, wait } from '../client/wait';
import { type FailureKind, messageOf, RateLimitBusy } from '../errors';
import { withDeclaredTypes, withoutError } from '../lists/records';
import { textOf } from '../text/json';
import { numberFrom } from '../text/sentences';
import { type CountState, FIRST_COUNTS, increasedBy, pollCounts, reached } from './counts';
import { type NewState, pollNew, startNew } from './newRecords';
import { MAX_DURATION, PollReader } from './pollReader';
import {
	currentAccount,
	isOf,
	isSameAccount,
	pollsOf,
	type StoredState,
	storedStateIn,
	VERSION,
} from './polls';
import { sampleOf } from './sample';
import { events, isFiltered, type Watch, watchOf } from './watch';

/** In ms. */
const REQUEST_TIMEOUT = 10_000;
/** Longest duration of a poll, in ms: n8n cuts it off after about 36 s. */
const MAX_POLL_DURATION = 30_000;
/** Longest wait of a publication for the poll that still runs, in ms. */
const MAX_WAIT_AT_PUBLICATION = 10_000;
/** What `getPollBudgetMs` gives for all polls but those on the schedule of the durable scheduler, in ms. */
const USUAL_BUDGET = 300_000;

/** Why n8n polls. `restart`: it sets up the triggers on its own, so that a failure must not make it give one up. */
type Occasion = 'publication' | 'restart' | 'schedule';

function occasionOf(context: IPollFunctions): Occasion {
	const { activations } = pollsOf(context);
	const isFirst = !activations.has(context);
	activations.add(context);
	// Older versions of n8n do not have this function, and no durable scheduler
	const budget = (context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? USUAL_BUDGET;
	if (!isFirst || budget < USUAL_BUDGET) return 'schedule';
	const isRestart = ['init', 'leadershipChange'].includes(context.getActivationMode());
	return isRestart ? 'restart' : 'publication';
}

/** The first poll only notes the records that exist. */
async function advance(
	reader: PollReader,
	{ event, amount, links }: Watch,
	state: StoredState['state'] | undefined,
): Promise<{ records: IDataObject[]; state: NewState | CountState }> {
	const { kind } = events[event];
	if (kind === 'new') {
		const known = state as NewState | undefined;
		if (known && !known.isFirstReading) return await pollNew(reader, known);
		return { records: [], state: await startNew(reader, known) };
	}
	const rule = kind === 'reached' ? reached(amount) : increasedBy(amount);
	return await pollCounts(reader, (state as CountState | undefined) ?? FIRST_COUNTS, rule, links);
}

/** Without an error, new records would be lost when the list can't be read for the first time. */
function notStarted(
	context: IPollFunctions,
	{ message, readyIn } = new RateLimitBusy(MAX_DURATION),
): NodeOperationError {
	const error = new NodeOperationError(context.getNode(), message, {
		description: 'The trigger has to read the list once before it can start.',
	});
	error.failure = { cause: 'rate-limited', retryAfterMs: Math.ceil(readyIn) };
	return error;
}

/** A filter with a typing error looks like an account in which nothing happens. */
function noteFilters(service: Service, reader: PollReader, watch: Watch): void {
	if (!reader.hasWatched && isFiltered(watch))
		service.log.warn('begins, and no record that was read matches its filters');
}

/** @param from what this process may know although n8n has not stored it yet */
function noteOtherVersion({ log }: Service, kept: IDataObject, from?: StoredState): void {
	if (!from && !storedStateIn(kept) && Object.keys(kept).length > 0)
		log.warn('starts anew, because its stored state is of another version of this node');
}

/** @param from the state before the poll, which may belong to another account */
async function resume(
	context: IPollFunctions,
	service: Service,
	watch: Watch,
	from: StoredState | undefined,
): Promise<{ records: IDataObject[]; next: StoredState }> {
	const { event, keyword, links } = watch;
	const reader = new PollReader(service, events[event].source, keyword, links);
	const account = await currentAccount(service, from?.account, reader.maxWait);
	const known = from && isSameAccount(from.account, account) ? from : undefined;
	const { records, state } = await advance(reader, watch, known?.state);
	if (!known && !reader.hasRead) throw notStarted(context, reader.busy);
	if (!known) noteFilters(service, reader, watch);
	// Later than before, also when the clock was set back
	const now = Math.max(Date.now(), (from?.emittedAt ?? 0) + 1);
	const emittedAt = known && records.length === 0 ? known.emittedAt : now;
	return { records, next: { version: VERSION, watch, account, state, emittedAt } };
}

/** With numbers where a service sends them as text (services.md section 3). */
function outputOf(records: IDataObject[], { event }: Watch): INodeExecutionData[][] | null {
	if (records.length === 0) return null;
	const typed = withDeclaredTypes({ id: 'integer', [events[event].source.count]: 'integer' });
	return [records.map((json) => ({ json: typed(withoutError(json)) }))];
}

async function pollActive(
	context: IPollFunctions,
	service: Service,
	watch: Watch,
	occasion: Occasion,
): Promise<INodeExecutionData[][] | null> {
	const polls = pollsOf(context);
	const { name } = context.getNode();
	const kept = context.getWorkflowStaticData('node');
	const stored = storedStateIn(kept);
	const from = polls.stateFor(name, watch, stored);
	noteOtherVersion(service, kept, from);
	const isStored = isOf(watch, stored);
	const mayBeStored = !isStored && occasion === 'schedule';
	if (from && mayBeStored && polls.isStoringFirst) return null;
	try {
		const polled = await resume(context, service, watch, from);
		if (polls.hasJustEmitted(polled.records)) return null;
		// The state changes last, after everything succeeded: a failed or stopped poll loses nothing
		Object.assign(kept, polled.next);
		polls.note(name, isStored, from, polled);
		// n8n does not store the state of a poll at publication
		if (mayBeStored) polls.storingSince = performance.now();
		return outputOf(polled.records, watch);
	} catch (error) {
		const isBusy = error instanceof RateLimitBusy;
		if (!from || !(isBusy || occasion === 'restart'))
			throw isBusy ? notStarted(context, error) : error;
		service.log.warn(`goes on with the next poll: ${service.plainText(messageOf(error))}`);
		return null;
	}
}

function stillRunning(context: IPollFunctions): NodeOperationError {
	const message = 'A poll of this trigger still runs: publish again in half a minute';
	const error = new NodeOperationError(context.getNode(), message, {
		description: 'Until it has ended, the trigger can neither check the credential nor begin.',
	});
	error.failure = { cause: 'temporarily-unavailable' };
	return error;
}

async function pollOnce(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const watch = watchOf(context);
	const connection = { timeout: REQUEST_TIMEOUT, maxDuration: MAX_POLL_DURATION };
	if (context.getMode() === 'manual') {
		const service = await openService(context, connection);
		return outputOf([await sampleOf(context, service, watch)], watch);
	}
	const polls = pollsOf(context);
	const occasion = occasionOf(context);
	const latest = performance.now() + MAX_WAIT_AT_PUBLICATION;
	// Without a poll of its own, a publication would accept a wrong key, and take no baseline
	while (polls.isPolling && occasion === 'publication') {
		if (performance.now() >= latest) throw stillRunning(context);
		await wait(MAX_SLEEP, undefined);
	}
	// n8n starts the next poll even if the last one still runs
	if (polls.isPolling) return null;
	polls.isPolling = true;
	if (occasion === 'restart') polls.forgetStates();
	try {
		return await pollActive(context, await openService(context, connection), watch, occasion);
	} finally {
		polls.isPolling = false;
	}
}

/** After `…-invalid`, n8n polls once in half an hour. Other kinds have no cause: a refusal in words can be about maintenance. */
const CAUSES: Partial<Record<FailureKind, Failure['cause']>> = {
	forbidden: 'configuration-invalid',
	invalidKey: 'credential-invalid',
	lostReply: 'temporarily-unavailable',
	misconfigured: 'configuration-invalid',
	quotaExhausted: 'quota-exhausted',
	rateLimited: 'rate-limited',
	unavailable: 'temporarily-unavailable',
	unreachable: 'temporarily-unavailable',
};

function failureOf({ context, httpCode }: NodeApiError): Failure | undefined {
	// A firewall in front of the service sends this, too, and n8n would poll only once in half an hour
	if (httpCode === '403' && context.fromService !== true)
		return { cause: 'temporarily-unavailable' };
	const cause = CAUSES[textOf(context.failureKind) as FailureKind];
	const retryAfter = numberFrom(context.retryAfter) ?? 0;
	return cause && { cause, ...(retryAfter > 0 && { retryAfterMs: Math.ceil(retryAfter) }) };
}

/** n8n's durable scheduler reads the plain property. Older versions lose the option of the error's constructor. */
function withFailure(error: unknown): unknown {
	if (error instanceof NodeApiError) error.failure = failureOf(error);
	// A parameter or the credential can't be used
	if (error instanceof NodeOperationError) error.failure ??= { cause: 'configuration-invalid' };
	return error;
}

/** The records that are new or changed since the last poll, or null when there are none. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		return await pollOnce(context);
	} catch (error) {
		throw withFailure(error);
	}
}
