import {
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
	NodeOperationError,
} from 'n8n-workflow';

import { openService, type Service } from '../client/service';
import { MAX_SLEEP, wait } from '../client/wait';
import { messageOf, RateLimitBusy } from '../errors';
import { withDeclaredTypes, withoutError } from '../lists/records';
import { counted } from '../text/sentences';
import { type CountState, increasedBy, pollCounts, reached, startCounts } from './counts';
import { withCause } from './failureCauses';
import { type NewState, pollNew, startNew } from './newRecords';
import { MAX_POLL_DURATION, POLL_TIMEOUT, PollReader } from './pollReader';
import { isOf, type Polled, pollsOf } from './polls';
import { sampleOf } from './sample';
import {
	currentAccount,
	isSameAccount,
	type StoredState,
	storedStateIn,
	VERSION,
} from './storedState';
import { events, type Watch, watchOf } from './watch';

/** The first poll only notes the records that exist. Without a new state, the stored one stays. */
async function advance(
	reader: PollReader,
	{ event, amount, links }: Watch,
	state: StoredState['state'] | undefined,
): Promise<{ records: IDataObject[]; state?: NewState | CountState }> {
	const { kind } = events[event];
	if (kind === 'new') {
		const known = state as NewState | undefined;
		if (known && known.startPage === undefined) return await pollNew(reader, known);
		return { records: [], state: await startNew(reader, known) };
	}
	const rule = kind === 'reached' ? reached(amount) : increasedBy(amount);
	const counted = (state as CountState | undefined) ?? startCounts();
	return await pollCounts(reader, counted, rule, links);
}

/** Why n8n polls. `restart`: it sets up the triggers on its own, so that a failure must not make it give one up. */
type Occasion = 'publication' | 'restart' | 'schedule';

/** What `getPollBudgetMs` gives for all polls but those on the schedule of the durable scheduler, in ms. */
const USUAL_BUDGET = 300_000;

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

/** Without an error, new records would be lost when the list can't be read for the first time. */
function notStarted(context: IPollFunctions, busy: RateLimitBusy): NodeOperationError {
	const error = new NodeOperationError(context.getNode(), busy.message, {
		description: 'The trigger has to read the list once before it can start.',
	});
	return withCause(error, busy);
}

/** A filter that matches nothing never starts the workflow, and nothing else would say so. */
function warnOfNoMatch(
	{ log }: Service,
	{ keyword, links }: Watch,
	state: NewState | CountState,
): void {
	const isNew = 'seen' in state;
	const found = isNew ? state.seen.length : Object.keys(state.counts).length;
	const isWhole = isNew ? state.startPage === undefined : !state.isPartial;
	if (state.page > 1 || !isWhole) return;
	if (found < links.length)
		log.warn(`finds ${found} of the ${counted(links.length, 'chosen link')}`);
	else if (found === 0 && keyword !== '') log.warn('finds no record that matches the filter');
}

/** Now, but later than that of the state of before, also when the clock was set back. */
const timeAfter = (stored: StoredState | undefined): number =>
	Math.max(Date.now(), (stored?.emittedAt ?? 0) + 1);

/** The stored state may belong to another account. */
async function resume(
	context: IPollFunctions,
	service: Service,
	watch: Watch,
	stored: StoredState | undefined,
): Promise<Polled> {
	const reader = new PollReader(service, events[watch.event].source, watch.keyword);
	const account = await currentAccount(service, stored?.account, reader.maxWait);
	const known = stored && isSameAccount(stored.account, account) ? stored : undefined;
	const { records, state } = await advance(reader, watch, known?.state);
	if (!known && !state) throw notStarted(context, reader.busy);
	if (state && !known) warnOfNoMatch(service, watch, state);
	if (!state) return { records };
	const emittedAt = known && records.length === 0 ? known.emittedAt : timeAfter(stored);
	return { records, stored: { version: VERSION, watch, account, state, emittedAt } };
}

/** With numbers where a service sends them as text (services.md section 3). */
function outputOf(records: IDataObject[], { event }: Watch): INodeExecutionData[][] | null {
	if (records.length === 0) return null;
	const typed = withDeclaredTypes({ id: 'integer', [events[event].source.count]: 'integer' });
	return [records.map((json) => ({ json: typed(withoutError(json)) }))];
}

function lastStateIn(kept: IDataObject, { log }: Service): StoredState | undefined {
	const last = storedStateIn(kept);
	if (!last && Object.keys(kept).length > 0)
		log.warn('starts anew, because its stored state is of another version of this node');
	return last;
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
	const stored = lastStateIn(kept, service);
	const from = polls.stateFor(name, watch, stored);
	const isStored = isOf(watch, stored);
	const mayBeStored = !isStored && occasion === 'schedule';
	if (from && mayBeStored && polls.isStoringFirst) return null;
	try {
		const next = await resume(context, service, watch, from);
		if (polls.hasJustEmitted(next.records)) return null;
		// The state changes last, after everything succeeded: a failed or stopped poll loses nothing
		Object.assign(kept, next.stored);
		polls.note(name, isStored, from, next);
		// n8n does not store the state of a poll at publication
		if (mayBeStored) polls.noteStoring();
		return outputOf(next.records, watch);
	} catch (error) {
		const isBusy = error instanceof RateLimitBusy;
		if (!from || !(isBusy || occasion === 'restart'))
			throw isBusy ? notStarted(context, error) : error;
		service.log.warn(`goes on with the next poll: ${service.plainText(messageOf(error))}`);
		return null;
	}
}

/** Longest wait of a publication for the poll that still runs, in ms. */
const MAX_WAIT_AT_PUBLICATION = 10_000;

function stillRunning(context: IPollFunctions): NodeOperationError {
	const message = 'A poll of this trigger still runs: publish again in half a minute';
	const error = new NodeOperationError(context.getNode(), message, {
		description: 'Until it has ended, the trigger can neither check the credential nor begin.',
	});
	return Object.assign(error, { failure: { cause: 'temporarily-unavailable' as const } });
}

const openForPoll = async (context: IPollFunctions): Promise<Service> =>
	await openService(context, { timeout: POLL_TIMEOUT, maxDuration: MAX_POLL_DURATION });

async function pollOnce(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const watch = watchOf(context);
	if (context.getMode() === 'manual')
		return outputOf([await sampleOf(context, await openForPoll(context), watch)], watch);
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
		return await pollActive(context, await openForPoll(context), watch, occasion);
	} finally {
		polls.isPolling = false;
	}
}

/** The records that are new or changed since the last poll, or null when there are none. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		return await pollOnce(context);
	} catch (error) {
		throw withCause(error);
	}
}
