import type { IDataObject } from 'n8n-workflow';

import { linkPath } from '../../api/lists';
import { isEmpty } from '../../fields/convert';
import { findRecord, refusalSaysSo } from '../../recovery/findRecord';
import { knownDefaultDomain, learnDefaultDomain } from '../../references/defaultDomain';
import { validRecordId } from '../../references/recordId';
import { findLink, notFoundError } from '../../references/shortUrl';
import { type ItemCall, requestOptionsOf } from '../operation';
import type { Choice, ExistingLink } from './candidates';
import { chooseAmong, findExistingLink, findListedAlias, findListedLink } from './existingLinks';
import { linkIndexOf } from './linkIndex';
import { MAX_REQUESTS } from './lookUpBudget';
import type { Row } from './upsertRow';

/** With fewer rows, looking for each link takes fewer requests than the list. */
const MIN_ROWS_FOR_LIST = 4;
/** A list of so many pages is always read whole. */
const SHORT_LIST = 2;
/** A longer list is read whole if it has no more than one page for so many rows: most rows of a table have a link. */
const ROWS_PER_PAGE = 20;

/** How many pages of the list may be read at once. A plan looks for each link that is not in the list. */
const pagesToRead = (rows: number, isDryRun: boolean): number =>
	Math.max(SHORT_LIST, isDryRun ? rows : Math.floor(rows / ROWS_PER_PAGE));

/** Reads the link itself, which shows more than the list. */
export async function readLink(call: ItemCall, id: unknown): Promise<IDataObject | undefined> {
	const digits = validRecordId(id);
	const source = { recordPath: linkPath(digits) };
	const link = await findRecord(call.service, source, requestOptionsOf(call), refusalSaysSo);
	return link && { id: digits, ...link };
}

async function findById(call: ItemCall, id: string): Promise<IDataObject> {
	const index = linkIndexOf(call.run);
	const listed = index.findById(id);
	if (listed) return listed;
	const link = await readLink(call, id);
	if (!link) {
		throw notFoundError(
			call,
			`No link has the ID ${id}`,
			'Check the ID, or empty the cell to create a link.',
		);
	}
	index.noteExisting(link);
	return link;
}

async function findByShortUrl(call: ItemCall, shortUrl: string): Promise<IDataObject> {
	const index = linkIndexOf(call.run);
	const listed = index.findByShortUrl(shortUrl);
	if (listed) return listed;
	const { link } = (await findLink(call, shortUrl)) ?? {};
	if (link?.id === undefined) {
		throw notFoundError(
			call,
			`No link has the short URL ${shortUrl}`,
			'Check the short URL, or empty the cell to create a link.',
		);
	}
	index.noteExisting(link);
	return { shorturl: shortUrl, ...link };
}

/** The link with the alias of a row in the whole list, which may have it on another host than expected. */
async function findInWholeList(
	call: ItemCall,
	existing: ExistingLink,
	{ body }: Row,
): Promise<Choice | undefined> {
	const alike = linkIndexOf(call.run).spellingsOf(body.custom);
	const choice = await chooseAmong(call, existing, body, alike);
	if (choice?.isExact) learnDefaultDomain(call, choice.link, body);
	return choice;
}

/**
 * The link with the alias of a row, looked for by itself.
 *
 * @param mayCreate whether the link is created if it is not found, which shows whether it exists
 */
async function searchForLink(
	call: ItemCall,
	existing: ExistingLink,
	{ body, isNew }: Row,
	mayCreate: boolean,
): Promise<Choice | undefined> {
	const isLikelyNew = isNew || call.run.items >= MIN_ROWS_FOR_LIST;
	if (mayCreate && isLikelyNew) return undefined;
	// Where its address is only likely, the link may be at another, and some services answer its creation as if it were new
	const isAddressKnown = !isEmpty(body.domain) || knownDefaultDomain(call) !== undefined;
	const maxRequests = mayCreate && isAddressKnown ? 1 : MAX_REQUESTS;
	const match = await findExistingLink(call, existing, body, { maxRequests });
	if (match) linkIndexOf(call.run).noteExisting(match.link);
	return match;
}

/** The link with the alias of a row, or a slug of it, in the list, as far as it was read. */
const findListed = (
	call: ItemCall,
	existing: ExistingLink,
	{ body }: Row,
): IDataObject | undefined =>
	findListedAlias(call, body, body.custom) ?? findListedLink(call, existing, body);

/** The link with the alias of a row; undefined when there is none, or when creating the link will show it. */
async function findByAlias(
	call: ItemCall,
	existing: ExistingLink,
	row: Row,
): Promise<IDataObject | undefined> {
	const { body, isDryRun } = row;
	const listed = findListed(call, existing, row);
	if (listed) return listed;
	const mayCreate = !isDryRun && !isEmpty(body.url);
	const choice = linkIndexOf(call.run).isComplete
		? await findInWholeList(call, existing, row)
		: await searchForLink(call, existing, row, mayCreate);
	return choice?.isExact || !mayCreate ? choice?.link : undefined;
}

/**
 * The link that a row is for. In a run of several rows, the list is read first, so that most rows take no request.
 *
 * @returns undefined when there is none; where the list was not read to its end, also when creating the link takes fewer
 * requests than looking for it
 * @throws {NodeApiError} for an ID or a short URL that does not exist
 */
export async function findRowLink(
	call: ItemCall,
	existing: ExistingLink,
	row: Row,
): Promise<IDataObject | undefined> {
	const index = linkIndexOf(call.run);
	const { items } = call.run;
	if (items >= MIN_ROWS_FOR_LIST) {
		await index.readIfShort(call, pagesToRead(items, row.isDryRun));
		await index.readForMissing(call);
	}
	if (row.id !== undefined) return await findById(call, row.id);
	if (row.shortUrl !== undefined) return await findByShortUrl(call, row.shortUrl);
	return await findByAlias(call, existing, row);
}
