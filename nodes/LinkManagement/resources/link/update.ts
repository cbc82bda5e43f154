import type { INodeProperties } from 'n8n-workflow';

import { linkPath } from '../../api/lists';
import { updateFields } from '../../fields/collection';
import { linkId } from '../../fields/records';
import { notAsRequested } from '../../operations/links/requested';
import { addOtherFields, hasNewValues, SHOWN_FIELDS } from '../../operations/links/otherFields';
import { SHORT_LINK, withShortUrl } from '../../operations/links/record';
import type { Operation } from '../../operations/operation';
import { record } from '../../operations/reply';
import { updates } from '../../operations/updates';
import { warnsOf } from '../../operations/warns';
import { alias, linkFields, longUrl } from './fields';

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Keep Other Fields',
			name: 'keepOtherFields',
			type: 'boolean',
			default: true,
			description:
				'Whether to read the link first and to send its long URL, title, description, expiry, geo targeting and device targeting again, because some services empty every field that an update leaves out. Takes one more request. The service does not return the password, pixels, URL parameters, language targeting, deep links, campaign and channel: add those that the link is to keep.',
		},
	],
};

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update short link',
		description:
			'Change where an existing short link leads, its alias, expiry, targeting or other fields. Needs the ID or the short URL of the link, and only the fields to change.',
		routing: { request: { method: 'PUT', url: '/api/url/:linkId/update' } },
	},
	endpoint: 'change short links',
	fields: [
		linkId('to update'),
		updateFields([alias('The node sends it only if it is new'), longUrl(false), ...linkFields], {
			required: true,
			clearable: {
				campaign: 0,
				channel: 0,
				deeplink: [],
				description: '',
				devicetarget: [],
				domain: '',
				expiry: '',
				geotarget: [],
				languagetarget: [],
				metadescription: '',
				metaimage: '',
				metatitle: '',
				parameters: [],
				password: '',
				pixels: [],
				type: '',
			},
			clearNote: ' Campaign and Channel are sent as 0, which stands for none.',
		}),
		options,
	],
	behavior: warnsOf(
		notAsRequested,
		updates({
			recordPath: linkPath,
			idParameter: 'linkId',
			otherFields: { shown: SHOWN_FIELDS, add: addOtherFields },
			hasNewValues,
			repliesWithRecord: true,
		}),
	),
	reply: record(SHORT_LINK, withShortUrl),
};
