/** The texts that the editor and AI agents show: one spelling, plain words, and n8n's labels of locator modes. */
import type { INodeProperties, INodePropertyMode, INodePropertyOptions } from 'n8n-workflow';

import { LinkManagementApi } from '../../credentials/LinkManagementApi.credentials';
import { LinkManagement } from '../../nodes/LinkManagement/LinkManagement.node';
import { LinkManagementTrigger } from '../../nodes/LinkManagement/LinkManagementTrigger.node';
import { labelOfLinkField } from '../../nodes/LinkManagement/operations/links/record';
import { resources } from '../../nodes/LinkManagement/resources';
import { alias, linkFields, longUrlField } from '../../nodes/LinkManagement/resources/link/fields';

const node = new LinkManagement().description;
const trigger = new LinkManagementTrigger().description;
const SHOWN = ['displayName', 'description', 'placeholder', 'hint', 'action', 'errorMessage'];

/** All texts in a description that people read. */
function textsIn(value: unknown, shown = SHOWN): string[] {
	if (Array.isArray(value)) return value.flatMap((inner) => textsIn(inner, shown));
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		typeof inner === 'string' ? (shown.includes(key) ? [inner] : []) : textsIn(inner, shown),
	);
}

const TEXTS = [
	...textsIn([node, trigger]),
	...textsIn(Object.assign({}, new LinkManagementApi())),
].sort();

/** Every parameter, those in collections and rows included. */
const withInner = (fields: INodeProperties[]): INodeProperties[] =>
	fields.flatMap((field) => {
		const options = (field.options ?? []) as Array<
			INodeProperties & { values?: INodeProperties[] }
		>;
		const inner = options.flatMap((option) => option.values ?? [option]);
		return [field, ...(/collection/i.test(field.type) ? withInner(inner) : [])];
	});

const LOCATORS = withInner(node.properties).filter(({ type }) => type === 'resourceLocator');
const MODES = LOCATORS.flatMap(({ displayName, modes = [] }) =>
	modes.map((mode): [string, INodePropertyMode] => [`${displayName}: ${mode.displayName}`, mode]),
);

test('the spelling is American, and unusual words are avoided', () => {
	expect(TEXTS.length).toBeGreaterThan(300);
	const unusual =
		/\b(labelled|cancelled|behaviour|colour|licence|catalogue|favourite|blanks|told|whole short|to work on|is to hold)\b|\(HTTP 200\)/i;
	expect(TEXTS.filter((text) => unusual.test(text))).toEqual([]);
});

test.each(['description', 'hint', 'message'])(
	'a %s of one sentence has no final period, one of several has, as n8n asks',
	(key) => {
		const texts = textsIn([node, trigger, Object.assign({}, new LinkManagementApi())], [key]);
		expect(texts.length).toBeGreaterThan(10);
		const isOfSeveral = (text: string) => /[.?] [\p{Lu}"]/u.test(text);
		expect(texts.filter((text) => isOfSeveral(text) !== text.endsWith('.'))).toEqual([]);
	},
);

test('the resources and the operations of each are sorted by name, as n8n asks', () => {
	const listed = node.properties.filter(({ name }) => name === 'resource' || name === 'operation');
	expect(listed).toHaveLength(1 + Object.keys(resources).length);
	for (const { options = [] } of listed) {
		const names = (options as INodePropertyOptions[]).map(({ name }) => name);
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
	}
});

/** The words of an action that tell what it does. */
const wordsOf = (action: string): string[] =>
	(action.toLowerCase().match(/\p{L}+/gu) ?? []).filter(
		(word) => !/^(or|and|of|by|its)$/.test(word),
	);

/** How many words only one of two actions has. */
const differingWords = (one: string[], other: string[]): number =>
	[...one, ...other].filter((word) => !one.includes(word) || !other.includes(word)).length;

test.each(Object.entries(resources))(
	'two actions of %s that begin alike differ in two words at least',
	(_, { operations }) => {
		const actions = Object.values(operations).map(({ option }) => wordsOf(option.action));
		const alike = actions.flatMap((one, at) =>
			actions
				.slice(at + 1)
				.filter((other) => one[0] === other[0] && differingWords(one, other) < 2)
				.map((other) => [one, other]),
		);
		expect(alike).toEqual([]);
	},
);

test.each([longUrlField(true), alias(''), ...linkFields].filter(({ name }) => !/^utm_/.test(name)))(
	'messages call the field $name by its label',
	({ name, displayName }) => {
		expect(labelOfLinkField(name)).toBe(displayName);
	},
);

test('the credential says in short lines what to enter, where the key is, and what a mere code of the test means', () => {
	const hints = new LinkManagementApi().properties.flatMap(({ hint }) => hint ?? []);
	expect(hints).toEqual([
		expect.stringMatching(/^Enter the address .*\. If the test shows only a code, .* EPROTO/),
		expect.stringMatching(/^Copy the key from your account/),
	]);
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
		withInner(node.properties).find((field) => field.name === name)?.typeOptions?.fixedCollection ??
		{};
	const titleOf = (value: object) =>
		new Function('$collection', `return ${itemTitle.replace(/^=\{\{|\}\}$/g, '')}`)({
			item: { value },
		}) as string;
	const content = name === 'parameters' ? { value: 'x' } : { link: 'x' };
	expect(titleOf({ ...named, ...content })).toBe('Canada → x');
	expect(titleOf(named)).toBe('Canada');
	expect(titleOf(content)).toBe('');
});

describe('The modes of a locator', () => {
	test.each(MODES)('%s has the label that n8n shows, and no validation', (_, mode) => {
		// n8n labels these modes itself, whatever their displayName says
		const own: Record<string, string> = { id: 'By ID', list: 'From List', url: 'By URL' };
		if (mode.name in own) expect(mode.displayName).toBe(own[mode.name]);
		else expect([own.list, own.url]).not.toContain(mode.displayName);
		// n8n ends a validation on a busy machine
		expect([mode.validation, mode.extractValue]).toEqual([undefined, undefined]);
	});

	test('have different labels, which are their own', () => {
		for (const { name, modes = [] } of LOCATORS) {
			const labels = modes.map(({ displayName }) => displayName);
			expect(new Set(labels).size).toBe(labels.length);
			// n8n would label it By ID
			expect([name, ...modes.map((mode) => mode.name)]).not.toContain('id');
		}
	});
});

describe('The trigger', () => {
	const events = trigger.properties.find(({ name }) => name === 'event')!
		.options as INodePropertyOptions[];

	test('has an action in words for each event', () => {
		expect(events.map(({ action }) => action).sort()).toEqual([
			'On QR code gaining scans',
			'On QR code reaching scan threshold',
			'On link gaining clicks',
			'On link reaching click threshold',
			'On new QR code',
			'On new link',
		]);
	});

	test('has events whose texts name the fields that belong to them', () => {
		const labels = trigger.properties.map(({ displayName }) => displayName);
		for (const { value, description = '' } of events) {
			const [field] = /Minimum Increase|Threshold/.exec(description) ?? [];
			expect([value, field]).toEqual([value, labels.find((label) => label === field)]);
			expect(/Increased$/.test(String(value))).toBe(field === 'Minimum Increase');
		}
	});

	test('says what starts no workflow when it is published, and not in a tooltip', () => {
		expect(trigger.properties.find(({ name }) => name === 'event')).not.toHaveProperty(
			'description',
		);
		expect(trigger.activationMessage).toContain('that exist already do not start the workflow');
		// n8n shows the message at every publication; a later one brings what happened meanwhile
		expect(trigger.activationMessage).toMatch(/first publication.*while it is unpublished/);
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
