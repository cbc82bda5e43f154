import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

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
	| 'searchPixels'
	| 'searchQrCodes';

interface Locator {
	displayName: string;
	name: string;
	description: string;
	/** What fills the list. */
	search: ListSearchMethod;
	/** The mode for typing. Default: By ID. */
	typed?: TypedMode;
	/** The parameters on which the list depends; a change of one clears the choice. */
	dependsOn?: string[];
}

/** A mode for typing. n8n labels every mode named `id`, `list` or `url` itself, so others have names of their own. */
interface TypedMode {
	name: string;
	displayName: string;
	placeholder: string;
	hint?: string;
	/** What a value must look like, and what to enter instead of one that does not. */
	pattern: string;
	advice: string;
}

const BY_ID: TypedMode = {
	name: 'id',
	displayName: 'By ID',
	placeholder: 'e.g. 42',
	pattern: '\\s*0*[1-9]\\d*\\s*',
	advice: 'Enter a whole number such as 42',
};

const BY_URL: TypedMode = {
	name: 'url',
	displayName: 'By URL',
	placeholder: 'e.g. https://go.example.com/spring',
	hint: 'Takes one more request, because the node looks up the ID',
	pattern: '\\s*https?:\\/\\/[^\\s\\/]+\\/\\S+\\s*',
	advice: 'Enter a full short URL like https://go.example.com/spring',
};

/** The editor, and n8n before it runs the node, tell what is wrong at once; empty values and expressions pass. */
const typedMode = (label: string, { pattern, advice, ...mode }: TypedMode): INodePropertyMode => ({
	...mode,
	type: 'string',
	validation: [
		{
			type: 'regex',
			properties: {
				regex: `^(=[\\s\\S]*|\\s*|${pattern})$`,
				errorMessage: `${label}: ${advice}`,
			},
		},
	],
});

/** One record chosen from a searchable list or by what identifies it. */
export const locator = ({
	displayName,
	name,
	description,
	search,
	typed = BY_ID,
	dependsOn,
}: Locator): INodeProperties => ({
	displayName,
	name,
	type: 'resourceLocator',
	...(dependsOn && { typeOptions: { loadOptionsDependsOn: dependsOn } }),
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
		typedMode(displayName, typed),
	],
});

/** A locator that also takes the short URL of a link. */
export const linkLocator = (described: Locator): INodeProperties => {
	const property = locator(described);
	return {
		...property,
		modes: [...(property.modes ?? []), typedMode(described.displayName, BY_URL)],
	};
};
