import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { type FieldContext, invalidInput } from '../../errors';
import { asUrl } from '../../fields/addresses';
import { asTrimmedText, quoted, warnAbout } from '../../fields/convert';
import type { Convert } from '../../fields/field';
import { isSavedExpression } from '../../fields/itemRequest';
import { textOf } from '../../values/json';
import { valueWarning } from '../../values/sentences';

export interface ContentField extends Pick<
	INodeProperties,
	'displayName' | 'name' | 'description' | 'placeholder' | 'typeOptions' | 'options'
> {
	type?: 'string' | 'options';
	default?: string;
	/** The code is useless without it. */
	required?: true;
	convert?: Convert;
}

const ENCRYPTIONS = [
	{ name: 'None', value: 'nopass' },
	{ name: 'WEP', value: 'wep' },
	{ name: 'WPA/WPA2', value: 'wpa' },
];

/** The usual words for a kind of encryption, in English and German. Phones know WPA2 and WPA3 by the name of WPA. */
const ENCRYPTION_WORDS = [
	['wpa', /^(?:wpa.*|sae|psk)$/i],
	['wep', /^wep$/i],
	[
		'nopass',
		/^(?:none|no ?pass(?:word)?|open|unencrypted|offen|keine?s?(?: passwort)?|ohne(?: passwort)?|unverschlüsselt|[-–—])$/i,
	],
] as const;

const asEncryption: Convert = (value, field) => {
	const said = textOf(asTrimmedText(value, field));
	if (said === '') return undefined;
	const [known] = ENCRYPTION_WORDS.find(([, words]) => words.test(said)) ?? [];
	if (known !== undefined) return known;
	throw invalidInput(
		field,
		`${quoted(value)} is no encryption that phones know`,
		'Use WPA, WEP or None.',
	);
};

const EXTENSION = /(?:ext(?:ension)?\.?|x) ?(\d{1,10})$/i;
const SCIENTIFIC = /^\d(?:[.,]\d+)?e\+?\d+$/i;

/** A phone number. An extension is dialed after a pause, which phones write as a comma. */
const asPhoneNumber: Convert = (value, field) => {
	const given = textOf(asTrimmedText(value, field)).replace(/^tel:/i, '');
	const [ending = '', extension] = EXTENSION.exec(given) ?? [];
	const number = given.slice(0, given.length - ending.length).trim();
	if (given === '') return undefined;
	if (SCIENTIFIC.test(given))
		throw invalidInput(
			field,
			`${quoted(value)} is a number that a spreadsheet has shortened`,
			'Format the column as text, then enter the number again.',
		);
	if (/\p{L}/u.test(number) || !/\d/.test(number))
		throw invalidInput(
			field,
			`${quoted(value)} is not a phone number`,
			'Enter it like +49 711 123456.',
		);
	return extension === undefined ? number : `${number},${extension}`;
};

const oneText = (field: Omit<ContentField, 'name' | 'required'>): ContentField[] => [
	{ name: 'data', required: true, ...field },
];

const contentField = (
	displayName: string,
	name: string,
	description: string,
	more: Partial<ContentField> = {},
): ContentField => ({ displayName, name, description, ...more });

const PHONE_NUMBER = {
	displayName: 'Phone Number',
	placeholder: 'e.g. +15550100',
	convert: asPhoneNumber,
};

/** By type, in the order of the editor (api.md section 4.7). The names are those that services are known to accept. */
export const CONTENT: Record<string, ContentField[]> = {
	link: oneText({
		displayName: 'URL',
		placeholder: 'e.g. https://example.com/menu',
		description: 'The URL that the code opens. Without a scheme, https:// is added.',
		convert: asUrl,
	}),
	phone: oneText({
		...PHONE_NUMBER,
		description: 'The number that the code calls',
	}),
	text: oneText({
		displayName: 'Text',
		placeholder: 'e.g. Table 12',
		description: 'The text that the code shows',
	}),
	email: [
		contentField('To', 'email', 'Email address of the recipient', {
			required: true,
			placeholder: 'e.g. name@email.com',
			convert: asTrimmedText,
		}),
		contentField('Subject', 'subject', 'Subject of the new email', {
			placeholder: 'e.g. Question about my order',
		}),
		contentField('Message', 'body', 'Text of the new email', {
			typeOptions: { rows: 2 },
			placeholder: 'e.g. Hello, I would like to …',
		}),
	],
	sms: [
		{
			...PHONE_NUMBER,
			name: 'phone',
			required: true,
			description: 'Phone number of the recipient',
		},
		contentField('Message', 'message', 'Text of the message', {
			typeOptions: { rows: 2 },
			placeholder: 'e.g. JOIN',
		}),
	],
	vcard: [
		contentField('First Name', 'fname', "The contact's first name", { placeholder: 'e.g. Nathan' }),
		contentField('Last Name', 'lname', "The contact's last name", { placeholder: 'e.g. Smith' }),
		{ ...PHONE_NUMBER, name: 'phone', description: "The contact's phone number" },
		contentField('Email', 'email', "The contact's email address", {
			placeholder: 'e.g. name@email.com',
			convert: asTrimmedText,
		}),
		contentField('Website', 'site', "The contact's website", {
			placeholder: 'e.g. https://example.com',
			convert: asTrimmedText,
		}),
	],
	wifi: [
		contentField('Network Name (SSID)', 'ssid', 'The name of the network', {
			required: true,
			placeholder: 'e.g. Guests',
		}),
		contentField(
			'Password',
			'pass',
			'Password of the network. Leave empty for a network without one.',
			{ typeOptions: { password: true } },
		),
		contentField('Encryption', 'encryption', 'How the network is encrypted', {
			type: 'options',
			options: ENCRYPTIONS,
			default: 'wpa',
			convert: asEncryption,
		}),
	],
};

const WITHOUT_PASSWORD = valueWarning('was left out, because the password is empty');

export function completeContent(
	type: string,
	content: IDataObject,
	field: FieldContext,
): IDataObject {
	if (type !== 'wifi') return content;
	const { pass, encryption = 'wpa' } = content;
	if (pass === undefined) {
		// An expression: the column of the password may have been renamed
		if (encryption !== 'nopass' && isSavedExpression(field.node.parameters.pass))
			warnAbout({ ...field, label: 'Encryption' }, WITHOUT_PASSWORD, encryption);
		return { ...content, encryption: 'nopass' };
	}
	if (encryption !== 'nopass') return { ...content, encryption };
	throw invalidInput(
		{ ...field, label: 'Encryption' },
		'a network with a password needs an encryption',
		'Use WPA or WEP, or remove the password.',
	);
}

export const TYPES = [
	{ name: 'Contact (vCard)', value: 'vcard' },
	{ name: 'Email', value: 'email' },
	{ name: 'Link', value: 'link' },
	{ name: 'Phone', value: 'phone' },
	{ name: 'SMS', value: 'sms' },
	{ name: 'Text', value: 'text' },
	{ name: 'Wi-Fi', value: 'wifi' },
];
