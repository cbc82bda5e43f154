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

/** A request whose values are not converted yet. Those of `path` and `given` are not sent. A locator has its mode with it. */
export interface Collected {
	method: IHttpRequestMethods;
	url: string;
	query: IDataObject;
	body: IDataObject;
	path: IDataObject;
	given: IDataObject;
}

/** The value of a parameter, with its expressions evaluated. */
export type Read = (field: VisitedField) => unknown;

/** Puts each value where its `routing.send` says, as n8n's routing engine does. */
export function collectAll(
	fields: VisitedField[],
	read: Read,
	{ method, url }: Pick<Collected, 'method' | 'url'>,
): Collected {
	const collected: Collected = { method, url, query: {}, body: {}, path: {}, given: {} };
	for (const one of fields) {
		const { part, property } = one.place;
		if (!isCollection(one.field)) putAt(collected[part], property, read(one));
	}
	return collected;
}

/** Adds what n8n's routing engine does not collect. @param built the request as it has built it */
export function collectUnsent(
	fields: VisitedField[],
	read: Read,
	built: Omit<Collected, 'given' | 'path'>,
): Collected {
	const collected: Collected = { ...built, body: { ...built.body }, path: {}, given: {} };
	for (const one of fields) {
		const { field, saved, place } = one;
		const values = collected[place.part];
		if (isCollection(field)) continue;
		if (!isSent(field)) putAt(values, place.property, read(one));
		else if (field.type === 'resourceLocator') {
			// n8n has evaluated its value, and the mode stands in the workflow, unless an expression gives both
			const hasMode = isObject(saved) && !textOf(saved.mode).startsWith('=');
			const locator = hasMode ? saved : read(one);
			if (!isObject(locator) || !('mode' in locator)) continue;
			// A locator without a value is left as it is
			const value = locatorValue(valueAt(values, place.property));
			putAt(values, place.property, { mode: locator.mode, value });
		}
	}
	return collected;
}
