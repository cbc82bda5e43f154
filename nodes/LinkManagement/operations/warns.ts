import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../values/json';
import type { Behavior } from './operation';
import { withWarning } from './warnings';

/**
 * Adds a `warning` to records that differ from what was requested.
 *
 * @param warningFor the warning for a record, from the body of its creation; undefined when it is as asked
 */
export const warnsOf = (
	warningFor: (record: IDataObject, body: IDataObject) => string | undefined,
	behavior: Behavior,
): Behavior => ({
	...behavior,
	async carryOut(call) {
		const { body } = call.request;
		const records = await behavior.carryOut(call);
		return records.map((record) => {
			const warning = warningFor(record, isObject(body) ? body : {});
			return withWarning(record, warning && call.service.plainText(warning));
		});
	},
});
