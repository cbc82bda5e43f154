import {
	type IDataObject,
	type IHttpRequestMethods,
	type INode,
	type INodeProperties,
	NodeHelpers,
} from 'n8n-workflow';

import { isObject, locatorValue, textOf } from '../text/json';
import { type Collection, isCollection, isSent, isValueField, type ValueField } from './field';

/** Where the value of a field goes. */
export interface Place {
	part: 'body' | 'given' | 'path' | 'query';
	/** With dots where an object of the body has it, such as `data.ssid`. */
	property: string;
}

/** A field that n8n's routing engine visits, because it is shown or added to a collection. */
export interface VisitedField {
	field: Collection | ValueField;
	/** Of the parameter, such as `additionalFields.custom`. */
	path: string;
	/** The parameter as the workflow has it, perhaps an expression. */
	saved: unknown;
	place: Place;
}

/** @param url of the operation: a field that is not sent fills the placeholder `:name` */
export function placeOfField({ name, routing }: INodeProperties, url: string): Place {
	const { type, property } = routing?.send ?? {};
	if (property !== undefined) return { part: type === 'body' ? 'body' : 'query', property };
	return { part: url.split('/').includes(`:${name}`) ? 'path' : 'given', property: name };
}

const isOptions = ({ name }: INodeProperties): boolean => name === 'options';

/**
 * The same for all items, as n8n's routing engine chooses them. Options come first, because conversions of other fields depend
 * on them. A collection comes after those of its fields that the workflow has added.
 */
export function visitedFields(
	properties: INodeProperties[],
	node: INode,
	url: string,
): VisitedField[] {
	const visited: VisitedField[] = [];
	const visit = (field: Collection | ValueField, path: string, saved: unknown) =>
		visited.push({ field, path, saved, place: placeOfField(field, url) });
	const shown = properties
		.filter((property) => isCollection(property) || isValueField(property))
		.filter((field) => NodeHelpers.displayParameter(node.parameters, field, node, null));
	for (const field of [...shown.filter(isOptions), ...shown.filter((one) => !isOptions(one))]) {
		const { name } = field;
		const saved: unknown = node.parameters[name];
		if (isCollection(field) && isObject(saved))
			for (const inner of field.options)
				if (isValueField(inner) && Object.hasOwn(saved, inner.name))
					visit(inner, `${name}.${inner.name}`, saved[inner.name]);
		visit(field, name, saved);
	}
	return visited;
}

export function valueAt(values: IDataObject, property: string): unknown {
	let value: unknown = values;
	for (const name of property.split('.')) value = isObject(value) ? value[name] : undefined;
	return value;
}

export function putAt(values: IDataObject, property: string, value: unknown): void {
	const names = property.split('.');
	const last = names.pop() ?? '';
	let inner = values;
	for (const name of names) {
		const next = inner[name];
		inner = isObject(next) ? next : (inner[name] = {});
	}
	inner[last] = value as IDataObject;
}

/** A request with its values as they were given. */
interface DeclaredRequest {
	method: IHttpRequestMethods;
	url: string;
	query: IDataObject;
	body: IDataObject;
}

export interface Collected extends DeclaredRequest {
	/** What is not sent. */
	path: IDataObject;
	given: IDataObject;
	/** The modes of locators by the paths of their fields, because n8n's routing engine takes only their values. */
	modes: Map<string, string>;
}

/** The value of a parameter, with its expressions evaluated. */
export type Read = (field: VisitedField) => unknown;

function putMode({ modes }: Collected, { path }: VisitedField, value: unknown): void {
	if (isObject(value) && 'mode' in value) modes.set(path, textOf(value.mode));
}

function putValue(collected: Collected, visited: VisitedField, value: unknown): void {
	const { field, place } = visited;
	const isLocator = field.type === 'resourceLocator';
	if (isLocator) putMode(collected, visited, value);
	putAt(collected[place.part], place.property, isLocator ? locatorValue(value) : value);
}

/** Puts each value where its `routing.send` says, as n8n's routing engine does. */
export function collectAll(
	fields: VisitedField[],
	read: Read,
	request: Pick<DeclaredRequest, 'method' | 'url'>,
): Collected {
	const { method, url } = request;
	const collected = { method, url, query: {}, body: {}, path: {}, given: {}, modes: new Map() };
	for (const one of fields) if (!isCollection(one.field)) putValue(collected, one, read(one));
	return collected;
}

/** Adds what n8n's routing engine does not collect. @param request as it has built it */
export function collectUnsent(
	fields: VisitedField[],
	read: Read,
	request: DeclaredRequest,
): Collected {
	const collected = { ...request, path: {}, given: {}, modes: new Map() };
	for (const one of fields) {
		const { field } = one;
		if (isCollection(field)) continue;
		if (!isSent(field)) putValue(collected, one, read(one));
		else if (field.type === 'resourceLocator') {
			// n8n has evaluated its value, and the mode stands in the workflow, unless an expression gives both
			const { saved } = one;
			const hasMode = isObject(saved) && !textOf(saved.mode).startsWith('=');
			putMode(collected, one, hasMode ? saved : read(one));
		}
	}
	return collected;
}
