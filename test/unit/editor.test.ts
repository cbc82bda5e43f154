/** What the editor and AI agents show: names, labels, texts in one spelling and plain words, and their order. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import {
	type ILoadOptionsFunctions,
	type INodeProperties,
	type INodePropertyMode,
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

/** How n8n describes an operation as a tool. */
const toolTextOf = ({ resource, name: operation }: (typeof operations)[number]) =>
	NodeHelpers.makeDescription({ resource, operation }, node);

describe('What an operation declares to be sent', () => {
	interface Endpoint {
		parameters?: Array<{ $ref?: string; name?: string }>;
		requestBody?: { $ref: string };
	}
	interface Body {
		content: { 'application/json': { schema: { properties: object } } };
	}
	const description = parse(
		readFileSync(resolve(__dirname, '../../sandbox/service/openapi.yaml'), 'utf8'),
	) as {
		paths: Record<string, Record<string, Endpoint>>;
		components: { requestBodies: Record<string, Body> };
	};
	const lastOf = (reference: string) => reference.split('/').at(-1)!;
	const endpoints = Object.entries(description.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, endpoint]) => ({
			line: `${method.toUpperCase()} ${path.replace(/{\w+}/g, ':')}`,
			endpoint,
		})),
	);
	const sentBy = (fields: INodeProperties[]) =>
		fields
			.flatMap((field) => (isCollection(field) ? field.options : [field]))
			.filter(isSent)
			.map((field) => ({ field, ...placeOfField(field, '') }));

	const lineOf = ({ option }: (typeof operations)[number]['operation']) =>
		`${option.routing.request.method} ${option.routing.request.url.replace(/:\w+/g, ':')}`;

	test('goes to an endpoint of the API, and every endpoint has an operation', () => {
		const declared = operations.map(({ operation }) => lineOf(operation));
		expect(new Set(declared)).toEqual(new Set(endpoints.map(({ line }) => line)));
	});

	test.each(operations)('$id: its properties are those of the API', ({ operation }) => {
		const { endpoint } = endpoints.find(({ line }) => line === lineOf(operation))!;
		const query = (endpoint.parameters ?? []).map(({ $ref, name }) => name ?? lastOf($ref ?? ''));
		const { requestBody } = endpoint;
		const body = requestBody
			? description.components.requestBodies[lastOf(requestBody.$ref)]!.content
			: undefined;
		const known: Record<string, string[]> = {
			query,
			body: Object.keys(body?.['application/json'].schema.properties ?? {}),
		};
		for (const { field, part, property } of sentBy(operation.fields)) {
			expect(known[part]).toContain(property.split('.')[0]);
			// A field has the name of its property, but for the short URL and the content of a QR code
			const name = property === 'short' ? 'shortUrl' : property.replace(/^data\./, '');
			expect(field.name).toBe(name);
		}
	});
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

test.each(operations)('as a tool, $id names the resource, and is short enough', (given) => {
	const text = toolTextOf(given);
	const noun = NOUNS[given.resource] ?? resources[given.resource]!.name;
	expect(text.toLowerCase()).toContain(noun.toLowerCase());
	expect(text).toMatch(/ in Link Management$/);
	expect(text.length).toBeLessThanOrEqual(MAX_TOOL_NAME_LENGTH);
});

test.each(operations)(
	'the canvas shows below the name of the node what $id does, and does not cut it off',
	({ resource, name: operation, operation: { option } }) => {
		const expression = node.subtitle!.replace(/^=\{\{|\}\}$/g, '');
		const subtitle = new Function('$parameter', `return ${expression}`)({ resource, operation });
		expect(subtitle).toBe(`${option.name}: ${resources[resource]!.name}`);
		expect((subtitle as string).length).toBeLessThanOrEqual(27);
	},
);

test.each(operations)(
	'the fields of $id have a label, a description and, where text is typed in, an example',
	({ operation }) => {
		for (const field of levels(operation.fields).flat()) {
			expect(field.displayName).not.toBe('');
			// The text of a notice is its label
			const described =
				['collection', 'notice'].includes(field.type) ||
				(field.description ?? field.hint ?? '') !== '';
			const typed = field.type === 'string' && field.typeOptions?.password !== true;
			const hasExample = !typed || /^e\.g\. /.test(field.placeholder ?? '');
			expect([field.name, described, hasExample]).toEqual([field.name, true, true]);
		}
	},
);

