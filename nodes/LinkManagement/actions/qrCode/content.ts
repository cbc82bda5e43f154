import type { IDataObject, IDisplayOptions } from 'n8n-workflow';

import { invalidInput } from '../../errors';
import { asJson, asOneOf, asText, isEmpty } from '../../fields/convert';
import type { Complete, Convert, ItemRequest, ValueContext, ValueField } from '../../fields/field';
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
	throw invalidInput(
		field,
		'the value is neither text nor a set of fields',
		'Enter a JSON object, array or text.',
	);
};

function contentOf(type: string, parts: IDataObject, field: ValueContext): unknown {
	const fields = CONTENT[type] ?? [];
	const entries = fields.flatMap(({ name, displayName: label, required, convert = asText }) => {
		const value = convert(parts[name], { ...field, label });
		if (value === undefined && required)
			throw invalidInput(
				{ ...field, label },
				'a value is required',
				"Enter the QR code's content.",
			);
		return value === undefined ? [] : [[name, value] as const];
	});
	if (entries.length === 0) {
		const label = TYPES.find(({ value }) => value === type)?.name ?? type;
		throw invalidInput(
			{ ...field, label },
			'a value is required',
			'Fill in at least one of its fields.',
		);
	}
	const content = completeContent(type, Object.fromEntries(entries), field);
	return content.data ?? content;
}

/** What the fields of the type hold. If Type is an expression, n8n shows those of all types, and sends the parts. */
function contentPartsOf(
	type: string,
	{ body, given }: ItemRequest,
	{ node }: ValueContext,
): IDataObject {
	const isText = CONTENT[type]?.some(({ name }) => name === TEXT_FIELD) ?? false;
	if (!isText) return isObject(body.data) ? body.data : {};
	const isOneOfAll = isSavedExpression(node.parameters.type);
	return { [TEXT_FIELD]: (isOneOfAll ? given.data : body.data) as IDataObject };
}

const putContent: Complete = (request, field) => {
	const { body, given, problems } = request;
	const kind = textOf(body.type);
	const parts = contentPartsOf(kind, request, field);
	delete body.data;
	if (!problems.isEmpty) return;
	body.data = (given.dataJson ?? contentOf(kind, parts, field)) as IDataObject;
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
	convert: asOneOf(...TYPES.map(({ value }) => value)),
	complete: putContent,
};

/** The type decides how the content is converted, also where it is an expression. */
const unconverted: Convert = (value) => (isEmpty(value) ? undefined : value);

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
	convert: unconverted,
});

/**
 * The required fields again, but not required, for a Type that is an expression. The text is not sent from there, because the
 * parts of other types are beside it.
 */
function forExpression(): ValueField[] {
	const fields = Object.values(CONTENT).flat();
	const shownAnyway = new Set(fields.filter(({ required }) => !required).map(({ name }) => name));
	const missing = fields.filter(({ name }) => !shownAnyway.has(name));
	return missing
		.filter(({ name }, at) => missing.findIndex((field) => field.name === name) === at)
		.map((field) => {
			const property = contentProperty(field, SHOWN_FOR_EXPRESSION);
			return field.name === TEXT_FIELD ? without(property, 'routing') : property;
		});
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
