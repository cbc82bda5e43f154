import type { IDataObject } from 'n8n-workflow';

import { invalidInput, isFailure } from '../../errors';
import { isEmpty } from '../../fields/convert';
import { fillIn } from '../../fields/send';
import { learnDefaultDomain } from '../../references/defaultDomain';
import { validRecordId } from '../../references/recordId';
import { notFoundError } from '../../references/shortUrl';
import { hostOf } from '../../values/comparable';
import { isObject, textOf } from '../../values/json';
import { changeInOrder } from '../changeInOrder';
import { checkEmptying } from '../emptying';
import type { Behavior, CreationRecovery, ItemCall } from '../operation';
import { updates } from '../updates';
import type { ExistingLink } from './candidates';
import { createOrFind, notAsRequestedError } from './createsOrGets';
import { findRowLink, readLink } from './findRowLink';
import { compareLink, type LinkComparison, needsReading, neverShown } from './linkComparison';
import { UNREADABLE_FIELDS } from './linkFields';
import { linkIndexOf } from './linkIndex';
import { linkUpdate, UPDATE_ENDPOINT, UPDATE_REQUEST } from './linkUpdate';
import { withShortUrl } from './record';
import { notAsRequested } from './requested';
import { noteSent, wereSent } from './sentValues';
import { noteAction, noteIgnored, noteSentForUnreadable } from './upsertNotes';
import { checkNew, filledFields, type Row, rowOf } from './upsertRow';
import { claimById, claimByRow, oncePerLink } from './upsertRows';

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
		const own = { ...existing, isAnyTarget: !row.isNew };
		const result = await oncePerLink(
			call,
			row,
			async () => await performRow(call, { recovery, existing: own, row }),
			({ id, shorturl }) => resultOf(row, { id, shorturl }, 'unchanged'),
		);
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

type Action = 'created' | 'unchanged' | 'updated';
const PLANNED: Record<Action, string> = { created: 'create', unchanged: 'none', updated: 'update' };

/** The record that comes out for a row. */
const resultOf = (
	{ isDryRun }: Row,
	{ id, shorturl, warning }: IDataObject,
	action: Action,
	changes: IDataObject = {},
): IDataObject => ({
	...(id !== undefined && { id }),
	...(shorturl !== undefined && { shorturl }),
	action: isDryRun ? PLANNED[action] : action,
	...(isDryRun && { changes }),
	...(warning !== undefined && { warning }),
});

async function performRow(call: ItemCall, work: Work): Promise<IDataObject> {
	const { existing, row } = work;
	const found = await findRowLink(call, existing, row);
	if (!found) return await createRow(call, work);
	if (row.isNew && !existing.hasSameTarget(found, row.body)) return await createRow(call, work);
	return await adjust(call, row, found);
}

/** A value of a row in a plan, which is stored and shown. */
const plannedValue = (name: string, value: unknown): IDataObject[string] => {
	if (name === 'password' && !isEmpty(value)) return '***';
	const isName = isObject(value) && 'text' in value && 'named' in value;
	return isName ? value.text : (value as IDataObject[string]);
};

/** The changes of a plan: `{ url: { from, to } }`, without `from` where the service does not show it. */
const changesOf = (body: IDataObject, { different, unreadable }: LinkComparison): IDataObject => ({
	...Object.fromEntries(
		Object.entries(different).map(([name, from]) => [
			name,
			{ from: from ?? null, to: plannedValue(name, body[name]) },
		]),
	),
	...newValues(unreadable),
});
const newValues = (body: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(body).map(([name, value]) => [name, { to: plannedValue(name, value) }]),
	);

/**
 * Creates the link of a row. If it turns out that it exists, the existing one is adjusted.
 *
 * @throws {NodeApiError} when the service refuses, or made another link than requested
 */
