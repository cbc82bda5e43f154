import { invalidInput } from '../errors';
import { isObject, locatorValue } from '../values/json';
import { quoted } from './convert';
import { type Field, isCollection, type ItemContext } from './field';

/** An expression that n8n takes for text, because the field is not switched to Expression. */
const UNEVALUATED = /\{\{\s*\$/;

/** @throws {NodeOperationError} for a saved text that is meant as an expression. Values of the table may hold anything */
export function refuseUnevaluated(field: Field, { node, item }: ItemContext): void {
	for (const [label, text] of savedTexts(field, node.parameters?.[field.name]))
		if (UNEVALUATED.test(text) && !text.startsWith('='))
			throw invalidInput(
				{ label, node, item },
				`${quoted(text)} is text, not an expression`,
				'Switch the field to Expression.',
			);
}

/** The saved texts of a field, each with the label of the field that it is in. */
function* savedTexts(field: Field, saved: unknown): Generator<[label: string, text: string]> {
	if (isCollection(field)) {
		const values = isObject(saved) ? saved : {};
		for (const inner of field.options) yield* savedTexts(inner, values[inner.name]);
		return;
	}
	const isMapper = field.type === 'resourceMapper' && isObject(saved);
	// With Map Automatically, the mapper may hold what was mapped before
	if (isMapper && saved.mappingMode === 'autoMapInputData') return;
	for (const text of savedTextsIn(isMapper ? saved.value : saved)) yield [field.displayName, text];
}

function* savedTextsIn(saved: unknown): Generator<string> {
	const value = locatorValue(saved);
	if (typeof value === 'string') yield value;
	else if (typeof value === 'object')
		for (const part of Object.values(value ?? {})) yield* savedTextsIn(part);
}
