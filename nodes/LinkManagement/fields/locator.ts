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

export interface Locator {
	displayName: string;
	name: string;
	description: string;
	search: ListSearchMethod;
	/** The modes for typing, after the list. Without a mode `id`, n8n's editor puts a dragged column into the first of these. */
	typed: TypedMode[];
	builderHint?: string;
	/** The parameters on which the list depends. When one changes, the editor clears the choice. */
	dependsOn?: string[];
}

/** A mode in which the user types. n8n labels modes named `id`, `list` and `url` itself, so others have other names. */
interface TypedMode {
	name: string;
	displayName: string;
	placeholder: string;
	hint?: string;
}

export const BY_ID: TypedMode = {
	name: 'recordId',
	displayName: 'By ID',
	placeholder: 'e.g. 42',
};

export const byNameMode = (example: string): TypedMode => ({
	name: 'name',
	displayName: 'By Name',
	placeholder: `e.g. ${example}`,
	hint: 'The node reads the list once in a run to find the name',
});

export const BY_DOMAIN: TypedMode = {
	name: 'domain',
	displayName: 'By Domain',
	placeholder: 'e.g. https://go.example.com',
};

/** Into this mode the editor puts a dragged column. In older workflows it is called `id` or `url`. */
export const BY_ID_OR_SHORT_URL: TypedMode = {
	name: 'idOrUrl',
	displayName: 'By ID or Short URL',
	placeholder: 'e.g. 42 or https://go.example.com/spring',
	hint: 'Digits are an ID. A short URL takes one more request.',
};

export const BY_ALIAS: TypedMode = {
	name: 'alias',
	displayName: 'By Alias',
	placeholder: 'e.g. spring-sale',
	hint: 'On the default domain. Takes one more request.',
};

const STATIC_LISTS: ListSearchMethod[] = ['searchCountries', 'searchDevices', 'searchLanguages'];
/** After how long the editor tells why a list is slow, in ms: most services answer sooner. */
const SLOW = 4_000;

/** What the editor shows while a list waits for the rate limit. Older versions of n8n show nothing. */
const slowLoadNotice = (search: ListSearchMethod, [typed]: TypedMode[]) =>
	STATIC_LISTS.includes(search) || !typed
		? {}
		: {
				slowLoadNotice: {
					message: `The list may be waiting for the rate limit of your service. Meanwhile, you can use '${typed.displayName}'.`,
					timeout: SLOW,
				},
			};

/**
 * One record, chosen from a searchable list or by typing what identifies it. The modes have no `validation`, because n8n runs
 * it with a time limit that a busy machine exceeds, and then does not start the workflow. The conversions check the values.
 */
export const locator = ({
	search,
	typed,
	builderHint,
	dependsOn,
	...texts
}: Locator): INodeProperties & { type: 'resourceLocator' } => ({
	...texts,
	type: 'resourceLocator',
	...(dependsOn && { typeOptions: { loadOptionsDependsOn: dependsOn } }),
	default: { mode: 'list', value: '' },
	...(builderHint !== undefined && { builderHint: { propertyHint: builderHint } }),
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select from the list…',
			typeOptions: {
				searchListMethod: search,
				searchable: true,
				...slowLoadNotice(search, typed),
			},
		},
		...typed.map((mode): INodePropertyMode => ({ ...mode, type: 'string' })),
	],
});
