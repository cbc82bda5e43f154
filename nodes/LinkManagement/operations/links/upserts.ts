import type { IDataObject } from 'n8n-workflow';

import { bodyOf } from '../../client/http';
import { invalidInput } from '../../errors';
import { isEmpty, quoted } from '../../fields/convert';
import {
	confirmOnce,
	isConfirmed,
	isUnlisted,
	knownDefaultDomain,
	noteConfirmed,
} from '../../references/links/defaultDomain';
import type { Found } from '../../references/links/prove';
import { closestAlias } from '../../references/links/resolve';
import { hostOf } from '../../values/comparable';
import { textOf } from '../../values/json';
import { LongUrl } from '../../values/likeness';
import { checkClaim, noteClaim, oncePerName } from '../behaviors/sameRecord';
import { checkEmptying, noteEmptying } from '../behaviors/updates';
import { notePlanned, withMissingRecords } from '../names';
import type { Behavior } from '../operation';
import { addWarning, runNotesOf } from '../output/notes';
import { type Comparison, needsReading } from './compare';
import {
	aliasTakenError,
	checkAsRequested,
	createOrFind,
	untilRefusalsSettled,
	warnAboutZeros,
} from './createOrFind';
import { confirmWithOtherRow, findRowLink } from './findRowLink';
import { addOtherFields } from './otherFields';
import {
	type Changes,
	changesOf,
	done,
	doubtAboutDomain,
	doubtAboutNamesakes,
	doubtAboutUpdate,
	newValues,
	noteAssumed,
	noteHeadings,
	noteMissingColumn,
	planned,
	resultOf,
	sentForHidden,
	unlistedDomain,
	withDoubt,
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
import { SentRow } from './sent';
import { readExisting, sendUpdate } from './update';

const SAME_LINK = sameLink(COLUMNS_LABEL);
const SAME_NEW_LINK = sameLink(
	COLUMNS_LABEL,
	'Remove one of them, give both the same values, or give each an alias of its own.',
);

/** Makes the links as the rows say. It is safe to repeat, to stop in the middle, and to run twice at the same time. */
export const upserts: Behavior = {
	kind: 'upserts',
	collect(call) {
		const { id, shortUrl, body, values, key } = rowOf(call);
		// A row that names no link is refused anyway
		if (id !== undefined || shortUrl !== undefined || !isEmpty(body.custom))
			noteClaim(call, key, values);
	},
	check(call) {
		const row = rowOf(call);
		checkNew(call, row);
		checkClaim(call, row.key, row.values, row.isDerived ? SAME_NEW_LINK : SAME_LINK);
	},
	async perform(call) {
		await untilRefusalsSettled(call);
		const row = rowOf(call);
		noteHeadings(call);
		if (row.isNew) noteMissingColumn(call);
		const rowCall = { ...call, row, sent: new SentRow(call, row.key) };
		const result = await once(rowCall, row.key, async () => await upsertRow(rowCall));
		runNotesOf(call.run).add(row.isDryRun ? planned : done, textOf(result.action), 'counts');
		return [result];
	},
};

/** Does the work for the first of equal rows. */
const once = async (call: RowCall, name: string, work: () => Promise<IDataObject>) =>
	await oncePerName(call, name, {
		work,
		repeated: ({ id, shorturl }) => resultOf(call.row, { id, shorturl }, 'unchanged'),
	});

/** As {@link once}, for all rows that turn out to be for one link: they may name it in several ways. */
async function onceForLink(call: RowCall, link: IDataObject, work: () => Promise<IDataObject>) {
	const name = `link ${textOf(link.id)}`;
	checkClaim(call, name, call.row.values, SAME_LINK);
	noteClaim(call, name, call.row.values);
	return await once(call, name, work);
}

async function upsertRow(call: RowCall): Promise<IDataObject> {
	const { body, isDryRun } = call.row;
	const { found, sameAlias, unsure } = await findRowLink(call);
	if (found && !mustBeNew(call, found.link)) return await adjust(call, found, unsure);
	if (isEmpty(body.url)) throw await noLinkError(call, sameAlias[0]);
	if (!isDryRun) return await create(call);
	const [other] = isEmpty(body.domain) ? sameAlias : [];
	return await planCreation(call, (other && (await doubtAboutDomain(call, other))) ?? unsure);
}

/** A row that names no link must not change the link of another one: another row may give its alias up. */
function mustBeNew(call: RowCall, link: IDataObject): boolean {
	const { isNew, isDryRun, body } = call.row;
	// The reply to a creation, which a service may answer with an older link, does not show it
	if (!isNew || isEmpty(link.longurl)) return false;
	const longUrl = new LongUrl(body.url, body.parameters);
	if (longUrl.compare(link.longurl) !== 'different') return false;
	if (isDryRun) throw aliasTakenError(call, link, body);
	return true;
}

/** @param other a link with the alias of which nothing proves that it is meant */
async function noLinkError(call: RowCall, other: IDataObject | undefined): Promise<Error> {
	const { node, item, row } = call;
	const { custom, domain } = row.body;
	const alias = quoted(custom);
	const home = isEmpty(domain) ? 'the default domain' : hostOf(domain);
	const reason = other
		? `nothing shows that ${textOf(other.shorturl)} with the alias ${alias} is on ${home}`
		: `no link has the alias ${alias}${await closestAlias(call, textOf(custom))}`;
	return invalidInput(
		{ label: 'Long URL', node, item },
		`a value is required for a new link, and ${reason}`,
		other && isEmpty(domain)
			? 'Fill in the cell, or the domain of the link. If it is the default domain, set Default Domain in the credential.'
			: adviceForUrl(call, 'correct the alias'),
	);
}

/** @param unsure what a plan cannot know, as a sentence */
async function planCreation(call: RowCall, unsure: string | undefined): Promise<IDataObject> {
	const { row } = call;
	warnAboutZeros(call, row.body);
	const body = filledFields(row.body);
	notePlanned(call, Object.values(body));
	const result = resultOf(row, {}, 'created', newValues(call, body));
	const isUncertain = await isUnlisted(call, body.domain);
	return withDoubt(call, result, isUncertain ? unlistedDomain(body) : unsure);
}

/** If it turns out that the link exists, it is adjusted. */
async function create(call: RowCall): Promise<IDataObject> {
	const { created, existing } = await createUnlessThere(call);
	return created ?? (await adjust(call, { link: existing }));
}

/** @returns the output for a new link, or the link that existed */
async function createUnlessThere(
	call: RowCall,
): Promise<{ created?: IDataObject; existing: IDataObject }> {
	const { row, sent } = call;
	const { isDerived } = row;
	const made = await createOrFind(call, { body: filledFields(row.body), isDerived, sent });
	checkAsRequested(call, made);
	const { link } = made;
	if (made.origin !== 'created') {
		if (mustBeNew(call, link)) throw aliasTakenError(call, link, row.body);
		return { existing: link };
	}
	sent.note(link, { ...row.values, ...rowValues(row, made.body) });
	const created = resultOf(row, link, 'created');
	if (link.id !== undefined)
		await onceForLink(call, link, async () => await Promise.resolve(created));
	return { created, existing: link };
}

const adjust = async (call: RowCall, found: Found, unsure?: string): Promise<IDataObject> =>
	await onceForLink(call, found.link, async () => await updateIfDifferent(call, found, unsure));

async function updateIfDifferent(
	call: RowCall,
	found: Found,
	unsure: string | undefined,
): Promise<IDataObject> {
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
		// Without this, the next run would read it again
		if (isRead && !isDryRun && !sent.has(link, values)) sent.note(link, values);
		return addWarning(resultOf(row, link, 'unchanged'), decision.warning);
	}
	const instead = await createInstead(call, found);
	if (instead) return instead;
	noteAssumed(call, found);
	checkEmptying(call, values, UNREADABLE_FIELDS, COLUMNS_LABEL);
	if (!isDryRun) return await update(call, link, decision.comparison);
	return await planUpdate(call, link, decision.comparison, unsure ?? doubtAboutUpdate(call, found));
}

