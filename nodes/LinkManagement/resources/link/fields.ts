import type { INodeProperties } from 'n8n-workflow';

import { id, ids, oneOf, text, trimmed, url } from '../../fields/convert';
import { dateTime } from '../../fields/dateTime';
import { locator } from '../../fields/locator';
import { inBody } from '../../fields/send';
import { deeplink } from './deeplink';
import { devicetarget, geotarget, languagetarget, parameters } from './targeting';

/** Where a new link leads. */
export const longUrl = inBody(
	{
		displayName: 'Long URL',
		name: 'url',
		type: 'string',
		required: true,
		placeholder: 'e.g. https://example.com/spring-sale',
		default: '',
		description: 'Where the short link leads, with http:// or https://',
	},
	url,
);

/** The optional fields of a link (api.md section 4.8), by label. */
export const linkFields: INodeProperties[] = [
	inBody(
		{
			displayName: 'Alias',
			name: 'custom',
			type: 'string',
			placeholder: 'e.g. spring-sale',
			default: '',
			description: 'Last part of the short URL. The service makes a random one when left empty.',
		},
		trimmed,
	),
	inBody(
		locator({
			displayName: 'Campaign',
			name: 'campaign',
			description: 'The campaign that the link belongs to',
			search: 'searchCampaigns',
		}),
		id,
	),
	inBody(
		locator({
			displayName: 'Channel',
			name: 'channel',
			description: 'The channel that the link is put into',
			search: 'searchChannels',
		}),
		id,
	),
	deeplink,
	inBody(
		{
			displayName: 'Description',
			name: 'description',
			type: 'string',
			typeOptions: { rows: 2 },
			placeholder: 'e.g. For the newsletter of 1 March',
			default: '',
			description: 'A note that only you see',
		},
		text,
	),
	devicetarget,
	inBody(
		locator({
			displayName: 'Domain',
			name: 'domain',
			description: 'The branded domain of the short URL',
			search: 'searchDomainNames',
			typed: {
				name: 'domain',
				displayName: 'By Domain',
				placeholder: 'e.g. https://go.example.com',
				pattern: '\\s*(https?:\\/\\/)?[^\\s\\/]+\\/?\\s*',
				advice: 'Enter a domain like https://go.example.com',
			},
		}),
		trimmed,
	),
	inBody(
		{
			displayName: 'Expiry',
			name: 'expiry',
			type: 'dateTime',
			default: '',
			description: "When the link stops working, in the workflow's time zone",
		},
		dateTime,
	),
	geotarget,
	languagetarget,
	inBody(
		{
			displayName: 'Meta Description',
			name: 'metadescription',
			type: 'string',
			placeholder: 'e.g. Everything at half price until Sunday',
			default: '',
			description: 'Description in the preview that social networks and chats show',
		},
		text,
	),
	inBody(
		{
			displayName: 'Meta Image',
			name: 'metaimage',
			type: 'string',
			placeholder: 'e.g. https://example.com/preview.png',
			default: '',
			description:
				'Address of a JPG or PNG image for the preview that social networks and chats show',
		},
		trimmed,
	),
	inBody(
		{
			displayName: 'Meta Title',
			name: 'metatitle',
			type: 'string',
			placeholder: 'e.g. Spring Sale',
			default: '',
			description: 'Title in the preview that social networks and chats show',
		},
		text,
	),
	inBody(
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'Password that visitors have to enter before they are sent on',
		},
		text,
	),
	inBody(
		{
			displayName: 'Pixels',
			name: 'pixels',
			type: 'string',
			placeholder: 'e.g. 1, 2, 3',
			default: '',
			description: 'IDs of the tracking pixels that fire on a click, separated by commas',
		},
		ids,
	),
	inBody(
		locator({
			displayName: 'Redirect Type',
			name: 'type',
			description:
				'How visitors get to the long URL: directly, in a frame, past a splash page or with a CTA overlay',
			search: 'searchLinkTypes',
			typed: {
				name: 'nameOrId',
				displayName: 'By Name or ID',
				placeholder: 'e.g. direct, 42 or overlay-7',
				pattern: '\\s*[\\w-]+\\s*',
				advice:
					'Enter direct, frame, splash, the ID of a splash page, or overlay-7 for the overlay 7',
			},
		}),
		trimmed,
	),
	inBody(
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{ name: 'Private', value: 'private' },
				{ name: 'Public', value: 'public' },
			],
			default: 'private',
			description:
				'Whether the link is shown publicly. The service makes links private when not set.',
		},
		oneOf('private', 'public'),
	),
	parameters,
];
