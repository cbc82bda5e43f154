import { LISTS } from '../../api/lists';
import { creates } from '../../execution/behaviors/creates';
import type { Operation } from '../../execution/operation';
import { record } from '../../execution/reply';
import { additionalFields } from '../../fields/collection';
import { rgbColor, trimmed } from '../../fields/convert';
import { inBody } from '../../fields/send';
import { comparableName } from '../../values/comparable';
import { content, dataJson } from './content';
import { imageOptions } from './image';

const options = additionalFields([
	inBody(
		{
			displayName: 'Background Color',
			name: 'background',
			type: 'color',
			default: '#ffffff',
			description: 'Color behind the code, as #RRGGBB or rgb(R,G,B)',
		},
		rgbColor,
	),
	inBody(
		{
			displayName: 'Foreground Color',
			name: 'foreground',
			type: 'color',
			default: '#000000',
			description: 'Color of the code itself, as #RRGGBB or rgb(R,G,B)',
		},
		rgbColor,
	),
	inBody(
		{
			displayName: 'Logo',
			name: 'logo',
			type: 'string',
			placeholder: 'e.g. https://example.com/logo.png',
			default: '',
			description: 'Address of a PNG or JPG image to put into the middle of the code',
		},
		trimmed,
	),
	inBody(
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. Poster at the entrance',
			default: '',
			description: 'The name under which the code is listed',
		},
		trimmed,
	),
]);

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create QR code',
		description:
			'Create a QR code for a link, text, contact, email, phone number, SMS or Wi-Fi network',
		routing: { request: { method: 'POST', url: '/api/qr/add' } },
	},
	// The JSON last, as it takes much room in the panel and is seldom needed
	fields: [...content, options, imageOptions, dataJson],
	image: true,
	behavior: creates({
		what: 'QR code',
		list: LISTS.qrCodes,
		identity: (body) => comparableName(body.name) || undefined,
		matches: (found, body) => comparableName(found.name) === comparableName(body.name),
		isSpelledAs: (found, body) => found.name === body.name,
		identityAdvice: 'Give it a name (under Additional Fields).',
	}),
	reply: record({ id: 'integer', link: 'string' }),
};
