import type { IDataObject } from 'n8n-workflow';
import { bodyOf } from '../../client/http';
import { invalidInput } from '../../errors';
import { isEmpty, quoted } from '../../fields/convert';
import {
	type FoundLink,
	refuseIfDomainIsNotKnown,
	unclearDomainError,
} from '../../lookup/findLink';
import { linkIndexOf } from '../../lookup/linkIndex';
import { closestAlias } from '../../lookup/linkReference';
import { comparableAlias } from '../../text/aliases';
import { comparableShortUrl } from '../../text/comparable';
import { textOf } from '../../text/json';
import { checkClaim, noteClaim, oncePerName } from '../../run/rows';
import { checkEmptying } from '../updates';
import { withMissingRecords } from '../../lookup/createMissing';
import type { Behavior } from '../../run/operation';
import { addWarning, noteAssumedDomain, runNotesOf } from '../../run/notes';
import { type Comparison, needsReading } from './compareLink';
import {
	aliasTakenError,
	checkMadeAsRequested,
	createOrFind,
	noteMadeLink,
	wantedBy,
} from './createOrFind';
import { findRowLink } from './findRowLink';
import {
	done,
	doubtAboutCase,
	doubtAboutUpdate,
	noteHeadings,
	noteMissingColumn,
	planned,
	plannedToSendAll,
	resultOf,
	sentForHidden,
	planCreation,
	planUpdate,
} from './plan';
import { UNREADABLE_FIELDS } from './record';
import {
	adviceForUrl,
	checkNew,
	COLUMNS_LABEL,
	filledFields,
	type RowCall,
	rowOf,
	rowValues,
	sameLink,
} from './row';
import { Sent } from './sentLink';
import { readExisting, sendUpdate } from './updateLink';

const SAME_LINK = sameLink(COLUMNS_LABEL);
const SAME_NEW_LINK = sameLink(
	COLUMNS_LABEL,
	'Remove one of them, give both the same values, or give each an alias of its own.',
);

/** Makes the links as the rows say. It is safe to repeat, to stop in the middle, and to run twice at the same time. */
export const upserts: Behavior = {
	kind: 'upserts',
	collect(call) {
		const { id, shortUrl, body, values, key, isDryRun } = rowOf(call);
		if (isDryRun) runNotesOf(call.run).plan ??= new Map();
		// A row that names no link is refused anyway
		if (id !== undefined || shortUrl !== undefined || !isEmpty(body.custom))
			noteClaim(call, key, values);
	},
	async check(call) {
		const row = rowOf(call);
		checkNew(call, row);
		await checkClaim(call, row.key, row.values, row.isDerived ? SAME_NEW_LINK : SAME_LINK);
	},
	async perform(call) {
		const row = rowOf(call);
		noteHeadings(call);
		if (row.isNew) noteMissingColumn(call);
		const rowCall = { ...call, row, sent: new Sent(call, row.key, row.isDryRun) };
		const result = await once(rowCall, row.key, async () => await upsertRow(rowCall));
		noteDone(rowCall, result);
		return [result];
	},
};

function noteDone({ row, run, item }: RowCall, { action }: IDataObject): void {
	const notes = runNotesOf(run);
	if (!row.isDryRun) notes.add(done, textOf(action), 'counts');
	else
		notes.add(row.sendsAll ? plannedToSendAll : planned, notes.plan?.get(item) ?? 'none', 'counts');
}

/** Does the work for the first of equal rows. */
const once = async (call: RowCall, name: string, work: () => Promise<IDataObject>) =>
	await oncePerName(call, name, {
		work,
		repeated: ({ id, shorturl }) => resultOf(call.row, { id, shorturl }, 'unchanged'),
	});

/** As {@link once}, for all rows that turn out to be for one link: they may name it in several ways. */
async function onceForLink(call: RowCall, link: IDataObject, work: () => Promise<IDataObject>) {
	const name = `link ${textOf(link.id)}`;
	const checked = checkClaim(call, name, call.row.values, SAME_LINK);
	// Before other rows can be compared
	noteClaim(call, name, call.row.values);
	await checked;
	return await once(call, name, work);
}

const wantedByRow = ({ row, sent }: RowCall) =>
	wantedBy(row.body, sent, row.isDerived, row.longUrl);

async function upsertRow(call: RowCall): Promise<IDataObject> {
	const { body, isDryRun } = call.row;
	const wanted = wantedByRow(call);
	const found = await findRowLink(call, wanted.link);
	if (found) checkMadeAsRequested(call, found, wanted);
	if (found && isForRow(call, found)) return await adjust(call, found);
	if (isEmpty(body.url)) throw await noLinkError(call);
	return await (isDryRun ? planCreation(call) : create(call));
}

/**
 * A row that names no link must not change the link of another one. It is not sure that one of the list is in the way, because
 * another row may give its alias up. @throws {NodeApiError} in a plan
 */
function isForRow(call: RowCall, found: FoundLink): boolean {
	const { isNew, isDryRun, body, longUrl } = call.row;
	const { link } = found;
	// The reply to a creation, which a service may answer with an older link, does not show the long URL
	if (!isNew || isEmpty(link.longurl) || call.sent.made?.id === textOf(link.id)) return true;
	if (longUrl.compare(link.longurl) !== 'different') return true;
	if (isDryRun) throw aliasTakenError(call, found, body);
	return false;
}

