import type { ListEndpoint } from '../api/lists';
import type { RecordSource } from '../transport/recovery/findRecord';
import type { ItemCall } from './operation';
import { pathParameter } from './pathParameter';

/**
 * The record that an operation changes, and where it can be read afterwards: at a path of its own, which is one request,
 * or in a list, or as the account. `idParameter` is the placeholder of the operation's path that holds the record's ID,
 * e.g. `campaignId`.
 */
export type RecordTarget =
	| { account: true }
	| { list: ListEndpoint; idParameter: string }
	| { recordPath: (id: string) => string; idParameter: string };

/** Where the record of one item's call can be read. */
export function recordSource(call: ItemCall, target: RecordTarget): RecordSource {
	if ('account' in target) return { account: true };
	const id = pathParameter(call, target.idParameter);
	return 'list' in target ? { list: target.list, id } : { recordPath: target.recordPath(id) };
}
