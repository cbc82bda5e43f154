import { qrCodePath } from '../../api/lists';
import { optionsCollection, updateFields } from '../../fields/collection';
import { qrCodeId } from '../../fields/records';
import { updates } from '../../operations/behaviors/updates';
import type { Operation } from '../../operations/operation';
import { message } from '../../operations/output/reply';
import { content } from './content';
import { additionalBody, nameField, qrCodeFields } from './fields';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update QR code',
		description:
			'Change the content of an existing QR code, so that printed codes lead elsewhere, or its look. Needs the name or ID of the QR code, the type and its complete content.',
		routing: { request: { method: 'PUT', url: '/api/qr/:qrCodeId/update' } },
	},
	endpoint: 'change QR codes',
	fields: [
		qrCodeId('to update'),
		...content,
		updateFields([...qrCodeFields, nameField], {
			required: false,
			clearable: { background: '', foreground: '', logo: '', name: '' },
		}),
		optionsCollection([additionalBody]),
	],
	behavior: updates({ recordPath: qrCodePath, idParameter: 'qrCodeId' }),
	reply: message,
};
