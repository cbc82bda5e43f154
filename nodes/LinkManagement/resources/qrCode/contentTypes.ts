import type { INodeProperties } from 'n8n-workflow';

import { asKnownName, asTrimmedText, asUrl, type Convert } from '../../fields/convert';
import { knownOption } from '../../fields/knownNames';

/** A field of the content of a QR code. */
export interface ContentField extends Pick<
	INodeProperties,
	'displayName' | 'name' | 'description' | 'placeholder' | 'typeOptions' | 'options'
> {
	type?: 'string' | 'options';
	default?: string;
	/** The code is useless without it. */
	required?: true;
	/** Default: the text unchanged. */
	convert?: Convert;
}

const ENCRYPTIONS = [
	{ name: 'None', value: 'nopass' },
	{ name: 'WEP', value: 'wep' },
	{ name: 'WPA/WPA2', value: 'wpa' },
];

/** Phones know no other name for WPA2 and WPA3 than that of WPA. */
const asEncryption = asKnownName((text) =>
	/^wpa/i.test(text) ? 'wpa' : knownOption(ENCRYPTIONS)(text),
);

/** A code whose content is one text. */
const oneText = (field: Omit<ContentField, 'name' | 'required'>): ContentField[] => [
	{ name: 'data', required: true, ...field },
];

/** By type, in the order of the editor (api.md section 4.7). The names are those that services are known to accept. */
export const CONTENT: Record<string, ContentField[]> = {
	link: oneText({
		displayName: 'URL',
		placeholder: 'e.g. https://example.com/menu',
		description: 'The URL that the code opens, with http:// or https://',
		convert: asUrl,
	}),
	phone: oneText({
		displayName: 'Phone Number',
		placeholder: 'e.g. +15550100',
		description: 'The number that the code calls',
		convert: asTrimmedText,
	}),
	text: oneText({
		displayName: 'Text',
		placeholder: 'e.g. Table 12',
		description: 'The text that the code shows',
	}),
	email: [
		{
			displayName: 'To',
			name: 'email',
			required: true,
			placeholder: 'e.g. name@email.com',
			description: 'Email address of the recipient',
			convert: asTrimmedText,
		},
		{
			displayName: 'Subject',
			name: 'subject',
			placeholder: 'e.g. Question about my order',
			description: 'Subject of the new email',
		},
		{
			displayName: 'Message',
			name: 'body',
			typeOptions: { rows: 2 },
			placeholder: 'e.g. Hello, I would like to …',
			description: 'Text of the new email',
		},
	],
	sms: [
		{
			displayName: 'Phone Number',
			name: 'phone',
			required: true,
			placeholder: 'e.g. +15550100',
			description: 'Phone number of the recipient',
			convert: asTrimmedText,
		},
		{
			displayName: 'Message',
			name: 'message',
			typeOptions: { rows: 2 },
			placeholder: 'e.g. JOIN',
			description: 'Text of the message',
		},
	],
	vcard: [
		{
			displayName: 'First Name',
			name: 'fname',
			placeholder: 'e.g. Nathan',
			description: "The contact's first name",
		},
		{
			displayName: 'Last Name',
			name: 'lname',
			placeholder: 'e.g. Smith',
			description: "The contact's last name",
		},
		{
			displayName: 'Phone Number',
			name: 'phone',
			placeholder: 'e.g. +15550100',
			description: "The contact's phone number",
			convert: asTrimmedText,
		},
		{
			displayName: 'Email',
			name: 'email',
			placeholder: 'e.g. name@email.com',
			description: "The contact's email address",
			convert: asTrimmedText,
		},
		{
			displayName: 'Website',
			name: 'site',
			placeholder: 'e.g. https://example.com',
			description: "The contact's website",
			convert: asTrimmedText,
		},
	],
	wifi: [
		{
			displayName: 'Network Name (SSID)',
			name: 'ssid',
			required: true,
			placeholder: 'e.g. Guests',
			description: 'The name of the network',
		},
		{
			displayName: 'Password',
			name: 'pass',
			typeOptions: { password: true },
			description: 'Password of the network. Leave empty for a network without one.',
		},
		{
			displayName: 'Encryption',
			name: 'encryption',
			description: 'How the network is encrypted',
			type: 'options',
			options: ENCRYPTIONS,
			default: 'wpa',
			convert: asEncryption,
		},
	],
};

export const TYPES = [
	{ name: 'Email', value: 'email' },
	{ name: 'Link', value: 'link' },
	{ name: 'Phone', value: 'phone' },
	{ name: 'SMS', value: 'sms' },
	{ name: 'Text', value: 'text' },
	{ name: 'vCard', value: 'vcard' },
	{ name: 'Wi-Fi', value: 'wifi' },
];
