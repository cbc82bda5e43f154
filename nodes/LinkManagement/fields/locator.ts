import type { INodeProperties } from 'n8n-workflow';

import type { ListSearchMethod } from '../listSearch';

interface Locator {
	displayName: string;
	name: string;
	description: string;
	/** What fills the list; without it there are only the other modes. */
	search: ListSearchMethod;
	/** The second mode. Default: By ID. */
	typed?: { displayName: string; placeholder: string };
}

/** One record chosen from a searchable list or by what identifies it. */
export function locator({ displayName, name, description, search, typed }: Locator): INodeProperties {
	return {
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
				placeholder: `Select a ${displayName.toLowerCase()}…`,
				typeOptions: { searchListMethod: search, searchable: true },
			},
			{
				displayName: typed?.displayName ?? 'By ID',
				name: 'id',
				type: 'string',
				placeholder: typed?.placeholder ?? 'e.g. 42',
			},
		],
	};
}
