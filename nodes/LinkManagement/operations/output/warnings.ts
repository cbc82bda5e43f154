import type { IDataObject } from 'n8n-workflow';

import { bodyOf } from '../../client/request';
import { textOf } from '../../values/json';
import type { Behavior } from '../operation';

/** What the sentences of a `warning` begin with, by what the service changed. */
export const OTHER_ALIAS = 'Alias not as requested';
export const OTHER_DOMAIN = 'Domain not as requested';

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
			return addWarning(record, warning && call.service.plainText(warning));
		});
	},
});
