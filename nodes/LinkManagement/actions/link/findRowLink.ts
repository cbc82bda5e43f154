import type { IDataObject } from 'n8n-workflow';
import { invalidInput, undefinedIfFailed } from '../../errors';
import { isEmpty } from '../../fields/convert';
import { findByShortUrl, notFoundError } from '../../lookup/askForLink';
import {
	findLink,
	findMade,
	type FoundLink,
	readLinkById,
	type WantedLink,
} from '../../lookup/findLink';
import { linkIndexOf } from '../../lookup/linkIndex';
import { hostOf } from '../../text/comparable';
import { noteExisting } from './timeZoneHint';
import type { RowCall } from './row';

const listedOrReadById = async (call: RowCall, id: string): Promise<IDataObject | undefined> =>
	linkIndexOf(call.run).findById(id) ?? (await readLinkById(call, id));

/** Also a link whose alias the row itself changed. */
async function findAtShortUrl(call: RowCall, shortUrl: string, wanted: WantedLink) {
	const listed = linkIndexOf(call.run).findByShortUrl(shortUrl);
	if (listed) return listed;
	const found = (await findByShortUrl(call, shortUrl)) ?? (await findMade(call, wanted));
	return found && { shorturl: shortUrl, ...found.link };
}

/** The link whose ID or short URL a row gives. @throws {NodeApiError} when there is none */
async function findNamed(call: RowCall, wanted: WantedLink): Promise<IDataObject> {
	const { id, shortUrl = '' } = call.row;
	const link =
		id === undefined
			? await findAtShortUrl(call, shortUrl, wanted)
			: await listedOrReadById(call, id);
	if (link?.id !== undefined) return link;
	const named = id === undefined ? 'short URL' : 'ID';
	throw notFoundError(
		call,
		`No link has the ${named} ${id ?? shortUrl}`,
		`Check the ${named}, or empty the cell to create a link.`,
	);
}

/** A run creates a link unless it finds it. In a short run, asking for it first takes fewer requests. */
async function findByAlias(call: RowCall, wanted: WantedLink): Promise<FoundLink | undefined> {
	const { isNew, isDryRun } = call.row;
	if (isDryRun || !wanted.longUrl) return await findLink(call, wanted, 'notCreated');
	const asksFirst = !isNew && !linkIndexOf(call.run).hasBegun;
	const circumstance = asksFirst ? 'beforeCreation' : 'listed';
	// A service may allow creations, and not the list
	return await undefinedIfFailed(findLink(call, wanted, circumstance));
}

/** @throws {NodeOperationError} when the row gives another domain than the one that the link is on */
function checkDomain(
	{ service, node, item, row: { body } }: RowCall,
	{ shorturl }: IDataObject,
): void {
	const { domain } = body;
	if (isEmpty(domain) || isEmpty(shorturl) || hostOf(domain) === hostOf(shorturl)) return;
	throw invalidInput(
		{ label: 'Domain', node, item },
		`the link is on ${service.plainText(hostOf(shorturl))}, and its domain cannot be changed`,
		'Correct or remove the domain.',
	);
}

/** In a run of several rows, the list is read first. @throws {NodeApiError} for an ID or a short URL that does not exist */
export async function findRowLink(
	call: RowCall,
	wanted: WantedLink,
): Promise<FoundLink | undefined> {
	const { id, shortUrl, isDryRun } = call.row;
	await linkIndexOf(call.run).prepare(call, isDryRun);
	if (id !== undefined || shortUrl !== undefined) {
		const link = await findNamed(call, wanted);
		noteExisting(call, link);
		checkDomain(call, link);
		return { link };
	}
	const found = await findByAlias(call, wanted);
	if (found) noteExisting(call, found.link);
	return found;
}
