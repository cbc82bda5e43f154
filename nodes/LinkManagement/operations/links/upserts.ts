import type { IDataObject } from 'n8n-workflow';

import { bodyOf } from '../../client/http';
import { invalidInput } from '../../errors';
import { isEmpty, quoted } from '../../fields/convert';
import { confirmOnce, knownDefaultDomain } from '../../references/links/defaultDomain';
import { type Found } from '../../references/links/prove';
import { closestAlias } from '../../references/links/resolve';
import { aliasOf, isSameAlias } from '../../values/aliases';
import { hostOf } from '../../values/comparable';
import { textOf } from '../../values/json';
import { likeness } from '../../values/likeness';
import { checkRow, noteRow, oncePerName } from '../behaviors/sameRecord';
import { checkEmptying, noteEmptying } from '../behaviors/updates';
import { withMissingRecords } from '../names';
import type { Behavior, CreationRecovery, ItemCall } from '../operation';
import { addWarning } from '../output/notes';
import { compareLink, type Comparison, needsReading } from './compare';
import { createOrFind, untilRefusalsSettled, warnAboutZeros } from './createOrFind';
import { aliasTakenError, notAsRequestedError } from './createsOrGets';
import { findRowLink } from './findRowLink';
import { addOtherFields } from './otherFields';
import {
	type Changes,
	changesOf,
	newValues,
	noteAction,
	noteAssumedDomain,
	noteIgnored,
	noteSentForHidden,
	resultOf,
	withDoubt,
} from './plan';
import { readLink, UNREADABLE_FIELDS } from './record';
import { notAsRequested } from './recovery';
import {
	adviceForUrl,
	checkNew,
	COLUMNS_LABEL,
	filledFields,
	type Row,
	rowKey,
	rowOf,
	rowValues,
	sameLink,
} from './row';
import { SentRow } from './sent';
import { deletedError, sendUpdate } from './update';

const OPERATION = 'Create or Update';
const SAME_LINK = sameLink(COLUMNS_LABEL);
const SAME_NEW_LINK = sameLink(
	COLUMNS_LABEL,
	'Remove one of them, give both the same values, or give each an alias of its own.',
);

/**
 * Makes the links as the rows of a table say: one that does not exist is created, one that differs is updated, and nothing is
 * sent for one that is already so. It is safe to repeat, to stop in the middle, and to run twice at the same time.
 */
export const upserts = (recovery: CreationRecovery): Behavior => ({
	kind: 'upserts',
	collect(call) {
		const row = rowOf(call);
		if (isNamed(row)) noteRow(call, rowKey(row), rowValues(row));
	},
	check(call) {
		const row = rowOf(call);
		checkNew(call, row);
		const contradiction = row.isDerived ? SAME_NEW_LINK : SAME_LINK;
		checkRow(call, rowKey(row), rowValues(row), contradiction);
	},
	async perform(call) {
		await untilRefusalsSettled(call);
		const row = rowOf(call);
		noteIgnored(call, row.ignored);
		const upsert = new Upsert(call, row, recovery);
		const result = await oncePerName(call, rowKey(row), {
			work: async () => await upsert.perform(),
			repeated: ({ id, shorturl }) => resultOf(row, { id, shorturl }, 'unchanged'),
		});
		noteAction(call, textOf(result.action), row.isDryRun);
		return [result];
	},
});

/** Whether a row names its link. One that does not is refused anyway. */
const isNamed = ({ id, shortUrl, body }: Row): boolean =>
	id !== undefined || shortUrl !== undefined || !isEmpty(body.custom);

/** What a plan says of a link that may be the one of a row. */
const unknownDomain = ({ shorturl }: IDataObject): string =>
	`${textOf(shorturl)} has this alias, and nothing shows whether it is on the default domain. Set Default Domain in the credential.`;

const similarAlias = ({ shorturl }: IDataObject): string =>
	`${textOf(shorturl)} has a similar alias and leads to the same long URL. If the service takes the two aliases for one, the run uses this link.`;

/** One row of the table. */
class Upsert {
	private readonly sent: SentRow;

	constructor(
		private readonly call: ItemCall,
		private readonly row: Row,
		private readonly recovery: CreationRecovery,
	) {
		this.sent = new SentRow(call, rowKey(row));
	}

