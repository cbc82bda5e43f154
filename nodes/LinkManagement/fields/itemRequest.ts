import { type INode, type INodeProperties, NodeHelpers } from 'n8n-workflow';

import { EMPTY_EXPRESSION, type FieldContext, invalidInput, isTool, Problems } from '../errors';
import { isObject, locatorValue, textOf } from '../text/json';
import { cellValue, withoutFormula } from './cells';
import { asText, quoted } from './convert';
import {
	type Collection,
	type Complete,
	isCollection,
	isValueField,
	type ItemContext,
	type ItemRequest,
	type ValueContext,
	type ValueField,
} from './field';

/** Where the value of a field goes. */
interface Place {
	part: 'body' | 'unsent' | 'path' | 'query';
	/** With dots where an object of the body has it, such as `data.ssid`. */
	property: string;
}

/** A field that n8n's routing engine visits, because it is shown or added to a collection. */
export interface VisitedField extends Place {
	field: Collection | ValueField;
	/** Of the parameter, such as `additionalFields.custom`. */
	path: string;
	/** The parameter as the workflow has it, perhaps an expression. */
	saved: unknown;
}

/** @param url of the operation: a field that is not sent fills the placeholder `:name` */
export function placeOfField({ name, routing }: INodeProperties, url: string): Place {
	const { type, property } = routing?.send ?? {};
	if (property !== undefined) return { part: type === 'body' ? 'body' : 'query', property };
	return { part: url.split('/').includes(`:${name}`) ? 'path' : 'unsent', property: name };
}

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
		visited.push({ field, path, saved, ...placeOfField(field, url) });
	const shown = properties
		.filter((property) => isCollection(property) || isValueField(property))
		.filter((field) => NodeHelpers.displayParameter(node.parameters, field, node, null));
	const rank = ({ name }: INodeProperties) => (name === 'options' ? 0 : 1);
	for (const field of shown.sort((a, b) => rank(a) - rank(b))) {
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

type Values = Record<string, unknown>;

export function valueAt(values: Values, property: string): unknown {
	let value: unknown = values;
	for (const name of property.split('.')) value = isObject(value) ? value[name] : undefined;
	return value;
}

function putAt(values: Values, property: string, value: unknown): void {
	const names = property.split('.');
	const last = names.pop() ?? '';
	let inner = values;
	for (const name of names) {
		const next = inner[name];
		inner = isObject(next) ? next : (inner[name] = {});
	}
	inner[last] = value;
}

/** The value of a field that is not converted yet. A locator has its mode with it. */
export type Read = (field: VisitedField) => unknown;

/** What n8n's routing engine has put into the request is taken from there, and only the rest is read. */
export const readUnlessBuilt =
	(built: Pick<ItemRequest, 'body' | 'query'>, read: Read): Read =>
	(one) => {
		const { field, saved, part, property } = one;
		if (part !== 'body' && part !== 'query') return read(one);
		const value = valueAt(built[part], property);
		if (field.type !== 'resourceLocator') return value;
		// n8n has evaluated its value, and the mode stands in the workflow, unless an expression gives both
		const hasMode = isObject(saved) && !textOf(saved.mode).startsWith('=');
		const locator = hasMode ? saved : read(one);
		const isLocator = isObject(locator) && 'mode' in locator;
		return isLocator ? { mode: locator.mode, value: locatorValue(value) } : value;
	};

/** An expression that n8n takes for text, because the field is not switched to Expression. */
const UNEVALUATED = /\{\{\s*\$/;

/** @throws {NodeOperationError} for a saved text that is meant as an expression. Values of the table may hold anything */
export function refuseUnevaluated(saved: unknown, field: FieldContext): void {
	for (const text of savedTextsIn(saved))
		if (UNEVALUATED.test(text) && !text.startsWith('='))
			throw invalidInput(
				field,
				`${quoted(text)} is text, not an expression`,
				'Switch the field to Expression.',
			);
}

function savedValueOf({ field, saved }: VisitedField): unknown {
	if (isCollection(field)) return undefined;
	if (field.type !== 'resourceMapper' || !isObject(saved)) return saved;
	// With Map Automatically, the mapper may hold what was mapped before
	return saved.mappingMode === 'autoMapInputData' ? undefined : saved.value;
}

function* savedTextsIn(saved: unknown): Generator<string> {
	const value = locatorValue(saved);
	if (typeof value === 'string') yield value;
	else if (typeof value === 'object')
		for (const part of Object.values(value ?? {})) yield* savedTextsIn(part);
}

/** Reads and converts the values of an item, and puts each where its `routing.send` says, as n8n's routing engine does. */
export function itemRequest(
	fields: VisitedField[],
	read: Read,
	{ method, url }: Pick<ItemRequest, 'method' | 'url'>,
	item: Required<ItemContext>,
): ItemRequest {
	const problems = new Problems(item.node, item.item);
	const empty = { path: {}, query: {}, body: {}, unsent: {} };
	const request: ItemRequest = { method, url, ...empty, warnings: [], problems };
	for (const visited of fields) {
		const label = visited.field.displayName;
		problems.check(() => refuseUnevaluated(savedValueOf(visited), { ...item, label }));
	}
	convertFields(fields, read, item, request);
	return request;
}

export function convertFields(
	fields: VisitedField[],
	read: Read,
	item: ItemContext,
	request: ItemRequest,
): void {
	for (const field of fields) {
		const value = isCollection(field.field) ? undefined : read(field);
		request.problems.check(() => convertField(field, value, item, request));
	}
	for (const { field } of fields)
		request.problems.check(() => field.complete?.(request, contextOf(field, item, request)));
}

/** The types of fields whose values may be lists. */
const LISTS: Array<ValueField['type']> = ['json', 'multiOptions'];

function convertField(
	{ field, saved, part, property }: VisitedField,
	value: unknown,
	item: ItemContext,
	request: ItemRequest,
): void {
	// JSON may have the same names
	const locator = field.type === 'resourceLocator' ? value : undefined;
	const context = contextOf(field, item, request, locator);
	if (isCollection(field)) {
		if (typeof saved === 'string' && isSavedExpression(saved))
			// n8n's routing engine takes no field of it
			throw invalidInput(
				context,
				'an expression cannot give all of its fields',
				'Add the fields, and enter an expression in each.',
			);
		return;
	}
	const { required, convert = asText } = field;
	const plain = locator === undefined ? value : locatorValue(locator);
	const cell = LISTS.includes(field.type) ? withoutFormula(plain) : cellValue(plain);
	const converted = convert(cell, context);
	if (converted === undefined && required === true) throw missingValue(saved, context);
	if (converted !== undefined) putAt(request[part] as Values, property, converted);
}

export const isSavedExpression = (saved: unknown): boolean =>
	textOf(locatorValue(saved)).startsWith('=');

/** @param saved the parameter: a column that was renamed leaves an expression without a result */
export const missingValue = (
	saved: unknown,
	field: FieldContext,
	problem?: string,
	advice?: string,
) =>
	// A model fills in the expressions of a tool, and knows no columns
	isSavedExpression(saved) && !isTool(field.node)
		? invalidInput(field, problem ?? 'the expression gives nothing', EMPTY_EXPRESSION)
		: invalidInput(field, problem ?? 'a value is required', advice ?? 'Fill in this field.');

/** For a field that may be left empty. @throws {NodeOperationError} for an expression that gives nothing */
export const refuseEmptyExpression =
	(name: string): Complete =>
	({ body, unsent, problems }, field) => {
		const saved = field.node.parameters[name];
		const isGiven = name in body || name in unsent;
		if (!isGiven && isSavedExpression(saved) && problems.isEmpty) throw missingValue(saved, field);
	};

const contextOf = (
	{ displayName: label }: VisitedField['field'],
	{ node, item, timeZone, input, table }: ItemContext,
	{ unsent, path, warnings }: ItemRequest,
	locator?: unknown,
): ValueContext => ({
	...{ label, node, item, timeZone, input, table, unsent, path, warnings },
	mode: isObject(locator) && 'mode' in locator ? textOf(locator.mode) : undefined,
});
