import type { IDataObject } from 'n8n-workflow';

import { isFailure } from '../../errors';
import { isEmpty, quoted } from '../../fields/convert';
import {
	type FoundLink,
	refuseIfDomainIsNotKnown,
	unclearDomainError,
} from '../../lookup/findLink';
import { validRecordId } from '../../lookup/link';
import { closestAlias } from '../../lookup/linkReference';
import type { Item } from '../../run/item';
import { comparableAlias } from '../../text/aliases';
import { comparableShortUrl } from '../../text/comparable';
import { textOf } from '../../text/json';
import { addWarning } from '../../text/sentences';
import { LINK_TARGET } from '../common';
import { type Comparison, needsReading } from './compareLink';
import {
	aliasTakenError,
	checkMadeAsRequested,
	createOrFind,
	noteMadeLink,
	wantedBy,
} from './createOrFind';
import { deletedError, findRowLink, readExisting } from './findRowLink';
import { doubtAboutUpdate, planCreation, planUpdate, resultOf } from './plan';
import { differenceOf, withDifference, withShortUrl } from './record';
import { adviceForUrl, COLUMNS_LABEL, filledFields, type Row, rowValues, sameLink } from './row';
import { refuseEmptying, stillKnown, updateLink } from './updateLink';

export const SAME_LINK = sameLink(COLUMNS_LABEL);

/** Does the work for the first of equal rows. */
export const once = async (row: Row, link: string, work: () => Promise<IDataObject>) =>
	await row.item.run.rows.once(link, work, ({ id, shorturl }) =>
		resultOf(row, { id, shorturl }, 'unchanged'),
	);

/** As {@link once}, for all rows that turn out to be for one link: they may name it in several ways. */
async function onceForLink(row: Row, { id }: IDataObject, work: () => Promise<IDataObject>) {
	const { item, values } = row;
	const { rows } = item.run;
	const link = `link ${textOf(id)}`;
	const checked = rows.refuseContradiction(item, link, values, SAME_LINK);
	// Before other rows can be compared
	rows.add(item, link, values);
	await checked;
	return await once(row, link, work);
}

/** Makes the link as its row says, or plans it. */
export async function upsertRow(row: Row): Promise<IDataObject> {
	const { item, body, sent, isDerived, longUrl, isDryRun } = row;
	const wanted = wantedBy(body, sent, isDerived, longUrl);
	const found = await findRowLink(row, wanted.link);
	if (found) checkMadeAsRequested(item, found, wanted);
	if (found && isForRow(row, found)) return await adjust(row, found);
	if (isEmpty(body.url)) throw await noLinkError(row);
	return await (isDryRun ? planCreation(row) : create(row));
}

/**
 * A row that names no link must not change the link of another one. It is not sure that one of the list is in the way, because
 * another row may give its alias up. @throws {NodeApiError} in a plan
 */
function isForRow({ item, sent, isNew, isDryRun, body, longUrl }: Row, found: FoundLink): boolean {
	const { link } = found;
	// The reply to a creation, which a service may answer with an older link, does not show the long URL
	if (!isNew || isEmpty(link.longurl) || sent.made?.id === textOf(link.id)) return true;
	if (longUrl.compare(link.longurl) !== 'different') return true;
	if (isDryRun) throw aliasTakenError(item, found, body);
	return false;
}

async function noLinkError({ item, body: { custom, domain } }: Row): Promise<Error> {
	const others = item.run.links.withAlias(comparableAlias(custom)).map(({ link }) => link);
	if (isEmpty(domain) && others.length > 0) return unclearDomainError(item, textOf(custom), others);
	const closest = await closestAlias(item, textOf(custom));
	return item.invalid(
		'Long URL',
		`a value is required for a new link, and no link has the alias ${quoted(custom)}${closest}`,
		adviceForUrl(item, 'correct the alias'),
	);
}

