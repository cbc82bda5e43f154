import { optionsCollection, updateFields } from '../../fields/kinds';
import { linkId } from '../../fields/locators';
import { CLEARABLE_FIELDS, SHORT_LINK, withShortUrl, withDifferences } from './record';
import { UPDATE_ENDPOINT, UPDATE_REQUEST, updatesLink } from './updateLink';
import { record } from '../reply';
import { operation } from '../common';
import { alias, linkFields, longUrlField, updateOptions } from './fields';

export const update = operation(UPDATE_REQUEST.method, UPDATE_REQUEST.url, {
	name: 'Update',
	action: 'Update short link',
	description:
		'Change where an existing short link leads, its alias, expiry, targeting or other fields. Needs the ID, short URL or alias of the link, and only the fields to change.',
	endpoint: UPDATE_ENDPOINT,
	fields: [
		linkId('to update'),
		updateFields(
			[
				alias(
					'It is sent only if it is new, unless the credential says that updates change only what they send',
				),
				longUrlField(false),
				...linkFields,
			],
			{
				required: true,
				clearable: CLEARABLE_FIELDS,
				clearNote: ". 'Campaign' and 'Channel' are sent as 0, which stands for none.",
			},
		),
		optionsCollection(updateOptions),
	],
	behavior: withDifferences(updatesLink),
	reply: record(SHORT_LINK, withShortUrl),
});
