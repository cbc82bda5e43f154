import type { IDataObject } from 'n8n-workflow';

import type { Output } from '../../execution/operation';

/** A campaign as it comes out. */
export const CAMPAIGN: Output = {
	id: 'integer',
	name: 'string',
	public: 'boolean',
	rotator: 'string',
	list: 'string',
};

/** The service puts a campaign's name under `domain` in some replies (api.md section 2.5): it comes out as `name`. */
export function named(campaign: IDataObject): IDataObject {
	if (campaign.name !== undefined || campaign.domain === undefined) return campaign;
	return Object.fromEntries(
		Object.entries(campaign).map(([key, value]) => [key === 'domain' ? 'name' : key, value]),
	);
}
