import type {
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeProperties,
	PreSendAction,
} from 'n8n-workflow';

import { type FieldContext, type InputWarning, invalidInput, Problems } from '../errors';
import { isObject, locatorValue, textOf } from '../values/json';
import { asText, type Convert } from './convert';
import { LinkReference, NamedReference } from './reference';

/** The part of the context that a conversion needs. Both entry points provide it. */
export interface ItemContext extends Pick<
	ThisParameterType<PreSendAction>,
	'getNode' | 'getItemIndex' | 'getTimezone' | 'getInputData'
> {
	getNodeParameter(name: string, fallback: unknown): unknown;
	/** The collection that contains the field, if there is one. */
	collection?: string;
}

/** An option of an item, from its parameter Options. It is read only when a conversion asks for it. */
const optionOf =
	(context: ItemContext) =>
	(name: string): unknown => {
		const options = context.getNodeParameter('options', {});
		return isObject(options) ? options[name] : undefined;
	};

/**
 * The mode of a locator, from the parameters as they are saved, because n8n's routing engine gives only the value. A locator
 * that is an expression as a whole has none.
 */
function modeOf(
	{ name, type }: INodeProperties,
	{ parameters }: INode,
	collection: string | undefined,
): string | undefined {
	if (type !== 'resourceLocator') return undefined;
	const saved: unknown = collection === undefined ? parameters : parameters[collection];
	const locator = isObject(saved) ? saved[name] : undefined;
	return isObject(locator) ? textOf(locator.mode) : undefined;
}

/** A field that knows in which collection it is. */
export function inCollection(collection: string, field: INodeProperties): INodeProperties {
	const { send } = field.routing ?? {};
	const preSend = send?.preSend?.map(
		(action): PreSendAction =>
			async function (this: ItemContext, request) {
				const context: ItemContext = {
					getNode: () => this.getNode(),
					getItemIndex: () => this.getItemIndex(),
					getTimezone: () => this.getTimezone(),
					getInputData: () => this.getInputData(),
					getNodeParameter: (name, fallback) => this.getNodeParameter(name, fallback),
					collection,
				};
				return await action.call(context as ThisParameterType<PreSendAction>, request);
			},
	);
	return preSend ? { ...field, routing: { ...field.routing, send: { ...send, preSend } } } : field;
}

/**
 * Declares where a field's value goes, in n8n's vocabulary: `property` puts the value there unchanged, and `preSend` then
 * converts it in place. Both entry points of the node read this.
 */
export function sent(
	property: INodeProperties,
	type: 'body' | 'query',
	name: string,
	finish: (
		target: IDataObject,
		value: unknown,
		field: FieldContext,
		request: IHttpRequestOptions,
	) => void,
): INodeProperties {
	const preSend: PreSendAction = async function (this: ItemContext, request) {
		const target = (type === 'body' ? request.body : request.qs) as IDataObject;
		const node = this.getNode();
		const field = {
			label: property.displayName,
			node,
			item: this.getItemIndex(),
			timezone: this.getTimezone(),
			option: optionOf(this),
			warnings: ((request as CheckedRequest).warnings ??= []),
			mode: modeOf(property, node, this.collection),
		};
		const value = locatorValue(target[name]);
		delete target[name];
		finish(target, value, field, request);
		return request;
	};
	const send = { type, property: name, propertyInDotNotation: false, preSend: [preSend] };
	return { ...property, routing: { send } };
}

/**
 * Converts the values in a request, one after the other. A value that is rejected does not keep the others from being
 * converted: `problems` gets those of all of them.
 *
 * @param context n8n's type requires the whole context of a single item, but the conversions need only this
 */
export async function convertAll(
	conversions: PreSendAction[],
	context: ItemContext,
	request: IHttpRequestOptions,
	problems: Problems,
): Promise<IHttpRequestOptions> {
	let converted = request;
	for (const convert of conversions) {
		const given = converted;
		const result = await problems.try(
			async () => await convert.call(context as ThisParameterType<PreSendAction>, given),
		);
		converted = result ?? given;
	}
	return converted;
}

/** A request whose values were converted one by one, which of them were rejected, and which are worth a look. */
export interface CheckedRequest extends IHttpRequestOptions {
	problems?: Problems;
	warnings?: InputWarning[];
}

/**
 * The field with conversions that note a rejected value in the request and do not throw. For an error that they throw, n8n's
 * routing engine with On Error: Continue gives an item without the reason and without the input item.
 */
export function notingProblems(field: INodeProperties): INodeProperties {
	const options = field.type === 'collection' ? (field.options as INodeProperties[]) : undefined;
	const { send } = field.routing ?? {};
	const preSend = send?.preSend?.map(
		(convert): PreSendAction =>
			async function (request: CheckedRequest) {
				request.problems ??= new Problems(this.getNode(), this.getItemIndex());
				return await convertAll([convert], this, request, request.problems);
			},
	);
	return {
		...field,
		...(options && { options: options.map(notingProblems) }),
		...(preSend && { routing: { ...field.routing, send: { ...send, preSend } } }),
	};
}

/** The conversions of fields, in their order. */
export const conversionsOf = (fields: INodeProperties[]): PreSendAction[] =>
	fields.flatMap(({ routing }) => routing?.send?.preSend ?? []);

/** Rejects an empty value of a required field. The editor does not notice an expression without a result. */
function present(property: INodeProperties, value: unknown, field: FieldContext): unknown {
	if (value === undefined && property.required) {
		throw invalidInput(field, 'a value is required', 'Fill in this field.');
	}
	return value;
}

const into =
	(type: 'body' | 'query') =>
	(
		property: INodeProperties,
		convert: Convert = asText,
		name: string = property.name,
	): INodeProperties =>
		sent(property, type, name, (target, value, field) => {
			const converted = present(property, convert(value, field), field);
			if (converted !== undefined) target[name] = converted;
		});

/** A field that goes into the JSON body under its own name (or `name`), converted; left out when empty. */
export const inBody = into('body');

/** A field that goes into the query under its own name (or `name`), converted; left out when empty. */
export const inQuery = into('query');

/** Puts a value where the path has the placeholder `:name`. */
export const fillIn = (path: string, placeholder: string, value: unknown): string =>
	path.replace(placeholder, encodeURIComponent(textOf(value)));

/**
 * A required field that replaces the placeholder `:name` in the path.
 *
 * @param convert also gets the path, in which the placeholders of the fields before this one are filled in
 */
export function inPath(
	property: INodeProperties,
	convert: (value: unknown, field: FieldContext, path: string) => unknown,
): INodeProperties {
	const placeholder = `:${property.name}`;
	return sent(
		{ ...property, required: true },
		'query',
		placeholder,
		(query, value, field, request) => {
			const converted = convert(value, field, request.url);
			if (converted === undefined)
				throw invalidInput(field, 'a value is required', 'Fill in this field.');
			// The ID of a record that is given by its name or URL is not known yet: the placeholder stays until it is looked up
			if (converted instanceof NamedReference || converted instanceof LinkReference)
				query[placeholder] = converted;
			else request.url = fillIn(request.url, placeholder, converted);
		},
	);
}
