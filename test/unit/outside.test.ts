/**
 * What saved workflows hold: names, types, values and defaults (n8n saves no parameter that has its default), and the
 * fields that expressions read. A line that changes or goes breaks somebody's workflow; new lines are fine (`-u`).
 */
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

test('stays as workflows have saved it', () => {
	const credential = new LinkManagementApi();
	const node = new LinkManagement().description;
	const trigger = new LinkManagementTrigger().description;
	const operations = Object.entries(resources).flatMap(([resource, all]) =>
		Object.entries(all.operations).map(([name, operation]) => ({
			id: `${resource}:${name}`,
			operation,
		})),
	);
	const chosen = node.properties.filter(({ name }) => name === 'resource' || name === 'operation');
	const outside = [
		credential.name,
		...indented(names(credential.properties)),
		head(trigger),
		...indented(names(trigger.properties)),
		head(node),
		...indented(names(chosen)),
		...operations.flatMap(({ id, operation: { fields, reply } }) => [
			id,
			...indented(names(fields)),
			`  puts out ${Object.keys(reply.output).sort().join(', ')}`,
		]),
	];
	expect(outside.join('\n')).toMatchSnapshot();
});
