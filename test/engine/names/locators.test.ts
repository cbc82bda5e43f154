/** Every resource locator, added in the editor and left alone, in the forms in which the editor and n8n's API save it. */
import { expect, test } from '@jest/globals';
import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import type { Json } from '../../support/engine';
import { setUpTestbed } from '../../support/engine/testbed';
import { DECLARED, type Declared } from '../../support/security/fieldTargets';

const testbed = setUpTestbed();

/** What the editor saves for a locator in which nothing was chosen: its default, without `__rl`. */
const LEFT_ALONE = { mode: 'list', value: '' };
/** A locator that was chosen and cleared, or saved by another program. */
const WITHOUT_VALUE = { __rl: true, mode: 'list' };
const FORMS = [LEFT_ALONE, WITHOUT_VALUE];

interface Place {
	/** Label of the locator. */
	label: string;
	/** The parameter of the node in which the locator is. */
	parameter: string;
	/** The value of this parameter with the locator left alone. */
	value: Json;
}

const isLocator = ({ type }: INodeProperties) => type === 'resourceLocator';

function optionalLocators({ name, displayName, type, options = [] }: INodeProperties): Place[] {
	if (type === 'collection')
		return (options as INodeProperties[]).flatMap((field) => {
			if (!isLocator(field))
				return optionalLocators(field).map(({ label, parameter, value }) => ({
					label,
					parameter: name,
					value: { [parameter]: value },
				}));
			return FORMS.map((form) => ({
				label: `${field.displayName} as ${JSON.stringify(form)}`,
				...{ parameter: name, value: { [field.name]: form } },
			}));
		});
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[])
		.filter(({ values }) => values.some(isLocator))
		.map((group) => {
			const row = Object.fromEntries(group.values.map((field) => [field.name, field.default]));
			return { label: displayName, parameter: name, value: { [group.name]: [row] } };
		});
}

const REQUIRED = DECLARED.flatMap((declared) =>
	declared.fields
		.filter(isLocator)
		.map(({ name, displayName }): [string, Declared, string, string] => [
			`${declared.name} ${displayName}`,
			declared,
			name,
			displayName,
		]),
);
/** One of each: Create and Create or Get have the same fields. */
const OPTIONAL = DECLARED.filter(({ name }) => name !== 'link:createOrGet').flatMap((declared) =>
	declared.fields
		.flatMap(optionalLocators)
		.map((place): [string, Declared, Place] => [
			`${declared.name} ${place.label}`,
			declared,
			place,
		]),
);

test('there are locators to test: required ones, optional ones, and ones in rows', () => {
	const names = OPTIONAL.map(([name]) => name).join();
	for (const label of ['link:create Campaign', 'link:update Channel', 'link:create Geo Targeting'])
		expect(names).toContain(label);
	expect(REQUIRED.length).toBeGreaterThan(15);
});

test.each(OPTIONAL)('an optional one is not sent: %s', async (_, { parameters }, place) => {
	const given = parameters[place.parameter] as Json | undefined;
	const [field = ''] = Object.keys(place.value);
	const without = Object.fromEntries(
		Object.entries(given ?? {}).filter(([name]) => name !== field),
	);
	const lines: unknown[] = [];
	for (const [entryPoint, left] of [
		['manyItems', without],
		['manyItems', { ...without, ...place.value }],
		['oneItem', { ...without, ...place.value }],
	] as const) {
		const { reply, sent } = await testbed.run(
			{ parameters: { ...parameters, [place.parameter]: left }, entryPoint },
			{ freshKey: true },
		);
		expect(reply.error).toBeUndefined();
		lines.push(sent.map(({ method, path, query, body }) => ({ method, path, query, body })));
	}
	expect(lines).toEqual([lines[0], lines[0], lines[0]]);
});

test.each(REQUIRED)(
	'a required one fails with its label, before anything is sent: %s',
	async (_, { parameters }, name, label) => {
		for (const form of FORMS) {
			const { reply, sent } = await testbed.bothEntryPoints({
				parameters: { ...parameters, [name]: form },
			});
			const words = `${reply.error?.message} ${JSON.stringify(reply.error?.messages)}`;
			expect(words).toContain(label);
			expect(words).not.toContain('__rl');
			expect(sent).toEqual([]);
		}
	},
);
