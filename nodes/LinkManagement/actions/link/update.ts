import type { IDataObject } from 'n8n-workflow';

import { optionsCollection, updateFields } from '../../fields/kinds';
import { linkId } from '../../fields/locators';
import { LinkReference } from '../../fields/reference';
import type { Item } from '../../run/item';
import { comparableShortUrl } from '../../text/comparable';
import { textOf } from '../../text/json';
import { LINK_TARGET, operation } from '../common';
import { record } from '../reply';
import { alias, linkFields, longUrlField, updateOptions } from './fields';
import { CLEARABLE_FIELDS, SHORT_LINK, warnIfNotAsRequested, withShortUrl } from './record';
import { aliasKey, refuseOwnAddress, sameLink } from './row';
import { refuseEmptying, stillKnown, updateLink } from './updateLink';

const LABEL = 'Update Fields';
const SAME_LINK = sameLink(LABEL);

/** What items for the same link have in common before it is looked for. */
function nameOfLink(link: unknown): string {
	if (!(link instanceof LinkReference)) return `id ${textOf(link)}`;
	return link.isShortUrl ? `url ${comparableShortUrl(link.text)}` : aliasKey({ custom: link.text });
}

/** What an item wants of each field of its link, because two items may change different fields of it. */
const wantedOfLink = ({ body }: Item, link: string): Array<[string, IDataObject]> =>
	Object.entries(body).map(([field, value]) => [`${link} ${field}`, { [field]: value }]);

export const update = operation('PUT', '/api/url/:linkId/update', {
	name: 'Update',
	action: 'Update short link',
	description:
		'Change where an existing short link leads, its alias, expiry, targeting or other fields. Needs the ID, short URL or alias of the link, and only the fields to change.',
	endpoint: 'change short links',
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
			CLEARABLE_FIELDS,
			". 'Campaign' and 'Channel' are sent as 0, which stands for none.",
		),
		optionsCollection(updateOptions),
	],
	kind: 'update',
	target: LINK_TARGET,
	note(item) {
		for (const [field, value] of wantedOfLink(item, nameOfLink(item.path.linkId)))
			item.run.rows.add(item, field, value);
	},
	async check(item) {
		refuseOwnAddress(item);
		refuseEmptying(item, item.body, LABEL);
		for (const [field, value] of wantedOfLink(item, nameOfLink(item.path.linkId)))
			await item.run.rows.refuseContradiction(item, field, value, SAME_LINK);
	},
	async execute(item) {
		const { body, path, run } = item;
		const id = textOf(path.linkId);
		// Items may name one link in several ways
		const wanted = wantedOfLink(item, `link ${id}`);
		const checked = wanted.map(
			async ([field, value]) => await run.rows.refuseContradiction(item, field, value, SAME_LINK),
		);
		// Before other items can be compared
		for (const [field, value] of wanted) run.rows.add(item, field, value);
		await Promise.all(checked);
		const known = stillKnown(item, id, item.linkReply?.details);
		const updated = await updateLink(item, id, body, { known });
		return [warnIfNotAsRequested(item, updated, body)];
	},
	reply: record(SHORT_LINK, withShortUrl),
});
