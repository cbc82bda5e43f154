import { type IDataObject, type IHttpRequestOptions, type INode, NodeHelpers } from 'n8n-workflow';

import { EMPTY_EXPRESSION, type FieldContext, invalidInput, isTool, Problems } from '../errors';
import { isObject, locatorValue, textOf } from '../values/json';
import { cellValue } from './cells';
import { asText } from './convert';
import {
	type Complete,
	type Field,
	isCollection,
	type ItemContext,
	type ItemRequest,
	type ValueContext,
	type ValueField,
} from './field';
import { refuseUnevaluated } from './savedTexts';

/** A request of n8n's routing engine, with what the fields of its item give. */
export interface ConvertedRequest extends IHttpRequestOptions {
	item: ItemRequest;
}

/** The fields that the editor shows, for all items. Options come first, because conversions of other fields depend on them. */
export function displayedFields(fields: Field[], node: INode): Field[] {
	const displayed = fields.filter((field) =>
		NodeHelpers.displayParameter(node.parameters, field, node, null),
	);
	const isOptions = ({ name }: Field) => name === 'options';
	return [...displayed.filter(isOptions), ...displayed.filter((field) => !isOptions(field))];
}

export function itemRequest(fields: Field[], item: ItemContext): ItemRequest {
	const problems = new Problems(item.node, item.item);
	const request = { path: {}, query: {}, body: {}, given: {}, warnings: [], problems };
	for (const field of fields) problems.check(() => refuseUnevaluated(field, item));
	convertFields(
		fields,
		({ name, default: fallback }) => item.parameter(name, fallback),
		item,
		request,
	);
	return request;
}

export function convertFields(
	fields: Field[],
	valueOf: (field: Field) => unknown,
	item: ItemContext,
	request: ItemRequest,
): void {
	for (const field of fields) convertField(field, valueOf(field), item, request);
	for (const field of fields) completeField(field, item, request);
}

function convertField(field: Field, value: unknown, item: ItemContext, request: ItemRequest): void {
	if (isCollection(field)) {
		const values: IDataObject = isObject(value) ? value : {};
		for (const inner of field.options)
			if (inner.name in values) convertField(inner, values[inner.name], item, request);
		return;
	}
	request.problems.check(() => {
		const converted = convertedValue(field, value, contextOf(field, item, request));
		const { into, name, sentAs = name } = field;
		if (converted !== undefined) Object.assign(request[into], { [sentAs]: converted });
	});
}

/** The types of fields whose values may be lists. */
const LISTS: Array<ValueField['type']> = ['json', 'multiOptions'];

function convertedValue(field: ValueField, value: unknown, context: ValueContext): unknown {
	const { required, convert = asText } = field;
	const mode = isObject(value) && 'mode' in value ? textOf(value.mode) : undefined;
	const given = locatorValue(value);
	const converted = convert(LISTS.includes(field.type) ? given : cellValue(given), {
		...context,
		mode,
	});
	if (converted === undefined && required === true)
		throw missingValue(context.node.parameters[field.name], context);
	return converted;
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
	({ body, given, problems }, field) => {
		const saved = field.node.parameters[name];
		const isGiven = name in body || name in given;
		if (!isGiven && isSavedExpression(saved) && problems.isEmpty) throw missingValue(saved, field);
	};

function completeField(field: Field, item: ItemContext, request: ItemRequest): void {
	if (isCollection(field)) for (const inner of field.options) completeField(inner, item, request);
	const { complete } = field;
	if (complete)
		request.problems.check(() => complete(request, contextOf(field, item, request), item));
}

function contextOf(
	{ displayName: label }: Field,
	{ node, item, timeZone, input, table }: ItemContext,
	{ given, path, warnings }: ItemRequest,
): ValueContext {
	return { label, node, item, timeZone, input, table, given, path, warnings };
}
