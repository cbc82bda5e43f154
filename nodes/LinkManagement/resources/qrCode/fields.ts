import type { INodeProperties } from 'n8n-workflow';

import { additionalBodyFields } from '../../fields/additionalBody';
import { asRgbColor, asTrimmedText } from '../../fields/convert';
import { inBody } from '../../fields/send';
import { dataJson } from './content';

/** The name, by which a code is also found again after a lost answer. */
export const nameField = (more: Partial<INodeProperties> = {}): INodeProperties =>
	inBody(
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. Poster at the entrance',
			default: '',
			description: 'The name under which the code is listed',
			...more,
		},
		asTrimmedText,
	);

/** The optional fields of a QR code beside its name (api.md section 4.7), by label. */
export const qrCodeFields: INodeProperties[] = [
	inBody(
		{
			displayName: 'Background Color',
			name: 'background',
			type: 'color',
			default: '#ffffff',
			description: 'Color behind the code, as #RRGGBB or rgb(R,G,B)',
		},
		asRgbColor,
	),
	dataJson,
	inBody(
		{
			displayName: 'Foreground Color',
			name: 'foreground',
			type: 'color',
			default: '#000000',
			description: 'Color of the code itself, as #RRGGBB or rgb(R,G,B)',
		},
		asRgbColor,
	),
	inBody(
		{
			displayName: 'Logo',
			name: 'logo',
			type: 'string',
			placeholder: 'e.g. https://example.com/logo.png',
			default: '',
			description: 'URL of a PNG or JPG image for the middle of the code',
		},
		asTrimmedText,
	),
];

/** Fields of a QR code that only one service has. */
export const additionalBody = additionalBodyFields([
	...['type', 'data', 'name'],
	...qrCodeFields.map(({ name }) => name),
]);
