/**
 * What n8n acts on, beside texts: when it shows a field, whether it is required, and where its value is sent. The snapshot shows in
 * one place what a change of shared fields does to each operation (`-u`).
 */
import type { INodeProperties } from 'n8n-workflow';

import { resources } from '../../nodes/LinkManagement/actions';
import { LinkManagement } from '../../nodes/LinkManagement/LinkManagement.node';

/** Texts for people, and what the snapshot of outside.test.ts has. */
const LEFT_OUT = new Set([
	...['action', 'default', 'description', 'displayName', 'hint', 'message', 'name', 'placeholder'],
	...['options', 'propertyHint'],
]);
const unlessLeftOut = (key: string, value: unknown) => (LEFT_OUT.has(key) ? undefined : value);

const lineOf = (field: INodeProperties): string =>
	`${field.name} ${JSON.stringify(field, unlessLeftOut)}`;

/** The lines of fields, and those of the fields in them. */
const linesOf = (fields: INodeProperties[]): string[] =>
	fields.flatMap((field) => {
		if (field.type === 'collection')
			return [
				lineOf(field),
				...linesOf(field.options as INodeProperties[]).map((line) => `  ${line}`),
			];
		if (field.type !== 'fixedCollection') return [lineOf(field)];
		const groups = field.options as Array<{ values: INodeProperties[] }>;
		const inner = groups.flatMap(({ values }) => linesOf(values));
		return [lineOf(field), ...inner.map((line) => `  ${line}`)];
	});

test('stays as n8n acts on it', () => {
	const { properties } = new LinkManagement().description;
	const operations = Object.entries(resources).flatMap(([resource, all]) =>
		Object.entries(all.operations).map(([name, { option, kind, reply }]) => {
			const { method, url } = option.routing.request;
			const output = JSON.stringify(reply.output);
			return `${resource}:${name} ${kind} ${method} ${url} ${output}`;
		}),
	);
	expect([...operations, ...linesOf(properties)].join('\n')).toMatchSnapshot();
});
