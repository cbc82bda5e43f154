import type { Resource } from '../../operations/operation';
import { create } from './create';
import { createOrGet } from './createOrGet';
import { deleteLink } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { getByShortUrl } from './getByShortUrl';
import { getClicks } from './getClicks';
import { update } from './update';
import { upsert } from './upsert';

export const link: Resource = {
	option: {
		name: 'Link',
		value: 'link',
		description: 'A short link that leads to a long URL, with its clicks counted',
	},
	operations: {
		create,
		createOrGet,
		upsert,
		delete: deleteLink,
		get,
		getByShortUrl,
		getClicks,
		getAll,
		update,
	},
};
