import type { IDataObject, INodeProperties, PreSendAction } from 'n8n-workflow';

import { invalidInput, Problems } from '../errors';
import { compareLabels } from '../values/comparable';
import { hasAdditionalBodyFields } from './additionalBody';
import { type Clearable, clearFields, fieldsToClear } from './clear';
import { conversionsOf, convertAll, inCollection, type ItemContext } from './send';

/** Optional fields of a creation. */
export const additionalFields = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: options.map((field) => inCollection('additionalFields', field)),
});

/** The parameter Options: how an operation works, beside the fields of its record. */
export const optionsCollection = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: options.sort((a, b) => compareLabels(a.displayName, b.displayName)),
});

/** Settings of the optional fields of an update. */
interface UpdateFields {
	/** At least one of the fields must have a value, because no field outside the collection is required. */
	required: boolean;
	/** The fields that can be emptied. */
	clearable?: Clearable;
	/** Added to the description of Fields to Clear. */
	clearNote?: string;
}

/** A field whose value is only put into the body. The collection converts it. */
const withoutConversion = (field: INodeProperties): INodeProperties => ({
	...field,
	routing: { ...field.routing, send: { ...field.routing?.send, preSend: undefined } },
});

/** Converts the fields, then sets the fields to clear, then checks that there is something to send. */
const finish = (
	fields: INodeProperties[],
	{ required, clearable = {} }: UpdateFields,
): PreSendAction =>
	async function (this: ItemContext, request) {
		const field = { label: 'Update Fields', node: this.getNode(), item: this.getItemIndex() };
		const problems = new Problems(field.node, field.item);
		const converted = await convertAll(conversionsOf(fields), this, request, problems);
		const body = converted.body as IDataObject;
		await problems.try(() => clearFields(body, clearable, field));
		problems.throwIfAny();
		const isEmptyBody = Object.keys(body).length === 0;
		if (required && isEmptyBody && !hasAdditionalBodyFields(converted, field))
			throw invalidInput(field, 'a value is required', 'Add at least one field and fill it in.');
		return converted;
	};

/** Optional fields of an update. */
export function updateFields(fields: INodeProperties[], more: UpdateFields): INodeProperties {
	const name = 'updateFields';
	const clear = more.clearable ? [fieldsToClear(fields, more.clearable, more.clearNote)] : [];
	const options = [...fields.map(withoutConversion), ...clear];
	return {
		displayName: 'Update Fields',
		name,
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		description: more.clearable
			? 'The fields to change. A field that is left empty keeps its value. To empty a field, use Fields to Clear.'
			: 'The fields to change. A field that is left empty keeps its value.',
		options: options.sort((a, b) => compareLabels(a.displayName, b.displayName)),
		routing: {
			send: {
				preSend: [
					finish(
						fields.map((field) => inCollection(name, field)),
						more,
					),
				],
			},
		},
	};
}
