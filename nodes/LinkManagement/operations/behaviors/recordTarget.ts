import type { ListEndpoint } from '../../api/lists';
import type { RecordSource } from '../../recovery/findRecord';
import { textOf } from '../../values/json';
import type { ItemCall } from '../operation';

/**
 * The record that an operation changes, and where to read it afterwards: at its own path, which takes one request, in a list,
 * or as the account. `idParameter` is the placeholder of the record's ID in the operation's path, e.g. `campaignId`.
 */
export type RecordTarget =
	| { account: true }
	| { list: ListEndpoint; idParameter: string }
	| { recordPath: (id: string) => string; idParameter: string };

/** Where the record of one item's call can be read. */
export function recordSource(call: ItemCall, target: RecordTarget): RecordSource {
	if ('account' in target) return { account: true };
	const id = textOf(call.path[target.idParameter]);
	return 'list' in target ? { list: target.list, id } : { recordPath: target.recordPath(id) };
}
