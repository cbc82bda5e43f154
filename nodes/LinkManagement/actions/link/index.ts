import { linkId } from '../../fields/locators';
import type { Resource } from '../../run/item';
import { deleteOperation, LINK_TARGET } from '../common';
import { create } from './create';
import { createOrGet } from './createOrGet';
import { get, getByShortUrl } from './get';
import { getAll } from './getAll';
import { getClicks } from './getClicks';
import { update } from './update';
import { upsert } from './upsert';

const remove = deleteOperation('/api/url/:linkId/delete', linkId, LINK_TARGET, {
	action: 'Delete short link',
	description:
		'Delete a short link and its statistics permanently, so that its short URL stops working. Needs the ID, short URL or alias of the link.',
	endpoint: 'delete short links',
});

export const link: Resource = {
	name: 'Link',
	description: 'A short link that leads to a long URL, with its clicks counted',
	operations: {
		create,
		createOrGet,
		upsert,
		delete: remove,
		get,
		getByShortUrl,
		getClicks,
		getAll,
		update,
	},
};
