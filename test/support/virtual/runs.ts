/** Executions as n8n runs them, reduced to what the node asks of n8n. */
import type { IExecuteFunctions, IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';

import { findOperation } from '../../../nodes/LinkManagement/actions';
import { openService, type Service } from '../../../nodes/LinkManagement/client/service';
import { manyItems } from '../../../nodes/LinkManagement/run/manyItems';
import type { VirtualService } from './service';

/** What n8n offers to everything that calls the service. */
export function baseContext(service: VirtualService, name: string) {
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

/** Creates so many links, one for each item. */
export async function createLinks(
	service: VirtualService,
	name: string,
	items: number,
	signal?: AbortSignal,
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
	const create = findOperation('link', 'create')!;
	const [output] = await manyItems(context as unknown as IExecuteFunctions, create, create.fields);
	return output!;
}

/** The service as one run of the node sees it, for tests of single requests. */
export async function open(service: VirtualService, signal?: AbortSignal): Promise<Service> {
	const context = { ...baseContext(service, 'run'), getExecutionCancelSignal: () => signal };
	return await openService(context as unknown as IExecuteFunctions);
}
