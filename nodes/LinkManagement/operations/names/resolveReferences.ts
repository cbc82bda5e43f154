import { filledPath } from '../../api/paths';
import { resolveLink } from '../../references/links';
import { resolveNames } from '../../references/names';
import type { ItemCall } from '../operation';
import { namingOf } from './missingRecords';

/**
 * Replaces the names of records, and the short URLs and aliases of links in a request by IDs, and fills in its path.
 *
 * In the check of all items, before the first change, only names are replaced, which takes one request for each list of the
 * run. Names of records that Create Missing will create stay. All else is replaced when the item is sent: a link takes
 * a request of its own.
 *
 * @throws {NodeOperationError} for a name that no record has, or several; {NodeApiError} when a list can't be read or a
 * link does not exist; {Canceled} on Stop
 */
export async function resolveReferences(
	call: ItemCall,
	when: 'inCheck' | 'whenSent' = 'inCheck',
): Promise<ItemCall> {
	const checked = await resolveNames(call, namingOf(call, true));
	if (when === 'inCheck') return checked;
	// A record is created only when everything else in the request is known to exist
	const resolved = await resolveNames(await resolveLink(checked), namingOf(call, false));
	const { request, path } = resolved;
	return { ...resolved, request: { ...request, url: filledPath(request.url, path) } };
}
