import { LISTS } from '../../api/lists';
import { deletes } from '../../execution/behaviors/deletes';
import type { Operation } from '../../execution/operation';
import { deleted } from '../../execution/reply';
import { domainId } from '../../fields/records';

export const deleteDomain: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete domain',
		description:
			'Remove a branded domain from the account permanently. Needs the ID of the domain.',
		routing: { request: { method: 'DELETE', url: '/api/domain/:domainId/delete' } },
	},
	fields: [domainId('to delete')],
	behavior: deletes({ list: LISTS.domains, idParameter: 'domainId' }),
	reply: deleted,
};
