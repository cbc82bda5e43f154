import {
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
	NodeOperationError,
} from 'n8n-workflow';

import { withoutError } from '../execution/reply';
import { positiveInteger } from '../fields/convert';
import { openService } from '../transport/service';
import { textOf } from '../values/json';
import { type CountState, grown, increasedBy, pollCounts, reached, startCounts } from './counts';
import { type EventName, events } from './events';
import { type NewState, pollNew, startNew } from './newRecords';
import { POLL_TIMEOUT, Reader } from './pollReader';

/** What the user watches; with another answer to this, a kept state says nothing. */
interface Watch {
	event: EventName;
	/** At least so much more, or so much in all. */
	amount: number;
	words: string;
}

function watchOf(context: IPollFunctions): Watch {
	const event = textOf(context.getNodeParameter('event')) as EventName;
	const filters = context.getNodeParameter('filters', {}) as IDataObject;
	const words = textOf(filters.q).trim();
	const [field, label] =
		events[event].kind === 'reached' ? ['threshold', 'Threshold'] : ['increase', 'By at Least'];
	const amount =
		events[event].kind === 'new'
			? 0
			: positiveInteger(context.getNodeParameter(field), { label, node: context.getNode() });
	return { event, amount, words };
}

const ruleOf = ({ event, amount }: Watch) =>
	events[event].kind === 'reached' ? reached(amount) : increasedBy(amount);

/** The newest record, for Fetch Test Event: as it would come out, with the state left as it is. */
async function sample(
	context: IPollFunctions,
	reader: Reader,
	{ event, amount }: Watch,
): Promise<IDataObject[]> {
	const { kind, source } = events[event];
	const page = await (kind === 'new' ? reader.newest(1) : reader.page(1));
	if (!page) {
		throw new NodeOperationError(context.getNode(), 'The requests of this minute are used up', {
			description: 'Fetch a test event again in a minute.',
		});
	}
	const newest = page.records
		.filter((record) => reader.matches(record))
		.reduce<IDataObject | undefined>(
			(best, record) => (Number(best?.id) > Number(record.id) ? best : record),
			undefined,
		);
	if (!newest) {
		throw new NodeOperationError(context.getNode(), `There is no ${source.record} to show yet`, {
			description: `Create a ${source.record} at the service, or change the filter, then fetch a test event again.`,
		});
	}
	if (kind === 'new') return [newest];
	const current = Number(newest[source.count]) || 0;
	const previous = Math.max(0, current - amount);
	return [{ ...newest, ...grown(previous, current) }];
}

type State = Partial<NewState & CountState>;

/** One poll from a state to the next. The first one only notes what there is. */
async function advance(reader: Reader, watch: Watch, state: State | undefined) {
	if (events[watch.event].kind === 'new') {
		if (state?.floor !== undefined) return await pollNew(reader, state as NewState);
		return { records: [], state: await startNew(reader) };
	}
	return await pollCounts(
		reader,
		(state?.counts ? state : startCounts()) as CountState,
		ruleOf(watch),
	);
}

/** Polls under way, by workflow and node: n8n starts the next one even if the last is not back. */
const underWay = new Set<string>();
/** Those that this process has polled, by workflow and node. */
const polled = new Set<string>();

/**
 * Whether n8n takes a published workflow up again, as it does when it starts. A refusal then must not pass for one at
 * publishing: n8n would give the trigger up after a few attempts, and nothing would come out until it is published anew.
 */
function takesUp(context: IPollFunctions, name: string): boolean {
	const first = !polled.has(name);
	polled.add(name);
	return first && ['init', 'leadershipChange'].includes(context.getActivationMode());
}

const leftToNextPoll = (context: IPollFunctions) => (error: Error) => {
	context.logger.warn(`${context.getNode().name} goes on with the next poll: ${error.message}`);
	return { records: [], state: undefined };
};

/**
 * One poll of the trigger. The state changes last, after everything succeeded: a refused or stopped poll loses nothing.
 *
 * @returns the records that came up since the last poll, or null when there is nothing to start a workflow for
 * @throws {NodeApiError} when the service refuses; at activation this keeps the workflow from being activated
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const watch = watchOf(context);
	const service = await openService(context, { timeout: POLL_TIMEOUT });
	const reader = new Reader(service, events[watch.event].source, watch.words);
	const output = (records: IDataObject[]) =>
		records.length === 0 ? null : [records.map((json) => ({ json: withoutError(json) }))];
	if (context.getMode() === 'manual') return output(await sample(context, reader, watch));

	const name = `${context.getWorkflow().id} ${context.getNode().id}`;
	if (underWay.has(name)) return null;
	const kept = context.getWorkflowStaticData('node');
	const known =
		JSON.stringify(kept.watch) === JSON.stringify(watch) ? (kept.state as State) : undefined;
	const refused = known && takesUp(context, name) ? leftToNextPoll(context) : undefined;
	underWay.add(name);
	try {
		const { records, state } = await advance(reader, watch, known).catch(refused);
		if (state) Object.assign(kept, { watch, state });
		return output(records);
	} finally {
		underWay.delete(name);
	}
}
