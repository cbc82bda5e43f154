import type { IDataObject } from 'n8n-workflow';

import { additionalFields } from '../../fields/collection';
import { createsOrGets } from '../../operations/links/createsOrGets';
import { SHORT_LINK, withShortUrl } from '../../operations/links/record';
import { recovery } from '../../operations/links/recovery';
import type { Operation } from '../../operations/operation';
import { record } from '../../operations/output/reply';
import { createOrGet as createOrGetQrCode } from '../qrCode/createOrGet';
import { qrCodeSwitch } from './addQrCode';
import { creatable, creationOptions } from './createMissing';
import { alias, linkFields, longUrlField } from './fields';

/**
 * A link that existed comes out with the fields that a new one has. Its other fields would replace the fields of the
 * input item that have the same name, such as the title, when the same rows run again.
 */
function linkOutput(reply: IDataObject): IDataObject {
	const link = withShortUrl(reply);
	const { id, shorturl, created, warning } = link;
	if (created !== false) return link;
	return { id, shorturl, created, ...(warning !== undefined && { warning }) };
}

export const createOrGet: Operation = {
	option: {
		name: 'Create or Get',
		value: 'createOrGet',
		action: 'Create short link or get existing one',
		description:
			'Shorten a long URL, or get the link that was created for it before. Running it again gives the same link. Needs the long URL.',
		routing: { request: { method: 'POST', url: '/api/url/add' } },
	},
	endpoint: 'create short links',
	fields: [
		longUrlField(true),
		...qrCodeSwitch,
		additionalFields([
			alias('Leave empty to derive one from the long URL, so that repeating gives the same link'),
			...linkFields,
		]),
		creationOptions,
	],
	behavior: createsOrGets(recovery),
	creatable,
	qrCode: createOrGetQrCode,
	includesInput: true,
	reply: record({ ...SHORT_LINK, created: 'boolean' }, linkOutput),
};
