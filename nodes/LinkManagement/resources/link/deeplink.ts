import type { IDataObject } from 'n8n-workflow';

import { invalidInput } from '../../errors';
import { asUrl } from '../../fields/addresses';
import { asBoolean, asFilledFields, isEmpty, jsonIn, quoted } from '../../fields/convert';
import type { Convert, ValueField } from '../../fields/field';

const NAMES = ['apple', 'google', 'auto'];

const AS_JSON = 'Write it as { "apple": "https://apps.apple.com/app/id42" }.';

const links: Convert = (value, field) => {
	const json = isEmpty(value) ? undefined : jsonIn(value, field, AS_JSON);
	const given = asFilledFields(json, field);
	const found = given && 'links' in given ? (given.links as IDataObject) : given;
	const unknown = Object.keys(found ?? {}).find((name) => !NAMES.includes(name));
	if (unknown !== undefined)
		throw invalidInput(
			field,
			`${quoted(unknown)} is not one of the deep links`,
			`Use one or more of: ${NAMES.join(', ')}.`,
		);
	const converted = asFilledFields(
		{
			apple: asUrl(found?.apple, { ...field, label: `${field.label}, App Store` }),
			google: asUrl(found?.google, { ...field, label: `${field.label}, Google Play` }),
			auto: asBoolean(found?.auto, { ...field, label: `${field.label}, Automatic` }),
		},
		field,
	);
	// A collection that was added but not filled in is left out
	return converted &&
		(converted.auto === true || Object.keys(converted).some((key) => key !== 'auto'))
		? converted
		: undefined;
};

/** The app or store page that opens on phones (api.md section 4.8). */
export const deeplink: ValueField = {
	displayName: 'Deep Links',
	name: 'deeplink',
	type: 'fixedCollection',
	placeholder: 'Add Deep Links',
	default: {},
	description: "Opens an app or its store page on phones. Set 'Device Targeting' as well.",
	options: [
		{
			displayName: 'Links',
			name: 'links',
			values: [
				{
					displayName: 'App Store',
					name: 'apple',
					type: 'string',
					placeholder: 'e.g. https://apps.apple.com/app/id42',
					default: '',
					description: "URL of the app in Apple's App Store",
				},
				{
					displayName: 'Google Play',
					name: 'google',
					type: 'string',
					placeholder: 'e.g. https://play.google.com/42',
					default: '',
					description: 'URL of the app in Google Play',
				},
				{
					displayName: 'Automatic',
					name: 'auto',
					type: 'boolean',
					default: false,
					description: 'Whether the service generates the deep links from the long URL',
				},
			],
		},
	],
	routing: { send: { type: 'body', property: 'deeplink' } },
	convert: links,
};
