/** Every resource locator, added in the editor and left alone, in the forms in which the editor and n8n's API save it. */
import { describe, expect, test } from '@jest/globals';
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

/** A value with another form of the locator in it. */
const inForm = (value: unknown, form: Json): Json =>
	JSON.parse(
		JSON.stringify(value).replaceAll(JSON.stringify(LEFT_ALONE), JSON.stringify(form)),
	) as Json;

interface Place {
	/** Label of the locator. */
	label: string;
	/** The parameter of the node in which the locator is. */
	parameter: string;
	/** The value of this parameter with the locator left alone. */
	value: unknown;
}

const isLocator = ({ type }: INodeProperties) => type === 'resourceLocator';

function optionalLocators({ name, displayName, type, options = [] }: INodeProperties): Place[] {
	if (type === 'collection') {
		return (options as INodeProperties[]).flatMap((field) =>
			(isLocator(field)
				? [
						{ label: field.displayName, parameter: field.name, value: LEFT_ALONE },
						{
							label: `${field.displayName} without a value`,
							parameter: field.name,
							value: WITHOUT_VALUE,
						},
					]
				: optionalLocators(field)
			).map(({ label, parameter, value }) => ({
				label,
				parameter: name,
				value: { [parameter]: value },
			})),
		);
	}
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[])
		.filter(({ values }) => values.some(isLocator))
		.map((group) => ({
			label: displayName,
			parameter: name,
			value: {
				[group.name]: [
					Object.fromEntries(group.values.map((field) => [field.name, field.default])),
				],
			},
		}));
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
const OPTIONAL = DECLARED.flatMap((declared) =>
	declared.fields
		.flatMap(optionalLocators)
		.map((place): [string, Declared, Place] => [
			`${declared.name} ${place.label}`,
			declared,
			place,
		]),
);

test('there are locators to test: required ones, optional ones, and ones in rows', () => {
	for (const label of ['link:create Campaign', 'link:update Channel', 'link:create Geo Targeting'])
		expect(OPTIONAL.map(([name]) => name)).toContain(label);
	expect(REQUIRED.length).toBeGreaterThan(15);
});

describe('An optional locator that was added and left alone is not sent', () => {
	test.each(OPTIONAL)('%s', async (_, { parameters }, place) => {
		const run = async (more: Json) => {
			const { reply, sent } = await testbed.bothEntryPoints({
				parameters: { ...parameters, ...more },
			});
			expect(reply.error).toBeUndefined();
			return sent.map(({ method, path, query, body }) => ({ method, path, query, body }));
		};
		const given = parameters[place.parameter] as Json | undefined;
		const [field = ''] = Object.keys(place.value as Json);
		const without = Object.fromEntries(
			Object.entries(given ?? {}).filter(([name]) => name !== field),
		);
		const expected = await run({ [place.parameter]: without });
		for (const form of FORMS) {
			const left = { ...without, ...inForm(place.value, form) };
			expect(await run({ [place.parameter]: left })).toEqual(expected);
		}
	});
});

describe('A required locator that was left alone fails with its label, before anything is sent', () => {
	test.each(REQUIRED)('%s', async (_, { parameters }, name, label) => {
		for (const form of FORMS) {
			const { reply, sent } = await testbed.bothEntryPoints({
				parameters: { ...parameters, [name]: form },
			});
			const words = `${reply.error?.message} ${JSON.stringify(reply.error?.messages)}`;
			expect(words).toContain(label);
			expect(words).not.toContain('__rl');
			expect(sent).toEqual([]);
		}
	});
});
