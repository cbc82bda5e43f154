import type { IDataObject } from 'n8n-workflow';

import { bodyOf } from '../client/service';
import type { Behavior } from './operation';
import { addWarning } from './warnings';

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
