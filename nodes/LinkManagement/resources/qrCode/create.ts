import { LISTS } from '../../api/lists';
import { additionalFields } from '../../fields/collection';
import { creates, recoveryByName } from '../../operations/behaviors/creates';
import type { Operation } from '../../operations/operation';
import { record } from '../../operations/output/reply';
import { content } from './content';
import { creationOptions, nameField, qrCodeFields } from './fields';
import { imageFields } from './image';

export const recovery = recoveryByName({ what: 'QR code', list: LISTS.qrCodes });

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create QR code',
		description:
			'Create a QR code for a link, text, contact, email, phone number, SMS or Wi-Fi network. Needs the type and its content.',
		routing: { request: { method: 'POST', url: '/api/qr/add' } },
	},
	endpoint: 'create QR codes',
	fields: [...content, nameField, ...imageFields, additionalFields(qrCodeFields), creationOptions],
	image: true,
	behavior: creates(recovery),
	includesInput: true,
	reply: record({ id: 'integer', link: 'string' }),
};