	async perform(): Promise<IDataObject> {
		const { call, row, recovery, sent } = this;
		const known = { recovery, madeId: sent.id };
		const { found, sameAlias, afterRefusal } = await findRowLink(call, row, known);
		if (found && !this.mustBeNew(found)) return await this.adjust(found);
		const [other] = isEmpty(row.body.domain) && !knownDefaultDomain(call) ? sameAlias : [];
		return await this.create(
			(other && unknownDomain(other)) ?? (afterRefusal && similarAlias(afterRefusal)),
		);
	}

	/** A row that names no link must not change the link of another one: another row may give its alias up. */
	private mustBeNew({ link }: Found): boolean {
		const { call, row } = this;
		const { url, parameters } = row.body;
		// The reply to a creation, which a service may answer with an older link, does not show it
		if (!row.isNew || isEmpty(link.longurl)) return false;
		if (likeness(link.longurl, url, parameters) !== 'different') return false;
		if (row.isDryRun) throw aliasTakenError(call, link, row.body);
		return true;
	}

	/**
	 * Creates the link. If it turns out that it exists, the existing one is adjusted.
	 *
	 * @param unsure what a plan cannot know, as a sentence
	 */
	private async create(unsure?: string): Promise<IDataObject> {
		const { call, row } = this;
		if (isEmpty(row.body.url)) throw await this.noLinkError();
		if (row.isDryRun) {
			warnAboutZeros(call, row.body);
			const planned = resultOf(row, {}, 'created', newValues(filledFields(row.body)));
			return withDoubt(call, planned, unsure);
		}
		const { created, existing } = await this.sendCreation();
		if (created) return created;
		if (this.mustBeNew({ link: existing })) throw aliasTakenError(call, existing, row.body);
		return await this.adjust({ link: existing });
	}

	/** @returns the output for a new link, or the link that existed */
	private async sendCreation(): Promise<{ created?: IDataObject; existing: IDataObject }> {
		const { call, row, recovery, sent } = this;
		const body = filledFields(row.body);
		const { isDerived } = row;
		const made = await createOrFind(call, { recovery, body, isDerived, madeId: sent.id });
		const { link } = made;
		if (made.isFound) return { existing: link };
		const isNew = made.origin === 'created';
		const difference = notAsRequested(link, body);
		if (difference)
			throw notAsRequestedError(call, difference, { record: link, body, isNew }, OPERATION);
		if (!isNew) return { existing: link };
		sent.note(link, { ...rowValues(row), ...rowValues({ ...row, body: made.body }) });
		const result = resultOf(row, link, 'created');
		if (link.id !== undefined) await this.once(link, async () => await Promise.resolve(result));
		return { created: result, existing: link };
	}

	private async noLinkError(): Promise<Error> {
		const { call, row } = this;
		const { node, item } = call;
		const alias = textOf(row.body.custom);
		const closest = await closestAlias(call, alias);
		return invalidInput(
			{ label: 'Long URL', node, item },
			`a value is required for a new link, and no link has the alias ${quoted(alias)}${closest}`,
			adviceForUrl(call),
		);
	}

	/** Does the work for the first of the rows for a link: they may name it in several ways. */
	private async once(link: IDataObject, work: () => Promise<IDataObject>): Promise<IDataObject> {
		const { call, row } = this;
		const name = `link ${textOf(link.id)}`;
		checkRow(call, name, rowValues(row), SAME_LINK);
		noteRow(call, name, rowValues(row));
		return await oncePerName(call, name, {
			work,
			repeated: ({ id, shorturl }) => resultOf(row, { id, shorturl }, 'unchanged'),
		});
	}

	/** Updates the link if it differs. */
	private async adjust(found: Found): Promise<IDataObject> {
		return await this.once(found.link, async () => await this.updateIfDifferent(found));
	}

