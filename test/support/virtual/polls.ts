/** A trigger of the node in virtual time, poll by poll, with the state that n8n keeps between its polls. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { poll } from '../../../nodes/LinkManagement/trigger/poll';
import { advanceUntil } from './clock';
import { newHost, virtualCaller, type VirtualRequest, type VirtualScript } from './scriptedRun';

export interface VirtualPoll {
	/** The IDs of the records that came out, in their order. */
	ids: unknown[];
	/** The records that came out. */
	records: IDataObject[];
	error?: Error;
	requests: VirtualRequest[];
	/** What went into n8n's log, each line after its level. */
	logs: string[];
}

let workflows = 0;

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
	mode: 'manual' | 'trigger' = 'trigger',
) {
	const workflow = `workflow-${++workflows}`;
	return async (): Promise<VirtualPoll> => {
		const { caller, requests, logs } = virtualCaller(host, script);
		const context = {
			...caller,
			getMode: () => mode,
			getActivationMode: () => 'update',
			getNode: () => ({ id: 'node', name: 'Trigger', type: '', typeVersion: 1, parameters }),
			getWorkflow: () => ({ id: workflow }),
			getWorkflowStaticData: () => staticData,
			getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
		};
		const [items, error] = await advanceUntil(
			poll(context as unknown as IPollFunctions).then(
				(output) => [output?.[0] ?? [], undefined] as const,
				(thrown: unknown) => [[], thrown as Error] as const,
			),
		);
		const records = items.map(({ json }) => json);
		return { ids: records.map(({ id }) => id), records, error, requests, logs };
	};
}
