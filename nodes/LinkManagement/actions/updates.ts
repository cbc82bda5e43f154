import type { IDataObject } from 'n8n-workflow';
import { bodyOf, requestOptionsOf, type ServiceRequest } from '../client/http';
import { perKey } from '../client/account';
import { invalidInput, isTool } from '../errors';
import { findRecord, refusalSaysSo } from '../recovery/findRecord';
import { showsNewValues, type UpdateCheck, updateRecord } from '../recovery/changeRecord';
import { notFoundError } from '../lookup/askForLink';
import { isObject, textOf } from '../text/json';
import { counted, countedThat, type Sentence } from '../text/sentences';
import type { Behavior, ItemCall } from '../run/operation';
import { addWarning, runNotesOf } from '../run/notes';
import { isOutdated, recordSource, type RecordTarget } from './changes';

/** The labels of the fields that no reading shows, by their names in the body of an update. */
export type UnreadableFields = Record<string, string>;

/** Which keys have been told that updates may empty fields: a service does not change its habits. A yes or no. */
const emptyingOf = perKey(() => ({ isTold: false }));

const UPDATING =
	'https://github.com/placeholder-organisation/n8n-nodes-link-management/blob/main/docs/reference.md#updating';

const mayBeEmptied =
	(command: string): Sentence =>
	() =>
		`Some services empty what an update leaves out, and not everything can be read and sent along: a password and pixels, for example. ${command} finds out what yours does. Choose it in the credential, under "Updates Replace the Whole Link".`;

const emptiedInHint = mayBeEmptied(`<a href="${UPDATING}">npm run test:live</a>`);
const emptiedInTool = mayBeEmptied('npm run test:live');

const readings: Sentence = ({ length }) =>
	`${counted(length, 'request')} read what the updates sent along.`;

const USUAL_UTM = ['utm_source', 'utm_medium', 'utm_campaign'];

const othersReplaced: Sentence = ({ length }) =>
	`${countedThat(length, 'update', 'gives', 'give')} UTM parameters, but not all of UTM Source, UTM Medium and UTM Campaign. URL parameters are sent as a whole, so the service may remove the others.`;

/** Whether URL parameters were perhaps meant to be added to those of the link: each UTM parameter has a field of its own. */
function hasSomeUtm({ parameters }: IDataObject): boolean {
	const rows = (Array.isArray(parameters) ? parameters : []).filter(isObject);
	const names = rows.map(({ name }) => textOf(name));
	return (
		names.some((name) => name.startsWith('utm_')) && !USUAL_UTM.every((utm) => names.includes(utm))
	);
}

const leftOutBy = (body: IDataObject, unreadable: UnreadableFields): string[] =>
	Object.entries(unreadable).flatMap(([name, label]) => (name in body ? [] : [label]));

/** Refuses an update that would empty fields, where the credential says that updates replace the whole record. */
export function checkEmptying(
	call: ItemCall,
	body: IDataObject,
	unreadable: UnreadableFields,
	label = 'Update Fields',
): void {
	const { service, node, item, given } = call;
	const leftOut = leftOutBy(body, unreadable);
	if (service.updatesReplace !== 'yes' || given.allowEmptying || leftOut.length === 0) return;
	throw invalidInput(
		{ label, node, item },
		`the update would empty ${leftOut.join(', ')}, because the credential says that updates replace the whole link`,
		'Add the fields that the link is to keep, or turn on Allow Emptying Other Fields under Options.',
	);
}

/**
 * Notes once that an update may empty fields, if nobody said what the service does. In a tool, where hints do not arrive, it
 * returns the sentence. @param hasRead whether a request read what is sent along
 */
