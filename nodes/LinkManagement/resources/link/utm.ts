import type { IDataObject } from 'n8n-workflow';

import { invalidInput } from '../../errors';
import { asTrimmedText, quoted } from '../../fields/convert';
import type { Complete, ValueField } from '../../fields/field';
import { parameters } from './targeting';

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

/** Moves a parameter to the rows of URL Parameters. @throws {NodeOperationError} when these have it with another value */
const addRow =
	(name: string): Complete =>
	({ body }, field) => {
		const value = body[name];
		delete body[name];
		if (value === undefined) return;
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

export const utmFields: ValueField[] = UTM.map(([name, displayName, example, description]) => ({
	displayName,
	name,
	type: 'string',
	placeholder: `e.g. ${example}`,
	default: '',
	description: `${description}: the URL parameter ${name}`,
	into: 'body',
	convert: asTrimmedText,
	complete: addRow(name),
}));
