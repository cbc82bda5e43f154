import type { ListEndpoint } from '../../api/lists';
import type { RecordSource } from '../../recovery/findRecord';
import type { ItemCall } from '../operation';

/**
 * The record that an operation changes, and where to read it afterwards: at its own path, which takes one request, in a list,
 * or as the account. `idParameter` is the placeholder of the record's ID in the operation's path, e.g. `campaignId`.
 */
export type RecordTarget =
	| { account: true }
	| { list: ListEndpoint; idParameter: string }
	| { recordPath: (id: string) => string; idParameter: string };

/**
 * The value that a request has in place of a placeholder of its operation's path: `5` for `campaignId` where
 * `/api/campaign/:campaignId/delete` became `/api/campaign/5/delete`.
 *
 * @throws {Error} when the path does not have the placeholder or its value, as nothing may be concluded without it
 */
function pathParameter({ operation, request }: ItemCall, name: string): string {
	const template = operation.option.routing.request.url.split('/');
	const value = request.url.split('/')[template.indexOf(`:${name}`)];
	if (value === undefined || value.startsWith(':')) {
		throw new Error(`The path ${operation.option.routing.request.url} has no value for :${name}`);
	}
	return decodeURIComponent(value);
}

/** Where the record of one item's call can be read. */
export function recordSource(call: ItemCall, target: RecordTarget): RecordSource {
	if ('account' in target) return { account: true };
	const id = pathParameter(call, target.idParameter);
	return 'list' in target ? { list: target.list, id } : { recordPath: target.recordPath(id) };
}
