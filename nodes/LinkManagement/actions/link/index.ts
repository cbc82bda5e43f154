import { linkPath } from '../../client/endpoints';
import { linkId } from '../../fields/locators';
import type { Resource } from '../../run/operation';
import { deleteOperation } from '../common';
import { create, createOrGet } from './create';
import { get, getByShortUrl, getClicks } from './get';
import { getAll } from './getAll';
import { update } from './update';
import { upsert } from './upsert';

const target = { recordPath: linkPath, idParameter: 'linkId' };

const remove = deleteOperation('/api/url/:linkId/delete', linkId, target, {
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