async function createRow(call: ItemCall, { recovery, existing, row }: Work): Promise<IDataObject> {
	checkNew(call, row.body);
	const body = filledFields(row.body);
	if (row.isDryRun) return resultOf(row, {}, 'created', newValues(body));
	const request = { ...call.request, qs: {}, body };
	const { record, isFound } = await createOrFind({ ...call, request }, recovery, existing, body);
	const link = withShortUrl(record);
	const isOlder = isFound || linkIndexOf(call.run).isOlder(link);
	if (!isOlder) {
		const difference = notAsRequested(record, body);
		const name = 'Create or Update';
		if (difference) throw notAsRequestedError(call, difference, record, body, name);
	}
	learnDefaultDomain(call, record, body);
	if (isOlder) return await adjust(call, row, link);
	if (link.id !== undefined) claimById(call, row, link.id);
	noteSent(call, link, neverShown(row.body));
	return resultOf(row, link, 'created');
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

const deletedError = (call: ItemCall, { shorturl }: IDataObject) =>
	notFoundError(
		call,
		`The link ${textOf(shorturl)} was deleted meanwhile`,
		'Run the workflow again to create it anew.',
	);

/** Whether this node has found that a record does not exist. With HTTP 404, the service may lack the endpoint. */
const isGone = (error: unknown): boolean => isFailure(error, 'notFound') && !error.httpCode;

/** The fields of a row without those that name its link, as far as they do. */
function fieldsToChange({ id, shortUrl, body }: Row): IDataObject {
	const isNamedByAlias = id === undefined && shortUrl === undefined;
	const naming = isNamedByAlias ? ['domain', 'custom'] : ['domain'];
	return Object.fromEntries(Object.entries(body).filter(([name]) => !naming.includes(name)));
}

/** Updates the link of a row if it differs. */
async function adjust(call: ItemCall, row: Row, found: IDataObject): Promise<IDataObject> {
	checkDomain(call, row.body, found);
	if (!claimById(call, row, found.id)) return resultOf(row, found, 'unchanged');
	const body = fieldsToChange(row);
	const link = await readAsNeeded(call, found, body);
	const comparison = compareLink(link, body);
	const { different, unreadable } = comparison;
	const hasChanged = Object.keys(different).length > 0;
	const isSent = hasChanged || sendsUnreadable(call, row, link, unreadable);
	if (!isSent) return resultOf(row, link, 'unchanged');
	if (row.isDryRun) return plan(call, row, link, comparison, body);
	// With a new alias, the link has another short URL in the next run
	const updated = { ...link, ...(await update(call, link, body)) };
	noteSent(call, updated, unreadable);
	if (!hasChanged) noteSentForUnreadable(call);
	return resultOf(row, updated, 'updated');
}

/** Whether the fields that no reading shows are a reason to send an update. */
function sendsUnreadable(
	call: ItemCall,
	{ sendUnreadable }: Row,
	link: IDataObject,
	unreadable: IDataObject,
): boolean {
	if (Object.keys(unreadable).length === 0 || sendUnreadable === 'withOtherChanges') return false;
	return sendUnreadable === 'always' || !wereSent(call, link, unreadable);
}

/** The result of a row in a plan. @throws what the update would throw before it is sent */
function plan(
	call: ItemCall,
	row: Row,
	link: IDataObject,
	comparison: LinkComparison,
	body: IDataObject,
): IDataObject {
	checkEmptying(call, body, UNREADABLE_FIELDS, linkUpdateOfTable.label);
	return resultOf(row, link, 'updated', changesOf(body, comparison));
}

const linkUpdateOfTable = { ...linkUpdate, label: 'Columns' };
const updatesTable = updates(linkUpdateOfTable);

/**
 * Sends the update of a link.
 *
 * @returns the service's reply, with a warning where something else was changed
 * @throws {NodeApiError} when the link does not exist any more, or got another alias than requested
 */
async function update(call: ItemCall, link: IDataObject, body: IDataObject): Promise<IDataObject> {
	const { method, url } = UPDATE_REQUEST;
	const { operation } = call;
	const updateCall: ItemCall = {
		...call,
		operation: {
			...operation,
			option: { ...operation.option, routing: { request: UPDATE_REQUEST } },
		},
		request: {
			method,
			url: fillIn(url, ':linkId', validRecordId(link.id)),
			body,
			endpoint: UPDATE_ENDPOINT,
		},
		// Keep Other Fields needs no second reading
		linkReply: { details: link },
	};
	const [reply = {}] = await changeInOrder(
		updateCall,
		async () => await updatesTable.perform(updateCall),
	).catch((error: unknown) => {
		throw isGone(error) ? deletedError(call, link) : error;
	});
	const updated = withShortUrl(reply);
	const difference = notAsRequested(reply, body);
	if (difference) {
		throw call.service.errorFor(
			{
				kind: 'notAsRequested',
				retry: 'never',
				message: `${difference} The link ${textOf(updated.shorturl)} exists now`,
				advice: 'Use an alias that the service accepts, or correct the link at the service.',
			},
			call.item,
		);
	}
	return updated;
}
