import type { IDataObject } from 'n8n-workflow';

import type { Output } from '../operation';

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
