/** What a description declares, beside texts for people, in two snapshots. */
import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';

import { LinkManagementApi } from '../../credentials/LinkManagementApi.credentials';
import { resources } from '../../nodes/LinkManagement/actions';
import { LinkManagement } from '../../nodes/LinkManagement/LinkManagement.node';
import { LinkManagementTrigger } from '../../nodes/LinkManagement/LinkManagementTrigger.node';

const indented = (lines: string[]): string[] => lines.map((line) => `  ${line}`);

/** What a field can hold, by its kind. */
function choices({ type, options = [], modes = [] }: INodeProperties): string[] {
	if (type === 'resourceLocator') return modes.map(({ name }) => `mode ${name}`).sort();
	if (type === 'collection') return names(options as INodeProperties[]);
	if (type === 'fixedCollection') {
		return (options as INodePropertyCollection[]).flatMap(({ name, values }) => [
			name,
			...indented(names(values)),
		]);
	}
	return (options as INodePropertyOptions[]).map(({ value }) => `value ${String(value)}`).sort();
}

/** Sorted, because only the editor depends on the order. A notice has no value. */
const names = (fields: INodeProperties[]): string[] =>
	fields
		.filter(({ type }) => type !== 'notice')
		.sort((a, b) => (a.name < b.name ? -1 : 1))
		.flatMap((field) => [
			`${field.name}: ${field.type} = ${JSON.stringify(field.default)}`,
			...indented(choices(field)),
		]);

const head = ({ name, version, credentials = [] }: INodeTypeDescription): string =>
	`${name}, version ${String(version)}, credential ${credentials.map((credential) => credential.name).join()}`;

const credential = new LinkManagementApi();
const node = new LinkManagement().description;
const trigger = new LinkManagementTrigger().description;
const operations = Object.entries(resources).flatMap(([resource, all]) =>
	Object.entries(all.operations).map(([name, operation]) => ({
		id: `${resource}:${name}`,
		...operation,
	})),
);

/**
 * What saved workflows hold: names, types, values and defaults (n8n saves no parameter that has its default), and the
 * fields that expressions read. A line that changes or goes breaks somebody's workflow; new lines are fine (`-u`).
 */
test('stays as workflows have saved it', () => {
	const chosen = node.properties.filter(({ name }) => name === 'resource' || name === 'operation');
	const outside = [
		credential.name,
		...indented(names(credential.properties)),
		head(trigger),
		...indented(names(trigger.properties)),
		head(node),
		...indented(names(chosen)),
		...operations.flatMap(({ id, fields, reply }) => [
			id,
			...indented(names(fields)),
			`  puts out ${Object.keys(reply.output).sort().join(', ')}`,
		]),
	];
	expect(outside.join('\n')).toMatchSnapshot();
});

/** Texts for people, and what the other snapshot has. */
const LEFT_OUT = new Set([
	...['action', 'default', 'description', 'displayName', 'hint', 'message', 'name', 'placeholder'],
	...['options', 'propertyHint'],
]);
const unlessLeftOut = (key: string, value: unknown) => (LEFT_OUT.has(key) ? undefined : value);

/** The lines of fields, and those of the fields in them. */
const declared = (fields: INodeProperties[]): string[] =>
	fields.flatMap((field) => {
		const { type, options = [] } = field;
		const groups = type === 'fixedCollection' ? (options as INodePropertyCollection[]) : [];
		const inner = type === 'collection' ? options : groups.flatMap(({ values }) => values);
		const line = `${field.name} ${JSON.stringify(field, unlessLeftOut)}`;
		return [line, ...indented(declared(inner as INodeProperties[]))];
	});

/** When n8n shows a field, whether it is required, and where its value is sent: what a change of shared fields does to each operation. */
test('stays as n8n acts on it', () => {
	const lines = operations.map(({ id, option, kind, reply }) => {
		const { method, url } = option.routing.request;
		return `${id} ${kind} ${method} ${url} ${JSON.stringify(reply.output)}`;
	});
	expect([...lines, ...declared(node.properties)].join('\n')).toMatchSnapshot();
});
