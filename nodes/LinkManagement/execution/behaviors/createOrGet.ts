import type { IDataObject } from 'n8n-workflow';

import { apiError, isFailure } from '../../errors';
import { readPage } from '../../transport/lists/readList';
import { createRecord } from '../../transport/recovery/creation';
import { isObject, textOf } from '../../values/json';
import { type ItemCall, requestOptionsOf } from '../call';
import type { Operation, OrGet } from '../operation';
import { byShortUrl, findOne } from './search';

/** Where the short URLs of a service begin, by its ledger: the base URL until a reply shows another. */
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

/** The record that is in the way of a creation, flat; undefined when there is none. */
async function findExisting(
	call: ItemCall,
	orGet: OrGet,
	body: IDataObject,
): Promise<IDataObject | undefined> {
	const { service, request } = call;
	const read = { ...request, method: 'GET' as const, body: undefined };
	const home = homes.get(service.createdRecords) ?? service.baseUrl;
	const bySearch = { ...read, url: orGet.list.path, qs: { short: orGet.address(body, home) } };
	const found = await findOne(call, bySearch, byShortUrl);
	if (isObject(found?.details)) return found.details;
	const inList = { ...read, url: orGet.list.path, qs: orGet.list.query(body) };
	const page = readPage(await service.send(inList, requestOptionsOf(call)), orGet.list.key);
	return page?.records.find((record) => orGet.isIt(record, body));
}

/** An address as a message shows it. */
const shortened = (address: unknown) => textOf(address).replace(/^(.{300}).+$/su, '$1…');

const aliasTakenError = (
	{ node, item }: ItemCall,
	{ shorturl, longurl }: IDataObject,
	{ custom, url }: IDataObject,
) =>
	apiError(
		node,
		{
			kind: 'aliasTaken',
			retry: 'never',
			message: `The alias ${textOf(custom)} is taken: ${textOf(shorturl)} leads to ${shortened(longurl)}, not to ${shortened(url)}`,
			advice: 'Choose another alias for this item.',
		},
		{ item, secret: '' },
	);

/**
 * Makes a record, or gives the one that was made before: one request for a new one, two for an existing one. Safe to
 * repeat, to stop in the middle and to run twice at the same time.
 *
 * @throws {NodeApiError} when what is in the way leads elsewhere, or the service refuses for another reason
 */
export async function createOrGet(
	call: ItemCall,
	creation: NonNullable<Operation['creates']>,
	orGet: OrGet,
): Promise<IDataObject> {
	const body = orGet.complete(isObject(call.request.body) ? call.request.body : {});
	const request = { ...call.request, body };
	let old: IDataObject | undefined;
	const known = async (): Promise<IDataObject | undefined> => {
		old = await findExisting(call, orGet, body);
		if (old && !orGet.same(old, body)) throw aliasTakenError(call, old, body);
		return old;
	};
	// A service may fail where it means that the alias is taken
	const make = { ...creation, orElse: known };
	const made = await createRecord(call.service, request, make, requestOptionsOf(call)).catch(
		async (error: unknown) => {
			const found = isFailure(error, 'refused', 'forbidden', 'notFound')
				? await known()
				: undefined;
			if (!found) throw error;
			return found;
		},
	);
	learnHome(call, made, body);
	return { ...made, created: made !== old };
}
