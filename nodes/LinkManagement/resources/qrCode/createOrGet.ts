import type { IDataObject } from 'n8n-workflow';

import { additionalFields } from '../../fields/collection';
import { createsOrGetsByName } from '../../operations/behaviors/createsOrGetsByName';
import type { Operation } from '../../operations/operation';
import { record } from '../../operations/output/reply';
import { content } from './content';
import { recovery } from './create';
import { creationOptions, nameField, qrCodeFields } from './fields';
import { imageFields } from './image';

/**
 * A code that existed comes out with the fields that a new one has: its others, such as the date, would replace fields of
 * the input item that have the same name.
 */
function qrCodeOutput(code: IDataObject): IDataObject {
	const { id, link, created } = code;
	return created === false ? { id, link, created } : code;
}

export const createOrGet: Operation = {
	option: {
		name: 'Create or Get',
		value: 'createOrGet',
		action: 'Create QR code or get existing one by name',
		description:
			'Create a QR code, or get the one that has this name already, without changing it. Running it again gives the same codes. Needs the name, the type and its content.',
		routing: { request: { method: 'POST', url: '/api/qr/add' } },
	},
	endpoint: 'create QR codes',
	fields: [
		{
			...nameField,
			required: true,
			description: 'The name by which the code is found again. Only the name is compared.',
		},
		...content,
		...imageFields,
		additionalFields(qrCodeFields),
		creationOptions,
	],
	image: true,
	behavior: createsOrGetsByName('qrCodes', recovery),
	includesInput: true,
	reply: record({ id: 'integer', link: 'string', created: 'boolean' }, qrCodeOutput),
};
