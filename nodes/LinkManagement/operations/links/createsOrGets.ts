import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { perKey, perRun } from '../../client/memory';
import { bodyOf } from '../../client/request';
import { isFailure, itemLabel, messageWithoutItem, undefinedIfFailed } from '../../errors';
import { createRecord } from '../../recovery/creation';
import { namesInReply } from '../../recovery/recordNames';
import { learnDefaultDomain, noteRequestedDomain } from '../../references/defaultDomain';
import { textOf } from '../../values/json';
import {
	type Behavior,
	type CreationRecovery,
	type ItemCall,
	requestOptionsOf,
} from '../operation';
import { madeByFailedOf } from '../output/madeRecords';
import { existedAlready, runNotesOf } from '../output/runNotes';
import type { ExistingLink } from './candidates';
import { findExistingLink, findListedLink, type LookUpOptions } from './existingLinks';
import { GivenLinks } from './givenLinks';
import { linkIndexOf } from './linkIndex';
import { LookUpBudget, MAX_REQUESTS } from './lookUpBudget';

/**
 * Creates a link, or returns the one that was created before: one request for a new one, two for an existing one. If many
 * links of a run exist, the list is read instead, because that takes fewer requests. It is safe to repeat, to stop in the
 * middle, and to run twice at the same time.
 */
export const createsOrGets = (recovery: CreationRecovery, existing: ExistingLink): Behavior => ({
	kind: 'createsOrGets',
	perform: async (call) => [await createOrGetLink(call, recovery, existing)],
});

const givenLinksOf = perKey(() => new GivenLinks());
const lookUpBudgetOf = perRun(() => new LookUpBudget());

const linksExisted = existedAlready('link', {
	one: '; its other fields were not changed. To change them, use Create or Update.',
	several: '; their other fields were not changed. To change them, use Create or Update.',
});

/** The output for a link that existed. */
function existed({ run }: ItemCall, link: IDataObject): IDataObject {
	runNotesOf(run).add(linksExisted, textOf(link.shorturl ?? link.short));
	return { ...link, created: false };
}

/** Whether no other creation of this process returned the link. */
const isNewLink = ({ service }: ItemCall, record: IDataObject, body: IDataObject): boolean =>
	givenLinksOf(service).add(namesInReply(record, body));

/** Longest alias or address in a message, in characters. */
const MAX_SHOWN_LENGTH = 200;

export const aliasTakenError = (
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

export const notAsRequestedError = (
	{ service, item, run }: ItemCall,
	difference: string,
	record: IDataObject,
	body: IDataObject,
	operation = 'Create or Get',
) => {
	if (!linkIndexOf(run).isOlder(record)) madeByFailedOf(run).set(item, record);
	const shortUrl = namesInReply(record, body).find((name) => name.includes('://'));
	return service.errorFor(
		{
			kind: 'notAsRequested',
			retry: 'never',
			message: `${difference} The link ${shortUrl} exists now`,
			advice: `${operation} finds a link again by its alias and domain, so it would create another link each time. Delete this link if it is new: some services return the link that the long URL has already. Use an alias and a domain that the service accepts, or use Create.`,
		},
		item,
	);
};

/** The link of an item, whether it was created or found. */
async function createOrGetLink(
	call: ItemCall,
	recovery: CreationRecovery,
	existing: ExistingLink,
): Promise<IDataObject> {
	const body = existing.complete(bodyOf(call.request));
	noteRequestedDomain(call, textOf(body.domain));
	await linkIndexOf(call.run).readForMissing(call);
	const listed = findListedLink(call, existing, body);
	if (listed) return existed(call, listed);
	const { record, isFound } = await createOrFind(call, recovery, existing, body);
	const difference = isFound ? undefined : existing.notAsRequested(record, body);
	if (difference) throw notAsRequestedError(call, difference, record, body);
	learnDefaultDomain(call, record, body);
	if (isFound || !isNewLink(call, record, body)) return existed(call, record);
	return { ...record, created: true };
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
	const find = async (options: LookUpOptions) => {
		hasLooked = true;
		call.service.log.debug(`looks for the link that may exist already${itemLabel(call.item)}`);
		const match = await undefinedIfFailed(findExistingLink(call, existing, body, options));
		if (match && existing.isAnyTarget !== true && !existing.hasSameTarget(match.link, body))
			throw aliasTakenError(call, match.link, body);
		found = match?.link;
		return match;
	};
	// A service may fail instead of reporting that the alias is taken. Where the whole list was read, only a newer link counts
	const index = linkIndexOf(call.run);
	const mostRequests = index.isComplete ? 1 : MAX_REQUESTS;
	const orElse = async (maxRequests: number) => {
		const match = await find({ maxRequests: Math.min(maxRequests, mostRequests) });
		// Another spelling may be the link of another row: it counts only if this one can't be created
		return match?.isExact ? match.link : undefined;
	};
	const request = { ...call.request, body };
	const budget = lookUpBudgetOf(call.run);
	const record = await createRecord(
		call.service,
		request,
		{ ...recovery, orElse },
		requestOptionsOf(call),
	).catch(async (error: unknown) => {
		if (isFailure(error, 'refused', 'forbidden', 'notFound') && !hasLooked) {
			const reason = messageWithoutItem(error, call.item);
			const match = await find({ maxRequests: budget.for(reason), isTaken: true });
			budget.note(reason, match?.requests);
		}
		if (!(error instanceof NodeApiError) || isFailure(error, 'aliasTaken') || !found) throw error;
		return found;
	});
	const isFound = record === found;
	if (isFound) index.noteExisting(record);
	else budget.noteSuccess();
	return { record, isFound };
}
