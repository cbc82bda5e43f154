/** What the editor and AI agents show: names, labels, texts in one spelling and plain words, and their order. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import {
	type ILoadOptionsFunctions,
	type INodeProperties,
	type INodePropertyOptions,
	NodeHelpers,
} from 'n8n-workflow';
import { parse } from 'yaml';

import { LinkManagementApi } from '../../credentials/LinkManagementApi.credentials';
import { resources } from '../../nodes/LinkManagement/actions';
import { alias, linkFields, longUrlField } from '../../nodes/LinkManagement/actions/link/fields';
import { isCollection, isSent } from '../../nodes/LinkManagement/fields/field';
import { placeOfField } from '../../nodes/LinkManagement/fields/itemRequest';
import { LinkManagement } from '../../nodes/LinkManagement/LinkManagement.node';
import { LinkManagementTrigger } from '../../nodes/LinkManagement/LinkManagementTrigger.node';

const node = new LinkManagement().description;
const trigger = new LinkManagementTrigger().description;
const credential = new LinkManagementApi();
const operations = Object.entries(resources).flatMap(([resource, { operations: all }]) =>
	Object.entries(all).map(([name, operation]) => ({
		id: `${resource}:${name}`,
		resource,
		name,
		operation,
	})),
);

/** An expression as the editor evaluates it. */
const evaluated = (expression: string, scope: object) =>
	new Function(...Object.keys(scope), `return ${expression.replace(/^=?\{\{|\}\}$/g, '')}`)(
		...Object.values(scope),
	) as string;

/** How n8n describes an operation as a tool. */
const toolTextOf = ({ resource, name: operation }: (typeof operations)[number]) =>
	NodeHelpers.makeDescription({ resource, operation }, node);

interface Endpoint {
	parameters?: Array<{ $ref?: string; name?: string }>;
	requestBody?: { $ref: string };
}
interface Body {
	content: { 'application/json': { schema: { properties: object } } };
}
const api = parse(
	readFileSync(resolve(__dirname, '../../sandbox/service/openapi.yaml'), 'utf8'),
) as {
	paths: Record<string, Record<string, Endpoint>>;
	components: { requestBodies: Record<string, Body> };
};
const lastOf = (reference: string) => reference.split('/').at(-1)!;
const endpoints = new Map(
	Object.entries(api.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, endpoint]) => [
			`${method.toUpperCase()} ${path.replace(/{\w+}/g, ':')}`,
			endpoint,
		]),
	),
);
const lineOf = ({ method, url }: { method: string; url: string }) =>
	`${method} ${url.replace(/:\w+/g, ':')}`;

test('what an operation sends goes to an endpoint of the API, and every endpoint has an operation', () => {
	const declared = operations.map(({ operation }) => lineOf(operation.option.routing.request));
	expect(new Set(declared)).toEqual(new Set(endpoints.keys()));
});

/** The properties of the query and of the body that an endpoint takes. */
function propertiesOf({ parameters = [], requestBody }: Endpoint): Record<string, string[]> {
	const body = requestBody && api.components.requestBodies[lastOf(requestBody.$ref)]!.content;
	return {
		query: parameters.map(({ $ref = '', name }) => name ?? lastOf($ref)),
		body: Object.keys(body?.['application/json'].schema.properties ?? {}),
	};
}

test.each(operations)('$id: its properties are those of the API', ({ operation }) => {
	const known = propertiesOf(endpoints.get(lineOf(operation.option.routing.request))!);
	const fields = operation.fields.flatMap((field) => (isCollection(field) ? field.options : field));
	for (const field of fields.filter(isSent)) {
		const { part, property } = placeOfField(field, '');
		expect(known[part]).toContain(property.split('.')[0]);
		// A field has the name of its property, but for the short URL and the content of a QR code
		const name = property === 'short' ? 'shortUrl' : property.replace(/^data\./, '');
		expect(field.name).toBe(name);
	}
});

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

