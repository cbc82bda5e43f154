import type { INodeProperties } from 'n8n-workflow';

import { asUrl } from '../../fields/addresses';
import { inBody } from '../../fields/send';

export const redirects: INodeProperties[] = [
	inBody(
		{
			displayName: '404 Redirect',
			name: 'redirect404',
			type: 'string',
			placeholder: 'e.g. https://example.com/not-found',
			default: '',
			description: 'The URL that visitors of an unknown short URL on this domain are sent to',
		},
		asUrl,
	),
	inBody(
		{
			displayName: 'Root Domain Redirect',
			name: 'redirectroot',
			type: 'string',
			placeholder: 'e.g. https://example.com',
			default: '',
			description: 'The URL that visitors of the domain itself are sent to',
		},
		asUrl,
	),
];
