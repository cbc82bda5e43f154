import type { IDataObject } from 'n8n-workflow';

import { linkPath } from '../../client/endpoints';
import type { ServiceRequest } from '../../client/http';
import { isFailure, isTool } from '../../errors';
import { NO_FIELD_TO_CHANGE, updateFields } from '../../fields/kinds';
import { linkId } from '../../fields/locators';
import { LinkReference } from '../../fields/reference';
import { notFoundError } from '../../lookup/askForLink';
import { updateRecord } from '../../recovery/changeRecord';
import { findRecord } from '../../recovery/findRecord';
import type { Item } from '../../run/item';
import { comparableShortUrl } from '../../text/comparable';
import { isObject, objectsIn, textOf } from '../../text/json';
import { addWarning } from '../../text/sentences';
import { itemOptions, LINK_TARGET, operation } from '../common';
import { record } from '../reply';
import { addOtherFields, hasNewValues } from './compareLink';
import { alias, linkFields, longUrlField, updateOptions } from './fields';
import {
	CLEARABLE_FIELDS,
	labelOfLinkField,
	SHORT_LINK,
	SHOWN_AS,
	UNREADABLE_FIELDS,
	warnIfNotAsRequested,
	withShortUrl,
} from './record';
import { aliasKey, refuseAddressOf, refuseOwnAddress, sameLink } from './row';

const USUAL_UTM = ['utm_source', 'utm_medium', 'utm_campaign'];

/** Whether URL parameters were perhaps meant to be added to those of the link: each UTM parameter has a field of its own. */
function hasSomeUtm({ parameters }: IDataObject): boolean {
	const names = objectsIn(parameters).map(({ name }) => textOf(name));
	return (
		names.some((name) => name.startsWith('utm_')) && !USUAL_UTM.every((utm) => names.includes(utm))
	);
}

/** The labels of the fields that no reading shows and an update does not give. */
const leftOutBy = (body: IDataObject): string[] =>
	UNREADABLE_FIELDS.filter((name) => !(name in body)).map(labelOfLinkField);

/** Refuses an update that would empty fields, where the credential says that updates replace the whole link. */
export function refuseEmptying(item: Item, body: IDataObject, label: string): void {
	const leftOut = leftOutBy(body);
	const isAllowed = item.service.updatesReplace !== 'yes' || item.unsent.allowEmptying === true;
	if (isAllowed || leftOut.length === 0) return;
	throw item.invalid(
		label,
		`the update would empty ${leftOut.join(', ')}, because the credential says that updates replace the whole link`,
		'Add the fields that the link is to keep, or turn on Allow Emptying Other Fields under Options.',
	);
}

/**
 * Notes once that an update may empty fields, if nobody said what the service does. In a tool, where hints do not arrive, it returns
 * the sentences. @param isAsSent see {@link LinkUpdate}
 */
export function warnAboutEmptying(
	{ service, run, node }: Item,
	body: IDataObject,
	isAsSent = false,
): string | undefined {
	const sentences: string[] = [];
	if (!isAsSent && hasSomeUtm(body)) sentences.push(run.summary.addSomeUtm());
	const mayEmpty = service.updatesReplace === 'unknown' && leftOutBy(body).length > 0;
	if (mayEmpty && !service.account.isEmptyingTold) {
		service.account.isEmptyingTold = true;
		sentences.push(run.summary.tellEmptying());
	}
	return isTool(node) && sentences.length > 0 ? sentences.join(' ') : undefined;
}

/** Some services ask for the long URL in each update (services.md section 1). */
function withAdviceForUrl(error: unknown): unknown {
	if (isFailure(error, 'refused') && /\burl\b/i.test(error.message))
		error.description =
			'Some services need the long URL in each update. Choose Unknown under Updates Replace the Whole Link in the credential.';
	return error;
}

interface LinkUpdate {
	id: string;
	changes: IDataObject;
	/** What was read of the link before, in this run. */
	read: unknown;
	request: ServiceRequest;
	/** The same was sent last, so that nothing new is to be said of it. */
	isAsSent?: boolean;
}

/**
 * Updates a link, with its other fields unless the credential says that updates change only what they send: some services empty
 * what is not sent (services.md section 1).
 */
export async function updateLink(
	item: Item,
	{ id, changes, read, request, isAsSent }: LinkUpdate,
): Promise<IDataObject> {
	const { service, run, requestOptions } = item;
	const path = linkPath(id);
	const find = async () => await findRecord(service, { path }, {});
	let body = changes;
	let warning: string | undefined;
	const isComplete = isObject(read) && Object.values(SHOWN_AS).every((name) => name in read);
	const isKnown = isComplete && !run.links.changed.has(path);
	if (service.updatesReplace !== 'no') {
		const link = isKnown ? read : await findRecord(service, { path }, requestOptions);
		const why = isObject(read) ? 'The link was deleted meanwhile.' : 'Check the ID.';
		if (!link) throw notFoundError(item, 'The service has no record with this ID', why);
		refuseAddressOf(item, link, changes);
		({ body, warning } = addOtherFields(changes, link, service.timeZone));
	}
	// An error names only values that were sent
	item.request = { ...item.request, body };
	const updated = await updateRecord(
		{ service, request: { ...request, body }, ...requestOptions },
		{ find, hasNewValues, repliesWithRecord: true },
	).catch((error: unknown) => {
		throw service.updatesReplace === 'no' && !('url' in body) ? withAdviceForUrl(error) : error;
	});
	if (service.updatesReplace === 'unknown' && !isKnown && leftOutBy(body).length > 0)
		run.summary.readings++;
	const warned = addWarning(updated, warning && service.plainText(warning));
	return addWarning(warned, warnAboutEmptying(item, body, isAsSent));
}

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
		itemOptions(updateOptions),
	],
	kind: 'update',
	target: LINK_TARGET,
	note(item) {
		for (const [field, value] of wantedOfLink(item, nameOfLink(item.path.linkId)))
			item.run.rows.add(item, field, value);
	},
	async check(item) {
		refuseOwnAddress(item);
		for (const [field, value] of wantedOfLink(item, nameOfLink(item.path.linkId)))
			await item.run.rows.refuseContradiction(item, field, value, SAME_LINK);
	},
	checkBody(item) {
		if (item.problems.isEmpty && Object.keys(item.body).length === 0)
			throw item.invalid(LABEL, 'a value is required', NO_FIELD_TO_CHANGE);
		refuseEmptying(item, item.body, LABEL);
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
		const read = item.linkReply?.details;
		const updated = await updateLink(item, { id, changes: body, read, request: item.request });
		return [warnIfNotAsRequested(item, updated, body)];
	},
	reply: record(SHORT_LINK, withShortUrl),
});
