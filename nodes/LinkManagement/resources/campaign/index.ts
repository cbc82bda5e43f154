import type { Resource } from '../../operations/operation';
import { assignLink } from './assignLink';
import { create } from './create';
import { deleteCampaign } from './delete';
import { getAll } from './getAll';
import { update } from './update';

export const campaign: Resource = {
	option: {
		name: 'Campaign',
		value: 'campaign',
		description: 'A group of short links with a shared list and, if public, a rotator',
	},
	operations: { assignLink, create, delete: deleteCampaign, getAll, update },
};
