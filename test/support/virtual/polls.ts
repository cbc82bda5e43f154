/** A trigger of the node in virtual time, poll by poll, with the state that n8n keeps between its polls. */
import { randomUUID } from 'node:crypto';

import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { poll } from '../../../nodes/LinkManagement/trigger/poll';
import { outcomeOf, pageOf } from '../stubService';
import { advanceUntil } from './clock';
import {
	API_KEY,
	newHost,
	virtualCaller,
	type VirtualRequest,
	type VirtualScript,
} from './scriptedRun';

export { poll };

export interface VirtualPoll {
	/** The IDs of the records that came out, in their order. */
	ids: unknown[];
	/** The records that came out. */
	records: IDataObject[];
	error?: Error;
	requests: VirtualRequest[];
	/** The pages that were asked for: `1 of 100`. */
	pages: string[];
	/** What went into n8n's log, each line after its level. */
	logs: string[];
}

/** An account whose lists give these records in this order, links in that of their clicks if asked for. */
export const listing =
	(records: () => IDataObject[], maxSize = 1_000): VirtualScript =>
	({ path, query }) => {
		if (path === '/api/account') return { body: { error: 0, data: { id: 1 } } };
		const all = [...records()];
		if (query.order === 'click') all.sort((a, b) => Number(b.clicks) - Number(a.clicks));
		const name = path.includes('/qr') ? 'qrs' : 'urls';
		return pageOf(name, all, { qs: query }, { maxSize });
	};

/** The context of a poll as n8n makes it, reduced to what the trigger asks for. */
export const pollContext = (
	caller: object,
	parameters: IDataObject,
	staticData: IDataObject,
	{
		mode = 'trigger',
		activation = 'update',
		workflowId = String(randomUUID()),
		isDurable = false,
		name = 'Trigger',
	} = {},
): IPollFunctions =>
	({
		...caller,
		getWorkflow: () => ({ id: workflowId }),
		getPollBudgetMs: () => (isDurable ? 48_000 : 300_000),
		getMode: () => mode,
		getActivationMode: () => activation,
		getNode: () => ({ id: 'node', name, type: '', typeVersion: 1, parameters }),
		getWorkflowStaticData: () => staticData,
		getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
	}) as unknown as IPollFunctions;

/**
 * How n8n keeps the state between polls. `memory`: an activation keeps it, and stores it when records come out; `scheduler`: each
 * poll reads what is stored; `cursors`: the same, stored by the node's ID and after each poll.
 */
export type Keeping = 'memory' | 'scheduler' | 'cursors';

/** A workflow whose trigger is published and polled, under names and in processes that change. */
export function workflowIn(keeping: Keeping, caller: object, parameters: IDataObject) {
	const stored = new Map<string, IDataObject>();
	let name = 'Trigger';
	let active: { context: IPollFunctions; state: IDataObject } | undefined;
	// What a process remembers belongs to the ID of the workflow: with another one, it is a process that knows nothing
	let process: string = randomUUID();
	const key = () => (keeping === 'cursors' ? 'by ID' : name);

	const begin = (isDurable: boolean, activation = 'update') => {
		const state = structuredClone(stored.get(key()) ?? {});
		const kind = { workflowId: process, name, isDurable, activation };
		return { context: pollContext(caller, parameters, state, kind), state };
	};
	const run = async ({ context, state }: NonNullable<typeof active>, isStoredAlways: boolean) => {
		const output = await advanceUntil(poll(context));
		if (output || isStoredAlways) stored.set(key(), structuredClone(state));
		return output?.[0]?.map(({ json }) => json.id) ?? [];
	};
	return {
		/** Under this name. Gives the IDs of the records that started the workflow. */
		publish: async (as = name, activation = 'update') => {
			name = as;
			active = begin(false, activation);
			return await run(active, keeping !== 'cursors');
		},
		/** A minute later. */
		poll: async () => {
			jest.advanceTimersByTime(60_000);
			if (keeping === 'memory') return await run(active!, false);
			return await run(begin(true), keeping === 'cursors');
		},
		/** Another process polls from now on; gives the way back to this one. */
		changeProcess: (other: string = randomUUID()): string => {
			const before = process;
			process = other;
			return before;
		},
	};
}

/**
 * @param host of the service; default: one of its own
 * @param staticData what n8n kept of earlier polls
 * @param mode `manual`: Fetch Test Event
 */
export function virtualTrigger(
	parameters: IDataObject,
	script: VirtualScript,
	host = newHost(),
	staticData: IDataObject = {},
	{ mode = 'trigger', apiKey = API_KEY } = {},
) {
	const workflowId = randomUUID();
	return async (): Promise<VirtualPoll> => {
		const { caller, requests, logs } = virtualCaller(host, script, { apiKey });
		const polling = poll(pollContext(caller, parameters, staticData, { mode, workflowId }));
		const { result, error } = await advanceUntil(outcomeOf(polling));
		const records = (result?.[0] ?? []).map(({ json }) => json);
		const pages = requests
			.filter(({ path }) => path !== '/api/account')
			.map(({ query }) => `${String(query.page)} of ${String(query.limit)}`);
		return { ids: records.map(({ id }) => id), records, error, requests, pages, logs };
	};
}
