import type { IDataObject, INodeProperties, PreSendAction } from 'n8n-workflow';

import { invalidInput } from '../errors';
import { isEmpty } from './convert';
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

/** Runs before the fields' own conversions, as n8n collects these in the order of the properties. */
const somethingToUpdate: PreSendAction = async function (this: ItemContext, request) {
	if (Object.values(request.body as IDataObject).every(isEmpty)) {
		const place = { label: 'Update Fields', node: this.getNode(), item: this.getItemIndex() };
		throw invalidInput(place, 'nothing is given', 'Add at least one field there and fill it in.');
	}
	return request;
};

/** Optional fields of an update. Without a required field outside, one of these must be filled. */
export const updateFields = (
	options: INodeProperties[],
	{ required }: { required: boolean },
): INodeProperties => ({
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	description: 'What to change. A field that is left empty stays as it is.',
	options,
	...(required ? { routing: { send: { preSend: [somethingToUpdate] } } } : {}),
});
