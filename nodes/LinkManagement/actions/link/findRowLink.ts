import type { IDataObject } from 'n8n-workflow';

import { isEmpty } from '../../fields/convert';
import { findByShortUrl, notFoundError } from '../../lookup/askForLink';
import {
	findLink,
	findMade,
	type FoundLink,
	readLinkById,
	type WantedLink,
} from '../../lookup/findLink';
import { undefinedIfFailed } from '../../lookup/link';
import type { Item } from '../../run/item';
import { hostOf } from '../../text/comparable';
import type { Row } from './row';
import { noteExisting } from './timeZoneHint';

/** Also a link whose alias the row itself changed. */
async function findAtShortUrl({ item }: Row, shortUrl: string, wanted: WantedLink) {
	const listed = item.run.links.findByShortUrl(shortUrl);
	if (listed) return listed;
	const found = (await findByShortUrl(item, shortUrl)) ?? (await findMade(item, wanted));
	return found && { shorturl: shortUrl, ...found.link };
}

/** The link whose ID or short URL a row gives. @throws {NodeApiError} when there is none */
async function findNamed(row: Row, wanted: WantedLink): Promise<IDataObject> {
	const { item, id, shortUrl = '' } = row;
	const link =
		id === undefined
			? await findAtShortUrl(row, shortUrl, wanted)
			: (item.run.links.listedById(id)?.link ?? (await readLinkById(item, id)));
	if (link?.id !== undefined) return link;
	const named = id === undefined ? 'short URL' : 'ID';
	throw notFoundError(
		item,
		`No link has the ${named} ${id ?? shortUrl}`,
		`Check the ${named}, or empty the cell to create a link.`,
	);
}

/** A run creates a link unless it finds it. In a short run, asking for it first takes fewer requests. */
async function findByAlias(
	{ item, isNew, isDryRun }: Row,
	wanted: WantedLink,
): Promise<FoundLink | undefined> {
	if (isDryRun || !wanted.longUrl) return await findLink(item, wanted, 'notCreated');
	const asksFirst = !isNew && !item.run.links.hasBegun;
	const circumstance = asksFirst ? 'beforeCreation' : 'listed';
	// A service may allow creations, and not the list
	return await undefinedIfFailed(findLink(item, wanted, circumstance));
}

/** @throws {NodeOperationError} when the row gives another domain than the one that the link is on */
function checkDomain({ item, body: { domain } }: Row, { shorturl }: IDataObject): void {
	if (isEmpty(domain) || isEmpty(shorturl) || hostOf(domain) === hostOf(shorturl)) return;
	throw item.invalid(
		'Domain',
		`the link is on ${item.service.plainText(hostOf(shorturl))}, and its domain cannot be changed`,
		'Correct or remove the domain.',
	);
}

/** In a run of several rows, the list is read first. @throws {NodeApiError} for an ID or a short URL that does not exist */
export async function findRowLink(row: Row, wanted: WantedLink): Promise<FoundLink | undefined> {
	const { item, id, shortUrl, isDryRun } = row;
	await item.run.links.prepare(item, isDryRun);
	if (id !== undefined || shortUrl !== undefined) {
		const link = await findNamed(row, wanted);
		noteExisting(item, link);
		checkDomain(row, link);
		return { link };
	}
	const found = await findByAlias(row, wanted);
	if (found) noteExisting(item, found.link);
	return found;
}

export const deletedError = (item: Item, { shorturl }: IDataObject): Error =>
	notFoundError(
		item,
		`The link ${item.service.plainText(shorturl)} was deleted meanwhile`,
		'Run the workflow again to create it anew.',
	);

/** The link with all that a reading shows of it. @throws {NodeApiError} when it does not exist any more */
export async function readExisting(item: Item, link: IDataObject): Promise<IDataObject> {
	const read = await readLinkById(item, link.id);
	if (read) return { ...link, ...read };
	throw deletedError(item, link);
}
