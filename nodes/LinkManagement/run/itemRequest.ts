import {
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INodeProperties,
	NodeHelpers,
	type PreSendAction,
} from 'n8n-workflow';

import type { Problems } from '../errors';
import { type CheckedRequest, convertAll, type ItemContext } from '../fields/send';
import type { Operation } from '../operations/operation';
import { isObject, locatorValue } from '../values/json';

/** One item's parameters, each read and evaluated at most once. */
interface ItemParameters {
	context: ItemContext;
	read: (field: INodeProperties) => unknown;
}

/** The fields that the editor shows for these parameters. They are the same for all items, so this runs once in a run. */
export function displayedFields(
	{ fields }: Operation,
	context: IExecuteFunctions,
): INodeProperties[] {
	const node = context.getNode();
	return fields.filter((field) => NodeHelpers.displayParameter(node.parameters, field, node, null));
}

const sends = (field: INodeProperties): boolean =>
	field.routing !== undefined ||
	(field.type === 'collection' && (field.options as INodeProperties[]).some(sends));

/** Puts a field's value into the request, then the values of a collection, as n8n's routing engine does. */
function put(
	field: INodeProperties,
	value: unknown,
	request: IHttpRequestOptions,
): PreSendAction[] {
	const send = field.routing?.send;
	if (send?.property !== undefined) {
		const target = (send.type === 'body' ? request.body : request.qs) as IDataObject;
		target[send.property] = value as IDataObject[string];
	}
	const own = send?.preSend ?? [];
	if (field.type !== 'collection' || !isObject(value)) return own;
	const inner = (field.options as INodeProperties[])
		.filter((option) => option.name in value)
		.flatMap((option) => put(option, locatorValue(value[option.name]), request));
	return [...own, ...inner];
}

/**
 * One item's request from the same declarations that n8n's routing engine reads: `routing.request` of the operation,
 * `routing.send` of the displayed fields. Each field is converted, so that `problems` gets those of all fields.
 */
export async function itemRequest(
	operation: Operation,
	fields: INodeProperties[],
	{ context, read }: ItemParameters,
	problems: Problems,
): Promise<CheckedRequest> {
	const { method, url } = operation.option.routing.request;
	const request: IHttpRequestOptions = { method, url, qs: {}, body: {} };
	const preSend = fields.filter(sends).flatMap((field) => put(field, read(field), request));
	return await convertAll(preSend, context, request, problems);
}
