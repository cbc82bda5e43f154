import type { INodeProperties } from 'n8n-workflow';

/** The methods that fill the dropdowns; `listSearch/` has one for each of these names. */
export type ListSearchMethod =
	| 'searchCampaigns'
	| 'searchChannels'
	| 'searchCountries'
	| 'searchDevices'
	| 'searchDomainNames'
	| 'searchDomains'
	| 'searchItems'
	| 'searchLanguages'
	| 'searchLinks'
	| 'searchLinkTypes'
	| 'searchQrCodes';

interface Locator {
	displayName: string;
	name: string;
	description: string;
	/** What fills the list. */
	search: ListSearchMethod;
	/** The mode for typing. Default: By ID. */
	typed?: { displayName: string; placeholder: string };
}

/** One record chosen from a searchable list or by what identifies it. */
export const locator = ({
	displayName,
	name,
	description,
	search,
	typed,
}: Locator): INodeProperties => ({
	displayName,
	name,
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description,
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select from the list…',
			typeOptions: { searchListMethod: search, searchable: true },
		},
		{
			displayName: typed?.displayName ?? 'By ID',
			name: 'id',
			type: 'string',
			placeholder: typed?.placeholder ?? 'e.g. 42',
		},
	],
});

/** A locator that also takes the short URL of a link. */
export const linkLocator = (described: Locator): INodeProperties => {
	const property = locator(described);
	return {
		...property,
		modes: [
			...(property.modes ?? []),
			{
				displayName: 'By URL',
				name: 'url',
				type: 'string',
				hint: 'Costs one more request, as the ID is looked up',
				placeholder: 'e.g. https://go.example.com/spring',
			},
		],
	};
};
