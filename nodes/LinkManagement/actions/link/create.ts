import { isEmpty } from '../../fields/convert';
import type { Field } from '../../fields/field';
import { additionalFields, collection, optionsCollection, switchField } from '../../fields/kinds';
import { createRecord } from '../../recovery/createRecord';
import type { Operation } from '../../run/item';
import { namesInWords } from '../../text/sentences';
import { creatableCampaign } from '../campaign';
import { creatableChannel } from '../channel';
import { operation } from '../common';
import { createQrCode } from '../qrCode';
import { addQrCode } from '../qrCode/addQrCode';
import { codeLook, imageFields } from '../qrCode/fields';
import { record } from '../reply';
import { alias, creationOptions, linkFields, longUrlField } from './fields';
import { recovery, SHORT_LINK, warnIfNotAsRequested, withShortUrl } from './record';
import { aliasKey, refuseOwnAddress } from './row';

export const creatable: Operation['creatable'] = {
	campaigns: creatableCampaign,
	channels: creatableChannel,
};

const addQrCodeSwitch = switchField({
	displayName: 'Add QR Code',
	name: 'addQrCode',
	description:
		'Whether to also create a QR code for the short URL. Takes one more request for each link. The item then has the code under "qr".',
});

const qrCodeFields = collection('QR Code Fields', 'qrCodeFields', 'Add Field', codeLook);

const qrCodeSwitch: Field[] = [
	addQrCodeSwitch,
	...[...imageFields, qrCodeFields].map((field) => ({
		...field,
		displayOptions: { show: { addQrCode: [true], ...field.displayOptions?.show } },
	})),
];

const options = optionsCollection(creationOptions);

/** @param aboutAlias what an empty alias means, as a sentence without its period */
export const creationFields = (aboutAlias: string): Field[] => [
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
	kind: 'create',
	note({ body, name, run }) {
		if (!isEmpty(body.custom)) run.rows.add({ name }, aliasKey(body), {});
	},
	check(item) {
		refuseOwnAddress(item);
		const first = item.run.rows.firstFor(aliasKey(item.body));
		if (!first || first.item === item.index) return;
		throw item.invalid(
			'Alias',
			`${namesInWords([first])} gives the same alias`,
			'Give each an alias of its own, or use Create or Get.',
		);
	},
	async execute(item) {
		const body = await item.withMissingRecords();
		const link = await createRecord(item.call(body), recovery);
		return [warnIfNotAsRequested(item, link, body)];
	},
	complete: async (item, link) => await addQrCode(item, link, createQrCode),
	creatable,
	includesInput: true,
	reply: record(SHORT_LINK, withShortUrl),
});