	private async updateIfDifferent(found: Found): Promise<IDataObject> {
		const { call, row, sent } = this;
		const values = rowValues(row);
		const decide = (link: IDataObject) => {
			const comparison = compareLink(link, values);
			const decision = sent.decide(link, values, comparison, row.isDryRun);
			return { link, comparison, ...decision, isSent: decision.isSent || row.sendsAll };
		};
		let decided = decide(found.link);
		const isRead = decided.isSent && needsReading(found.link, values);
		if (isRead) decided = decide(await this.read(found.link));
		const { link, comparison, isSent, warning } = decided;
		if (!isSent) {
			// Without this, the next run would read it again
			if (isRead && !row.isDryRun) sent.note(link, values);
			return addWarning(resultOf(row, link, 'unchanged'), warning);
		}
		const created = await this.createInstead(found);
		if (created) return created;
		checkEmptying(call, values, UNREADABLE_FIELDS, COLUMNS_LABEL);
		if (row.isDryRun) return await this.plan(found, link, comparison);
		return await this.update(link, values, comparison);
	}

	/**
	 * As long as nothing but the lists shows the default domain, a creation shows first whether the link is on it.
	 *
	 * @returns the output for a new link; undefined when the link that was found is to be updated
	 */
	private async createInstead({ link, assumedHost, isDomainUnknown }: Found) {
		if (assumedHost === undefined) return undefined;
		const { call, row } = this;
		if (!isDomainUnknown) noteAssumedDomain(call, assumedHost);
		if (row.isDryRun) return isDomainUnknown ? await this.create(unknownDomain(link)) : undefined;
		if (isEmpty(row.body.url)) return undefined;
		const send = async () => await this.createdUnless(link);
		if (isDomainUnknown) return await send();
		const confirmed = await confirmOnce(call, send);
		const isConfirmed = hostOf(knownDefaultDomain(call)?.address) === assumedHost;
		return confirmed || isConfirmed ? confirmed : await send();
	}

	/** The output for a new link, or for another one than was found; undefined when that one is in its way. */
	private async createdUnless(found: IDataObject): Promise<IDataObject | undefined> {
		const { created, existing } = await this.sendCreation();
		if (created) return created;
		const isFound = textOf(existing.id) === textOf(found.id);
		return isFound ? undefined : await this.adjust({ link: existing });
	}

	private async read(link: IDataObject): Promise<IDataObject> {
		const read = await readLink(this.call, link.id);
		if (read) return { ...link, ...read };
		throw deletedError(this.call, link);
	}

	private async plan(
		{ unsure }: Found,
		link: IDataObject,
		comparison: Comparison,
	): Promise<IDataObject> {
		const { call, row } = this;
		const values = rowValues(row);
		const changes = { ...changesOf(values, comparison), ...(await this.endedBy(values, link)) };
		const planned = withDoubt(call, resultOf(row, link, 'updated', changes), unsure);
		return addWarning(planned, noteEmptying(call, values, UNREADABLE_FIELDS));
	}

	/** What an update surely ends, because it cannot be sent along. */
	private async endedBy(values: IDataObject, link: IDataObject): Promise<Changes> {
		if (this.call.service.updatesReplace !== 'yes') return {};
		const read = link.expiry === undefined ? await this.read(link) : link;
		const { left = {} } = addOtherFields(values, read);
		return Object.fromEntries(Object.entries(left).map(([name, from]) => [name, { from, to: '' }]));
	}

	private async update(
		link: IDataObject,
		values: IDataObject,
		comparison: Comparison,
	): Promise<IDataObject> {
		const { call, row, sent } = this;
		const { different, alike, escaped, hidden } = comparison;
		const changed = { ...different, ...alike, ...escaped, ...hidden };
		const sendsOnlyChanges = call.service.updatesReplace === 'no' && !row.sendsAll;
		const isOwnAlias = isSameAlias(aliasOf(link, values.custom), values.custom);
		// A service may refuse the link's own alias as taken
		const isNeeded = (name: string) =>
			name === 'custom' ? !isOwnAlias : !sendsOnlyChanges || name in changed;
		const needed = Object.entries(values).filter(([name]) => isNeeded(name));
		const request = { ...call.request, body: Object.fromEntries(needed) };
		const body = bodyOf((await withMissingRecords({ ...call, request })).request);
		// If the answer is lost, nobody knows which values the link has
		sent.forget(link, values);
		const updated = await sendUpdate(call, link, body);
		// With a new alias, the link has another short URL in the next run
		sent.note(updated, { ...values, ...body }, comparison);
		if (Object.keys(changed).every((name) => name in hidden)) noteSentForHidden(call);
		return resultOf(row, updated, 'updated');
	}
}
