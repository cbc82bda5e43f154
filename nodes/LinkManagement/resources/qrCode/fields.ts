import { additionalBodyFields } from '../../fields/additionalBody';
import { optionsCollection } from '../../fields/collection';
import { asRgbColor, asTrimmedText } from '../../fields/convert';
import type { ValueField } from '../../fields/field';
import { dataJson } from './content';

/** The name, by which a code is also found again after a lost answer. */
export const nameField: ValueField = {
	displayName: 'Code Name',
	name: 'name',
	type: 'string',
	placeholder: 'e.g. Poster at the entrance',
	default: '',
	description: 'The name under which the code is listed',
	into: 'body',
	convert: asTrimmedText,
};

const background = {
	displayName: 'Background Color',
	name: 'background',
	type: 'color',
	default: '#ffffff',
	description: 'Color behind the code, as #RRGGBB or rgb(R,G,B)',
	convert: asRgbColor,
} as const;

const foreground = {
	displayName: 'Foreground Color',
	name: 'foreground',
	type: 'color',
	default: '#000000',
	description: 'Color of the code itself, as #RRGGBB or rgb(R,G,B)',
	convert: asRgbColor,
} as const;

const logo = {
	displayName: 'Logo',
	name: 'logo',
	type: 'string',
	placeholder: 'e.g. https://example.com/logo.png',
	default: '',
	description: 'URL of a PNG or JPG image for the middle of the code',
	convert: asTrimmedText,
} as const;

/** The optional fields of a QR code beside its name (api.md section 4.7), by label. */
export const qrCodeFields: ValueField[] = [
	{ ...background, into: 'body' },
	dataJson,
	{ ...foreground, into: 'body' },
	{ ...logo, into: 'body' },
];

/**
 * The fields of a QR code whose content is the short URL of a link. It has no name of its own: Create or Get would take one
 * code for all links whose codes have the same name.
 */
export const codeLook: ValueField[] = [
	{ ...background, into: 'given' },
	{ ...foreground, into: 'given' },
	{ ...logo, into: 'given' },
];

/** Fields of a QR code that only one service has. */
export const additionalBody = additionalBodyFields([
	...['type', 'data', 'name'],
	...qrCodeFields.map(({ name }) => name),
]);

/** The options of the operations that create a QR code. */
export const creationOptions = optionsCollection([additionalBody]);