/** As long as only the lists show the default domain, a creation shows it. @returns undefined when the link is to be updated */
async function createInstead(
	call: RowCall,
	{ link, assumedHost, isDomainUnknown = false }: Found,
): Promise<IDataObject | undefined> {
	const { isDryRun, body } = call.row;
	if (assumedHost === undefined) return undefined;
	if (isDryRun)
		return isDomainUnknown
			? await planCreation(call, await doubtAboutDomain(call, link))
			: undefined;
	const doubt = doubtAboutNamesakes(call, { link, assumedHost });
	const isInDoubt = doubt !== undefined && !(await isListedDomainRight(call, assumedHost));
	const refuseIfInDoubt = () => {
		if (isInDoubt) throw call.service.errorFor(call.item, doubt);
		return undefined;
	};
	if (isEmpty(body.url)) return refuseIfInDoubt();
	const send = async () => {
		const { created, existing } = await createUnlessThere(call);
		if (created || textOf(existing.id) !== textOf(link.id))
			return created ?? (await adjust(call, { link: existing }));
		refuseIfInDoubt();
		noteConfirmed(call);
		return undefined;
	};
	const confirmed = isInDoubt ? await send() : await confirmOnce(call, send);
	const isAsListed = hostOf(knownDefaultDomain(call)?.address) === assumedHost;
	return confirmed || isAsListed ? confirmed : await send();
}

async function isListedDomainRight(call: RowCall, host: string): Promise<boolean> {
	await confirmWithOtherRow(call, host);
	return isConfirmed(call) && hostOf(knownDefaultDomain(call)?.address) === host;
}

async function planUpdate(
	call: RowCall,
	link: IDataObject,
	comparison: Comparison,
	unsure: string | undefined,
): Promise<IDataObject> {
	const { row } = call;
	const changes = { ...changesOf(call, comparison), ...(await endedBy(call, link)) };
	notePlanned(
		call,
		Object.keys(changes).map((name) => row.values[name]),
	);
	const result = withDoubt(call, resultOf(row, link, 'updated', changes), unsure);
	return addWarning(result, noteEmptying(call, row.values, UNREADABLE_FIELDS));
}

/** What an update surely ends, because it cannot be sent along. */
async function endedBy(call: RowCall, link: IDataObject): Promise<Changes> {
	if (call.service.updatesReplace !== 'yes') return {};
	const read = link.expiry === undefined ? await readExisting(call, link) : link;
	const { left = {} } = addOtherFields(call.row.values, read);
	return Object.fromEntries(Object.entries(left).map(([name, from]) => [name, { from, to: '' }]));
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
	// If the reply is lost, nobody knows which values the link has
	sent.forget(link, values);
	const updated = await sendUpdate(call, link, body);
	// With a new alias, the link has another short URL in the next run
	sent.note(updated, { ...values, ...body }, shown);
	if (Object.keys(shown).length === 0 && Object.keys(hidden).length > 0)
		runNotesOf(call.run).add(sentForHidden, '');
	return resultOf(row, updated, 'updated');
}
