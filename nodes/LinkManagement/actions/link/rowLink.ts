import type { IDataObject } from 'n8n-workflow';

import { linkPath, validRecordId } from '../../client/endpoints';
import { isEmpty } from '../../fields/convert';
import { findByShortUrl, notFoundError, readLinkById } from '../../lookup/askForLink';
import { knownDefaultDomain } from '../../lookup/defaultDomain';
import { findLink, findMade, findUnlessFailed, type FoundLink } from '../../lookup/findLink';
import type { Item } from '../../run/item';
import { aliasOf, areSimilar, comparableAlias, domainOf } from '../../text/aliases';
import { comparableShortUrl, hostOf } from '../../text/comparable';
import { textOf } from '../../text/json';
import { addWarning } from '../../text/sentences';
import { LINK_TARGET } from '../common';
import type { Comparison } from './compareLink';
import { noteMadeLink } from './createOrFind';
import { differenceOf, isOnDomain, noteExisting, withDifference, withShortUrl } from './record';
import { resultOf, type Row } from './row';
import { updateLink } from './update';

/** Also a link whose alias the row itself changed. Another link may have the short URL now, which a row without the new alias means. */
async function findAtShortUrl(row: Row, shortUrl: string): Promise<IDataObject | undefined> {
	const { item, body } = row;
	const alias = comparableAlias(body.custom);
	const moved = await findMade(item, row);
	const hasNewAlias = moved !== undefined && areSimilar(aliasOf(moved.link, alias), alias);
	const listed = hasNewAlias ? moved.link : item.run.links.findByShortUrl(shortUrl);
	const link = listed ?? (await findByShortUrl(item, shortUrl))?.link ?? moved?.link;
	return link && { shorturl: shortUrl, ...link };
}

/** The link whose ID or short URL a row gives. @throws {NodeApiError} when there is none */
async function findNamed(row: Row): Promise<IDataObject> {
	const { item, id, shortUrl = '' } = row;
	const link =
		id === undefined
			? await findAtShortUrl(row, shortUrl)
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
async function findByAlias(row: Row): Promise<FoundLink | undefined> {
	const { item, isNew, isDryRun, longUrl } = row;
	if (isDryRun || longUrl.isEmpty) return await findLink(item, row, 'notCreated');
	const asksFirst = !isNew && !item.run.links.hasBegun;
	const circumstance = asksFirst ? 'beforeCreation' : 'listed';
	return await findUnlessFailed(item, row, circumstance);
}

/** @throws {NodeOperationError} when the row gives another domain than the one that the link is on */
function checkDomain({ item, body }: Row, { shorturl }: IDataObject): void {
	if (isEmpty(shorturl) || isOnDomain(domainOf(body.domain), { shorturl })) return;
	throw item.invalid(
		'Domain',
		`the link is on ${item.service.plainText(hostOf(shorturl))}, and its domain cannot be changed`,
		'Correct or remove the domain.',
	);
}

/** In a run of several rows, the list is read first. @throws {NodeApiError} for an ID or a short URL that does not exist */
export async function findRowLink(row: Row): Promise<FoundLink | undefined> {
	const { item, isNamed, isDryRun } = row;
	await item.run.links.prepare(item, isDryRun);
	if (isNamed) {
		const link = await findNamed(row);
		noteExisting(item, link);
		checkDomain(row, link);
		return { link };
	}
	const found = await findByAlias(row);
	if (found) noteExisting(item, found.link);
	return found;
}

/** The link with all that a reading shows of it. @throws {NodeApiError} when it does not exist any more */
export async function readExisting(item: Item, link: IDataObject): Promise<IDataObject> {
	const read = await readLinkById(item, link.id);
	if (read) return { ...link, ...read };
	throw notFoundError(
		item,
		`The link ${item.service.plainText(link.shorturl)} was deleted meanwhile`,
		'Run the workflow again to create it anew.',
	);
}

const TWO_URLS =
	'Another row of this execution gave the link another long URL. The last one counts.';

/** Sends what differs, or all that the row gives. */
export async function updateRow(
	row: Row,
	link: IDataObject,
	{ shown, hidden }: Comparison,
): Promise<IDataObject> {
	const { item, sent, values, sendsAll, shortUrl, isNamed } = row;
	const sendsOnlyChanges = item.service.updatesReplace === 'no' && !sendsAll;
	// A service may refuse the link's own alias as taken
	const isNeeded = (name: string) =>
		name in shown || name in hidden || (!sendsOnlyChanges && name !== 'custom');
	const needed = Object.entries(values).filter(([name]) => isNeeded(name));
	const body = await item.withMissingRecords(Object.fromEntries(needed));
	const isSecondUrl = sent.hasOtherUrlInExecution(link, values);
	const isAsSent = sent.has(link, values);
	const isFinal = sent.forget(link, values);
	const updated = await sendUpdate(item, link, body, isAsSent);
	sent.note(updated, { ...values, ...body }, shown, isFinal);
	// After a restart, nothing may show the default domain any more
	if (!isNamed && knownDefaultDomain(item)) noteMadeLink(item, updated, row);
	// With a new alias, the link has another short URL in the next run
	const isMoved = comparableShortUrl(shortUrl) !== comparableShortUrl(updated.shorturl);
	if (shortUrl !== undefined && isMoved) sent.noteMade(updated, row.body);
	if (!sendsAll && Object.keys(shown).length === 0 && Object.keys(hidden).length > 0)
		item.run.summary.sentForHidden++;
	return addWarning(resultOf(row, updated, 'updated'), isSecondUrl ? TWO_URLS : undefined);
}

/** @returns the link after the update, with a warning where something else was changed. A reply need not show its short URL */
async function sendUpdate(
	item: Item,
	link: IDataObject,
	body: IDataObject,
	isAsSent: boolean,
): Promise<IDataObject> {
	const id = validRecordId(link.id);
	item.path = { linkId: id };
	const release = await item.lock(LINK_TARGET);
	let reply: IDataObject;
	try {
		const request = {
			method: 'PUT' as const,
			url: `${linkPath(id)}/update`,
			endpoint: 'change short links',
		};
		reply = await updateLink(item, { id, changes: body, read: link, request, isAsSent });
	} finally {
		release();
	}
	const shown = withShortUrl(reply);
	const changed: IDataObject = { ...link, ...shown, id: link.id };
	const hidesNewAlias = 'custom' in body && (!shown.shorturl || shown.shorturl === link.shorturl);
	const updated = hidesNewAlias ? await readExisting(item, changed) : changed;
	const difference = differenceOf(updated, body);
	if (!difference || difference.isSimilar) return withDifference(item, updated, difference);
	throw item.error({
		kind: 'notAsRequested',
		message: `${difference.words} The link is ${textOf(updated.shorturl)} after the update`,
		advice: 'Use an alias that the service accepts, or correct the link at the service.',
	});
}
