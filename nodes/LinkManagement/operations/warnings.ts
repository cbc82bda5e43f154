import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../values/json';

/** What the sentences of a `warning` begin with, by what the service changed. */
export const OTHER_ALIAS = 'Alias not as requested';
export const OTHER_DOMAIN = 'Domain not as requested';

/** A record with one more sentence in its `warning`, if there is one. */
export function addWarning(record: IDataObject, sentence: string | undefined): IDataObject {
	if (sentence === undefined) return record;
	const warning = record.warning === undefined ? sentence : `${textOf(record.warning)} ${sentence}`;
	return { ...record, warning };
}
