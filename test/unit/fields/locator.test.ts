/** What n8n's editor shows of a locator. */
import {
	BY_ID,
	byNameMode,
	LINK_BY_ID,
	LINK_BY_URL,
	locator,
} from '../../../nodes/LinkManagement/fields/locator';

const given = { displayName: 'Link', name: 'linkId', description: 'The link' };

test('A record is chosen from a list that can be searched, or typed', () => {
	const typed = [LINK_BY_ID, LINK_BY_URL];
	const { modes, ...field } = locator({ ...given, search: 'searchLinks', typed });
	expect(field).toEqual({
		...{ ...given, type: 'resourceLocator', default: { mode: 'list', value: '' } },
	});
	expect(modes).toMatchObject([
		{ displayName: 'From List', name: 'list', type: 'list' },
		{ displayName: 'By ID', name: 'id', type: 'string' },
		{ displayName: 'By URL', name: 'url', type: 'string' },
	]);
	expect(modes![0]).not.toHaveProperty('hint');
	expect(modes![0]!.typeOptions).toMatchObject({
		...{ searchListMethod: 'searchLinks', searchable: true },
		slowLoadNotice: { message: expect.stringMatching(/Meanwhile, you can use By ID\.$/) },
	});
});

test('A list that asks no service, or has no other mode, tells no reason for being slow', () => {
	for (const search of ['searchCountries', 'searchDevices', 'searchLanguages'] as const) {
		const { modes } = locator({ ...given, search, typed: [BY_ID] });
		expect(modes![0]!.typeOptions).toEqual({ searchListMethod: search, searchable: true });
	}
	const { modes } = locator({ ...given, search: 'searchItems', typed: [] });
	expect(modes![0]!.typeOptions).not.toHaveProperty('slowLoadNotice');
});

test('A list may depend on another field, and have hints for people and for an AI', () => {
	const field = locator({
		...{ ...given, search: 'searchItems', typed: [byNameMode('Spring')] },
		...{ dependsOn: ['channelId'], listHint: 'Only links', builderHint: 'An ID' },
	});
	expect(field).toMatchObject({
		typeOptions: { loadOptionsDependsOn: ['channelId'] },
		builderHint: { propertyHint: 'An ID' },
		modes: [
			{ name: 'list', hint: 'Only links' },
			{ name: 'name', displayName: 'By Name', placeholder: 'e.g. Spring' },
		],
	});
});