test.each(operations)('long collections of $id are in alphabetical order', ({ operation }) => {
	for (const fields of levels(operation.fields).slice(1)) {
		const labels = fields.map(({ displayName }) => displayName);
		if (labels.length >= 5) expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b)));
	}
});

test.each(operations)(
	'the node shows each field of $id once, in the order of the operation',
	({ resource, name, operation: { fields } }) => {
		const shown = node.properties.filter(
			({ displayOptions }) =>
				displayOptions?.show?.resource?.includes(resource) &&
				displayOptions.show.operation?.includes(name),
		);
		const labels = ({ name: field, displayName }: INodeProperties) => `${field}: ${displayName}`;
		expect(shown.map(labels)).toEqual(fields.map(labels));
	},
);

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

const SHOWN = ['displayName', 'description', 'placeholder', 'hint', 'action', 'errorMessage'];

/** All texts in a description that people read. */
function textsIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(textsIn);
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		typeof inner === 'string' ? (SHOWN.includes(key) ? [inner] : []) : textsIn(inner),
	);
}

const LOCATORS = levels(node.properties)
	.flat()
	.filter(({ type }) => type === 'resourceLocator');
const MODES = LOCATORS.flatMap(({ displayName, modes = [] }) =>
	modes.map((mode): [string, INodePropertyMode] => [`${displayName}: ${mode.displayName}`, mode]),
);

test('the spelling is American, and unusual words are avoided', () => {
	const texts = textsIn([node, trigger, { ...credential }]);
	expect(texts.length).toBeGreaterThan(300);
	const unusual =
		/\b(labelled|cancelled|behaviour|colour|licence|catalogue|favourite|blanks|told|whole short|to work on|is to hold)\b|\(HTTP 200\)/i;
	expect(texts.filter((text) => unusual.test(text))).toEqual([]);
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
	[
		'a country from the list',
		'geotarget',
		{ location: { cachedResultName: 'Canada', value: 'Canada' } },
	],
	['a country by name', 'geotarget', { location: { __rl: true, mode: 'name', value: 'Canada' } }],
	['a parameter', 'parameters', { name: 'Canada' }],
])('a row with %s has a title', (_, name, named) => {
	const { itemTitle = '' } =
		levels(node.properties)
			.flat()
			.find((field) => field.name === name)?.typeOptions?.fixedCollection ?? {};
	const titleOf = (value: object) =>
		new Function('$collection', `return ${itemTitle.replace(/^=\{\{|\}\}$/g, '')}`)({
			item: { value },
		}) as string;
	const content = name === 'parameters' ? { value: 'x' } : { link: 'x' };
	expect(titleOf({ ...named, ...content })).toBe('Canada → x');
	expect(titleOf(named)).toBe('Canada');
	expect(titleOf(content)).toBe('');
});

test.each(MODES)(
	'The modes of a locator %s has the label that n8n shows, and no validation',
	(_, mode) => {
		// n8n labels these modes itself, whatever their displayName says
		const own: Record<string, string> = { id: 'By ID', list: 'From List', url: 'By URL' };
		if (mode.name in own) expect(mode.displayName).toBe(own[mode.name]);
		else expect([own.list, own.url]).not.toContain(mode.displayName);
		// n8n ends a validation on a busy machine
		expect([mode.validation, mode.extractValue]).toEqual([undefined, undefined]);
	},
);

describe('The trigger', () => {
	const events = trigger.properties.find(({ name }) => name === 'event')!
		.options as INodePropertyOptions[];

	test('has an action in words for each event', () => {
		const actions = new Set(events.map(({ action = '' }) => action));
		expect(actions.size).toBe(events.length);
		for (const action of actions) expect(action).toMatch(/^On (new )?(link|QR code)/);
	});

	test('shows the name of the event below its own name', () => {
		for (const { name, value } of events) {
			const expression = trigger.subtitle!.replace(/^=\{\{|\}\}$/g, '');
			// The expression only looks the event up in a table
			const table = JSON.parse(/\{[^}]*\}/.exec(expression)![0]) as Record<string, string>;
			expect(table[String(value)]).toBe(name);
		}
	});
});
