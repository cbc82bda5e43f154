import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { perKey } from '../../client/memory';
import { isFailure, itemLabel, undefinedIfFailed } from '../../errors';
import { createRecord } from '../../recovery/creation';
import { namesInReply } from '../../recovery/recordNames';
import { learnHome } from '../../references/defaultDomain';
import { isObject } from '../../values/json';
import {
	type Behavior,
	type CreationRecovery,
	type ItemCall,
	requestOptionsOf,
} from '../operation';
import { type ExistingLink, findExistingLink, hostFor } from './existingLinks';
import { GivenLinks } from './givenLinks';
import { linkIndexOf } from './linkIndex';

/**
 * Creates a link, or returns the one that was created before: one request for a new one, two for an existing one. If many
 * links of a run exist, the list is read instead, because that takes fewer requests. It is safe to repeat, to stop in the
 * middle, and to run twice at the same time.
 */
export const createsOrGets = (recovery: CreationRecovery, existing: ExistingLink): Behavior => ({
	kind: 'createsOrGets',
	perform: async (call) => [await createOrGet(call, recovery, existing)],
});

const givenLinksOf = perKey(() => new GivenLinks());

/** Whether no other creation of this process returned the link. */
const isNewLink = ({ service }: ItemCall, record: IDataObject, body: IDataObject): boolean =>
	givenLinksOf(service).add(namesInReply(record, body));

/** Longest alias or address in a message, in characters. */
const MAX_SHOWN_LENGTH = 200;

const aliasTakenError = (
	{ service, item }: ItemCall,
	{ shorturl, longurl }: IDataObject,
	{ custom, url }: IDataObject,
) => {
	const shown = (value: unknown) => service.plainText(value, MAX_SHOWN_LENGTH);
	return service.errorFor(
		{
			kind: 'aliasTaken',
			retry: 'never',
			message: `The alias ${shown(custom)} is taken: ${shown(shorturl)} leads to ${shown(longurl)}, not to ${shown(url)}`,
			advice: 'Choose another alias for this item.',
		},
		item,
	);
};

export const otherThanAskedError = (
	{ service, item }: ItemCall,
	difference: string,
	record: IDataObject,
	body: IDataObject,
	operation = 'Create or Get',
) => {
	const shortUrl = namesInReply(record, body).find((name) => name.includes('://'));
	return service.errorFor(
		{
			kind: 'otherThanAsked',
			retry: 'never',
			message: `${difference} The link ${shortUrl} exists now`,
			advice: `${operation} finds a link again by its alias and domain, so it would create another link each time. Delete this link. Use an alias and a domain that the service accepts, or use Create.`,
		},
		item,
	);
};

/** The link of an item, whether it was created or found. */
async function createOrGet(
	call: ItemCall,
	recovery: CreationRecovery,
	existing: ExistingLink,
): Promise<IDataObject> {
	const body = existing.complete(isObject(call.request.body) ? call.request.body : {});
	const index = linkIndexOf(call.run);
	await index.readForMissing(call);
	const listed = index.findByAlias(hostFor(call, body), body.custom);
	if (listed && existing.hasSameTarget(listed, body)) return { ...listed, created: false };
	const { record, isFound } = await createOrFind(call, recovery, existing, body);
	if (isFound) index.noteExisting(record);
	else {
		const difference = existing.otherThanAsked(record, body);
		if (difference) throw otherThanAskedError(call, difference, record, body);
	}
	learnHome(call, record, body);
	return { ...record, created: !isFound && isNewLink(call, record, body) };
}

/**
 * Creates the link, and looks for an existing one if the service refuses.
 *
 * @throws {NodeApiError} when the existing link leads to another URL, or the service refuses for another reason
 */
export async function createOrFind(
	call: ItemCall,
	recovery: CreationRecovery,
	existing: ExistingLink,
	body: IDataObject,
): Promise<{ record: IDataObject; isFound: boolean }> {
	let found: IDataObject | undefined;
	let hasLooked = false;
	const find = async (briefly: boolean): Promise<IDataObject | undefined> => {
		hasLooked = true;
		call.service.log.debug(`looks for the link that may exist already${itemLabel(call.item)}`);
		const match = await undefinedIfFailed(findExistingLink(call, existing, body, briefly));
		if (match && existing.isAnyTarget !== true && !existing.hasSameTarget(match.link, body))
			throw aliasTakenError(call, match.link, body);
		found = match?.link;
		// Another spelling may be the link of another row: it counts only if this one can't be created
		return match?.isExact ? found : undefined;
	};
	const request = { ...call.request, body };
	// A service may fail instead of reporting that the alias is taken
	const recoveryOrFound = { ...recovery, orElse: find };
	const record = await createRecord(
		call.service,
		request,
		recoveryOrFound,
		requestOptionsOf(call),
	).catch(async (error: unknown) => {
		if (isFailure(error, 'refused', 'forbidden', 'notFound') && !hasLooked) await find(false);
		if (!(error instanceof NodeApiError) || isFailure(error, 'aliasTaken') || !found) throw error;
		return found;
	});
	return { record, isFound: record === found };
}
