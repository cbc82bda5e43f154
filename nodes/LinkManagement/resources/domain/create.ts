import { LISTS } from '../../api/lists';
import { asUrl } from '../../fields/addresses';
import { additionalFields } from '../../fields/collection';
import { inBody } from '../../fields/send';
import { creates } from '../../operations/behaviors/creates';
import type { Operation } from '../../operations/operation';
import { record } from '../../operations/output/reply';
import { comparableUrl } from '../../values/comparable';
import { redirects } from './fields';

const domain = inBody(
	{
		displayName: 'Domain',
		name: 'domain',
		type: 'string',
		required: true,
		placeholder: 'e.g. https://go.example.com',
		default: '',
		description: 'The domain, with http:// or https://',
		hint: 'The DNS of the domain must already point to the service',
	},
	asUrl,
);

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create branded domain',
		description: 'Add a branded domain for short URLs. Its DNS must already point to the service.',
		routing: { request: { method: 'POST', url: '/api/domain/add' } },
	},
	endpoint: 'add branded domains',
	fields: [domain, additionalFields(redirects)],
	behavior: creates({
		what: 'domain',
		list: LISTS.domains,
		identity: (body) => comparableUrl(body.domain),
		matches: (found, body) => comparableUrl(found.domain) === comparableUrl(body.domain),
	}),
	reply: record({ id: 'integer' }),
};
