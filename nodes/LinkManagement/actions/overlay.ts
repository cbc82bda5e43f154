import { LISTS } from '../client/endpoints';
import type { Resource } from '../run/item';
import { listOperation } from './common';
import { record } from './reply';

const getAll = listOperation(LISTS.overlays, {
	action: 'Get many CTA overlays',
	description:
		'List CTA overlays with their IDs and names. A short link can show one to its visitors.',
	reply: record({ id: 'integer', type: 'string', name: 'string', date: 'string' }),
});

export const overlay: Resource = {
	name: 'CTA Overlay',
	description: 'A message or form shown on top of the page that a short link leads to',
	operations: { getAll },
};
