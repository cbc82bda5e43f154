import type { INodeProperties } from 'n8n-workflow';

import { additionalBodyFields } from '../../fields/additionalBody';
import { asRgbColor, asTrimmedText, type ConvertedField } from '../../fields/convert';
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

const background: ConvertedField = {
	property: {
		displayName: 'Background Color',
		name: 'background',
		type: 'color',
		default: '#ffffff',
		description: 'Color behind the code, as #RRGGBB or rgb(R,G,B)',
	},
	convert: asRgbColor,
};

const foreground: ConvertedField = {
	property: {
		displayName: 'Foreground Color',
		name: 'foreground',
		type: 'color',
		default: '#000000',
		description: 'Color of the code itself, as #RRGGBB or rgb(R,G,B)',
	},
	convert: asRgbColor,
};

const logo: ConvertedField = {
	property: {
		displayName: 'Logo',
		name: 'logo',
		type: 'string',
		placeholder: 'e.g. https://example.com/logo.png',
		default: '',
		description: 'URL of a PNG or JPG image for the middle of the code',
	},
	convert: asTrimmedText,
};

const sentInBody = ({ property, convert }: ConvertedField) => inBody(property, convert);

/** The optional fields of a QR code beside its name (api.md section 4.7), by label. */
export const qrCodeFields: INodeProperties[] = [
	sentInBody(background),
	dataJson,
	sentInBody(foreground),
	sentInBody(logo),
];

/**
 * The fields of a QR code whose content is the short URL of a link. It has no name of its own: Create or Get would take one
 * code for all links whose codes have the same name.
 */
export const fieldsOfAddedCode: ConvertedField[] = [background, foreground, logo];

/** Fields of a QR code that only one service has. */
export const additionalBody = additionalBodyFields([
	...['type', 'data', 'name'],
	...qrCodeFields.map(({ name }) => name),
]);
