import type { IDataObject } from 'n8n-workflow';

import { perKey } from '../../client/memory';
import { invalidInput } from '../../errors';
import type { Sentence } from '../../values/sentences';
import type { ItemCall } from '../operation';
import { runNotesOf } from '../output/runNotes';

/** The fields of a record that no reading shows: their labels, by their names in the body of an update. */
export type UnreadableFields = Record<string, string>;

/** Whether this process has told the users of a key what updates may empty. At most a yes or no. */
const warningOf = perKey(() => ({ isGiven: false }));

const mayBeEmptied: Sentence = ([fields]) =>
	`Some services empty every field that an update leaves out, and these cannot be read and sent along: ${fields}. Choose in the credential, under "Updates Replace the Whole Link", what your service does.`;

/** The labels of the unreadable fields that an update leaves out. */
const leftOutBy = (body: IDataObject, unreadable: UnreadableFields): string[] =>
	Object.entries(unreadable).flatMap(([name, label]) => (name in body ? [] : [label]));

/**
 * Refuses an update that would empty fields, where the credential says that updates replace the whole record.
 *
 * @throws {NodeOperationError} unless all unreadable fields have a value or Allow Emptying Other Fields is on
 */
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

/** Tells once for each key, in the hint after the run, which fields an update may have emptied, if nobody said what the service does. */
export function noteEmptying(call: ItemCall, body: IDataObject, unreadable: UnreadableFields) {
	const leftOut = leftOutBy(body, unreadable);
	const warning = warningOf(call.service);
	if (call.service.updatesReplace !== 'unknown' || warning.isGiven || leftOut.length === 0) return;
	warning.isGiven = true;
	runNotesOf(call.run).add(mayBeEmptied, leftOut.join(', '));
}
