import type { IDataObject } from 'n8n-workflow';

import { invalidInput } from '../../errors';
import { quoted, warnAbout } from '../../fields/convert';
import type { Complete, ValueContext, ValueField } from '../../fields/field';
import { textField } from '../../fields/simpleFields';
import { decoded } from '../../values/comparable';
import { textOf } from '../../values/json';
import { valueWarning } from '../../values/sentences';
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

const REPLACES = valueWarning('replaces another value of this parameter in the long URL');

/** The long URL without a parameter that it gives another value than the field, because the service adds that of the field. */
function withoutOtherValue(url: string, name: string, value: string, field: ValueContext): string {
	const [, start = url, query = '', fragment = ''] = /^([^?#]*\?)([^#]*)(.*)$/s.exec(url) ?? [];
	const pairs = query.split('&');
	// Only pairs with this name are parsed, because a query may have many
	const hasName = ([given = '']: string[]) =>
		given === name || (given.includes('%') && decoded(given) === name);
	const isOther = (pair: string) =>
		hasName(pair.split('=', 1)) && new URLSearchParams(pair).get(name) !== value;
	const kept = pairs.filter((pair) => !isOther(pair));
	if (kept.length === pairs.length) return url;
	warnAbout(field, REPLACES, value);
	return (kept.length > 0 ? start + kept.join('&') : start.slice(0, -1)) + fragment;
}

const addRow =
	(name: string): Complete =>
	({ body }, field) => {
		const value = body[name];
		delete body[name];
		if (value === undefined) return;
		if (body.url !== undefined)
			body.url = withoutOtherValue(textOf(body.url), name, textOf(value), field);
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
