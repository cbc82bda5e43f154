import type { IDataObject, INodeProperties, PreSendAction } from 'n8n-workflow';

import { invalidInput } from '../errors';
import { type Clearable, clearFields, fieldsToClear } from './clear';
import type { ItemContext } from './send';

/** Optional fields of a creation. */
export const additionalFields = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options,
});

/** What there is to say about the optional fields of an update. */
interface UpdateFields {
	/** One of the fields must be given, as none outside is required. */
	required: boolean;
	/** Those that can be emptied. */
	clearable?: Clearable;
	/** Said in the description of the choice of fields to empty. */
	clearNote?: string;
}

/** A field that is only put into the body: what holds it converts it. */
const withoutConversion = (field: INodeProperties): INodeProperties => ({
	...field,
	routing: { ...field.routing, send: { ...field.routing?.send, preSend: undefined } },
});

/** Converts the fields, empties those that are to be emptied, and checks that something is left to send, in this order. */
const finish = (fields: INodeProperties[], { required, clearable }: UpdateFields): PreSendAction =>
	async function (this: ItemContext, request) {
		let converted = request;
		for (const action of fields.flatMap(({ routing }) => routing?.send?.preSend ?? []))
			converted = await action.call(this as ThisParameterType<PreSendAction>, converted);
		const body = converted.body as IDataObject;
		const place = { label: 'Update Fields', node: this.getNode(), item: this.getItemIndex() };
		if (clearable) clearFields(body, clearable, place);
		if (required && Object.keys(body).length === 0)
			throw invalidInput(place, 'a value is required', 'Add at least one field and fill it in.');
		return converted;
	};

/** Optional fields of an update. */
export function updateFields(fields: INodeProperties[], more: UpdateFields): INodeProperties {
	const clear = more.clearable ? [fieldsToClear(fields, more.clearable, more.clearNote)] : [];
	const options = [...fields.map(withoutConversion), ...clear];
	return {
		displayName: 'Update Fields',
		name: 'updateFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		description: more.clearable
			? 'The fields to change. A field that is left empty keeps its value. To empty a field, use Fields to Clear.'
			: 'The fields to change. A field that is left empty keeps its value.',
		options: options.sort((a, b) => a.displayName.localeCompare(b.displayName)),
		routing: { send: { preSend: [finish(fields, more)] } },
	};
}
