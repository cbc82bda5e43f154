import type { INodeProperties } from 'n8n-workflow';

/** Options of the operations whose result has an image. */
export const imageOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Put Output File in Field',
			name: 'binaryPropertyName',
			type: 'string',
			placeholder: 'e.g. data',
			default: 'data',
			description: 'Binary field of the output that the image of the QR code is put into',
			hint: 'The name of the output binary field to put the file in',
		},
	],
};
