import {
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
	NodeOperationError,
} from 'n8n-workflow';

import { openService, type Service } from '../client/service';
import { RateLimitBusy } from '../errors';
import { withoutError } from '../operations/reply';
import { isObject } from '../values/json';
import { currentAccount, isSameAccount } from './account';
import { increasedBy, isCountState, pollCounts, reached, startCounts } from './counts';
import { events } from './events';
import { isNewState, pollNew, startNew } from './newRecords';
import { MAX_POLL_DURATION, POLL_TIMEOUT, PollReader } from './pollReader';
import { sampleOf } from './sample';
import { isSameWatch, type Watch, watchOf } from './watch';

/** The result of one poll. Without a state, the stored one stays. */
interface PollResult {
	records: IDataObject[];
	state?: object;
}

/** One poll from a state to the next. The first one only notes the records that exist. */
async function advance(
	reader: PollReader,
	{ event, amount }: Watch,
	state: IDataObject | undefined,
): Promise<PollResult> {
	const { kind } = events[event];
	if (kind === 'new') {
		if (isNewState(state) && state.startPage === undefined) return await pollNew(reader, state);
		return { records: [], state: await startNew(reader, isNewState(state) ? state : undefined) };
	}
	const rule = kind === 'reached' ? reached(amount) : increasedBy(amount);
	return await pollCounts(reader, isCountState(state) ? state : startCounts(), rule);
}

/** Polls under way, by workflow and node: n8n starts the next one even if the last one still runs. */
const running = new Set<string>();
/** The triggers that this process has polled, by workflow and node. */
const polled = new Set<string>();

/**
 * Whether n8n resumes a published workflow, as it does when it starts. A failure then must not count as a failed
 * activation: n8n would give up the trigger after a few attempts, and it would not fire until the workflow is
 * published again.
 */
function isResumed(context: IPollFunctions, name: string): boolean {
	const first = !polled.has(name);
	polled.add(name);
	return first && ['init', 'leadershipChange'].includes(context.getActivationMode());
}

function leaveToNextPoll({ log, plainText }: Service, error: unknown): null {
	log.warn(
		`goes on with the next poll: ${plainText(error instanceof Error ? error.message : error)}`,
	);
	return null;
}

/** The error when the list can't be read for the first time. Otherwise, new records would be lost without an error. */
const notStarted = (context: IPollFunctions, message: string): NodeOperationError =>
	new NodeOperationError(context.getNode(), message, {
		description: 'The trigger has to read the list once before it can start.',
	});

/** The poll of a trigger whose stored state may belong to another account. */
async function resume(
	context: IPollFunctions,
	service: Service,
	watch: Watch,
	kept: IDataObject,
): Promise<IDataObject[]> {
	const reader = new PollReader(service, events[watch.event].source, watch.keyword);
	const account = await currentAccount(service, kept.account, reader.maxWait);
	const isKnown = isSameWatch(kept.watch, watch) && isSameAccount(kept.account, account);
	const known = isKnown && isObject(kept.state) ? kept.state : undefined;
	const { records, state } = await advance(reader, watch, known);
	if (!known && !state) throw notStarted(context, reader.busy.message);
	if (state) Object.assign(kept, { watch, account, state });
	return records;
}

/**
 * One poll of the trigger. The state changes last, after everything succeeded: a failed or stopped poll loses nothing.
 *
 * @returns the records that are new or changed since the last poll, or null when there are none
 * @throws {NodeApiError} when the service refuses; at activation this keeps the workflow from being activated
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const watch = watchOf(context);
	const service = await openService(context, {
		timeout: POLL_TIMEOUT,
		maxDuration: MAX_POLL_DURATION,
	});
	const output = (records: IDataObject[]) =>
		records.length === 0 ? null : [records.map((json) => ({ json: withoutError(json) }))];
	if (context.getMode() === 'manual') return output([await sampleOf(context, service, watch)]);

	const name = `${context.getWorkflow().id} ${context.getNode().id}`;
	if (running.has(name)) return null;
	const isFirstAfterStart = isResumed(context, name);
	const kept = context.getWorkflowStaticData('node');
	const hasState = isSameWatch(kept.watch, watch) && isObject(kept.state);
	running.add(name);
	try {
		return output(await resume(context, service, watch, kept));
	} catch (error) {
		const isBusy = error instanceof RateLimitBusy;
		if (hasState && (isBusy || isFirstAfterStart)) return leaveToNextPoll(service, error);
		throw isBusy ? notStarted(context, error.message) : error;
	} finally {
		running.delete(name);
	}
}
