import type { IDataObject, IDisplayOptions } from 'n8n-workflow';

import { invalidInput } from '../../errors';
import { asJson, asOption, asText, isEmpty } from '../../fields/convert';
import type { Complete, Convert, ValueContext, ValueField } from '../../fields/field';
import { isSavedExpression } from '../../fields/itemRequest';
import { unsentField } from '../../fields/kinds';
import { isObject, textOf, without } from '../../text/json';
import { completeContent, CONTENT, type ContentField, TYPES } from './contentTypes';

/** The content of a QR code: its type and, depending on the type, a text or a set of fields. */

const JSON_FIELD = 'dataJson';
/** The one field of a type whose content is a text. Those of other types are parts of an object. */
const TEXT_FIELD = 'data';

/** Content as JSON; undefined for none, for null and for empty JSON. */
const asJsonContent: Convert = (value, field) => {
	const json = asJson(value, field);
	const hasNoFields = isObject(json) && Object.keys(json).length === 0;
	if (isEmpty(json) || hasNoFields) return undefined;
	if (typeof json === 'string' || typeof json === 'object') return json;
	const problem = 'the value is neither text nor a set of fields';
	throw invalidInput(field, problem, 'Enter a JSON object, array or text.');
};

function contentOf(type: string, parts: IDataObject, field: ValueContext): unknown {
	const content: IDataObject = {};
	for (const { name, displayName: label, required, convert = asText } of CONTENT[type] ?? []) {
		const context = { ...field, label };
		const value = convert(parts[name], context) as IDataObject[string];
		if (value !== undefined) content[name] = value;
		else if (required)
			throw invalidInput(context, 'a value is required', "Enter the QR code's content.");
	}
	if (Object.keys(content).length === 0) {
		const label = TYPES.find(({ value }) => value === type)?.name ?? type;
		const advice = 'Fill in at least one of its fields.';
		throw invalidInput({ ...field, label }, 'a value is required', advice);
	}
	const completed = completeContent(type, content, field);
	return completed.data ?? completed;
}

const putContent: Complete = ({ body, unsent, problems }, field) => {
	const kind = textOf(body.type);
	const sent = body.data;
	delete body.data;
	if (!problems.isEmpty) return;
	const isText = CONTENT[kind]?.some(({ name }) => name === TEXT_FIELD);
	// If Type is an expression, n8n shows the fields of all types, and sends the parts
	const text = isSavedExpression(field.node.parameters.type) ? unsent.data : sent;
	const parts = isText ? { [TEXT_FIELD]: text as IDataObject } : sent;
	const content = unsent.dataJson ?? contentOf(kind, isObject(parts) ? parts : {}, field);
	body.data = content as IDataObject;
};

const type: ValueField = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	required: true,
	options: TYPES,
	default: 'link',
	description: 'What a phone does when it scans the code. The fields below depend on it.',
	routing: { send: { type: 'body', property: 'type' } },
	convert: asOption(TYPES),
	complete: putContent,
};

const UNLESS_JSON = {
	[`/additionalFields.${JSON_FIELD}`]: [{ _cnd: { exists: true } }],
	[`/updateFields.${JSON_FIELD}`]: [{ _cnd: { exists: true } }],
} satisfies IDisplayOptions['hide'];

/**
 * When n8n shows a field of one type. If Type is an expression, n8n shows every field with a `show` condition on Type. A
 * required field must not be among them, because n8n does not run a node with empty required fields.
 */
const shownForContent = (chosen: string, required?: boolean): IDisplayOptions =>
	required
		? { hide: { type: [{ _cnd: { not: chosen } }], ...UNLESS_JSON } }
		: { show: { type: [chosen] }, hide: UNLESS_JSON };

const contentProperty = (
	field: ContentField,
	displayOptions: IDisplayOptions,
	required = false,
): ValueField => ({
	type: 'string',
	default: '',
	...without(field, 'convert', 'required'),
	...(required && { required }),
	displayOptions,
	routing: {
		send: { type: 'body', property: field.name === TEXT_FIELD ? TEXT_FIELD : `data.${field.name}` },
	},
	// The type decides how the content is converted, also where it is an expression
	convert: (value) => (isEmpty(value) ? undefined : value),
});

/**
 * The required fields again, but not required, for a Type that is an expression. The text is not sent from there, because the
 * parts of other types are beside it.
 */
function forExpression(): ValueField[] {
	const fields = Object.values(CONTENT).flat();
	const shown = new Set(fields.filter(({ required }) => !required).map(({ name }) => name));
	const missing: ValueField[] = [];
	for (const field of fields) {
		if (shown.has(field.name)) continue;
		shown.add(field.name);
		const show = { type: [{ _cnd: { startsWith: '=' } }] };
		const property = contentProperty(field, { show, hide: UNLESS_JSON });
		missing.push(field.name === TEXT_FIELD ? without(property, 'routing') : property);
	}
	return missing;
}

/** In the order of the editor. Creation and update share these field objects. */
export const content: ValueField[] = [
	type,
	...Object.entries(CONTENT).flatMap(([chosen, fields]) =>
		fields.map((field) =>
			contentProperty(field, shownForContent(chosen, field.required), field.required),
		),
	),
	...forExpression(),
];

/** Content that the fields don't cover. It replaces them. */
export const dataJson: ValueField = unsentField({
	displayName: 'Content as JSON',
	name: JSON_FIELD,
	type: 'json',
	default: '',
	placeholder: 'e.g. { "ssid": "Guests", "pass": "welcome", "encryption": "wpa" }',
	description: 'The content in the format of your service, which replaces the fields above',
	convert: asJsonContent,
});
