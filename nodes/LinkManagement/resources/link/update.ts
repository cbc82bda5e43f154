import type { INodeProperties } from 'n8n-workflow';

import { linkPath } from '../../api/lists';
import { optionsCollection, updateFields } from '../../fields/collection';
import { dateFormat } from '../../fields/dateTime';
import { linkId } from '../../fields/records';
import { otherThanAsked } from '../../operations/links/askedFor';
import { warnsAboutInput } from '../../operations/links/inputWarnings';
import {
	addOtherFields,
	hasNewValues,
	SHOWN_FIELDS,
	UNREADABLE_FIELDS,
} from '../../operations/links/otherFields';
import { SHORT_LINK, withShortUrl } from '../../operations/links/record';
import type { Operation } from '../../operations/operation';
import { record } from '../../operations/reply';
import { updates } from '../../operations/updates';
import { withWarning } from '../../operations/warns';
import { addHttps, additionalBody, alias, linkFields, longUrl } from './fields';

const keepOtherFields: INodeProperties = {
	displayName: 'Keep Other Fields',
	name: 'keepOtherFields',
	type: 'boolean',
	default: true,
	description:
		'Whether to read the link first and to send its long URL, title, description, expiry, geo targeting and device targeting again, because some services empty every field that an update leaves out. Takes one more request.',
};

const allowEmptying: INodeProperties = {
	displayName: 'Allow Emptying Other Fields',
	name: 'allowEmptying',
	type: 'boolean',
	default: false,
	description:
		'Whether to update a link although the service then empties fields that the update leaves out and that cannot be read: password, pixels and others. Needed only if the credential says that updates replace the whole link.',
};

const emptyingNotice: INodeProperties = {
	displayName:
		'Some services empty every field that an update leaves out. This node reads most fields and sends them again, but no service shows the password, pixels, URL parameters, language targeting, deep links, campaign and channel: add those that the link is to keep.',
	name: 'emptyingNotice',
	type: 'notice',
	default: '',
};

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update short link',
		description:
			'Change where an existing short link leads, its alias, expiry, targeting or other fields. Needs the ID, short URL or alias of the link, and only the fields to change.',
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
		emptyingNotice,
		additionalBody,
		optionsCollection([addHttps(false), allowEmptying, dateFormat, keepOtherFields]),
	],
	behavior: warnsAboutInput(
		withWarning(
			otherThanAsked,
			updates({
				recordPath: linkPath,
				idParameter: 'linkId',
				otherFields: { shown: SHOWN_FIELDS, unreadable: UNREADABLE_FIELDS, add: addOtherFields },
				hasNewValues,
				repliesWithRecord: true,
			}),
		),
	),
	reply: record(SHORT_LINK, withShortUrl),
};
