/** What the editor shows: names, labels, descriptions and order. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { type INodeProperties, NodeHelpers } from 'n8n-workflow';

import { LinkManagementApi } from '../../credentials/LinkManagementApi.credentials';
import { LinkManagement } from '../../nodes/LinkManagement/LinkManagement.node';
import { LinkManagementTrigger } from '../../nodes/LinkManagement/LinkManagementTrigger.node';
import { resources } from '../../nodes/LinkManagement/resources';

const { description } = new LinkManagement();
const operations = Object.entries(resources).flatMap(([resource, { operations: all }]) =>
	Object.entries(all).map(([name, operation]) => ({
		id: `${resource}:${name}`,
		resource,
		name,
		operation,
	})),
);
test('every endpoint that the sandbox describes has an operation, and every operation such an endpoint', () => {
	const openapi = readFileSync(resolve(__dirname, '../../sandbox/service/openapi.yaml'), 'utf8');
	const described = openapi
		.split(/^ {2}(?=\/api\/)/m)
		.slice(1)
		.map((text) => {
			const [, path = '', method = ''] = /^(\S+):\s+(get|post|put|delete):/.exec(text) ?? [];
			return `${method.toUpperCase()} ${path.replace(/{\w+}/g, ':')}`;
		});
	const declared = operations.map(({ operation: { option } }) => {
		const { method, url } = option.routing.request;
		return `${method} ${url.replace(/:\w+/g, ':')}`;
	});
	expect(new Set(declared)).toEqual(new Set(described));
});

const inner = (field: INodeProperties): INodeProperties[] =>
	field.type === 'collection' ? (field.options as INodeProperties[]) : [];

test('no JSON editor is open in a new node: an empty one is marked as invalid', () => {
	expect(description.properties.filter(({ type }) => type === 'json')).toEqual([]);
});

test('no two operations read alike, so that a model can tell them apart', () => {
	for (const text of ['action', 'description'] as const) {
		const texts = operations.map(({ operation }) => operation.option[text]);
		expect(texts.filter((each, at) => texts.indexOf(each) !== at)).toEqual([]);
	}
});

/** Longer names of tools are cut off by AI applications. */
const MAX_TOOL_NAME_LENGTH = 64;
/** The words that a resource has in an action, where they are not its own name. */
const NOUNS: Record<string, string> = { link: 'short link', overlay: 'CTA overlay' };

test.each(operations)(
	"n8n's description of $id as a tool names the resource, and is short enough as a name",
	({ resource, name: operation }) => {
		const text = NodeHelpers.makeDescription({ resource, operation }, description);
		const noun = NOUNS[resource] ?? resources[resource]!.name;
		expect(text.toLowerCase()).toContain(noun.toLowerCase());
		expect(text).toMatch(/ in Link Management$/);
		expect(text.length).toBeLessThanOrEqual(MAX_TOOL_NAME_LENGTH);
	},
);

test('n8n describes no two operations alike as tools', () => {
	const texts = operations.map(({ resource, name: operation }) =>
		NodeHelpers.makeDescription({ resource, operation }, description),
	);
	expect(new Set(texts).size).toBe(operations.length);
});

test.each(operations)(
	'the canvas shows below the name of the node what $id does, and does not cut it off',
	({ resource, name: operation, operation: { option } }) => {
		const expression = description.subtitle!.replace(/^=\{\{|\}\}$/g, '');
		const subtitle = new Function('$parameter', `return ${expression}`)({ resource, operation });
		expect(subtitle).toBe(`${option.name}: ${resources[resource]!.name}`);
		expect((subtitle as string).length).toBeLessThanOrEqual(27);
	},
);

test.each(operations)('$id fills every placeholder of its path', ({ operation }) => {
	const placeholders = [...operation.option.routing.request.url.matchAll(/:(\w+)/g)].map(
		([, name]) => name,
	);
	const filled = operation.fields
		.filter((field) => 'into' in field && field.into === 'path')
		.map(({ name }) => name);
	expect(filled.sort()).toEqual(placeholders.sort());
});

test.each(operations)(
	"$id follows n8n's rules for actions and descriptions",
	({ operation: { option } }) => {
		expect(option.action).toMatch(/^[A-Z]/);
		expect(option.action).not.toMatch(/\b(a|an|the)\b/i);
		expect(option.description.length).toBeGreaterThan(option.name.length + 10);
	},
);

test.each(operations)(
	'the fields of $id have a label, a description and, where text is typed in, an example',
	({ operation }) => {
		for (const field of operation.fields.flatMap((outer) => [outer, ...inner(outer)])) {
			expect(field.displayName).not.toBe('');
			// The text of a notice is its label
			const described =
				['collection', 'notice'].includes(field.type) || (field.description ?? '') !== '';
			const typed = field.type === 'string' && field.typeOptions?.password !== true;
			const hasExample = !typed || /^e\.g\. /.test(field.placeholder ?? '');
			expect([field.name, described, hasExample]).toEqual([field.name, true, true]);
		}
	},
);

test.each(operations)('long collections of $id are in alphabetical order', ({ operation }) => {
	for (const field of operation.fields) {
		const labels = inner(field).map(({ displayName }) => displayName);
		if (labels.length >= 5) expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b)));
	}
});

test.each(operations)(
	'the node shows each field of $id once, in the order of the operation',
	({ resource, name, operation: { fields } }) => {
		const shown = description.properties.filter(
			({ type, displayOptions }) =>
				type !== 'notice' &&
				displayOptions?.show?.resource?.includes(resource) &&
				displayOptions.show.operation?.includes(name),
		);
		const labels = ({ name: field, displayName }: INodeProperties) => `${field}: ${displayName}`;
		expect(shown.map(labels)).toEqual(fields.map(labels));
	},
);

/** The fields of a level and, after it, those of the collections in it. */
const levels = (fields: INodeProperties[]): INodeProperties[][] => [
	fields,
	...fields.flatMap(({ type, options = [] }) => {
		if (type === 'collection') return levels(options as INodeProperties[]);
		if (type !== 'fixedCollection') return [];
		return (options as Array<{ values: INodeProperties[] }>).flatMap(({ values }) =>
			levels(values),
		);
	}),
];

test.each([
	['the credential', new LinkManagementApi().properties],
	['the node', description.properties],
	['the trigger', new LinkManagementTrigger().description.properties],
])(
	'%s shows a field by others of its level or by a path from the root: n8n before 2.41 rejects all else',
	(_, properties) => {
		const unknown = levels(properties).flatMap((fields) => {
			const names = fields.map(({ name }) => name);
			return fields.flatMap(({ displayOptions = {} }) =>
				[
					...Object.keys(displayOptions.show ?? {}),
					...Object.keys(displayOptions.hide ?? {}),
				].filter((name) => !/^[/@]/.test(name) && !names.includes(name)),
			);
		});
		expect(unknown).toEqual([]);
	},
);
