import { asBoolean, asTrimmedText } from '../../fields/convert';
import type { ValueField } from '../../fields/field';

/** Fields of the operations whose result has an image. */
export const imageFields: ValueField[] = [
	{
		displayName: 'Download Image',
		name: 'downloadImage',
		type: 'boolean',
		default: false,
		description: 'Whether to download the image of the QR code and add it to the item as a file',
		into: 'given',
		convert: asBoolean,
	},
	{
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		required: true,
		displayOptions: { show: { downloadImage: [true] } },
		placeholder: 'e.g. data',
		default: 'data',
		description: 'The binary field of the output item for the image of the QR code',
		hint: 'The name of the output binary field to put the file in',
		into: 'given',
		convert: asTrimmedText,
	},
	{
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		displayOptions: { show: { downloadImage: [true] } },
		placeholder: 'e.g. Menu table 1',
		default: '',
		description:
			'What to call the file. Leave empty to use the name of the QR code. The extension is added.',
		into: 'given',
		convert: asTrimmedText,
	},
];
