import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { invalidInput } from '../../errors';
import { asUrl } from '../../fields/addresses';
import { unlessNothing } from '../../fields/cells';
import {
	asBoolean,
	asJson,
	asKnownName,
	asTrimmedText,
	isEmpty,
	quoted,
} from '../../fields/convert';
import { knownCountry } from '../../fields/data/countries';
import { isUsuallyCountry, knownLanguage } from '../../fields/data/languages';
import type { Convert, ValueField } from '../../fields/field';
import { knownDevice } from '../../fields/knownNames';
import { type Locator, locator } from '../../fields/locators';
import { type Column, tableRows } from '../../fields/tableRows';
import { isObject } from '../../text/json';
import { valueWarning } from '../../text/sentences';

const AS_JSON = 'Write it as { "apple": "https://apps.apple.com/app/id42" }.';

const DEEP_LINKS: INodeProperties[] = [
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
];

const asDeepLinks: Convert<IDataObject> = (value, field) => {
	const json = asJson(value, field, AS_JSON);
	if (isEmpty(json)) return undefined;
	if (!isObject(json))
		throw invalidInput(
			field,
			`${quoted(json)} is not a set of fields`,
			'Fill in its fields, or use an object.',
		);
	const fields = isObject(json.links) ? json.links : json;
	const names = DEEP_LINKS.map(({ name }) => name);
	const unknown = Object.keys(fields).find(
		(name) => !names.includes(name) && !isEmpty(fields[name]),
	);
	if (unknown !== undefined)
		throw invalidInput(
			field,
			`${quoted(unknown)} is not one of the deep links`,
			`Use one or more of: ${names.join(', ')}.`,
		);
	const links: IDataObject = {};
	for (const { name, displayName, type } of DEEP_LINKS) {
		const convert = type === 'boolean' ? asBoolean : asUrl;
		const link = convert(fields[name], { ...field, label: `${field.label}, ${displayName}` });
		if (link !== undefined) links[name] = link;
	}
	// A collection that was added but not filled in is left out
	return 'apple' in links || 'google' in links || links.auto === true ? links : undefined;
};

/** The app or store page that opens on phones (api.md section 4.8). */
export const deeplink: ValueField = {
	displayName: 'Deep Links',
	name: 'deeplink',
	type: 'fixedCollection',
	placeholder: 'Add Deep Links',
	default: {},
	description: "Opens an app or its store page on phones. Set 'Device Targeting' as well.",
	options: [{ displayName: 'Links', name: 'links', values: DEEP_LINKS }],
	routing: { send: { type: 'body', property: 'deeplink' } },
	convert: asDeepLinks,
};

function unlessKnown(what: string) {
	const warning = valueWarning(`is a ${what} that the service may not know`);
	return (_: string, name?: string) => (name === undefined ? warning : undefined);
}
const unlessKnownLanguage = unlessKnown('language');
const USUALLY_COUNTRY = valueWarning('is the code of a language here, not of a country');

const CONVERT: Record<string, Convert> = {
	link: unlessNothing(asUrl),
	location: asKnownName(knownCountry, unlessKnown('country')),
	device: asKnownName(knownDevice, unlessKnown('device')),
	language: asKnownName(knownLanguage, (text, name) =>
		isUsuallyCountry(text) ? USUALLY_COUNTRY : unlessKnownLanguage(text, name),
	),
};

const columnOf = ({ displayName, name }: INodeProperties): Column => ({
	label: displayName,
	name,
	convert: CONVERT[name] ?? asTrimmedText,
});

/** The title of a row, such as "Canada → https://…", as an expression for n8n's editor. Older versions show the row's label. */
function titleOf({ name, type }: INodeProperties, content: INodeProperties): string {
	const row = '$collection.item.value';
	const title =
		type === 'resourceLocator'
			? `(${row}.${name}?.cachedResultName || ${row}.${name}?.value)`
			: `${row}.${name}`;
	return `={{ ${title} ? [${title}, ${row}.${content.name}].filter(Boolean).join(" → ") : "" }}`;
}

/** A collection of rows of two columns, a name and its content (api.md section 4.8). @param row what one is about */
function rowsField(
	{ description, ...texts }: Pick<INodeProperties, 'description' | 'displayName' | 'name'>,
	row: string,
	name: INodeProperties,
	content: INodeProperties,
): ValueField {
	const isTarget = content.name === 'link';
	const convert = tableRows(columnOf(name), columnOf(content), isTarget);
	return {
		...texts,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, fixedCollection: { itemTitle: titleOf(name, content) } },
		default: {},
		placeholder: `Add ${row}`,
		description: `${description}. A row without a value is left out.`,
		options: [{ displayName: row, name: 'rows', values: [name, content] }],
		routing: { send: { type: 'body', property: texts.name } },
		convert: isTarget ? unlessNothing(convert) : convert,
	};
}

/** Sends some visitors to other URLs. @param column says which ones */
const targetingField = (
	texts: Pick<INodeProperties, 'description' | 'displayName' | 'name'>,
	column: Locator,
	example: string,
): ValueField =>
	rowsField(texts, column.displayName, locator(column), {
		displayName: 'Target URL',
		name: 'link',
		type: 'string',
		placeholder: `e.g. ${example}`,
		default: '',
		description: 'The URL that these visitors are sent to. Without a scheme, https:// is added.',
	});

export const geotarget = targetingField(
	{
		displayName: 'Geo Targeting',
		name: 'geotarget',
		description: 'Sends visitors from certain countries to other URLs',
	},
	{
		displayName: 'Country',
		name: 'location',
		description:
			'The country: its English name, its name in its own language, or its ISO code, such as Germany or DE',
		search: 'searchCountries',
		builderHint: 'The English name of a country, its name in its own language, or its ISO code.',
		typed: [{ name: 'name', displayName: 'By Name', placeholder: 'e.g. Canada' }],
	},
	'https://example.com/ca',
);

export const devicetarget = targetingField(
	{
		displayName: 'Device Targeting',
		name: 'devicetarget',
		description: 'Sends visitors with certain devices to other URLs',
	},
	{
		displayName: 'Device',
		name: 'device',
		description: 'The kind of device, such as iphone, android or windows',
		search: 'searchDevices',
		typed: [{ name: 'name', displayName: 'By Name', placeholder: 'e.g. iphone' }],
	},
	'https://apps.apple.com/app/id42',
);

export const languagetarget = targetingField(
	{
		displayName: 'Language Targeting',
		name: 'languagetarget',
		description: 'Sends visitors with certain browser languages to other URLs',
	},
	{
		displayName: 'Language',
		name: 'language',
		description: 'The language of the browser: its code or its name, such as fr or French',
		search: 'searchLanguages',
		typed: [{ name: 'code', displayName: 'By Code', placeholder: 'e.g. fr' }],
	},
	'https://example.com/fr',
);

export const parameters = rowsField(
	{
		displayName: 'URL Parameters',
		name: 'parameters',
		description:
			'Query parameters that the short link adds to its long URL. An update replaces all that the link has',
	},
	'Parameter',
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		placeholder: 'e.g. ref',
		default: '',
		description: 'Name of the query parameter',
	},
	{
		displayName: 'Value',
		name: 'value',
		type: 'string',
		placeholder: 'e.g. newsletter',
		default: '',
		description: 'Value of the query parameter',
	},
);
