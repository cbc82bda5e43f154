import { record } from '../../execution/reply';
import { additionalFields } from '../../fields/collection';
import { url as address } from '../../fields/convert';
import { inBody } from '../../fields/send';
import type { Operation } from '../../execution/operation';
import { linkFields } from './fields';
import { recovery } from './recovery';

const url = inBody(
	{
		displayName: 'Long URL',
		name: 'url',
		type: 'string',
		required: true,
		placeholder: 'e.g. https://example.com/spring-sale?utm_source=news',
		default: '',
		description: 'Where the short link leads, with http:// or https://',
	},
	address,
);

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create short link',
		description: 'Shorten a long URL, with an alias, a domain, targeting, an expiry and more if wanted',
		routing: { request: { method: 'POST', url: '/api/url/add' } },
	},
	fields: [url, additionalFields(linkFields)],
	reply: record(),
	creates: recovery,
};
