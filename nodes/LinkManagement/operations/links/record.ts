import type { IDataObject } from 'n8n-workflow';

import { linkPath } from '../../api/lists';
import { requestOptionsOf } from '../../client/http';
import { findRecord, refusalSaysSo } from '../../recovery/findRecord';
import { validRecordId } from '../../references/recordId';
import type { ItemCall, Output } from '../operation';

/** The details of a link in the output, beside its statistics. */
export const LINK: Output = {
	id: 'integer',
	shorturl: 'string',
	longurl: 'string',
	title: 'string',
	description: 'string',
	location: 'object',
	device: 'object',
	expiry: 'string',
	date: 'string',
};

/** The fields of a link in the reply to a creation or an update. */
export const SHORT_LINK: Output = { id: 'integer', shorturl: 'string' };

/** The reply with the short URL under `shorturl`: some services call it `short` (services.md section 2). */
export function withShortUrl(reply: IDataObject): IDataObject {
	if (reply.shorturl !== undefined || reply.short === undefined) return reply;
	const { short, ...rest } = reply;
	return { ...rest, shorturl: short };
}

/** Reads the link itself, which shows more than the list; undefined when it does not exist. */
export async function readLink(call: ItemCall, id: unknown): Promise<IDataObject | undefined> {
	const digits = validRecordId(id);
	const source = { recordPath: linkPath(digits) };
	const link = await findRecord(call.service, source, requestOptionsOf(call), refusalSaysSo);
	return link && { id: digits, ...link };
}
