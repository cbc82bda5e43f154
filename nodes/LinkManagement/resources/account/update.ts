import { updateFields } from '../../fields/collection';
import { asTrimmedText } from '../../fields/convert';
import { inBody } from '../../fields/send';
import { updates } from '../../operations/behaviors/updates';
import type { Operation } from '../../operations/operation';
import { message } from '../../operations/output/reply';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update email or password of account',
		description:
			'Change the email address or the password of the account that the API key belongs to',
		routing: { request: { method: 'PUT', url: '/api/account/update' } },
	},
	endpoint: 'change the account',
	fields: [
		updateFields(
			[
				inBody(
					{
						displayName: 'Email',
						name: 'email',
						type: 'string',
						placeholder: 'e.g. name@email.com',
						default: '',
						description: 'New email address, used to log in to the service',
					},
					asTrimmedText,
				),
				inBody({
					displayName: 'Password',
					name: 'password',
					type: 'string',
					typeOptions: { password: true },
					default: '',
					description: 'New password for logging in to the service. The API key stays as it is.',
				}),
			],
			{ required: true },
		),
	],
	behavior: updates({ account: true }),
	reply: message,
};
