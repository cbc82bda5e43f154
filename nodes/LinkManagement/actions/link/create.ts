import type { IDataObject } from 'n8n-workflow';

import { linkPath, validRecordId } from '../../client/endpoints';
import { throwIfCanceled } from '../../client/wait';
import {
	Canceled,
	isFailure,
	messageWithoutItem,
	problemsOf,
	reasonInWords,
	toNodeError,
	UnexpectedReply,
} from '../../errors';
import { isEmpty } from '../../fields/convert';
import type { Field } from '../../fields/field';
import { additionalFields, collection, switchField } from '../../fields/kinds';
import { learnDefaultDomain } from '../../lookup/defaultDomain';
import { createRecord } from '../../recovery/createRecord';
import type { Item, Operation } from '../../run/item';
import type { Result } from '../../run/run';
import { isObject, textOf } from '../../text/json';
import { withoutFullStop } from '../../text/plainText';
import { addWarning, namesInWords } from '../../text/sentences';
import { creatableCampaign } from '../campaign';
import { creatableChannel } from '../channel';
import { itemOptions, operation } from '../common';
import { createQrCode } from '../qrCode';
import { codeLook, imageFields } from '../qrCode/fields';
import { record } from '../reply';
import { alias, creationOptions, linkFields, longUrlField } from './fields';
import { recovery, SHORT_LINK, warnIfNotAsRequested, withShortUrl } from './record';
import { aliasKey, refuseOwnAddress } from './row';

export const creatable: Operation['creatable'] = {
	campaigns: creatableCampaign,
	channels: creatableChannel,
};

const qrCodeFields = collection('QR Code Fields', 'qrCodeFields', 'Add Field', codeLook);

const qrCodeSwitch: Field[] = [
	switchField({
		displayName: 'Add QR Code',
		name: 'addQrCode',
		description:
			'Whether to also create a QR code for the short URL. Takes one more request for each link. The item then has the code under "qr".',
	}),
	...[...imageFields, qrCodeFields].map((field) => ({
		...field,
		displayOptions: { show: { addQrCode: [true], ...field.displayOptions?.show } },
	})),
];

const options = itemOptions(creationOptions);

/** @param aboutAlias what an empty alias means, as a sentence without its period */
export const creationFields = (aboutAlias: string): Field[] => [
	longUrlField(true),
	...qrCodeSwitch,
	additionalFields([alias(aboutAlias), ...linkFields]),
	options,
];

/** The short URL of a link. If the reply to its creation does not contain it, the link is read. */
async function shortUrlOf(item: Item, link: IDataObject): Promise<string> {
	const { shorturl, id } = link;
	const { details } =
		isEmpty(shorturl) && id !== undefined
			? await item.service.get(linkPath(validRecordId(id)), { item: item.index })
			: { details: link };
	const shown = isObject(details) ? textOf(details.shorturl) : '';
	if (shown === '') throw new UnexpectedReply('a short URL');
	return shown;
}

/**
 * Makes a QR code for the short URL of a link. The link exists, so it is not lost without its code: `warning` says why, or with
 * On Error: Stop, the error that names the link. @param creation creates the code, or also finds it again by its name
 */
export async function addQrCode(
	item: Item,
	link: IDataObject,
	creation: Operation,
): Promise<Result> {
	const { addQrCode: isWanted, background, foreground, logo } = item.unsent;
	if (!isWanted) return { json: link };
	try {
		const shortUrl = await shortUrlOf(item, link);
		const look = Object.entries({ background, foreground, logo }).filter(([, value]) => value);
		const body = { type: 'link', data: shortUrl, name: shortUrl, ...Object.fromEntries(look) };
		const [code] = await item.with(creation, body).perform();
		return { ...code, json: { ...link, qr: code?.json } };
	} catch (error) {
		throwIfCanceled(item.service.signal, error instanceof Canceled && error.mayHaveCreated);
		return linkWithoutCode(item, link, error);
	}
}

function linkWithoutCode(item: Item, link: IDataObject, error: unknown): Result {
	const failure = toNodeError(error, item.node, item.index, item.plainText);
	if (item.caller.continueOnFail()) {
		item.run.summary.codesMissing++;
		const reason = reasonInWords(failure, item.index);
		return { json: addWarning(link, `The link has no QR code: ${reason}`) };
	}
	const reason = withoutFullStop(messageWithoutItem(failure, item.index));
	// Without that nothing was sent, because the link was
	const advice = problemsOf(failure)[0]?.advice ?? failure.description ?? '';
	// Retry On Fail must not create a second link, or a second code
	const isFinal = item.operation.kind === 'create' || isFailure(failure, 'outcomeUnknown');
	throw item.error({
		kind: isFinal ? 'notAsRequested' : 'qrCodeMissing',
		message: `The link ${textOf(link.shorturl ?? link.id)} exists, but its QR code is missing: ${reason}`,
		advice: `${advice} With On Error: Continue, the link comes out without its code.`,
	});
}

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
			'Give each an alias of its own. For equal rows, use Create or Get.',
		);
	},
	checkBody: refuseOwnAddress,
	async execute(item) {
		const body = await item.withMissingRecords();
		const since = Date.now();
		const link = withShortUrl(await createRecord(item.call(body), recovery));
		if (!item.run.links.noteCreated(link)) await learnDefaultDomain(item, link, body, since);
		return [warnIfNotAsRequested(item, link, body)];
	},
	complete: async (item, link) => await addQrCode(item, link, createQrCode),
	creatable,
	includesInput: true,
	reply: record(SHORT_LINK, withShortUrl),
});
