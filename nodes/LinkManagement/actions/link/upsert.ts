import type { IDataObject } from 'n8n-workflow';

import { asOneOf, isEmpty, quoted } from '../../fields/convert';
import { MATCH_ON, type Notice } from '../../fields/field';
import { refuseEmptyExpression } from '../../fields/itemRequest';
import { switchField, unsentField } from '../../fields/kinds';
import { knownDefaultDomain } from '../../lookup/defaultDomain';
import {
	closestAlias,
	type FoundLink,
	refuseIfDomainIsNotKnown,
	unclearDomainError,
} from '../../lookup/findLink';
import type { Item } from '../../run/item';
import { comparableAlias } from '../../text/aliases';
import { hostOf } from '../../text/comparable';
import { textOf, without } from '../../text/json';
import { addWarning } from '../../text/sentences';
import { itemOptions, operation } from '../common';
import { record } from '../reply';
import { columns, headingsNotice } from './columns';
import { needsReading } from './compareLink';
import { creatable } from './create';
import { aliasTakenError, createOrFind, noteMadeLink, refuseOtherLink } from './createOrFind';
import { creationOptions, updateOptions } from './fields';
import { planCreation, planUpdate } from './plan';
import { SHORT_LINK } from './record';
import {
	adviceForUrl,
	COLUMNS_LABEL,
	filledFields,
	refuseAddressOf,
	refuseDefaultAddress,
	refuseOwnAddress,
	resultOf,
	type Row,
	rowOf,
	sameLink,
} from './row';
import { findRowLink, readExisting, updateRow } from './rowLink';
import { refuseEmptying } from './update';

const matchOn = unsentField({
	displayName: 'Match On',
	name: 'matchOn',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Alias',
			value: 'custom',
			description: 'Each row needs an alias. A link that does not exist is created.',
		},
		{
			name: 'ID',
			value: 'id',
			description: 'A row without an ID is a new link. An ID that does not exist is refused.',
		},
		{
			name: 'Short URL',
			value: 'shorturl',
			description:
				'A row without a short URL is a new link. A short URL that does not exist is refused.',
		},
	],
	default: 'custom',
	description: 'The column that says which link a row is for',
	convert: asOneOf(MATCH_ON),
});

const matchOnNotice: Notice = {
	displayName: "Map this column, too: it is among the first under 'Add column to send'",
	name: 'matchOnNotice',
	type: 'notice',
	default: '',
	displayOptions: {
		show: { matchOn: ['id', 'shorturl'], '/columns.mappingMode': ['defineBelow'] },
	},
};

const dryRun = switchField({
	displayName: 'Dry Run',
	name: 'dryRun',
	description:
		'Whether to change nothing and to return what would be done with each row: the action (create, update or none) and the changes',
	// Such a run must not change links
	complete: refuseEmptyExpression('dryRun'),
});

const emptyCells = unsentField({
	displayName: 'Empty Cells',
	name: 'emptyCells',
	type: 'options',
	options: [
		{ name: 'Clear the Field', value: 'clear' },
		{ name: 'Keep the Value', value: 'keep' },
	],
	default: 'keep',
	description:
		'What an empty cell means for a link that exists. Only columns that are mapped, or present as headings, can clear a field. The long URL, the alias, the domain and the status always keep their values.',
	convert: asOneOf(['keep', 'clear']),
});

const sendAll = switchField({
	displayName: 'Send All Rows Again',
	name: 'sendAll',
	default: true,
	description:
		'Whether to update the link of every row, also where nothing differs. Otherwise, fields that no service shows, such as a password or a campaign, are sent again only when their row changes.',
});

const SAME_LINK = sameLink(COLUMNS_LABEL);
const SAME_NEW_LINK = sameLink(
	COLUMNS_LABEL,
	'Remove one of them, give both the same values, or give each an alias of its own.',
);

/** What the hint says of the headings. With Map Automatically, a table without the column to match on has only new links. */
function noteHeadings({ run, service, unsent }: Item, { isNew }: Row): void {
	const { columns: cells, matchOn: column } = unsent;
	run.summary.addHeadings(cells?.taken ?? [], cells?.ignored ?? [], service.plainText);
	if (isNew && column && cells?.values.has(column) === false)
		run.summary.matchColumnMissing = column === 'id' ? 'ID' : 'Short URL';
}

/** Does the work for the first of equal rows. */
const once = async (row: Row, link: string, work: () => Promise<IDataObject>) =>
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
async function upsertRow(row: Row): Promise<IDataObject> {
	const { item, body, isDryRun } = row;
	const found = await findRowLink(row);
	if (found?.made?.isOther) refuseOtherLink(item, found.link, body);
	if (found && isForRow(row, found)) return await updateIfDifferent(row, found);
	// Whether one of the list is in the way is not sure, because another row may give its alias up
	if (found && isDryRun) throw aliasTakenError(item, found, body);
	if (isEmpty(body.url)) throw await noLinkError(row);
	return await (isDryRun ? planCreation(row) : create(row));
}

/** A row that names no link must not change the link of another one. */
function isForRow({ sent, isNew, longUrl }: Row, { link }: FoundLink): boolean {
	// The reply to a creation, which a service may answer with an older link, does not show the long URL
	if (!isNew || isEmpty(link.longurl) || sent.made?.id === textOf(link.id)) return true;
	return longUrl.compare(link.longurl) !== 'different';
}

