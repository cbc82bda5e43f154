import type { Request } from 'express';

import { type Endpoint, resolved, type Schema } from './description.ts';

/**
 * Services accept some requests that the description does not allow: `null` for a field counts as not given, and so
 * does `false` for a field that is no yes or no, a whole number may be text, a text may be a number, and unknown query parameters are ignored. This changes the body of such a
 * request to what the description asks for, before the request is checked.
 * Returns a note for each change. The notes go into the journal, where tests see which clients depend on them.
 */
export function tolerate(req: Request, { body, queryNames }: Endpoint): string[] {
	const notes = Object.keys(req.query)
		.filter((name) => !queryNames.has(name))
		.map((name) => `/query/${name} is unknown`);
	// With it, all other parameters are ignored (api.md section 4.8)
	const { short } = req.query;
	if (short !== undefined && queryNames.has('short')) {
		const query = `?short=${encodeURIComponent(String(short))}`;
		for (const name of ['url', 'originalUrl'] as const)
			req[name] = req[name].replace(/\?.*/s, query);
	}
	if (body) req.body = accepted(body, req.body, '/body', notes);
	return notes;
}

function accepted(schema: Schema, value: unknown, path: string, notes: string[]): unknown {
	const forms = alternatives(schema);
	if (typeof value === 'string' && isIntegerText(value) && !allows(forms, 'string')) {
		if (!allows(forms, 'integer')) return value;
		notes.push(`${path} is a number as text`);
		return Number(value);
	}
	if (typeof value === 'number' && allows(forms, 'string') && !allows(forms, 'integer')) {
		notes.push(`${path} is a text as number`);
		return String(value);
	}
	if (Array.isArray(value)) {
		const items = forms.find((form) => form.items)?.items;
		return items ? value.map((entry, at) => accepted(items, entry, `${path}/${at}`, notes)) : value;
	}
	const properties = forms.find((form) => form.properties)?.properties;
	if (!properties || typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).flatMap(([name, entry]) => {
			if (entry === null) {
				notes.push(`${path}/${name} is null`);
				return [];
			}
			const property = properties[name];
			if (entry === false && property && !allows(alternatives(property), 'boolean')) {
				notes.push(`${path}/${name} is false`);
				return [];
			}
			return [[name, property ? accepted(property, entry, `${path}/${name}`, notes) : entry]];
		}),
	);
}

/** All schemas of which a value may match any one, with references resolved. */
function alternatives(schema: Schema): Schema[] {
	const whole = resolved(schema);
	return whole.anyOf ? whole.anyOf.flatMap(alternatives) : [whole];
}

const isIntegerText = (value: string) => /^-?\d{1,15}$/.test(value);

const allows = (forms: Schema[], type: string) =>
	forms.some((form) => [form.type].flat().includes(type));
