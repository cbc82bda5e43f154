import type { IDataObject } from 'n8n-workflow';

import { EMPTY_EXPRESSION, type FieldContext, invalidInput, isTool, Problems } from '../errors';
import { isObject, locatorValue, textOf } from '../text/json';
import { cellValue } from './cells';
import { type Collected, putAt, valueAt, type VisitedField } from './collect';
import { asText, quoted } from './convert';
import {
	type Complete,
	isCollection,
	type ItemContext,
	type ItemRequest,
	type ValueContext,
	type ValueField,
} from './field';

/** An expression that n8n takes for text, because the field is not switched to Expression. */
const UNEVALUATED = /\{\{\s*\$/;

/** @throws {NodeOperationError} for a saved text that is meant as an expression. Values of the table may hold anything */
function refuseUnevaluated({ field, saved }: VisitedField, { node, item }: ItemContext): void {
	if (isCollection(field)) return;
	const isMapper = field.type === 'resourceMapper' && isObject(saved);
	// With Map Automatically, the mapper may hold what was mapped before
	if (isMapper && saved.mappingMode === 'autoMapInputData') return;
	for (const text of savedTextsIn(isMapper ? saved.value : saved))
		if (UNEVALUATED.test(text) && !text.startsWith('='))
			throw invalidInput(
				{ label: field.displayName, node, item },
				`${quoted(text)} is text, not an expression`,
				'Switch the field to Expression.',
			);
}

function* savedTextsIn(saved: unknown): Generator<string> {
	const value = locatorValue(saved);
	if (typeof value === 'string') yield value;
	else if (typeof value === 'object')
		for (const part of Object.values(value ?? {})) yield* savedTextsIn(part);
}

/** Converts what was collected for the item. */
export function itemRequest(
	fields: VisitedField[],
	collected: Collected,
	item: Required<ItemContext>,
): ItemRequest {
	const problems = new Problems(item.node, item.item);
	const { method, url } = collected;
	const request = { method, url, path: {}, query: {}, body: {}, given: {}, warnings: [], problems };
	for (const field of fields) problems.check(() => refuseUnevaluated(field, item));
	const valueOf = ({ place: { part, property } }: VisitedField) =>
		valueAt(collected[part], property);
	convertFields(fields, valueOf, item, request);
	return request;
}

export function convertFields(
	fields: VisitedField[],
	valueOf: (field: VisitedField) => unknown,
	item: ItemContext,
	request: ItemRequest,
): void {
	for (const field of fields)
		request.problems.check(() => convertField(field, valueOf(field), item, request));
	for (const { field } of fields)
		request.problems.check(() => field.complete?.(request, contextOf(field, item, request)));
}

/** The types of fields whose values may be lists. */
const LISTS: Array<ValueField['type']> = ['json', 'multiOptions'];

function convertField(
	{ field, saved, place }: VisitedField,
	value: unknown,
	item: ItemContext,
	request: ItemRequest,
): void {
	const mode = isObject(value) && 'mode' in value ? textOf(value.mode) : undefined;
	const context = contextOf(field, item, request, mode);
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
	const plain = locatorValue(value);
	const cell = LISTS.includes(field.type) ? plain : cellValue(plain);
	const converted = convert(cell, context);
	if (converted === undefined && required === true) throw missingValue(saved, context);
	if (converted !== undefined) putAt(request[place.part] as IDataObject, place.property, converted);
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

const contextOf = (
	{ displayName: label }: VisitedField['field'],
	{ node, item, timeZone, input, table }: ItemContext,
	{ given, path, warnings }: ItemRequest,
	mode?: string,
): ValueContext => ({ label, node, item, timeZone, input, table, given, path, warnings, mode });