test('no JSON editor is open in a new node: an empty one is marked as invalid', () => {
	expect(node.properties.filter(({ type }) => type === 'json')).toEqual([]);
});

test('no two operations read alike, so that a model can tell them apart', () => {
	for (const texts of [
		operations.map(({ operation }) => operation.option.action),
		operations.map(({ operation }) => operation.option.description),
		operations.map(toolTextOf),
	])
		expect(texts.filter((each, at) => texts.indexOf(each) !== at)).toEqual([]);
});

/** Longer names of tools are cut off by AI applications. */
const MAX_TOOL_NAME_LENGTH = 64;
/** The words that a resource has in an action, where they are not its own name. */
const NOUNS: Record<string, string> = { link: 'short link', overlay: 'CTA overlay' };

describe.each(operations)('$id', (given) => {
	const { resource, name: operationName, operation } = given;

	test('as a tool names the resource, and is short enough', () => {
		const text = toolTextOf(given);
		const noun = NOUNS[resource] ?? resources[resource]!.name;
		expect(text.toLowerCase()).toContain(noun.toLowerCase());
		expect(text).toMatch(/ in Link Management$/);
		expect(text.length).toBeLessThanOrEqual(MAX_TOOL_NAME_LENGTH);
	});

	test('is named on the canvas below the name of the node, and is not cut off', () => {
		const subtitle = evaluated(node.subtitle!, {
			$parameter: { resource, operation: operationName },
		});
		expect(subtitle).toBe(`${operation.option.name}: ${resources[resource]!.name}`);
		expect(subtitle.length).toBeLessThanOrEqual(27);
	});

	test('has fields with a label, a description and, where text is typed in, an example', () => {
		for (const field of levels(operation.fields).flat()) {
			// The text of a notice is its label
			const described =
				['collection', 'notice'].includes(field.type) ||
				(field.description ?? field.hint ?? '') !== '';
			const typed = field.type === 'string' && field.typeOptions?.password !== true;
			const hasExample = !typed || /^e\.g\. /.test(field.placeholder ?? '');
			const hasLabel = field.displayName !== '';
			expect([field.name, hasLabel, described, hasExample]).toEqual([field.name, true, true, true]);
		}
	});

	test('has long collections in alphabetical order', () => {
		for (const fields of levels(operation.fields).slice(1)) {
			const labels = fields.map(({ displayName }) => displayName);
			if (labels.length >= 5)
				expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b)));
		}
	});

	test('shows each of its fields once, in its order', () => {
		const shown = node.properties.filter(
			({ displayOptions: { show = {} } = {} }) =>
				show.resource?.includes(resource) && show.operation?.includes(operationName),
		);
		const labelOf = ({ name, displayName }: INodeProperties) => `${name}: ${displayName}`;
		expect(shown.map(labelOf)).toEqual(operation.fields.map(labelOf));
	});
});

test.each([
	['the credential', credential.properties],
	['the node', node.properties],
	['the trigger', trigger.properties],
])('%s shows fields as n8n before 2.41 accepts it', (_, properties) => {
	const unknown = levels(properties).flatMap((fields) => {
		const names = fields.map(({ name }) => name);
		return fields.flatMap(({ displayOptions = {} }) =>
			[...Object.keys(displayOptions.show ?? {}), ...Object.keys(displayOptions.hide ?? {})].filter(
				(name) => !/^[/@]/.test(name) && !names.includes(name),
			),
		);
	});
	expect(unknown).toEqual([]);
});

test('the resources and the operations of each are sorted by name, as n8n asks', () => {
	const listed = node.properties.filter(({ name }) => name === 'resource' || name === 'operation');
	expect(listed).toHaveLength(1 + Object.keys(resources).length);
	for (const { options = [] } of listed) {
		const names = (options as INodePropertyOptions[]).map(({ name }) => name);
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
	}
});

