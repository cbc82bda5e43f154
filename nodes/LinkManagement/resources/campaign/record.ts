import type { IDataObject } from 'n8n-workflow';

import type { Output } from '../../operations/operation';

/** A campaign as it comes out. */
export const CAMPAIGN: Output = {
	id: 'integer',
	name: 'string',
	public: 'boolean',
	rotator: 'string',
	list: 'string',
};

/** The keys under which services send a campaign's name (api.md section 2.5, services.md section 2). */
const NAME_KEYS = ['name', 'campaign', 'domain'];

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
