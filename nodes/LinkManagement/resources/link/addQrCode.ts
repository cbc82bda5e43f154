import { asBoolean } from '../../fields/convert';
import type { Field, ValueField } from '../../fields/field';
import { codeLook } from '../qrCode/fields';
import { imageFields } from '../qrCode/image';

const addQrCode: ValueField = {
	displayName: 'Add QR Code',
	name: 'addQrCode',
	type: 'boolean',
	default: false,
	description:
		'Whether to also create a QR code for the short URL. Takes one more request for each link. The item then has the code under "qr".',
	into: 'given',
	convert: asBoolean,
};

const qrCodeFields: Field = {
	displayName: 'QR Code Fields',
	name: 'qrCodeFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: codeLook,
};

/** The fields of Create and Create or Get that also make a QR code for the short URL. */
export const qrCodeSwitch: Field[] = [
	addQrCode,
	...[...imageFields, qrCodeFields].map((field) => ({
		...field,
		displayOptions: { show: { addQrCode: [true], ...field.displayOptions?.show } },
	})),
];
