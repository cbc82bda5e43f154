import { LISTS } from '../../api/lists';
import { updateFields } from '../../fields/collection';
import { pixelId } from '../../fields/records';
import { updates } from '../../operations/behaviors/updates';
import type { Operation } from '../../operations/operation';
import { message } from '../../operations/output/reply';
import { pixelName, tag } from './fields';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update tracking pixel',
		description:
			'Change the tag or the name of a tracking pixel. Needs the name or ID of the pixel and its tag.',
		routing: { request: { method: 'PUT', url: '/api/pixel/:pixelId/update' } },
	},
	endpoint: 'change tracking pixels',
	// A pixel has nothing that could be empty
	fields: [pixelId('to update'), tag, updateFields([pixelName(false)], { required: false })],
	behavior: updates({ list: LISTS.pixels, idParameter: 'pixelId' }),
	reply: message,
};
