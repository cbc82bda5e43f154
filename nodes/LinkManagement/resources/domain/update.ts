import { LISTS } from '../../api/lists';
import { updates } from '../../execution/behaviors/updates';
import type { Operation } from '../../execution/operation';
import { message } from '../../execution/reply';
import { updateFields } from '../../fields/collection';
import { domainId } from '../../fields/records';
import { redirects } from './fields';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update domain',
		description: 'Change where visits to the bare domain and to unknown links go',
		routing: { request: { method: 'PUT', url: '/api/domain/:domainId/update' } },
	},
	fields: [domainId, updateFields(redirects, { required: true })],
	behavior: updates({ list: LISTS.domains, idParameter: 'domainId' }),
	reply: message,
};
