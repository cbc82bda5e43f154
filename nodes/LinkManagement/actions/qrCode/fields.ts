import { invalidInput } from '../../errors';
import { asRgbColor } from '../../fields/convert';
import type { Complete, ValueField } from '../../fields/field';
import { additionalBodyFields, switchField, textField } from '../../fields/kinds';
import { itemOptions, nameField } from '../common';
import { dataJson } from './content';

/** The name, by which a code is also found again after a lost reply. */
export const codeName = {
	...nameField('code', 'Poster at the entrance'),
	displayName: 'Code Name',
};

/** No phone can read a code in the color of its background. */
const refuseEqualColors: Complete = ({ body, unsent }, field) => {
	for (const { foreground, background } of [body, unsent])
		if (foreground !== undefined && foreground === background)
			throw invalidInput(
				field,
				'it is the color of the background, too',
				'Choose another color for one of the two.',
			);
};

/** Of the code for a link. It has no name: Create or Get would take one code for all links whose codes have the same name. */
export const codeLook: ValueField[] = [
	{
		displayName: 'Background Color',
		name: 'background',
		type: 'color',
		default: '#ffffff',
		description: 'Color behind the code, as #RRGGBB or rgb(R,G,B)',
		convert: asRgbColor,
	},
	{
		displayName: 'Foreground Color',
		name: 'foreground',
		type: 'color',
		default: '#000000',
		description: 'Color of the code itself, as #RRGGBB or rgb(R,G,B)',
		convert: asRgbColor,
		complete: refuseEqualColors,
	},
	textField({
		displayName: 'Logo',
		name: 'logo',
		placeholder: 'e.g. https://example.com/logo.png',
		description: 'URL of a PNG or JPG image for the middle of the code',
	}),
];

/** The optional fields of a QR code beside its name (api.md section 4.7). */
export const qrCodeFields: ValueField[] = [
	...codeLook.map((field): ValueField => ({
		...field,
		routing: { send: { type: 'body', property: field.name } },
	})),
	dataJson,
];

export const additionalBody = additionalBodyFields([
	'type',
	'data',
	'name',
	...qrCodeFields.map(({ name }) => name),
]);

export const creationOptions = itemOptions([additionalBody]);

export const imageFields: ValueField[] = [
	switchField({
		displayName: 'Download Image',
		name: 'downloadImage',
		description: 'Whether to download the image of the QR code and add it to the item as a file',
	}),
	textField({
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		required: true,
		displayOptions: { show: { downloadImage: [true] } },
		placeholder: 'e.g. data',
		default: 'data',
		hint: 'The name of the output binary field to put the file in',
	}),
	textField({
		displayName: 'File Name',
		name: 'fileName',
		displayOptions: { show: { downloadImage: [true] } },
		placeholder: 'e.g. Menu table 1',
		description:
			'What to call the file. Leave empty to use the name of the QR code. The extension is added.',
	}),
];
