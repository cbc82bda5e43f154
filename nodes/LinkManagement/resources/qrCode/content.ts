import type { IDataObject, IDisplayOptions } from 'n8n-workflow';

import { invalidInput } from '../../errors';
import { asJson, asOneOf, asText, isEmpty } from '../../fields/convert';
import type { Complete, Convert, ValueContext, ValueField } from '../../fields/field';
import { isObject, textOf, without } from '../../values/json';
import { completeContent, CONTENT, type ContentField, TYPES } from './contentTypes';

/** The content of a QR code: its type and, depending on the type, a text or a set of fields. */

const JSON_FIELD = 'dataJson';

/** The names in the body under which the parts of the content stand until the request is complete. */
const PARTS = [
	JSON_FIELD,
	...Object.values(CONTENT).flatMap((fields) => fields.map(({ name }) => name)),
];

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

function contentOf(type: string, given: IDataObject, field: ValueContext): unknown {
	const fields = CONTENT[type] ?? [];
	const entries = fields.flatMap(({ name, displayName: label, required, convert = asText }) => {
		const value = convert(given[name], { ...field, label });
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

const putContent: Complete = ({ body, problems }, field) => {
	const parts = Object.fromEntries(PARTS.map((name) => [name, body[name]]));
	for (const name of PARTS) delete body[name];
	if (!problems.isEmpty) return;
	body.data = (parts[JSON_FIELD] ?? contentOf(textOf(body.type), parts, field)) as IDataObject;
};

const type: ValueField = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	required: true,
	options: TYPES,
	default: 'link',
	description: 'What a phone does when it scans the code. The fields below depend on it.',
	into: 'body',
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
	...{ type: 'string', default: '', ...without(field, 'convert', 'required') },
	...(required && { required }),
	displayOptions,
	into: 'body',
	convert: unconverted,
});

/** The required fields again, but not required, for a Type that is an expression. */
function forExpression(): ValueField[] {
	const fields = Object.values(CONTENT).flat();
	const shownAnyway = new Set(fields.filter(({ required }) => !required).map(({ name }) => name));
	const missing = fields.filter(({ name }) => !shownAnyway.has(name));
	return missing
		.filter(({ name }, at) => missing.findIndex((field) => field.name === name) === at)
		.map((field) => contentProperty(field, SHOWN_FOR_EXPRESSION));
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
export const dataJson: ValueField = {
	displayName: 'Content as JSON',
	name: JSON_FIELD,
	type: 'json',
	default: '',
	placeholder: 'e.g. { "ssid": "Guests", "pass": "welcome", "encryption": "wpa" }',
	description: 'The content in the format of your service, which replaces the fields above',
	into: 'body',
	convert: asJsonContent,
};
