import { invalidInput } from '../errors';
import { isObject, locatorValue } from '../values/json';
import { quoted } from './convert';
import { isCollection, type ItemContext } from './field';
import type { VisitedField } from './place';

/** An expression that n8n takes for text, because the field is not switched to Expression. */
const UNEVALUATED = /\{\{\s*\$/;

/** @throws {NodeOperationError} for a saved text that is meant as an expression. Values of the table may hold anything */
export function refuseUnevaluated(
	{ field, saved }: VisitedField,
	{ node, item }: ItemContext,
): void {
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
