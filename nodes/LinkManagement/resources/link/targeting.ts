import type { INodeProperties } from 'n8n-workflow';

import { trimmed, rows, text, url } from '../../fields/convert';
import { inBody } from '../../fields/send';

/** Collections of rows: who gets sent elsewhere, and parameters that are passed on (api.md section 4.8). */

interface Rows {
	displayName: string;
	name: string;
	description: string;
	/** The button that adds a row. */
	placeholder: string;
	/** What a row is called. */
	row: string;
	/** The columns of a row: label, name in the API, placeholder, what it means. */
	columns: Array<[displayName: string, name: string, placeholder: string, description: string]>;
}

const CONVERT: Record<string, typeof url> = { link: url, value: text };

function rowsField({ displayName, name, description, placeholder, row, columns }: Rows): INodeProperties {
	return inBody(
		{
			displayName,
			name,
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder,
			default: {},
			description,
			options: [
				{
					displayName: row,
					name: 'rows',
					values: columns.map(([label, column, example, meaning]): INodeProperties => ({
						displayName: label,
						name: column,
						type: 'string',
						placeholder: example,
						default: '',
						description: meaning,
					})),
				},
			],
		},
		rows(...columns.map(([label, column]) => ({ label, name: column, convert: CONVERT[column] ?? trimmed }))),
	);
}

export const geotarget = rowsField({
	displayName: 'Geo Targeting',
	name: 'geotarget',
	description: 'Sends visitors from a country to an address of their own',
	placeholder: 'Add Country',
	row: 'Country',
	columns: [
		['Country', 'location', 'e.g. Canada', 'Name of the country, as the service spells it'],
		['Link', 'link', 'e.g. https://example.com/ca', 'Where its visitors are sent'],
	],
});

export const devicetarget = rowsField({
	displayName: 'Device Targeting',
	name: 'devicetarget',
	description: 'Sends visitors with a kind of device to an address of their own',
	placeholder: 'Add Device',
	row: 'Device',
	columns: [
		['Device', 'device', 'e.g. iPhone', 'Name of the device, as the service spells it, such as iPhone or Android'],
		['Link', 'link', 'e.g. https://apps.apple.com/app/id42', 'Where its visitors are sent'],
	],
});

export const languagetarget = rowsField({
	displayName: 'Language Targeting',
	name: 'languagetarget',
	description: 'Sends visitors with a browser language to an address of their own',
	placeholder: 'Add Language',
	row: 'Language',
	columns: [
		['Language', 'language', 'e.g. fr', 'Short code of the language, such as en, de or fr'],
		['Link', 'link', 'e.g. https://example.com/fr', 'Where its visitors are sent'],
	],
});

export const parameters = rowsField({
	displayName: 'Parameters',
	name: 'parameters',
	description: 'Query parameters that the short link adds to the address it leads to',
	placeholder: 'Add Parameter',
	row: 'Parameter',
	columns: [
		['Name', 'name', 'e.g. utm_source', 'Name of the query parameter'],
		['Value', 'value', 'e.g. newsletter', 'Value of the query parameter'],
	],
});
