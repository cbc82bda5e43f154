import type { IDataObject } from 'n8n-workflow';

import { comparableUrl } from '../values/comparable';
import { isObject, textOf } from '../values/json';

/** The fields that name a record: its ID and its address (api.md section 2; services.md section 2 has `short`). */
const NAME_FIELDS = ['id', 'shorturl', 'short', 'link'];
/** Longer texts are not an ID or an address, in characters. */
const MAX_NAME_LENGTH = 2_000;

const ADDRESS = /^https?:\/\/\S+$/i;
/** What services send instead of an ID or an address if there is none. */
const NOTHING = /^(0|false|null)?$/;

const isName = (text: string) => !NOTHING.test(text) && text.length <= MAX_NAME_LENGTH;

/** A reply and the records in it: some services put the new record under `data` or `details`. */
const recordsInReply = (reply: IDataObject): IDataObject[] =>
	[reply, reply.data, reply.details].flat().filter(isObject);

/** @returns the values by which a record of a list is recognized, e.g. `12` and `https://sho.rt/x` */
export const recordNames = (record: IDataObject): string[] =>
	NAME_FIELDS.map((field) => textOf(record[field]).trim()).filter(isName);

/** @returns the new record in the reply to its creation: what is under `data` or `details`, if the reply itself names none */
export const createdRecordIn = (reply: IDataObject): IDataObject =>
	recordsInReply(reply).find((record) => recordNames(record).length > 0) ?? reply;

/**
 * @param body of the creation: an address that was sent does not name the record
 * @returns the values by which the reply to a creation names the new record; empty when it names none
 */
export function namesInReply(reply: IDataObject, body: IDataObject): string[] {
	const records = recordsInReply(reply);
	const names = records.flatMap(recordNames);
	if (names.length > 0) return names;
	const sent = new Set(Object.values(body).map(comparableUrl));
	return records
		.flatMap(Object.values)
		.filter((value) => typeof value === 'string')
		.filter((text) => ADDRESS.test(text) && isName(text) && !sent.has(comparableUrl(text)));
}
