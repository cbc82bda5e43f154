import { LISTS } from '../../api/lists';
import { additionalFields } from '../../fields/collection';
import { creates } from '../../operations/creates';
import type { CreationRecovery, Operation } from '../../operations/operation';
import { record } from '../../operations/reply';
import { comparableName } from '../../values/comparable';
import { content } from './content';
import { additionalBody, nameField, qrCodeFields } from './fields';
import { imageFields } from './image';

/** How a new code is found after a lost answer: by its name. */
export const recovery: CreationRecovery = {
	what: 'QR code',
	list: LISTS.qrCodes,
	identity: (body) => comparableName(body.name) || undefined,
	matches: (found, body) => comparableName(found.name) === comparableName(body.name),
	score: (found, body) => Number(found.name === body.name),
	identityAdvice: 'Give it a name.',
};

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
	fields: [...content, nameField(), ...imageFields, additionalFields(qrCodeFields), additionalBody],
	image: true,
	behavior: creates(recovery),
	reply: record({ id: 'integer', link: 'string' }),
};
