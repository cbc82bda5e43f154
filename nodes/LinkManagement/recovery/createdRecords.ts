import type { IDataObject } from 'n8n-workflow';

import { type CreationsOfList, forgetOlder } from '../client/account';
import type { ListEndpoint } from '../client/endpoints';
import type { Service } from '../client/service';
import { comparableUrl } from '../text/comparable';
import { isObject, textOf, without } from '../text/json';

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

/** E.g. `12` and `https://sho.rt/x`. */
export const recordNames = (record: IDataObject): string[] =>
	NAME_FIELDS.map((field) => textOf(record[field]).trim()).filter(isName);

/** Without an ID that is none, which would be the same for all records. */
export function createdRecordIn(reply: IDataObject): IDataObject {
	const record = recordsInReply(reply).find((one) => recordNames(one).length > 0) ?? reply;
	return isName(textOf(record.id)) ? record : without(record, 'id');
}

/** What names the new record in the reply to a creation; empty without a name. An address that was sent in the body is none. */
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

/** How long a created record is remembered, in ms: longer than any request takes. */
const MAX_AGE_OF_RECORD = 30 * 60_000;

const idAmong = (names: string[]): string | undefined =>
	names.find((name) => Number.isSafeInteger(Number(name)));

/** What this process creates in a list, so that a look-up never takes the record of another item for its own. */
export function creationsOf(
	{ account }: Pick<Service, 'account'>,
	{ arrayName }: ListEndpoint,
): CreationsOfList {
	const creations = account.creations.get(arrayName) ?? { created: new Map(), underWay: 0 };
	account.creations.set(arrayName, creations);
	return creations;
}

export function noteCreated({ created }: CreationsOfList, names: string[]): void {
	forgetOlder(created, MAX_AGE_OF_RECORD);
	const record = { at: Date.now(), id: idAmong(names) };
	for (const name of names) {
		created.delete(name);
		created.set(name, record);
	}
}

/** In ms since epoch; undefined for a record that was not created for an item. */
export function createdByUsAt(
	{ created }: CreationsOfList,
	record: IDataObject,
): number | undefined {
	const names = recordNames(record);
	const id = idAmong(names);
	// One with the address of another, but with its own ID, is new: the other was deleted or renamed
	return names
		.map((name) => created.get(name))
		.find((known) => known && (known.id ?? id) === (id ?? known.id))?.at;
}
