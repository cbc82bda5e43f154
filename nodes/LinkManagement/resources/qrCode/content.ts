import type { IDataObject, IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { type FieldContext, invalidInput } from '../../errors';
import { asJson, asOneOf, asText, isEmpty } from '../../fields/convert';
import { sent } from '../../fields/send';
import { isObject } from '../../values/json';
import { completeContent, CONTENT, type ContentField, TYPES } from './contentTypes';

/** The content of a QR code: its type and, depending on the type, a text or a set of fields. */

const typeOf = asOneOf(...TYPES.map(({ value }) => value));

/** The key in the body for a field's value, until the conversion of the type builds the content. */
const contentKey = (name: string) => `data:${name}`;

const JSON_FIELD = 'dataJson';

const emptyContent = (field: FieldContext, label: string, advice: string) =>
	invalidInput({ ...field, label }, 'a value is required', advice);

/** Content as JSON; undefined for none, for null and for empty JSON. */
function jsonContent(value: unknown, content: FieldContext): unknown {
	const field = { ...content, label: 'Content as JSON' };
	const json = asJson(value, field);
	const hasNoFields = isObject(json) && Object.keys(json).length === 0;
	if (isEmpty(json) || hasNoFields) return undefined;
	if (typeof json === 'string' || typeof json === 'object') return json;
	throw invalidInput(
		field,
		'the value is neither text nor a set of fields',
		'Enter a JSON object, array or text.',
	);
}

/** Builds the content of a type from the field values in the body. */
function contentOf(type: string, body: IDataObject, field: FieldContext): unknown {
	const fields = CONTENT[type] ?? [];
	const entries = fields.flatMap(({ name, displayName, required, convert = asText }) => {
		const value = convert(body[contentKey(name)], { ...field, label: displayName });
		if (value === undefined && required)
			throw emptyContent(field, displayName, "Enter the QR code's content.");
		return value === undefined ? [] : [[name, value] as const];
	});
	if (entries.length === 0) {
		const label = TYPES.find(({ value }) => value === type)?.name ?? type;
		throw emptyContent(field, label, 'Fill in at least one of its fields.');
	}
	const content = completeContent(type, Object.fromEntries(entries), field);
	return content.data ?? content;
}

/** Its conversion also builds the content. It runs before all others, when every value is in the body. */
const type = sent(
	{
		displayName: 'Type',
		name: 'type',
		type: 'options',
		required: true,
		options: TYPES,
		default: 'link',
		description: 'What a phone does when it scans the code. The fields below depend on it.',
	},
	'body',
	'type',
	(body, value, field) => {
		const chosen = typeOf(value, field);
		if (typeof chosen !== 'string') throw emptyContent(field, field.label, 'Choose a type.');
		const content =
			jsonContent(body[contentKey(JSON_FIELD)], field) ?? contentOf(chosen, body, field);
		for (const name of Object.keys(body)) if (name.startsWith(contentKey(''))) delete body[name];
		body.type = chosen;
		body.data = content as IDataObject;
	},
);

/** A field whose value is put into the body, where the conversion of {@link type} uses it. */
const forContent = (property: INodeProperties): INodeProperties => ({
	...property,
	routing: {
		send: { type: 'body', property: contentKey(property.name), propertyInDotNotation: false },
	},
});

/** The fields are hidden if the content is given as JSON. */
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

const SHOWN_FOR_EXPRESSION: IDisplayOptions = {
	show: { type: [{ _cnd: { startsWith: '=' } }] },
	hide: UNLESS_JSON,
};

/** A content field as the editor shows it: without its conversion. */
const contentProperty = (
	{ displayName, name, description, placeholder, typeOptions, options, ...field }: ContentField,
	displayOptions: IDisplayOptions,
	required = false,
): INodeProperties =>
	forContent({
		displayName,
		name,
		type: field.type ?? 'string',
		...(required && { required }),
		displayOptions,
		...(typeOptions && { typeOptions }),
		...(options && { options }),
		...(placeholder !== undefined && { placeholder }),
		default: field.default ?? '',
		description,
	});

/** The required fields again, but not required, for a Type that is an expression. */
function forExpression(): INodeProperties[] {
	const fields = Object.values(CONTENT).flat();
	const shownAnyway = new Set(fields.filter(({ required }) => !required).map(({ name }) => name));
	const missing = fields.filter(({ name }) => !shownAnyway.has(name));
	return missing
		.filter(({ name }, at) => missing.findIndex((field) => field.name === name) === at)
		.map((field) => contentProperty(field, SHOWN_FOR_EXPRESSION));
}

/** In the order of the editor. Creation and update share these field objects. */
export const content: INodeProperties[] = [
	type,
	...Object.entries(CONTENT).flatMap(([chosen, fields]) =>
		fields.map((field) =>
			contentProperty(field, shownForContent(chosen, field.required), field.required),
		),
	),
	...forExpression(),
];

/** Content that the fields don't cover. It replaces them. */
export const dataJson = forContent({
	displayName: 'Content as JSON',
	name: JSON_FIELD,
	type: 'json',
	default: '',
	placeholder: 'e.g. { "ssid": "Guests", "pass": "welcome", "encryption": "wpa" }',
	description: 'The content in the format of your service, which replaces the fields above',
});
