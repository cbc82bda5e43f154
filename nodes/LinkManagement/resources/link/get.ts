import { linkId } from '../../fields/records';
import { readsLink } from '../../operations/behaviors/reads';
import type { Operation } from '../../operations/operation';
import { output, reply } from './statistics';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get short link and its clicks',
		description:
			'Get one short link with its clicks by country, referrer, browser and operating system. Needs the ID, short URL or alias of the link.',
		routing: { request: { method: 'GET', url: '/api/url/:linkId' } },
	},
	endpoint: 'read short links',
	fields: [linkId('to get'), ...output],
	behavior: readsLink(),
	reply,
};
