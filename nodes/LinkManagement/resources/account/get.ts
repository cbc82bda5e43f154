import { reads } from '../../operations/behaviors/reads';
import type { Operation } from '../../operations/operation';
import { data } from '../../operations/output/reply';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get account details',
		description:
			'Get the email address, username, plan status and expiry of the account that the API key belongs to',
		routing: { request: { method: 'GET', url: '/api/account' } },
	},
	endpoint: 'read the account',
	fields: [],
	behavior: reads(),
	reply: data({
		id: 'integer',
		email: 'string',
		username: 'string',
		avatar: 'string',
		status: 'string',
		expires: 'string',
		registered: 'string',
	}),
};
