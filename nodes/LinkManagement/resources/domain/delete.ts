import { LISTS } from '../../api/lists';
import { domainId } from '../../fields/records';
import { deletes } from '../../operations/behaviors/deletes';
import type { Operation } from '../../operations/operation';
import { deleted } from '../../operations/output/reply';

export const deleteDomain: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete branded domain',
		description: 'Delete a branded domain permanently. Needs the domain or its ID.',
		routing: { request: { method: 'DELETE', url: '/api/domain/:domainId/delete' } },
	},
	endpoint: 'delete branded domains',
	fields: [domainId('to delete')],
	behavior: deletes({ list: LISTS.domains, idParameter: 'domainId' }),
	reply: deleted,
};
