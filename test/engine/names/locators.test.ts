/** Every resource locator, added in the editor and left alone, in the forms in which the editor and n8n's API save it. */
import { expect, test } from '@jest/globals';
import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import type { EntryPoint, Json } from '../../support/engine';
import { ENTRY_POINTS } from '../../support/engine/protocol';
import { setUpTestbed } from '../../support/engine/testbed';
import { DECLARED } from '../../support/security/fieldTargets';

const testbed = setUpTestbed();

/** What the editor saves for a locator in which nothing was chosen: its default, without `__rl`. */
const LEFT_ALONE = { mode: 'list', value: '' };
/** A locator that was chosen and cleared, or saved by another program. */
const WITHOUT_VALUE = { __rl: true, mode: 'list' };
const FORMS = [LEFT_ALONE, WITHOUT_VALUE];

const isLocator = ({ type }: INodeProperties) => type === 'resourceLocator';

/** The locators of a collection in this form, and rows with locators that were added and left alone. */
const addedIn = ({ options = [] }: INodeProperties, form: Json): Json =>
	Object.fromEntries(
		(options as INodeProperties[]).flatMap((field): Array<[string, Json]> => {
			if (isLocator(field)) return [[field.name, form]];
			return ((field.options ?? []) as INodePropertyCollection[])
				.filter(({ values = [] }) => values.some(isLocator))
				.map(({ name, values }) => {
					const row = values.map((inner): [string, unknown] => [inner.name, inner.default]);
					return [field.name, { [name]: [Object.fromEntries(row)] }];
				});
		}),
	);

const OPTIONAL = DECLARED.flatMap(({ name, parameters, fields }) =>
	fields
		.filter(({ type }) => type === 'collection')
		.map((field) => ({
			...{ name: `${name} ${field.name}`, parameters, collection: field.name },
			added: FORMS.map((form) => addedIn(field, form)),
		})),
).filter(({ added: [one] }) => Object.keys(one!).length > 0);

const REQUIRED = DECLARED.flatMap(({ name, parameters, fields }) =>
	fields.filter(isLocator).map((field) => ({ name, parameters, field })),
);

test('there are locators to test: required ones, optional ones, and ones in rows', () => {
	const names = OPTIONAL.map(({ name, added }) => `${name}: ${Object.keys(added[0]!).join(' ')}`);
	for (const part of [/^link:create .*campaign/, /^link:update .*channel/, /geotarget/])
		expect(names).toContainEqual(expect.stringMatching(part));
	expect(REQUIRED.length).toBeGreaterThan(15);
});

test.each(OPTIONAL)(
	'optional ones are not sent: $name',
	async ({ parameters, collection, added }) => {
		const given = Object.entries((parameters[collection] ?? {}) as Json);
		const without = Object.fromEntries(given.filter(([name]) => !(name in added[0]!)));
		const requestsWith = async (left: Json, entryPoint: EntryPoint) => {
			const request = { parameters: { ...parameters, [collection]: left }, entryPoint };
			const { reply, sent } = await testbed.run(request, { freshKey: true });
			expect(reply.error).toBeUndefined();
			return sent.map(({ method, path, query, body }) => ({ method, path, query, body }));
		};
		const expected = await requestsWith(without, 'manyItems');
		for (const left of added)
			for (const entryPoint of ENTRY_POINTS)
				expect(await requestsWith({ ...without, ...left }, entryPoint)).toEqual(expected);
	},
);

test.each(REQUIRED)(
	'a required one fails with its label, before anything is sent: $name $field.displayName',
	async ({ parameters, field }) => {
		for (const form of FORMS) {
			const { reply, sent } = await testbed.bothEntryPoints({
				parameters: { ...parameters, [field.name]: form },
			});
			const words = `${reply.error?.message} ${JSON.stringify(reply.error?.messages)}`;
			expect(words).toContain(field.displayName);
			expect(words).not.toContain('__rl');
			expect(sent).toEqual([]);
		}
	},
);
