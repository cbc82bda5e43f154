/** Executions and a trigger as n8n runs them, reduced to what the node asks of n8n. */
import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { LISTS } from '../../../nodes/LinkManagement/api/lists';
import { openService, type Service } from '../../../nodes/LinkManagement/client/service';
import { createdRecordsOf } from '../../../nodes/LinkManagement/recovery/pastCreations';
import { findOperation } from '../../../nodes/LinkManagement/resources';
import { manyItems } from '../../../nodes/LinkManagement/run/manyItems';
import { poll } from '../../../nodes/LinkManagement/trigger/poll';
import { pollContext } from './polls';
import type { VirtualService } from './service';

/** What n8n offers to everything that calls the service. */
function baseContext(service: VirtualService, name: string) {
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

/** The signal of an execution, with a count of those who listen to it for Stop. */
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

/** Creates so many links, one for each item. */
export async function createLinks(
	service: VirtualService,
	name: string,
	items: number,
	{ signal }: WatchedSignal,
): Promise<INodeExecutionData[]> {
	const context = {
		...baseContext(service, name),
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

/** The service as one run of the node sees it, for tests of single requests. */
export async function open(service: VirtualService, signal?: AbortSignal): Promise<Service> {
	const context = { ...baseContext(service, 'run'), getExecutionCancelSignal: () => signal };
	return await openService(context as unknown as IExecuteFunctions);
}

/** @returns how many of the account's links the node still knows as its own creations */
export async function countRemembered(service: VirtualService): Promise<number> {
	const createdRecords = createdRecordsOf(await open(service), LISTS.links);
	return service.links.filter(({ id }) => createdRecords.addedAt({ id }) !== undefined).length;
}

/** An active trigger for new links. */
export class NewLinkTrigger {
	/** For each poll so far: whether the service answered it. */
	readonly answered: boolean[] = [];
	/** IDs of the links that came out. */
	readonly emitted: number[] = [];
	private readonly staticData: IDataObject = {};
	private answers = 0;

	constructor(
		private readonly service: VirtualService,
		private readonly name: string,
	) {}

	async poll(): Promise<void> {
		const { service, name } = this;
		const before = this.answers;
		const caller = {
			...baseContext(service, name),
			helpers: {
				httpRequestWithAuthentication: async (_: string, request: IHttpRequestOptions) => {
					const reply = await service.answer(name, request);
					if (reply.statusCode === 200) this.answers++;
					return reply;
				},
			},
			logger: { warn: () => undefined },
		};
		const context = pollContext(caller, { event: 'newLink' }, this.staticData, {
			workflowId: name,
		});
		const output = await poll(context);
		this.emitted.push(...(output?.[0] ?? []).map(({ json }) => Number(json.id)));
		this.answered.push(this.answers > before);
	}
}
