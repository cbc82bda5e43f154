import { LISTS } from '../../api/lists';
import { additionalFields } from '../../fields/collection';
import { creates } from '../../operations/creates';
import type { Operation } from '../../operations/operation';
import { record } from '../../operations/reply';
import { comparableName } from '../../values/comparable';
import { content } from './content';
import { additionalBody, qrCodeFields } from './fields';
import { imageFields } from './image';

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
	fields: [...content, ...imageFields, additionalFields(qrCodeFields), additionalBody],
	image: true,
	behavior: creates({
		what: 'QR code',
		list: LISTS.qrCodes,
		identity: (body) => comparableName(body.name) || undefined,
		matches: (found, body) => comparableName(found.name) === comparableName(body.name),
		score: (found, body) => Number(found.name === body.name),
		identityAdvice: 'Give it a name (under Additional Fields).',
	}),
	reply: record({ id: 'integer', link: 'string' }),
};
