/** What a search in the dropdowns of the locators finds, and in which order. */
import { expect, test } from '@jest/globals';

import type { Json } from '../../support/engine';
import { setUpTestbed } from '../../support/engine/testbed';

const testbed = setUpTestbed();

async function namesFound(method: string, filter: string, parameters: Json = {}) {
	await testbed.setScene();
	const { results, error } = await testbed.engine.listSearch({ method, filter, parameters });
	expect(error).toBeUndefined();
	return (results ?? []).map(({ name }) => name);
}

test.each([
	['overlay', /^Overlay: /],
	['SPLASH', /^Splash (Page: |\(Default Page\)$)/],
])('a search for "%s" finds the redirect types with this label', async (filter, label) => {
	const names = await namesFound('searchLinkTypes', filter);
	expect(names.length).toBeGreaterThan(0);
	for (const name of names) expect(name).toMatch(label);
});

test('countries that begin with what is typed come first', async () => {
	const names = await namesFound('searchCountries', 'ger');
	expect(names.slice(0, 1)).toEqual(['Germany']);
	expect(names).toEqual(expect.arrayContaining(['Algeria', 'Niger', 'Nigeria']));
});

test.each([
	['links', 5],
	['qr', 3],
	['bio', 0],
])('the items to assign to a channel are those of the type %s', async (itemType, count) => {
	const parameters = { resource: 'channel', operation: 'assignItem', itemType };
	expect(await namesFound('searchItems', '', parameters)).toHaveLength(count);
});
