import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { invalidInput } from '../../errors';
import { asTrimmedText, quoted } from '../../fields/convert';
import { sent } from '../../fields/send';
import { textOf } from '../../values/json';
import { parameterRows, parameters } from './targeting';

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

/** A field that writes one of the URL parameters, beside the rows of URL Parameters. */
const utmField = ([
	name,
	displayName,
	example,
	description,
]: (typeof UTM)[number]): INodeProperties =>
	sent(
		{
			displayName,
			name,
			type: 'string',
			placeholder: `e.g. ${example}`,
			default: '',
			description: `${description}: the URL parameter ${name}`,
		},
		'body',
		name,
		(body, value, field) => {
			const given = asTrimmedText(value, field);
			if (given === undefined) return;
			const { displayName: label } = parameters;
			const rows = (parameterRows(body.parameters, { ...field, label }) ?? []) as IDataObject[];
			const same = rows.filter((row) => row.name === name);
			const other = same.find((row) => row.value !== given);
			if (other) {
				throw invalidInput(
					field,
					`${label} has ${name} with another value, ${quoted(textOf(other.value))}`,
					'Fill in only one of the two.',
				);
			}
			body.parameters = same.length > 0 ? rows : [...rows, { name, value: given as string }];
		},
	);

export const utmFields: INodeProperties[] = UTM.map(utmField);
