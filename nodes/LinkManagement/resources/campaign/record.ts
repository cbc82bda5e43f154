import type { IDataObject } from 'n8n-workflow';

import { NAME_KEYS } from '../../api/lists';
import type { Output } from '../../operations/operation';

/** A campaign as it comes out. */
export const CAMPAIGN: Output = {
	id: 'integer',
	name: 'string',
	public: 'boolean',
	rotator: 'string',
	list: 'string',
};

/** A campaign with its name under `name`, whichever key the service used. */
export function named(campaign: IDataObject): IDataObject {
	const used = NAME_KEYS.find((key) => typeof campaign[key] === 'string');
	if (used === undefined || used === 'name') return campaign;
	return Object.fromEntries(
		Object.entries(campaign)
			.filter(([key]) => key !== 'name')
			.map(([key, value]) => [key === used ? 'name' : key, value]),
	);
}
