import { linkId } from '../../fields/records';
import { simplify } from '../../fields/simplify';
import { LINK } from '../../operations/links/record';
import type { Operation } from '../../operations/operation';
import { readsLink } from '../../operations/reads';
import { statistics } from '../../operations/reply';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get short link and its clicks',
		description:
			'Get one short link with its clicks by country, referrer, browser and operating system. Needs the ID or the short URL of the link.',
		routing: { request: { method: 'GET', url: '/api/url/:linkId' } },
	},
	endpoint: 'read short links',
	fields: [linkId('to get'), simplify],
	behavior: readsLink(),
	reply: statistics(LINK),
};