/** If it turns out that the link exists, it is adjusted. */
async function create(row: Row): Promise<IDataObject> {
	const { item, sent } = row;
	const wanted = wantedBy(row.body, sent, row.isDerived, row.longUrl);
	const filled = { ...wanted, body: filledFields(row.body) };
	const made = await createOrFind(item, filled);
	const { link } = made;
	if (made.origin === 'found') checkMadeAsRequested(item, made, filled);
	if (made.origin !== 'created') {
		if (!isForRow(row, made)) throw aliasTakenError(item, made, row.body);
		return await adjust(row, made);
	}
	sent.note(link, { ...row.values, ...rowValues(row, made.body) });
	// Its alias would not be enough to change it in the next run
	if (row.isNew) sent.noteMade(link, row.body);
	else noteMadeLink(item, link, filled);
	const created = resultOf(row, link, 'created');
	return link.id === undefined
		? created
		: await onceForLink(row, link, async () => await Promise.resolve(created));
}

const adjust = async (row: Row, found: FoundLink): Promise<IDataObject> =>
	await onceForLink(row, found.link, async () => await updateIfDifferent(row, found));

async function updateIfDifferent(row: Row, found: FoundLink): Promise<IDataObject> {
	const { item, sent, values, isDryRun } = row;
	let { link } = found;
	let decision = sent.decide(link, row);
	const isRead = decision.isSent && needsReading(link, values);
	if (isRead) {
		link = await readExisting(item, link);
		decision = sent.decide(link, row);
	}
	if (!decision.isSent) {
		if (!isDryRun) noteUnchanged(row, { ...found, link }, isRead);
		return addWarning(resultOf(row, link, 'unchanged'), decision.warning);
	}
	const refusal = refuseIfDomainIsNotKnown(item, found, textOf(row.body.custom));
	const isUnclear = await refusal.then(
		() => false,
		(error: unknown) => isFailure(error, 'notFound'),
	);
	// A run creates the link first, and learns then whether case counts
	if (isUnclear && isDryRun && found.isInAnotherCase)
		return await planCreation(row, doubtAboutUpdate(row, found));
	await refusal;
	item.run.summary.addAssumedDomain(found, item.service.plainText);
	refuseEmptying(item, values, COLUMNS_LABEL);
	return isDryRun
		? await planUpdate(row, { ...found, link }, decision.comparison)
		: await update(row, link, decision.comparison);
}

/** What a next run would have to find out again. */
function noteUnchanged(row: Row, { link, foundOn }: FoundLink, isRead: boolean): void {
	const { sent, values, body, longUrl } = row;
	if (isRead && !sent.has(link, values)) sent.note(link, values);
	// With another long URL, nothing would show that the link is on the default domain
	const isAssumed = foundOn && foundOn.basis !== 'baseUrl';
	if (isAssumed && !longUrl.isEmpty && sent.made?.id !== textOf(link.id)) sent.noteMade(link, body);
}

const TWO_URLS =
	'Another row of this execution gave the link another long URL. The last one counts.';

async function update(
	row: Row,
	link: IDataObject,
	{ shown, hidden }: Comparison,
): Promise<IDataObject> {
	const { item, sent, values, sendsAll, shortUrl } = row;
	const sendsOnlyChanges = item.service.updatesReplace === 'no' && !sendsAll;
	// A service may refuse the link's own alias as taken
	const isNeeded = (name: string) =>
		name in shown || name in hidden || (!sendsOnlyChanges && name !== 'custom');
	const needed = Object.entries(values).filter(([name]) => isNeeded(name));
	const body = await item.withMissingRecords(Object.fromEntries(needed));
	const isSecondUrl = sent.hasOtherUrlInExecution(link, values);
	const isAsSent = sent.has(link, values);
	// If the reply is lost, nobody knows which values the link has
	sent.forget(link, values);
	const updated = await sendUpdate(item, link, body, isAsSent);
	sent.note(updated, { ...values, ...body }, shown);
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
		reply = await updateLink(item, id, body, { known: stillKnown(item, id, link), isAsSent });
	} catch (error) {
		// Without an HTTP status, this node has found that the link does not exist. With 404, the service may lack the endpoint
		throw isFailure(error, 'notFound') && !error.httpCode ? deletedError(item, link) : error;
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
