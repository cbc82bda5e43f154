import type { IDataObject } from 'n8n-workflow';

import { invalidInput } from '../../errors';
import { asLongUrl, asNewAlias, asUrl } from '../../fields/addresses';
import { asPassword, unlessNothing } from '../../fields/cells';
import { asOneOf, asSeveralOf, asText, quoted, warnAbout } from '../../fields/convert';
import { asExpiry, dateFormat } from '../../fields/dateTime';
import type { Complete, ValueContext, ValueField } from '../../fields/field';
import { additionalBodyFields, switchField, textField, unsentField } from '../../fields/kinds';
import { BY_DOMAIN, BY_ID, campaignOfLink, channelOfLink, locator } from '../../fields/locators';
import { asDomain, asRecords, asRedirectType } from '../../fields/reference';
import { textOf } from '../../text/json';
import { withSomePairs } from '../../text/longUrl';
import { valueWarning } from '../../text/sentences';
import { deeplink, devicetarget, geotarget, languagetarget, parameters } from './targeting';

/** The parameters by which analytics tell campaigns apart, each with a field of its own. */
const UTM = [
	['utm_campaign', 'UTM Campaign', 'spring-sale', 'The campaign that the visit belongs to'],
	[
		'utm_content',
		'UTM Content',
		'top-banner',
		'Which of several links to the same page was clicked',
	],
	['utm_medium', 'UTM Medium', 'email', 'The kind of place where the link stands'],
	['utm_source', 'UTM Source', 'newsletter', 'The place where the link stands'],
	['utm_term', 'UTM Term', 'running shoes', 'The keyword of a paid search'],
] as const;
type UtmName = (typeof UTM)[number][0];

const REPLACES = valueWarning('replaces another value of this parameter in the long URL');

/** The long URL without a parameter that it gives another value than the field, because the service adds that of the field. */
function withoutOtherValue(url: string, name: string, value: string, field: ValueContext): string {
	// Only pairs with this name are parsed, because a query may have many
	const kept = withSomePairs(
		url,
		(other, pair) => other !== name || new URLSearchParams(pair).get(name) === value,
	);
	if (kept !== url) warnAbout(field, REPLACES, value);
	return kept;
}

const addRow =
	(name: UtmName): Complete =>
	({ body, unsent }, field) => {
		const value = unsent[name];
		if (value === undefined) return;
		if (body.url !== undefined) body.url = withoutOtherValue(textOf(body.url), name, value, field);
		const rows = (body.parameters ?? []) as IDataObject[];
		const same = rows.filter((row) => row.name === name);
		const other = same.find((row) => row.value !== value);
		if (other)
			throw invalidInput(
				field,
				`${parameters.displayName} has ${name} with another value, ${quoted(other.value)}`,
				'Fill in only one of the two.',
			);
		if (same.length === 0) body.parameters = [...rows, { name, value }];
	};

export const utmFields: ValueField[] = UTM.map(([name, displayName, example, description]) =>
	textField({
		displayName,
		name,
		placeholder: `e.g. ${example}`,
		description: `${description}: the URL parameter ${name}`,
		complete: addRow(name),
	}),
);

export const longUrlField = (required: boolean): ValueField =>
	textField({
		displayName: 'Long URL',
		name: 'url',
		required,
		placeholder: 'e.g. https://example.com/spring-sale',
		description: 'The URL that the short link leads to. Without a scheme, https:// is added.',
		routing: { send: { type: 'body', property: 'url' } },
		convert: asLongUrl,
	});

export const alias = (note: string): ValueField =>
	textField({
		displayName: 'Alias',
		name: 'custom',
		placeholder: 'e.g. spring-sale',
		description: `Last part of the short URL. ${note}.`,
		builderHint: {
			propertyHint: `Only the part after the last slash, without a domain, such as spring-sale. ${note}.`,
		},
		routing: { send: { type: 'body', property: 'custom' } },
		convert: asNewAlias,
	});

