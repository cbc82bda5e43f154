import { filledPath } from '../../api/paths';
import { resolveLink } from '../../references/links/resolve';
import { resolveNames } from '../../references/names';
import type { ItemCall } from '../operation';
import { namingOf } from './missingRecords';

/**
 * Replaces the names of records, and the short URLs and aliases of links in a request by IDs, and fills in its path.
 *
 * In the check of all items, before the first change, only names are replaced, which takes one request for each list of the
 * run. A link is replaced when the item is sent, as it may take a request of its own. Names of records that Create Missing
 * will create stay: see `withMissingRecords`.
 *
 * @throws {NodeOperationError} for a name that no record has, or several; {NodeApiError} when a list can't be read or a
 * link does not exist; {Canceled} on Stop
 */
export async function resolveReferences(
	call: ItemCall,
	when: 'inCheck' | 'whenSent' = 'inCheck',
): Promise<ItemCall> {
	const named = await resolveNames(call, namingOf(call));
	if (when === 'inCheck') return named;
	const isListEnough = call.operation.behavior.isListEnough?.(call.given);
	const resolved = await resolveLink({ ...named, isListEnough });
	const { request, path } = resolved;
	return { ...resolved, request: { ...request, url: filledPath(request.url, path) } };
}
