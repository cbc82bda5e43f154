import type { IDataObject, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';

import type { CheckedRequest } from '../../nodes/LinkManagement/fields/send';

/** A field for text, as a resource declares it. */
export const field = (name: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
	displayName: `Label of ${name}`,
	name,
	type: 'string',
	default: '',
	...more,
});

/**
 * Runs what a field does with a request that n8n has put its value into, for item 3 of a workflow in Berlin.
 *
 * @param parameters of the node, as they are saved
 */
export async function send(
	property: INodeProperties,
	given: Partial<IHttpRequestOptions>,
	parameters: IDataObject = {},
) {
	const request = { url: '/api/x', body: {}, qs: {}, ...given } as IHttpRequestOptions;
	const context = {
		getNode: () => ({ name: 'Node', parameters }),
		getItemIndex: () => 3,
		getTimezone: () => 'Europe/Berlin',
		getInputData: () => ({ json: { row: 3 } }),
		getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
	};
	const [action] = property.routing?.send?.preSend ?? [];
	const sent = await action!.call(context as never, request);
	const { warnings = [] } = sent as CheckedRequest;
	return { url: sent.url, body: sent.body as IDataObject, qs: sent.qs, warnings };
}