async function noLinkError(call: RowCall): Promise<Error> {
	const { node, item, row } = call;
	const { custom, domain } = row.body;
	const others = linkIndexOf(call.run).withAlias(comparableAlias(custom));
	if (isEmpty(domain) && others.length > 0)
		return unclearDomainError(
			call,
			textOf(custom),
			others.map(({ link }) => link),
		);
	const closest = await closestAlias(call, textOf(custom));
	return invalidInput(
		{ label: 'Long URL', node, item },
		`a value is required for a new link, and no link has the alias ${quoted(custom)}${closest}`,
		adviceForUrl(call, 'correct the alias'),
	);
}

/** If it turns out that the link exists, it is adjusted. */
async function create(call: RowCall): Promise<IDataObject> {
	const { row, sent } = call;
	const wanted = { ...wantedByRow(call), body: filledFields(row.body) };
	const made = await createOrFind(call, wanted);
	const { link } = made;
	if (made.origin === 'found') checkMadeAsRequested(call, made, wanted);
	if (made.origin !== 'created') {
		if (!isForRow(call, made)) throw aliasTakenError(call, made, row.body);
		return await adjust(call, made);
	}
	sent.note(link, { ...row.values, ...rowValues(row, made.body) });
	// Its alias would not be enough to change it in the next run
	if (row.isNew) sent.noteMade(link, row.body);
	else noteMadeLink(call, link, wanted);
	const created = resultOf(row, link, 'created');
	return link.id === undefined
		? created
		: await onceForLink(call, link, async () => await Promise.resolve(created));
}

const adjust = async (call: RowCall, found: FoundLink): Promise<IDataObject> =>
	await onceForLink(call, found.link, async () => await updateIfDifferent(call, found));

async function updateIfDifferent(call: RowCall, found: FoundLink): Promise<IDataObject> {
	const { row, sent } = call;
	const { values, isDryRun } = row;
	let { link } = found;
	let decision = sent.decide(link, row);
	const isRead = decision.isSent && needsReading(link, values);
	if (isRead) {
		link = await readExisting(call, link);
		decision = sent.decide(link, row);
	}
	if (!decision.isSent) {
		if (!isDryRun) noteUnchanged(call, { ...found, link }, isRead);
		return addWarning(resultOf(row, link, 'unchanged'), decision.warning);
	}
	await refuseIfDomainIsNotKnown(call, found, textOf(row.body.custom));
	noteAssumedDomain(call, found);
	checkEmptying(call, values, UNREADABLE_FIELDS, COLUMNS_LABEL);
	if (!isDryRun) return await update(call, link, decision.comparison);
	const doubt = doubtAboutCase(call, found) || doubtAboutUpdate(call, link);
	return await planUpdate(call, link, decision.comparison, doubt);
}

/** What a next run would have to find out again. */
function noteUnchanged(call: RowCall, { link, foundOn }: FoundLink, isRead: boolean): void {
	const { row, sent } = call;
	if (isRead && !sent.has(link, row.values)) sent.note(link, row.values);
	// With another long URL, nothing would show that the link is on the default domain
	const isAssumed = foundOn && foundOn.basis !== 'baseUrl';
	if (isAssumed && !row.longUrl.isEmpty && sent.made?.id !== textOf(link.id))
		sent.noteMade(link, row.body);
}

async function update(
	call: RowCall,
	link: IDataObject,
	{ shown, hidden }: Comparison,
): Promise<IDataObject> {
	const { row, sent, service, request } = call;
	const { values } = row;
	const sendsOnlyChanges = service.updatesReplace === 'no' && !row.sendsAll;
	// A service may refuse the link's own alias as taken
	const isNeeded = (name: string) =>
		name in shown || name in hidden || (!sendsOnlyChanges && name !== 'custom');
	const needed = Object.entries(values).filter(([name]) => isNeeded(name));
	const own = { ...call, request: { ...request, body: Object.fromEntries(needed) } };
	const body = bodyOf((await withMissingRecords(own)).request);
	const isSecondUrl = sent.hasOtherUrlInExecution(link, values);
	const isAsSent = sent.has(link, values);
	// If the reply is lost, nobody knows which values the link has
	sent.forget(link, values);
	const updated = await sendUpdate({ ...call, isAsSent }, link, body);
	sent.note(updated, { ...values, ...body }, shown);
	if (row.shortUrl !== undefined && !isAtShortUrl(row.shortUrl, updated))
		sent.noteMade(updated, row.body);
	if (!row.sendsAll && Object.keys(shown).length === 0 && Object.keys(hidden).length > 0)
		runNotesOf(call.run).add(sentForHidden, '');
	return addWarning(resultOf(row, updated, 'updated'), isSecondUrl ? TWO_URLS : undefined);
}

const TWO_URLS =
	'Another row of this execution gave the link another long URL. The last one counts.';

/** With a new alias, the link has another short URL in the next run. */
const isAtShortUrl = (shortUrl: string, { shorturl }: IDataObject): boolean =>
	comparableShortUrl(shortUrl) === comparableShortUrl(shorturl);
