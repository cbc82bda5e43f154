import { LISTS } from '../../api/lists';
import { updateFields } from '../../fields/collection';
import { domainId } from '../../fields/records';
import { updates } from '../../operations/behaviors/updates';
import type { Operation } from '../../operations/operation';
import { message } from '../../operations/output/reply';
import { redirects } from './fields';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update redirects of branded domain',
		description:
			'Change where a branded domain sends visitors of its root and of unknown short URLs. Needs the domain or its ID.',
		routing: { request: { method: 'PUT', url: '/api/domain/:domainId/update' } },
	},
	endpoint: 'change branded domains',
	fields: [
		domainId('to update'),
		updateFields(redirects, {
			required: true,
			clearable: { redirect404: '', redirectroot: '' },
		}),
	],
	behavior: updates({ list: LISTS.domains, idParameter: 'domainId' }),
	reply: message,
};
