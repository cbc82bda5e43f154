import type { IDataObject } from 'n8n-workflow';

import { invalidInput } from '../../errors';
import { isEmpty } from '../../fields/convert';
import { learnDefaultDomain } from '../../references/defaultDomain';
import { aliasOf, isMadeOf } from '../../values/aliases';
import { hostOf } from '../../values/comparable';
import { textOf } from '../../values/json';
import { checkEmptying } from '../behaviors/emptying';
import type { Behavior, CreationRecovery, ItemCall } from '../operation';
import type { ExistingLink } from './candidates';
import { aliasTakenError, createOrFind, notAsRequestedError } from './createsOrGets';
import { findRowLink, readLink } from './findRowLink';
import { compareLink, needsReading, neverShown } from './linkComparison';
import { UNREADABLE_FIELDS } from './linkFields';
import { linkIndexOf } from './linkIndex';
import { withShortUrl } from './record';
import { notAsRequested } from './requested';
import { forgetSent, noteSent, wereSent } from './sentValues';
import { noteAction, noteIgnored } from './upsertNotes';
import { changesOf, newValues, resultOf } from './upsertResult';
import { checkNew, COLUMNS_LABEL, filledFields, type Row, rowKey, rowOf } from './upsertRow';
import { claimByRow, oncePerLink, oncePerName } from './upsertRows';
import { deletedError, sendUpdate } from './upsertUpdate';

/**
 * Makes the links as the rows of a table say: one that does not exist is created, one that differs is updated, and nothing is
 * sent for one that is already so. It is safe to repeat, to stop in the middle, and to run twice at the same time.
 */
export const upserts = (recovery: CreationRecovery, existing: ExistingLink): Behavior => ({
	kind: 'upserts',
	check: (call) => claimByRow(call, rowOf(call), 'inCheck'),
	async perform(call) {
		const row = rowOf(call);
		claimByRow(call, row, 'whenSent');
		noteIgnored(call, row.ignored);
		const work = { recovery, existing: { ...existing, isAnyTarget: !row.isNew }, row };
		const own = async () => await performRow(call, work);
		const result = await oncePerName(call, row, rowKey(row), own);
		noteAction(call, textOf(result.action), row.isDryRun);
		return [result];
	},
});

/** A row, and how its link is created and recognized. */
interface Work {
	recovery: CreationRecovery;
	existing: ExistingLink;
	row: Row;
}

async function performRow(call: ItemCall, work: Work): Promise<IDataObject> {
	const { existing, row } = work;
	const found = await findRowLink(call, existing, row);
	if (!found) return await createRow(call, work);
	if (!row.isNew || existing.hasSameTarget(found, row.body)) return await adjust(call, row, found);
	if (row.isDryRun) throw aliasTakenError(call, found, row.body);
	// Another row may have given the alias up meanwhile
	return await createRow(call, work);
}

/**
 * Creates the link of a row. If it turns out that it exists, the existing one is adjusted.
 *
 * @throws {NodeApiError} when the service refuses, or made another link than requested
 */
async function createRow(call: ItemCall, { recovery, existing, row }: Work): Promise<IDataObject> {
	checkNew(call, row.body);
	const body = filledFields(row.body);
	if (row.isDryRun) return resultOf(row, {}, 'created', newValues(body));
	const request = { ...call.request, body };
	const index = linkIndexOf(call.run);
	const { highestId } = index;
	const { record, isFound } = await createOrFind({ ...call, request }, recovery, existing, body);
	const difference = isFound ? undefined : notAsRequested(record, body);
	if (difference) throw notAsRequestedError(call, difference, record, body, 'Create or Update');
	learnDefaultDomain(call, record, body);
	const link = withShortUrl(record);
	if (isFound || index.isOlder(link, highestId)) return await adjust(call, row, link);
	noteSent(call, link, neverShown(row.body));
	const result = resultOf(row, link, 'created');
	// For equal rows that name the link in another way
	if (link.id !== undefined) await oncePerLink(call, row, link.id, () => Promise.resolve(result));
	return result;
}

/** @throws {NodeOperationError} when the row gives another domain than the one that the link is on */
function checkDomain(
	{ service, node, item }: ItemCall,
	{ domain }: IDataObject,
	{ shorturl }: IDataObject,
) {
	if (isEmpty(domain) || isEmpty(shorturl) || hostOf(domain) === hostOf(shorturl)) return;
	throw invalidInput(
		{ label: 'Domain', node, item },
		`the link is on ${service.plainText(hostOf(shorturl))}, and its domain cannot be changed`,
		'Correct or remove the domain.',
	);
}

/** The link with all that the row needs to be compared. @throws {NodeApiError} when it was deleted meanwhile */
async function readAsNeeded(call: ItemCall, link: IDataObject, body: IDataObject) {
	if (!needsReading(link, body)) return link;
	const read = await readLink(call, link.id);
	if (read) return { ...link, ...read };
	throw deletedError(call, link);
}

/**
 * The fields of a row without those that name its link, as far as they do, and without the link's own alias, which a service
 * may refuse as taken.
 */
function fieldsToChange({ id, shortUrl, body }: Row, link: IDataObject): IDataObject {
	const isNamedByAlias = id === undefined && shortUrl === undefined;
	const isNaming = isNamedByAlias || isMadeOf(aliasOf(link, body.custom), body.custom);
	const naming = isNaming ? ['domain', 'custom'] : ['domain'];
	return Object.fromEntries(Object.entries(body).filter(([name]) => !naming.includes(name)));
}

/** Updates the link of a row if it differs. */
async function adjust(call: ItemCall, row: Row, found: IDataObject): Promise<IDataObject> {
	checkDomain(call, row.body, found);
	return await oncePerLink(
		call,
		row,
		found.id,
		async () => await updateIfDifferent(call, row, found),
	);
}

async function updateIfDifferent(
	call: ItemCall,
	row: Row,
	found: IDataObject,
): Promise<IDataObject> {
	const body = fieldsToChange(row, found);
	const link = await readAsNeeded(call, found, body);
	const comparison = compareLink(link, body);
	const { different, unreadable } = comparison;
	const hasChanged = Object.keys(different).length > 0;
	const isSent =
		hasChanged || (Object.keys(unreadable).length > 0 && !wereSent(call, link, unreadable));
	if (!isSent) return resultOf(row, link, 'unchanged');
	checkEmptying(call, body, UNREADABLE_FIELDS, COLUMNS_LABEL);
	if (row.isDryRun) return resultOf(row, link, 'updated', changesOf(body, comparison));
	// If the answer is lost, nobody knows which values the link has. An update may also empty what it leaves out
	forgetSent(call, link);
	// With a new alias, the link has another short URL in the next run
	const updated = { ...link, ...(await sendUpdate(call, link, body)) };
	noteSent(call, updated, unreadable);
	return resultOf(row, updated, 'updated');
}
