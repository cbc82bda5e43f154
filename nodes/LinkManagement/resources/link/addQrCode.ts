import type { INodeProperties } from 'n8n-workflow';

import type { AddedQrCode, Operation } from '../../operations/operation';
import { fieldsOfAddedCode } from '../qrCode/fields';
import { imageFields } from '../qrCode/image';

const shownWithSwitch = (field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { show: { addQrCode: [true], ...field.displayOptions?.show } },
});

/** The fields of Create and Create or Get that also make a QR code for the short URL. */
export const qrCodeSwitch: INodeProperties[] = [
	{
		displayName: 'Add QR Code',
		name: 'addQrCode',
		type: 'boolean',
		default: false,
		description:
			'Whether to also create a QR code for the short URL. Takes one more request for each link. The item then has the code under "qr".',
	},
	...[
		...imageFields,
		{
			displayName: 'QR Code Fields',
			name: 'qrCodeFields',
			type: 'collection' as const,
			placeholder: 'Add Field',
			default: {},
			options: fieldsOfAddedCode.map(({ property }) => property),
		},
	].map(shownWithSwitch),
];

/** @param operation makes the code */
export const addedQrCode = (operation: Operation): AddedQrCode => ({
	operation,
	fields: fieldsOfAddedCode,
});
