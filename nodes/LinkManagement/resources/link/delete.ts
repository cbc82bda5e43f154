import { linkPath } from '../../api/lists';
import { deletes } from '../../execution/behaviors/deletes';
import type { Operation } from '../../execution/operation';
import { deleted } from '../../execution/reply';
import { linkId } from '../../fields/records';

export const deleteLink: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete short link',
		description:
			'Delete a short link and its statistics permanently, so that its short URL stops working. Needs the ID or the short URL of the link.',
		routing: { request: { method: 'DELETE', url: '/api/url/:linkId/delete' } },
	},
	endpoint: 'delete short links',
	fields: [linkId('to delete')],
	behavior: deletes({ recordPath: linkPath, idParameter: 'linkId' }),
	reply: deleted,
};
