import {
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
	NodeOperationError,
} from 'n8n-workflow';

import { perNode, perRun } from '../client/memory';
import { openService, type Service } from '../client/service';
import { messageOf, RateLimitBusy } from '../errors';
import { withDeclaredTypes, withoutError } from '../operations/output/reply';
import { counted } from '../values/numbers';
import { type CountState, increasedBy, pollCounts, reached, startCounts } from './counts';
import { withCause } from './failureCauses';
import { type NewState, pollNew, startNew } from './newRecords';
import { MAX_POLL_DURATION, POLL_TIMEOUT, PollReader, sharingFirstPage } from './pollReader';
import { sampleOf } from './sample';
import {
	currentAccount,
	isSameAccount,
	type StoredState,
	storedStateIn,
	VERSION,
} from './storedState';
import { events, isSameWatch, type Watch, watchOf } from './watch';

/** n8n's own limit for a poll and the storing of its state (`pollTimeoutSeconds` of its scheduler), in ms. */
const STORING_TIME = 45_000;

/** What came out of a poll, and the state to store. */
interface Polled {
	records: IDataObject[];
	stored?: StoredState;
}

class Polls {
	isPolling = false;
	/** When the last poll ended, by `performance.now()`. Infinity: none of this process has. */
	endedAt = Infinity;
	/** The first state. n8n polls at publication, but does not store the state if that poll gives no records. */
	first: StoredState | undefined;
	/** When n8n began to store the first state, by `performance.now()`. */
	private storingSince = -Infinity;
	/** When events came out, by `performance.now()`. */
	private readonly emitted = new Map<string, number>();

	/** Whether n8n may still be storing the first state. It could otherwise store that of a later poll before it. */
	get isStoringFirst(): boolean {
		return performance.now() - this.storingSince < STORING_TIME;
	}

	/** @param stored before the poll */
	note(stored: StoredState | undefined, { records, stored: next }: Polled, mode: string): void {
		if (records.length === 0) this.first = stored ? undefined : next;
		// n8n does not store the state of a poll at publication
		if (!stored && mode === 'update') this.storingSince = performance.now();
	}

	/**
	 * Whether one of these events has just come out. With n8n's durable scheduler, two poll times of the same second, the poll
	 * of a publication, or several that are due after a restart begin before n8n has stored the state after it. A state that
	 * n8n failed to store is used again later.
	 */
	hasJustEmitted(records: IDataObject[]): boolean {
		const now = performance.now();
		for (const [event, at] of this.emitted)
			if (now - at >= STORING_TIME) this.emitted.delete(event);
		const events = records.map(({ id, previous }) => JSON.stringify([id, previous]));
		if (events.some((event) => this.emitted.has(event))) return true;
		for (const event of events) this.emitted.set(event, now);
		return false;
	}
}

/**
 * The polls of a trigger: n8n's durable scheduler gives each a context of its own. Lost at a restart, and where several
 * processes poll, each has its own. At most a state of 8 MB, and the events of 45 s.
 */
export const pollsOf = perNode(() => new Polls());

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

/** What is remembered of an activation: without the durable scheduler, n8n uses one context for all its polls. At most a yes or no. */
const activationOf = perRun(() => ({ hasPolled: false }));

/** The first poll after n8n started. Its failure must not count as a failed activation: n8n would give up the trigger. */
const isResumed = (context: IPollFunctions): boolean =>
	!activationOf(context).hasPolled &&
	['init', 'leadershipChange'].includes(context.getActivationMode());

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
	const found = 'floor' in state ? state.floor : Object.keys(state.counts).length;
	const isWhole = 'floor' in state ? state.startPage === undefined : !state.isPartial;
	if (state.page > 1 || !isWhole) return;
	if (found < links.length)
		log.warn(`finds ${found} of the ${counted(links.length, 'chosen link')}`);
	else if (found === 0 && keyword !== '') log.warn('finds no record that matches the filter');
}

/** The stored state may belong to another account. */
async function resume(
	context: IPollFunctions,
	service: Service,
	watch: Watch,
	stored: StoredState | undefined,
): Promise<Polled> {
	const reader = new PollReader(
		sharingFirstPage(service, pollsOf(context).endedAt),
		events[watch.event].source,
		watch.keyword,
	);
	const account = await currentAccount(service, stored?.account, reader.maxWait);
	const known = stored && isSameAccount(stored.account, account) ? stored.state : undefined;
	const { records, state } = await advance(reader, watch, known);
	if (!known && !state) throw notStarted(context, reader.busy);
	if (state && !known) warnOfNoMatch(service, watch, state);
	return { records, ...(state && { stored: { version: VERSION, watch, account, state } }) };
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
): Promise<INodeExecutionData[][] | null> {
	const polls = pollsOf(context);
	const kept = context.getWorkflowStaticData('node');
	const [stored, first] = [lastStateIn(kept, service), polls.first].map((state) =>
		state && isSameWatch(state.watch, watch) ? state : undefined,
	);
	const from = stored ?? first;
	if (!stored && first && polls.isStoringFirst) return null;
	try {
		const next = await resume(context, service, watch, from);
		if (polls.hasJustEmitted(next.records)) return null;
		// The state changes last, after everything succeeded: a failed or stopped poll loses nothing
		Object.assign(kept, next.stored);
		polls.note(stored, next, context.getActivationMode());
		return outputOf(next.records, watch);
	} catch (error) {
		const isBusy = error instanceof RateLimitBusy;
		if (!from || !(isBusy || isResumed(context))) throw isBusy ? notStarted(context, error) : error;
		service.log.warn(`goes on with the next poll: ${service.plainText(messageOf(error))}`);
		return null;
	}
}

async function pollOnce(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const watch = watchOf(context);
	const service = await openService(context, {
		timeout: POLL_TIMEOUT,
		maxDuration: MAX_POLL_DURATION,
	});
	if (context.getMode() === 'manual')
		return outputOf([await sampleOf(context, service, watch)], watch);
	const polls = pollsOf(context);
	// n8n starts the next poll even if the last one still runs
	if (polls.isPolling) return null;
	polls.isPolling = true;
	try {
		return await pollActive(context, service, watch);
	} finally {
		polls.isPolling = false;
		polls.endedAt = performance.now();
		activationOf(context).hasPolled = true;
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
