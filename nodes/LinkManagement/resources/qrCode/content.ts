import type { IDataObject, INodeProperties, NodePropertyTypes } from 'n8n-workflow';

import { invalidInput } from '../../errors';
import { type Convert, filled, json, oneOf, text } from '../../fields/convert';
import { inBody, sent } from '../../fields/send';
import { textOf } from '../../values/json';

/** What a QR code says: its type and, depending on it, a text or a set of fields (api.md section 4.7). */

const TYPES = [
	{ name: 'Email', value: 'email' },
	{ name: 'Link', value: 'link' },
	{ name: 'Phone', value: 'phone' },
	{ name: 'SMS', value: 'sms' },
	{ name: 'Text', value: 'text' },
	{ name: 'vCard', value: 'vcard' },
	{ name: 'Wi-Fi', value: 'wifi' },
];

const type = inBody(
	{
		displayName: 'Type',
		name: 'type',
		type: 'options',
		required: true,
		options: TYPES,
		default: 'link',
		description: 'What a phone does with the code; the fields below follow it',
	},
	oneOf(...TYPES.map(({ value }) => value)),
);

/** Where a field waits, as several may become the content. */
const waiting = (name: string) => `data:${name}`;

/** A field for some types. Where Type is an expression n8n shows them all, and only the item's type tells which one counts. */
const forTypes = (types: string[], property: INodeProperties, convert: Convert): INodeProperties =>
	sent(
		{ ...property, displayOptions: { show: { type: types } } },
		'body',
		waiting(property.name),
		(body, value, place) => {
			const content = types.includes(textOf(body.type)) ? convert(value, place) : undefined;
			if (content !== undefined) body.data = content;
		},
	);

const data = forTypes(
	['link', 'phone', 'text'],
	{
		displayName: 'Content',
		name: 'data',
		type: 'string',
		placeholder: 'e.g. https://example.com',
		default: '',
		description: 'The address, phone number or text that the code holds',
	},
	text,
);

interface Part {
	displayName: string;
	name: string;
	description: string;
	placeholder?: string;
	type?: NodePropertyTypes;
	typeOptions?: INodeProperties['typeOptions'];
	options?: INodeProperties['options'];
	default?: string;
}

/** The filled ones of these fields, each as text. */
const texts =
	(fields: Part[]): Convert =>
	(value, place) => {
		const entries = Object.entries((filled(value, place) ?? {}) as IDataObject).map(
			([name, entry]) => {
				const label = fields.find((field) => field.name === name)?.displayName ?? name;
				return [name, text(entry, { ...place, label: `${place.label}, ${label}` })];
			},
		);
		return entries.length === 0 ? undefined : (Object.fromEntries(entries) as IDataObject);
	};

/** The fields of one type of code; their names are those that installs of the service are known to take. */
const parts = (name: string, displayName: string, fields: Part[]): INodeProperties =>
	forTypes(
		[name],
		{
			displayName,
			name,
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: fields.map((field): INodeProperties => ({ type: 'string', default: '', ...field })),
		},
		texts(fields),
	);

const email = parts('email', 'Email', [
	{
		displayName: 'Message',
		name: 'body',
		placeholder: 'e.g. Hello, I would like to …',
		description: 'Text that the new email begins with',
	},
	{
		displayName: 'Subject',
		name: 'subject',
		placeholder: 'e.g. Question about my order',
		description: 'Subject of the new email',
	},
	{
		displayName: 'To',
		name: 'email',
		placeholder: 'e.g. name@email.com',
		description: 'Address that the email goes to',
	},
]);

const sms = parts('sms', 'SMS', [
	{
		displayName: 'Message',
		name: 'message',
		placeholder: 'e.g. JOIN',
		description: 'Text of the message',
	},
	{
		displayName: 'Phone Number',
		name: 'phone',
		placeholder: 'e.g. +15550100',
		description: 'Number that the message goes to',
	},
]);

const vcard = parts('vcard', 'vCard', [
	{
		displayName: 'Email',
		name: 'email',
		placeholder: 'e.g. name@email.com',
		description: "The contact's email address",
	},
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
	},
	{
		displayName: 'Website',
		name: 'site',
		placeholder: 'e.g. https://example.com',
		description: "The contact's website",
	},
]);

const wifi = parts('wifi', 'Wi-Fi', [
	{
		displayName: 'Encryption',
		name: 'encryption',
		description: 'How the network is protected',
		type: 'options',
		options: [
			{ name: 'None', value: 'nopass' },
			{ name: 'WEP', value: 'wep' },
			{ name: 'WPA/WPA2', value: 'wpa' },
		],
		default: 'wpa',
	},
	{
		displayName: 'Network Name (SSID)',
		name: 'ssid',
		placeholder: 'e.g. Guests',
		description: 'The name under which phones see the network',
	},
	{
		displayName: 'Password',
		name: 'pass',
		description: 'Password of the network',
		typeOptions: { password: true },
	},
]);

/** Anything that the fields above don't cover; it takes their place. */
export const dataJson = sent(
	{
		displayName: 'Content as JSON',
		name: 'dataJson',
		type: 'json',
		default: '',
		placeholder: 'e.g. { "ssid": "Guests", "pass": "welcome", "encryption": "wpa" }',
		description:
			'Content in the form your service takes it. Overrides the content above when filled in.',
	},
	'body',
	waiting('dataJson'),
	(body: IDataObject, value, place) => {
		const given = json(value, place);
		if (given !== undefined && typeof given !== 'string' && typeof given !== 'object') {
			throw invalidInput(
				place,
				'this is neither a text nor a set of fields',
				'Give a JSON object, array or text.',
			);
		}
		if (given !== undefined) body.data = given;
		if (body.data === undefined) {
			throw invalidInput(
				{ ...place, label: 'Content' },
				'nothing is given',
				'Fill in what the code is to hold.',
			);
		}
	},
);

/** In the order of the editor. */
export const content: INodeProperties[] = [type, data, email, sms, vcard, wifi];
