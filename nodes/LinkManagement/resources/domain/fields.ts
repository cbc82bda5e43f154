import type { INodeProperties } from 'n8n-workflow';

import { url } from '../../fields/convert';
import { inBody } from '../../fields/send';

export const redirects: INodeProperties[] = [
	inBody(
		{
			displayName: 'Redirect 404',
			name: 'redirect404',
			type: 'string',
			placeholder: 'e.g. https://example.com/not-found',
			default: '',
			description: 'Where visitors of an unknown short link on this domain are sent',
		},
		url,
	),
	inBody(
		{
			displayName: 'Redirect Root',
			name: 'redirectroot',
			type: 'string',
			placeholder: 'e.g. https://example.com',
			default: '',
			description: 'Where visitors of the bare domain are sent',
		},
		url,
	),
];
