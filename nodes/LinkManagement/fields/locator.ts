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
	/** Shown below the list. */
	listHint?: string;
	/** The mode for typing. Default: By ID. */
	typed?: TypedMode;
	/** The parameters on which the list depends. When one changes, the editor clears the choice. */
	dependsOn?: string[];
}

/** A mode in which the user types. n8n labels modes named `id`, `list` and `url` itself, so others have other names. */
interface TypedMode {
	name: string;
	displayName: string;
	placeholder: string;
	hint?: string;
	/** The pattern of valid values, and the message for other values. */
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

/** The editor shows the message at once, and n8n before it runs the node. Empty values and expressions are accepted. */
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

/** One record, chosen from a searchable list or by typing its identifier. */
export const locator = ({
	displayName,
	name,
	description,
	search,
	listHint,
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
			...(listHint !== undefined && { hint: listHint }),
			typeOptions: { searchListMethod: search, searchable: true },
		},
		typedMode(displayName, typed),
	],
});

/** A locator that also accepts the short URL of a link. */
export const linkLocator = (described: Locator): INodeProperties => {
	const property = locator(described);
	return {
		...property,
		modes: [...(property.modes ?? []), typedMode(described.displayName, BY_URL)],
	};
};
