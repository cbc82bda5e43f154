import type { IDataObject } from 'n8n-workflow';
import { additionalFields, collection, optionsCollection, switchField } from '../../fields/kinds';
import type { Field } from '../../fields/field';
import { creates } from '../creates';
import { createsOrGets } from './createsOrGets';
import { SHORT_LINK, withShortUrl, recovery, withDifferences } from './record';
import { withDistinctAliases } from './row';
import type { Operation } from '../../run/operation';
import { record } from '../reply';
import { creatableCampaign } from '../campaign';
import { creatableChannel } from '../channel';
import { operation } from '../common';
import { createOrGetQrCode, createQrCode } from '../qrCode';
import { codeLook, imageFields } from '../qrCode/fields';
import { alias, creationOptions, linkFields, longUrlField } from './fields';

export const creatable: Operation['creatable'] = {
	campaigns: creatableCampaign,
	channels: creatableChannel,
};

const addQrCode = switchField({
	displayName: 'Add QR Code',
	name: 'addQrCode',
	description:
		'Whether to also create a QR code for the short URL. Takes one more request for each link. The item then has the code under "qr".',
});

const qrCodeFields = collection('QR Code Fields', 'qrCodeFields', 'Add Field', codeLook);

const qrCodeSwitch: Field[] = [
	addQrCode,
	...[...imageFields, qrCodeFields].map((field) => ({
		...field,
		displayOptions: { show: { addQrCode: [true], ...field.displayOptions?.show } },
	})),
];

const options = optionsCollection(creationOptions);

/** @param aboutAlias what an empty alias means, as a sentence without its period */
const creationFields = (aboutAlias: string): Field[] => [
	longUrlField(true),
	...qrCodeSwitch,
	additionalFields([alias(aboutAlias), ...linkFields]),
	options,
];

export const create = operation('POST', '/api/url/add', {
	name: 'Create',
	action: 'Create short link',
	description:
		'Shorten a long URL, optionally with an alias, branded domain, targeting or expiry. Creates another link each time it runs. Needs the long URL.',
	endpoint: 'create short links',
	fields: creationFields('Leave empty for a random one'),
	behavior: withDistinctAliases(withDifferences(creates(recovery))),
	creatable,
	qrCode: createQrCode,
	includesInput: true,
	reply: record(SHORT_LINK, withShortUrl),
});

/** With the fields that a new one has: others, such as the title, would replace those of the input item. */
function linkOutput(reply: IDataObject): IDataObject {
	const link = withShortUrl(reply);
	const { id, shorturl, created, warning } = link;
	if (created !== false) return link;
	return { id, shorturl, created, ...(warning !== undefined && { warning }) };
}

export const createOrGet = operation('POST', '/api/url/add', {
	name: 'Create or Get',
	action: 'Create short link or get existing one',
	description:
		'Shorten a long URL, or get the link that was created for it before. Running it again gives the same link. Needs the long URL.',
	endpoint: 'create short links',
	fields: creationFields(
		'Leave empty to derive one from the long URL, so that repeating gives the same link',
	),
	behavior: createsOrGets,
	creatable,
	qrCode: createOrGetQrCode,
	includesInput: true,
	reply: record({ ...SHORT_LINK, created: 'boolean' }, linkOutput),
});