/** The other optional fields of a link (api.md section 4.8), by label. */
export const linkFields: ValueField[] = [
	campaignOfLink,
	channelOfLink,
	deeplink,
	textField({
		displayName: 'Description',
		name: 'description',
		typeOptions: { rows: 2 },
		placeholder: 'e.g. For the newsletter of March 1',
		description: 'A note that visitors do not see',
		routing: { send: { type: 'body', property: 'description' } },
		convert: asText,
	}),
	devicetarget,
	{
		...locator({
			displayName: 'Domain',
			name: 'domain',
			description: 'The branded domain of the short URL',
			search: 'searchDomainNames',
			typed: [BY_DOMAIN, BY_ID],
		}),
		routing: { send: { type: 'body', property: 'domain' } },
		convert: unlessNothing(asDomain),
	},
	{
		displayName: 'Expiry',
		name: 'expiry',
		type: 'dateTime',
		default: '',
		hint: 'The date picker gives 00:00, when the day begins. For the whole day, set the time to 23:59:59.',
		builderHint: {
			propertyHint:
				'A date in any form with one meaning, also from an expression. Without a time, it means the end of that day.',
		},
		description:
			"When the link stops working, by the clock of the service. A date with an offset, such as {{ $now }}, is sent as that moment in the 'Time Zone' of the credential. A date without a time means the end of that day. Every form with one meaning is accepted, such as 30.04.2030, 30 Apr 2030 and the date numbers of spreadsheets; for dates like 5/6/2030, choose the 'Date Format' under 'Options'.",
		routing: { send: { type: 'body', property: 'expiry' } },
		convert: unlessNothing(asExpiry),
	},
	geotarget,
	languagetarget,
	textField({
		displayName: 'Meta Description',
		name: 'metadescription',
		placeholder: 'e.g. Everything at half price until Sunday',
		description: 'Description in the preview on social networks and in chats',
		routing: { send: { type: 'body', property: 'metadescription' } },
		convert: asText,
	}),
	textField({
		displayName: 'Meta Image',
		name: 'metaimage',
		placeholder: 'e.g. https://example.com/preview.png',
		description: 'URL of a JPG or PNG image for the preview on social networks and in chats',
		routing: { send: { type: 'body', property: 'metaimage' } },
		convert: asUrl,
	}),
	textField({
		displayName: 'Meta Title',
		name: 'metatitle',
		placeholder: 'e.g. Spring sale',
		description: 'Title in the preview on social networks and in chats',
		routing: { send: { type: 'body', property: 'metatitle' } },
		convert: asText,
	}),
	textField({
		displayName: 'Password',
		name: 'password',
		typeOptions: { password: true },
		description: 'Password that visitors must enter to reach the long URL',
		routing: { send: { type: 'body', property: 'password' } },
		convert: asPassword,
	}),
	{
		displayName: 'Pixel Names or IDs',
		name: 'pixels',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getPixels' },
		default: [],
		builderHint: {
			propertyHint: 'Names or IDs of pixels, as an array or as text with commas between them.',
		},
		description:
			'The tracking pixels to load when the link is clicked. An update replaces all that the link has. An expression may also give names, with commas between them. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		routing: { send: { type: 'body', property: 'pixels' } },
		convert: asRecords('pixels'),
	},
	{
		...locator({
			displayName: 'Redirect Type',
			name: 'type',
			description:
				'How visitors get to the long URL: directly, in a frame, through a splash page or with a CTA overlay',
			search: 'searchLinkTypes',
			builderHint:
				'direct, frame, splash, the name or ID of a splash page, or the name of a CTA overlay (overlay-7 for the overlay with ID 7).',
			typed: [
				{
					name: 'nameOrId',
					displayName: 'By Name or ID',
					placeholder: 'e.g. direct, Summer splash, 42 or overlay-7',
					hint: 'Enter direct, frame or splash; the name or ID of a splash page; the name of an overlay, or overlay- and its ID',
				},
			],
		}),
		routing: { send: { type: 'body', property: 'type' } },
		convert: asRedirectType,
	},
	{
		displayName: 'Status',
		name: 'status',
		type: 'options',
		options: [
			{ name: 'Private', value: 'private' },
			{ name: 'Public', value: 'public' },
		],
		default: 'private',
		description: 'Whether the link is shown publicly. A new link is private if this is not set.',
		routing: { send: { type: 'body', property: 'status' } },
		convert: unlessNothing(asOneOf(['private', 'public'])),
	},
	parameters,
	...utmFields,
];

const additionalBody = additionalBodyFields([
	'url',
	'custom',
	...linkFields.map(({ name }) => name),
]);

const allowEmptying = switchField({
	displayName: 'Allow Emptying Other Fields',
	name: 'allowEmptying',
	description:
		'Whether to update a link although the service then empties fields that the update leaves out and that cannot be read: password, pixels and others. Needed only if the credential says that updates replace the whole link.',
});

const createMissing = unsentField({
	displayName: 'Create Missing',
	name: 'createMissing',
	type: 'multiOptions',
	options: [
		{ name: 'Campaigns', value: 'campaigns' },
		{ name: 'Channels', value: 'channels' },
	],
	default: [],
	description:
		'What to create if no record has the name that a field gives. Each is created once. Without this option, such a name is refused.',
	convert: asSeveralOf(['campaigns', 'channels']),
});

/** Of creations, and of updates. Create or Update has both. */
export const creationOptions = [additionalBody, createMissing, dateFormat];
export const updateOptions = [additionalBody, allowEmptying, dateFormat];
