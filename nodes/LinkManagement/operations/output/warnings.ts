import type { IDataObject } from 'n8n-workflow';

import { bodyOf } from '../../client/request';
import { textOf } from '../../values/json';
import { countedThat } from '../../values/numbers';
import type { Sentence } from '../../values/sentences';
import type { Behavior } from '../operation';
import { runNotesOf } from './runNotes';

/** What the sentences of a `warning` begin with, by what the service changed. */
export const OTHER_ALIAS = 'Alias not as requested';
export const OTHER_DOMAIN = 'Domain not as requested';

/** What the hint after the run says of the links with such a sentence. */
const gotAnother =
	(what: string): Sentence =>
	({ length }) =>
		`${countedThat(length, 'link', 'got', 'got')} another ${what} than requested: see "warning".`;
const NOTES = [
	{ start: OTHER_ALIAS, sentence: gotAnother('alias') },
	{ start: OTHER_DOMAIN, sentence: gotAnother('domain') },
];

/** A record with one more sentence in its `warning`, if there is one. */
export function addWarning(record: IDataObject, sentence: string | undefined): IDataObject {
	if (sentence === undefined) return record;
	const warning = record.warning === undefined ? sentence : `${textOf(record.warning)} ${sentence}`;
	return { ...record, warning };
}

/**
 * Adds a `warning` to records that differ from what was requested.
 *
 * @param warningFor the warning for a record, from the body of its creation; undefined when it is as asked
 */
export const withWarning = (
	warningFor: (record: IDataObject, body: IDataObject) => string | undefined,
	behavior: Behavior,
): Behavior => ({
	...behavior,
	async perform(call) {
		const records = await behavior.perform(call);
		return records.map((record) => {
			const warning = warningFor(record, bodyOf(call.request));
			for (const { start, sentence } of NOTES)
				if (warning?.includes(start)) runNotesOf(call.run).add(sentence, '');
			return addWarning(record, warning && call.service.plainText(warning));
		});
	},
});
