import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { type FieldContext, invalidInput } from '../../errors';
import { asLongUrl } from '../../fields/addresses';
import { unlessNothing } from '../../fields/cells';
import { asText, asTrimmedText, quoted, warnAbout } from '../../fields/convert';
import type { Convert } from '../../fields/field';
import { isSavedExpression } from '../../fields/itemRequest';
import { textOf } from '../../text/json';
import { valueWarning } from '../../text/sentences';

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

/** Written for people who call from within the country. */
const ZERO = '(0)';
/** The codes of Italy and San Marino, where the zero is part of the number. */
const KEEPS_ZERO = /^(?:\+|00)(?:39|378)$/;

/** The number for people who call from abroad, if it has the code of its country. */
function withoutZero(number: string): string {
	const at = number.indexOf(ZERO);
	const code = number.slice(0, Math.max(0, at)).replace(/[^\d+]/g, '');
	if (!/\d/.test(code) || KEEPS_ZERO.test(code)) return number;
	return number.slice(0, at) + number.slice(at + ZERO.length).trimStart();
}

/** How many digits a number has at least. */
const MIN_DIGITS = 7;

const EXTENSION = /(?:ext(?:ension)?\.?|x) ?(\d{1,10})$/i;

/** A phone number. An extension is dialed after a pause, which phones write as a comma. */
const asPhoneNumber: Convert = (value, field) => {
	const text = textOf(asTrimmedText(value, field))
		// By an apostrophe, spreadsheets keep a number as text
		.replace(/^['’‘]\s*/, '')
		.replace(/^tel:\s*/i, '');
	const [ending = '', extension] = EXTENSION.exec(text) ?? [];
	const number = withoutZero(text.slice(0, text.length - ending.length).trim());
	if (text === '') return undefined;
	if (/\p{L}/u.test(number) || !/\d/.test(number))
		throw invalidInput(
			field,
			`${quoted(value)} is not a phone number`,
			'Enter it like +49 711 123456.',
		);
	const parts = number.split(/[,;/|\n]/).map((part) => part.replace(/\D/g, ''));
	if (parts.filter((digits) => digits.length >= MIN_DIGITS).length > 1)
		throw invalidInput(
			field,
			`${quoted(value)} holds several phone numbers`,
			'Enter one of them. An extension is written like +49 711 123456 ext. 42.',
		);
	return extension === undefined ? number : `${number},${extension}`;
};

const MAIL = /^[^\s@<>]+@[^\s@<>]+$/;

/** An email address, also copied with `mailto:`, perhaps with a subject. */
const asMail: Convert = (value, field) => {
	const text = textOf(asTrimmedText(value, field));
	if (text === '') return undefined;
	const address = text.replace(/^mailto:([^?]*).*$/is, '$1').trim();
	if (MAIL.test(address)) return address;
	throw invalidInput(
		field,
		`${quoted(value)} is not an email address`,
		'Enter one address like name@example.com.',
	);
};

/** IEEE 802.11, in bytes of UTF-8. */
const MAX_NETWORK_NAME = 32;

const asNetworkName: Convert = (value, field) => {
	const name = asText(value, field);
	if (Buffer.byteLength(name ?? '') <= MAX_NETWORK_NAME) return name;
	throw invalidInput(
		field,
		`${quoted(value)} is longer than the name of a network can be`,
		`It has at most ${MAX_NETWORK_NAME} bytes: letters such as ü take two of them.`,
	);
};

/** What WPA2 and WPA3 take as a password: characters, or the key itself. */
const WPA_PASSWORD = /^(?:.{8,63}|[\da-f]{64})$/isu;

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
		convert: asLongUrl,
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
			convert: asMail,
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
		{
			...PHONE_NUMBER,
			name: 'phone',
			description: "The contact's phone number",
			convert: unlessNothing(asPhoneNumber),
		},
		contentField('Email', 'email', "The contact's email address", {
			placeholder: 'e.g. name@email.com',
			convert: unlessNothing(asMail),
		}),
		contentField('Website', 'site', "The contact's website. Without a scheme, https:// is added.", {
			placeholder: 'e.g. https://example.com',
			convert: unlessNothing(asLongUrl),
		}),
	],
	wifi: [
		contentField('Network Name (SSID)', 'ssid', 'The name of the network', {
			required: true,
			placeholder: 'e.g. Guests',
			convert: asNetworkName,
		}),
		contentField(
			'Password',
			'pass',
			'Password of the network. Leave empty for a network without one.',
			{ typeOptions: { password: true }, convert: unlessNothing(asText) },
		),
		contentField('Encryption', 'encryption', 'How the network is encrypted', {
			type: 'options',
			options: [
				{ name: 'None', value: 'nopass' },
				{ name: 'WEP', value: 'wep' },
				{ name: 'WPA/WPA2', value: 'wpa' },
			],
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
	if (encryption === 'wpa' && !WPA_PASSWORD.test(textOf(pass)))
		throw invalidInput(
			{ ...field, label: 'Password' },
			'it has fewer than 8 or more than 63 characters, and no WPA network has such a password',
			'Correct the password, or choose the encryption that the network has.',
		);
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