async function noLinkError({ item, body: { custom, domain } }: Row): Promise<Error> {
	const others = item.run.links.withAlias(comparableAlias(custom));
	const [other] = others;
	const known = isEmpty(domain) ? knownDefaultDomain(item)?.address : domain;
	if (!known && other) return unclearDomainError(item, textOf(custom), others);
	const closest = other
		? `; the closest is ${item.service.plainText(other.shorturl)}`
		: await closestAlias(item, textOf(custom));
	const where = other || !isEmpty(domain) ? ` on ${hostOf(known)}` : '';
	return item.invalid(
		'Long URL',
		`a value is required for a new link, and no link${where} has the alias ${quoted(custom)}${closest}`,
		adviceForUrl(item, 'correct the alias'),
	);
}

/** If it turns out that the link exists, it is adjusted. */
async function create(row: Row): Promise<IDataObject> {
	const { item, sent } = row;
	await refuseDefaultAddress(item, row.body);
	const filled = { ...row, body: filledFields(row.body) };
	const made = await createOrFind(item, filled);
	const { link, created: body } = made;
	if (!body) {
		if (made.made?.isOther) refuseOtherLink(item, link, filled.body);
		if (!isForRow(row, made)) throw aliasTakenError(item, made, row.body);
		return await updateIfDifferent(row, made);
	}
	sent.note(link, { ...row.values, ...without(body, 'domain', 'custom') });
	// Its alias would not be enough to change it in the next run
	if (row.isNew) sent.noteMade(link, row.body);
	else noteMadeLink(item, link, filled);
	const created = resultOf(row, link, 'created');
	return link.id === undefined
		? created
		: await onceForLink(row, link, async () => await Promise.resolve(created));
}

const updateIfDifferent = async (row: Row, found: FoundLink): Promise<IDataObject> =>
	await onceForLink(row, found.link, async () => await updateOnce(row, found));

async function updateOnce(row: Row, found: FoundLink): Promise<IDataObject> {
	const { item, sent, values, isDryRun } = row;
	let { link } = found;
	refuseAddressOf(item, link, values);
	let decision = sent.decide(link, row);
	const isRead = decision.isSent && needsReading(link, values);
	if (isRead) {
		link = await readExisting(item, link);
		decision = sent.decide(link, row);
	}
	if (!decision.isSent) {
		noteUnchanged(row, { ...found, link }, isRead);
		return addWarning(resultOf(row, link, 'unchanged'), decision.warning);
	}
	await refuseIfDomainIsNotKnown(item, found, textOf(row.body.custom));
	item.noteDomain(found);
	refuseEmptying(item, values, COLUMNS_LABEL);
	return isDryRun
		? await planUpdate(row, { ...found, link }, decision.comparison)
		: await updateRow(row, link, decision.comparison);
}

/** What a next run would have to find out again. */
function noteUnchanged(row: Row, { link, foundOn, isByUrl }: FoundLink, isRead: boolean): void {
	const { sent, values, body, longUrl } = row;
	if (isRead && !sent.has(link, values)) sent.note(link, values);
	// With another long URL, nothing would show that the link is on the default domain
	const isAssumed = isByUrl || (foundOn && foundOn.basis !== 'baseUrl');
	if (isAssumed && !longUrl.isEmpty && sent.made?.id !== textOf(link.id)) sent.noteMade(link, body);
}

export const upsert = operation('POST', '/api/url/add', {
	name: 'Create or Update',
	action: 'Create or update short links from table',
	description:
		"Create a new short link for each row of a table, or update the current one if it already exists (upsert). 'Dry Run' shows first what would change.",
	endpoint: 'create short links',
	fields: [
		matchOn,
		matchOnNotice,
		dryRun,
		columns,
		headingsNotice,
		itemOptions([...new Set([...creationOptions, ...updateOptions]), emptyCells, sendAll]),
	],
	kind: 'upsert',
	note(item) {
		const { isNamed, body, values, key, isDryRun } = rowOf(item);
		const { rows, summary } = item.run;
		if (isDryRun) summary.plan ??= new Map();
		// A row that names no link is refused anyway
		if (isNamed || !isEmpty(body.custom)) rows.add(item, key, values);
	},
	async check(item) {
		const { isNew, isDerived, body, key, values } = rowOf(item);
		refuseOwnAddress(item);
		if (isNew && isEmpty(body.url))
			throw item.invalid(
				'Long URL',
				'a value is required for a new link',
				adviceForUrl(item, 'the column to match on if the link exists'),
			);
		const contradiction = isDerived ? SAME_NEW_LINK : SAME_LINK;
		await item.run.rows.refuseContradiction(item, key, values, contradiction);
	},
	checkBody: refuseOwnAddress,
	// It is safe to repeat, to stop in the middle, and to run twice at the same time
	async execute(item) {
		const row = rowOf(item);
		const { summary } = item.run;
		noteHeadings(item, row);
		summary.sendsAll = row.sendsAll;
		const result = await once(row, row.key, async () => await upsertRow(row));
		summary.addRow(item.index, textOf(result.action));
		return [result];
	},
	creatable,
	includesInput: true,
	reply: record({ ...SHORT_LINK, action: 'string' }),
});