test('Create or Update has Dry Run directly below Match On, and a short notice on the headings, which the reference lists', () => {
	const shown = levels(resources.link!.operations.upsert!.fields)[0]!;
	const names = shown.filter(({ type }) => type !== 'notice').map(({ name }) => name);
	expect(names).toEqual(['matchOn', 'dryRun', 'columns', 'options']);
	const notice = node.properties.find(({ name }) => name === 'headingsNotice')!.displayName;
	expect(notice.replace(/<[^>]*>/g, '').split(' ').length).toBeLessThanOrEqual(30);
	const reference = readFileSync(resolve(__dirname, '../../docs/reference.md'), 'utf8');
	const [, headings = ''] = /^### Headings\n([^]*?)^#/m.exec(reference) ?? [];
	for (const { displayName } of [longUrlField(true), alias(''), ...linkFields])
		expect(headings.replace(/\s+/g, ' ')).toContain(displayName);
});

test('the columns that can name the link are the first ones to add', async () => {
	const { getLinkColumns } = new LinkManagement().methods.resourceMapping;
	const { fields } = await getLinkColumns.call({} as ILoadOptionsFunctions);
	const added = fields.filter(({ removed }) => removed).map(({ displayName }) => displayName);
	expect(added.slice(0, 2)).toEqual(['Short URL', 'ID']);
	const common = { required: false, defaultMatch: false, canBeUsedToMatch: false, display: true };
	const columnOf = (name: string) => fields.find(({ id }) => id === name);
	expect(columnOf('url')).toEqual({
		...{ ...common, id: 'url', displayName: 'Long URL', type: 'string', removed: false },
	});
	expect(columnOf('status')).toMatchObject({ ...common, type: 'options', options: [{}, {}] });
	const [, matchOnNotice] = node.properties.filter(({ name }) => /^matchOn/.test(name));
	expect(matchOnNotice).toMatchObject({
		type: 'notice',
		displayName: expect.stringContaining("first under 'Add column to send'"),
	});
});

test.each([
	['geotarget', { location: { cachedResultName: 'Canada', value: 'Canada' } }],
	['geotarget', { location: { __rl: true, mode: 'name', value: 'Canada' } }],
	['parameters', { name: 'Canada' }],
])('a row of %s with %j has a title', (name, named) => {
	const { itemTitle = '' } =
		levels(node.properties)
			.flat()
			.find((field) => field.name === name)?.typeOptions?.fixedCollection ?? {};
	const titleOf = (value: object) => evaluated(itemTitle, { $collection: { item: { value } } });
	const content = name === 'parameters' ? { value: 'x' } : { link: 'x' };
	expect(titleOf({ ...named, ...content })).toBe('Canada → x');
	expect(titleOf(named)).toBe('Canada');
	expect(titleOf(content)).toBe('');
});

test('the modes of a locator have the labels that n8n shows, and no validation', () => {
	// n8n labels these modes itself, whatever their displayName says
	const own: Record<string, string> = { id: 'By ID', list: 'From List', url: 'By URL' };
	const modes = levels(node.properties).flatMap((fields) =>
		fields.flatMap((field) => field.modes ?? []),
	);
	expect(modes.length).toBeGreaterThan(10);
	for (const { name, displayName, validation, extractValue } of modes) {
		if (name in own) expect(displayName).toBe(own[name]);
		else expect([own.list, own.url]).not.toContain(displayName);
		// n8n ends a validation on a busy machine
		expect([validation, extractValue]).toEqual([undefined, undefined]);
	}
});

describe('The trigger', () => {
	const events = trigger.properties.find(({ name }) => name === 'event')!
		.options as INodePropertyOptions[];

	test('has an action in words for each event', () => {
		const actions = new Set(events.map(({ action = '' }) => action));
		expect(actions.size).toBe(events.length);
		for (const action of actions) expect(action).toMatch(/^On (new )?(link|QR code)/);
	});

	test('shows the name of the event below its own name', () => {
		for (const { name, value } of events)
			expect(evaluated(trigger.subtitle!, { $parameter: { event: value } })).toBe(name);
	});
});
