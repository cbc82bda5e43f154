import type { INodeProperties } from 'n8n-workflow';

import { asBoolean, asHexColor, asText, asTrimmedText } from '../../fields/convert';
import { inBody } from '../../fields/send';

/** Required in a creation, optional in an update. */
export const channelName = (required: boolean): INodeProperties =>
	inBody(
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			required,
			placeholder: 'e.g. Newsletter',
			default: '',
			description: 'The name under which the channel is listed',
		},
		asTrimmedText,
	);

export const options: INodeProperties[] = [
	inBody(
		{
			displayName: 'Color',
			name: 'color',
			type: 'color',
			default: '#3366ff',
			description: "Color of the channel's badge, as #RRGGBB",
		},
		asHexColor,
	),
	inBody(
		{
			displayName: 'Description',
			name: 'description',
			type: 'string',
			placeholder: 'e.g. Links of the weekly newsletter',
			default: '',
			description: 'A note on what the channel is for',
		},
		asText,
	),
];

export const starred = inBody(
	{
		displayName: 'Starred',
		name: 'starred',
		type: 'boolean',
		default: true,
		description: 'Whether the channel is marked with a star',
	},
	asBoolean,
);