export function noteEmptying(
	{ service, run, node, isAsSent }: ItemCall,
	body: IDataObject,
	unreadable: UnreadableFields,
	hasRead = false,
): string | undefined {
	const notes = runNotesOf(run);
	const sentences: Sentence[] = [];
	// Where the row is as it was last sent, its parameters were looked at before
	if (hasSomeUtm(body) && !isAsSent) sentences.push(othersReplaced);
	if (service.updatesReplace === 'unknown' && leftOutBy(body, unreadable).length > 0) {
		if (hasRead) notes.add(readings, '');
		const emptying = emptyingOf(service);
		if (!emptying.isTold) sentences.push(isTool(node) ? emptiedInTool : emptiedInHint);
		emptying.isTold = true;
	}
	for (const sentence of sentences) notes.add(sentence, '', 'needsEye');
	const texts = sentences.map((sentence) => sentence(['']));
	return isTool(node) && texts.length > 0 ? texts.join(' ') : undefined;
}

export { showsNewValues };

export type Update = RecordTarget & {
	/** As in {@link UpdateCheck}. Default: fields of the body are compared with those of the same name. */
	hasNewValues?: UpdateCheck['hasNewValues'];
	/** The reply is the record. If the reply is empty, the record that was read replaces it. */
	repliesWithRecord?: boolean;
	/** Sent along unless the credential says that updates change only what they send. */
	otherFields?: OtherFields;
};

/** The fields that an update sends along, because some services empty what is not sent (services.md section 1). */
interface OtherFields {
	/** The names of the fields that a reading of the record shows. */
	shown: string[];
	/** The fields that it does not show. */
	unreadable: UnreadableFields;
	/** Adds the other fields of the record, and warns about those that can't be sent in the form that the record has. */
	add: (body: IDataObject, record: IDataObject) => { body: IDataObject; warning?: string };
}

/** Changes a record. After an empty reply, the record is read to see whether the update was done. */
export const updates = (update: Update): Behavior => ({
	kind: 'updates',
	perform: async (call) => [await performUpdate(call, update)],
	check(call) {
		const { unreadable } = update.otherFields ?? {};
		if (unreadable) checkEmptying(call, bodyOf(call.request), unreadable);
	},
});

async function performUpdate(call: ItemCall, update: Update): Promise<IDataObject> {
	const source = recordSource(call, update);
	let found: IDataObject | undefined;
	const find = async () => (found = await findRecord(call.service, source, {}, refusalSaysSo));
	const { hasNewValues = showsNewValues, repliesWithRecord = false } = update;
	const { request, warning, hasRead } = await completeRequest(call, update);
	const check = { find, hasNewValues, repliesWithRecord };
	const body = await updateRecord({ ...call, request }, check);
	const record = body === found && !repliesWithRecord ? {} : body;
	const warned = addWarning(record, warning && call.service.plainText(warning));
	const { unreadable } = update.otherFields ?? {};
	const emptying = unreadable && noteEmptying(call, bodyOf(request), unreadable, hasRead);
	return addWarning(warned, emptying);
}

/** What the search for its short URL returned, unless this run has changed it since, or the search showed fewer fields. */
function readBySearch(call: ItemCall, { shown }: OtherFields): IDataObject | undefined {
	const details = call.linkReply?.details;
	const isComplete = isObject(details) && shown.every((name) => name in details);
	return isComplete && !isOutdated(call) ? details : undefined;
}

/** With the other fields of the record, which the update is to keep, and a warning as in {@link OtherFields.add}. */
async function completeRequest(
	call: ItemCall,
	update: Update,
): Promise<{ request: ServiceRequest; warning?: string; hasRead: boolean }> {
	const { request, service } = call;
	if (!update.otherFields || service.updatesReplace === 'no') return { request, hasRead: false };
	const searched = readBySearch(call, update.otherFields);
	const record =
		searched ??
		(await findRecord(service, recordSource(call, update), requestOptionsOf(call), refusalSaysSo));
	if (!record) throw notFoundError(call, 'The service has no record with this ID', 'Check the ID.');
	const { body, warning } = update.otherFields.add(bodyOf(request), record);
	return { request: { ...request, body }, warning, hasRead: !searched };
}
