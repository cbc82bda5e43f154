import type { IDataObject } from 'n8n-workflow';

import { LISTS } from '../../api/lists';
import { isFailure } from '../../errors';
import { pageIn } from '../../transport/lists/page';
import { createRecord } from '../../transport/recovery/creation';
import { isObject, textOf } from '../../values/json';
import {
	type Behavior,
	type CreationRecovery,
	type ItemCall,
	requestOptionsOf,
} from '../operation';
import { findLinkByShortUrl } from '../shortUrl';

/** How a link that exists already is recognized. */
export interface ExistingLink {
	/** The body with the alias by which the link is known, derived where none is given. */
	complete: (body: IDataObject) => IDataObject;
	/** The short URL that the link must have, on its domain or on `home`. */
	address: (body: IDataObject, home: string) => string;
	/** The query that finds the link in the list where its short URL is another one. */
	query: (body: IDataObject) => IDataObject;
	isIt: (record: IDataObject, body: IDataObject) => boolean;
	/** Whether the link leads where the new one was to lead. */
	hasSameTarget: (record: IDataObject, body: IDataObject) => boolean;
}

/**
 * Makes a link, or gives the one that was made before: one request for a new one, two for an existing one. It is safe
 * to repeat, to stop in the middle, and to run twice at the same time.
 */
export const createsOrGets = (recovery: CreationRecovery, existing: ExistingLink): Behavior => ({
	kind: 'createsOrGets',
	carryOut: async (call) => [await createOrGet(call, recovery, existing)],
});

/** Where the short URLs of a service begin: the base URL until a reply shows another. */
const homes = new WeakMap<object, string>();

function learnHome(
	{ service }: ItemCall,
	{ shorturl }: IDataObject,
	{ custom, domain }: IDataObject,
): void {
	const address = textOf(shorturl);
	const end = `/${textOf(custom)}`;
	if (textOf(domain) === '' && address.endsWith(end))
		homes.set(service.createdRecords, address.slice(0, -end.length));
}

/** The link that is in the way of a creation, flat; undefined when there is none. */
async function findExisting(
	call: ItemCall,
	existing: ExistingLink,
	body: IDataObject,
): Promise<IDataObject | undefined> {
	const { service } = call;
	const home = homes.get(service.createdRecords) ?? service.baseUrl;
	const found = await findLinkByShortUrl(call, existing.address(body, home));
	if (isObject(found?.details)) return found.details;
	const reply = await service.get(LISTS.links.path, existing.query(body), requestOptionsOf(call));
	return pageIn(reply, LISTS.links)?.records.find((record) => existing.isIt(record, body));
}

/** An address as a message shows it. */
const shortened = (address: unknown) => textOf(address).replace(/^(.{300}).+$/su, '$1…');

const aliasTakenError = (
	{ service, item }: ItemCall,
	{ shorturl, longurl }: IDataObject,
	{ custom, url }: IDataObject,
) =>
	service.errorFor(
		{
			kind: 'aliasTaken',
			retry: 'never',
			message: `The alias ${textOf(custom)} is taken: ${textOf(shorturl)} leads to ${shortened(longurl)}, not to ${shortened(url)}`,
			advice: 'Choose another alias for this item.',
		},
		item,
	);

/**
 * @throws {NodeApiError} when the link in the way leads elsewhere, or the service refuses for another reason
 */
async function createOrGet(
	call: ItemCall,
	recovery: CreationRecovery,
	existing: ExistingLink,
): Promise<IDataObject> {
	const body = existing.complete(isObject(call.request.body) ? call.request.body : {});
	const request = { ...call.request, body };
	let old: IDataObject | undefined;
	const known = async (): Promise<IDataObject | undefined> => {
		old = await findExisting(call, existing, body);
		if (old && !existing.hasSameTarget(old, body)) throw aliasTakenError(call, old, body);
		return old;
	};
	// A service may fail where it means that the alias is taken
	const recoveryOrExisting = { ...recovery, orElse: known };
	const record = await createRecord(
		call.service,
		request,
		recoveryOrExisting,
		requestOptionsOf(call),
	).catch(async (error: unknown) => {
		const found = isFailure(error, 'refused', 'forbidden', 'notFound') ? await known() : undefined;
		if (!found) throw error;
		return found;
	});
	learnHome(call, record, body);
	return { ...record, created: record !== old };
}
