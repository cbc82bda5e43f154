import type { INodeProperties } from 'n8n-workflow';

import { asKnownName, asTrimmedText } from '../../fields/convert';
import { knownOption } from '../../fields/knownNames';
import { inBody } from '../../fields/send';

/** The known types (services.md section 1). A service may have others, which an expression can give. */
const TYPES = [
	{ name: 'AdRoll', value: 'adrollpixel' },
	{ name: 'Bing', value: 'bing' },
	{ name: 'Facebook', value: 'fbpixel' },
	{ name: 'Google Ads', value: 'adwordspixel' },
	{ name: 'Google Analytics', value: 'gapixel' },
	{ name: 'Google Tag Manager', value: 'gtmpixel' },
	{ name: 'LinkedIn', value: 'linkedinpixel' },
	{ name: 'Pinterest', value: 'pinterest' },
	{ name: 'Quora', value: 'quorapixel' },
	{ name: 'Reddit', value: 'reddit' },
	{ name: 'Snapchat', value: 'snapchat' },
	{ name: 'TikTok', value: 'tiktok' },
	{ name: 'X (Twitter)', value: 'twitterpixel' },
];

export const type = inBody(
	{
		displayName: 'Type',
		name: 'type',
		type: 'options',
		required: true,
		options: TYPES,
		default: 'fbpixel',
		description: 'The ad or analytics network of the pixel',
	},
	asKnownName(knownOption(TYPES)),
);

/** Required in a creation, optional in an update. */
export const pixelName = (required: boolean): INodeProperties =>
	inBody(
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			required,
			placeholder: 'e.g. Shop visitors',
			default: '',
			description: 'The name under which the pixel is listed',
		},
		asTrimmedText,
	);

export const tag = inBody(
	{
		displayName: 'Tag',
		name: 'tag',
		type: 'string',
		required: true,
		placeholder: 'e.g. 1234567890 or GTM-ABC123',
		default: '',
		description: 'The ID of the pixel in its ad or analytics network',
	},
	asTrimmedText,
);
