import { linkPath } from '../../api/lists';
import { linkId } from '../../fields/records';
import { deletes } from '../../operations/behaviors/deletes';
import type { Operation } from '../../operations/operation';
import { deleted } from '../../operations/output/reply';

export const deleteLink: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete short link',
		description:
			'Delete a short link and its statistics permanently, so that its short URL stops working. Needs the ID, short URL or alias of the link.',
		routing: { request: { method: 'DELETE', url: '/api/url/:linkId/delete' } },
	},
	endpoint: 'delete short links',
	fields: [linkId('to delete')],
	behavior: deletes({ recordPath: linkPath, idParameter: 'linkId' }),
	reply: deleted,
};
