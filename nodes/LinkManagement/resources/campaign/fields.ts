import type { INodeProperties } from 'n8n-workflow';

import { asBoolean, asTrimmedText } from '../../fields/convert';
import { inBody } from '../../fields/send';

export const campaignName = (required: boolean): INodeProperties =>
	inBody(
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			required,
			placeholder: 'e.g. Spring sale',
			default: '',
			description: 'The name under which the campaign is listed',
		},
		asTrimmedText,
	);

export const options: INodeProperties[] = [
	inBody(
		{
			displayName: 'Public',
			name: 'public',
			type: 'boolean',
			default: false,
			description: 'Whether anyone can open the list and the rotator of the campaign',
		},
		asBoolean,
	),
	inBody(
		{
			displayName: 'Rotator Slug',
			name: 'slug',
			type: 'string',
			placeholder: 'e.g. spring-sale',
			default: '',
			description:
				"Last part of the address of the rotator, which sends each visitor to one of the campaign's links",
		},
		asTrimmedText,
	),
];
