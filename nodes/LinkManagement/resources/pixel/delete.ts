import { LISTS } from '../../api/lists';
import { pixelId } from '../../fields/records';
import { deletes } from '../../operations/behaviors/deletes';
import type { Operation } from '../../operations/operation';
import { deleted } from '../../operations/output/reply';

export const deletePixel: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete tracking pixel',
		description:
			'Delete a tracking pixel permanently; the short links that load it stay. Needs the name or ID of the pixel.',
		routing: { request: { method: 'DELETE', url: '/api/pixel/:pixelId/delete' } },
	},
	endpoint: 'delete tracking pixels',
	fields: [pixelId('to delete')],
	behavior: deletes({ list: LISTS.pixels, idParameter: 'pixelId' }),
	reply: deleted,
};
