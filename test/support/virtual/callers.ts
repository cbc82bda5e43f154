/** Executions and a trigger as n8n runs them, reduced to what the node asks of n8n. */
import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	IPollFunctions,
} from 'n8n-workflow';

import { manyItems } from '../../../nodes/LinkManagement/execution/entryPoints/manyItems';
import { findOperation } from '../../../nodes/LinkManagement/resources';
import { openService } from '../../../nodes/LinkManagement/transport/service';
import { poll } from '../../../nodes/LinkManagement/trigger/poll';
import type { VirtualService } from './service';

/** What n8n lends to whoever calls the service. */
function lent(service: VirtualService, name: string) {
	return {
		getNode: () => ({
			id: name,
			name,
			type: '',
			typeVersion: 1,
			position: [0, 0],
			parameters: { resource: 'link', operation: 'create' },
		}),
		getTimezone: () => 'UTC',
		getCredentials: async () => ({ baseUrl: service.url, apiKey: 'key' }),
		helpers: {
			httpRequestWithAuthentication: async (_: string, request: IHttpRequestOptions) =>
				await service.answer(name, request),
		},
	};
}

/** The signal of an execution: Stop, and who listens to it and has not left yet. */
export class WatchedSignal {
	private readonly controller = new AbortController();
	readonly signal = this.controller.signal;
	listeners = 0;

	constructor() {
		const { signal } = this;
		const [add, remove] = [
			signal.addEventListener.bind(signal),
			signal.removeEventListener.bind(signal),
		];
		signal.addEventListener = (...args: Parameters<typeof add>) => {
			this.listeners++;
			add(...args);
		};
		signal.removeEventListener = (...args: Parameters<typeof remove>) => {
			this.listeners--;
			remove(...args);
		};
	}

	stop(): void {
		this.controller.abort();
	}
}

/** Creates so many links, an item each. */
export async function creations(
	service: VirtualService,
	name: string,
	items: number,
	{ signal }: WatchedSignal,
): Promise<INodeExecutionData[]> {
	const context = {
		...lent(service, name),
		getInputData: () => Array.from({ length: items }, () => ({ json: {} })),
		getExecuteData: () => execution,
		getExecutionCancelSignal: () => signal,
		continueOnFail: () => false,
		getNodeParameter: (parameter: string, item: number, fallback: unknown) =>
			parameter === 'url' ? `https://www.example.com/${name}/${item}` : fallback,
	};
	const execution = {};
	const [output] = await manyItems(
		context as unknown as IExecuteFunctions,
		findOperation('link', 'create')!,
	);
	return output!;
}

/** How many of the account's links the node still knows as those that it made. */
export async function remembered(service: VirtualService): Promise<number> {
	const caller = { ...lent(service, 'reader'), getExecutionCancelSignal: () => undefined };
	const { createdRecords } = await openService(caller as unknown as IExecuteFunctions);
	return service.links.filter(({ id }) => createdRecords.addedAt('urls', { id }) !== undefined)
		.length;
}

/** A published trigger on new links. */
export class NewLinkTrigger {
	/** Whether each poll so far was answered. */
	readonly polls: boolean[] = [];
	/** The links that came out. */
	readonly told: number[] = [];
	private readonly kept: IDataObject = {};
	private answers = 0;

	constructor(
		private readonly service: VirtualService,
		private readonly name: string,
	) {}

	async tick(): Promise<void> {
		const { service, name } = this;
		const before = this.answers;
		const parameters: IDataObject = { event: 'newLink', filters: {} };
		const base = lent(service, name);
		const context = {
			...base,
			helpers: {
				httpRequestWithAuthentication: async (_: string, request: IHttpRequestOptions) => {
					const reply = await service.answer(name, request);
					if (reply.statusCode === 200) this.answers++;
					return reply;
				},
			},
			getNodeParameter: (parameter: string) => parameters[parameter],
			getMode: () => 'trigger',
			getActivationMode: () => 'update',
			getWorkflow: () => ({ id: name }),
			getWorkflowStaticData: () => this.kept,
			logger: { warn: () => undefined },
		};
		const output = await poll(context as unknown as IPollFunctions);
		this.told.push(...(output?.[0] ?? []).map(({ json }) => Number(json.id)));
		this.polls.push(this.answers > before);
	}
}
