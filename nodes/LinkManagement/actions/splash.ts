import { LISTS } from '../client/endpoints';
import type { Resource } from '../run/item';
import { listOperation } from './common';
import { record } from './reply';

const getAll = listOperation(LISTS.splashPages, {
	action: 'Get many splash pages',
	description:
		'List custom splash pages with their IDs and names. A short link can show one to its visitors.',
	reply: record({ id: 'integer', name: 'string', date: 'string' }),
});

export const splash: Resource = {
	name: 'Splash Page',
	description: 'A page shown before visitors are sent to the long URL of a short link',
	operations: { getAll },
};
