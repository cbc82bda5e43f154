import type { IDataObject } from 'n8n-workflow';
import { perRun } from '../../client/account';
import { isEmpty } from '../../fields/convert';
import { defaultDomain, isUnlisted } from '../../lookup/defaultDomain';
import { type FoundLink, unclearDomain } from '../../lookup/findLink';
import { linkIndexOf } from '../../lookup/linkIndex';
import { comparableAlias, linkAddress } from '../../text/aliases';
import { hostOf, unescaped } from '../../text/comparable';
import { isObject, textOf } from '../../text/json';
import { countedThat, listed, type Sentence } from '../../text/sentences';
import type { ItemCall } from '../../run/operation';
import { addWarning, type PlannedKind, runNotesOf } from '../../run/notes';
import { type Comparison, addOtherFields } from './compareLink';
import { labelOfLinkField, UTM_LABELS, UNREADABLE_FIELDS } from './record';
import { type Row, type RowCall, filledFields } from './row';
import { noteEmptying } from '../updates';
import { notePlanned } from '../../lookup/createMissing';
import { warnAboutZeros } from './createOrFind';
import { readExisting } from './updateLink';

type Action = 'created' | 'unchanged' | 'updated';
const PLANNED: Record<Action, string> = { created: 'create', unchanged: 'none', updated: 'update' };

const NONE = '–';

/** A value in the line of a plan: texts as they are, targeting as `Canada: https://…`, as rows or by name. */
function inLine(value: unknown): string {
	if (isEmpty(value) || value === 0) return NONE;
	if (typeof value !== 'object' || value === null) return textOf(value);
	// Some services show targets so (services.md section 3)
	if (Object.keys(value).join() === 'all') return inLine(Object.values(value)[0]);
	const rows = Array.isArray(value)
		? value.map((row: unknown) => (isObject(row) ? Object.values(row) : [row]))
		: Object.entries(value);
	return rows.map((row) => row.map(inLine).join(': ')).join(', ') || NONE;
}

/** A field that no reading shows. */
const NOT_SHOWN = '(not shown)';

const changeInLine = (name: string, before: string, now: string): string =>
	`${labelOfLinkField(name)}: ${before} → ${now}`;

/** A value of a row in a plan, which is stored and shown: names as in the table. */
function plannedValue({ names = {} }: ItemCall, name: string, value: unknown): unknown {
	if (name === 'password' && !isEmpty(value)) return '••••';
	return names[name] ?? value;
}

/** A field that gets a new value. UTM parameters have columns of their own. */
function changesOfField(call: ItemCall, name: string, before: string, value: unknown): string[] {
	if (name !== 'parameters' || !Array.isArray(value))
		return [changeInLine(name, before, inLine(plannedValue(call, name, value)))];
	const rows = value.filter(isObject);
	const isUtm = (row: IDataObject) => Object.hasOwn(UTM_LABELS, textOf(row.name));
	const others = rows.filter((row) => !isUtm(row));
	return [
		...rows.filter(isUtm).map((row) => changeInLine(textOf(row.name), before, inLine(row.value))),
		...(others.length > 0 || rows.length === 0 ? [changeInLine(name, before, inLine(others))] : []),
	];
}

const changesOfHidden = (call: ItemCall, hidden: IDataObject): string[] =>
	Object.entries(hidden).flatMap(([name, value]) => changesOfField(call, name, NOT_SHOWN, value));

/** Of a new link only what its row does not show as it stands, such as a converted date or a derived alias. */
export function changesOfNew(call: ItemCall, body: IDataObject): string[] {
	const { names = {}, given } = call;
	const isAsInRow = ([name, value]: [string, unknown]) =>
		inLine(given.columns?.values.get(name)) === inLine(names[name] ?? value);
	return Object.entries(body)
		.filter((field) => !isAsInRow(field))
		.flatMap(([name, value]) => changesOfField(call, name, NONE, value));
}

/** What a link shows of a field. Escapes of a long URL stay, because they may be the difference. */
const shownValue = (name: string, shown: unknown): unknown =>
	typeof shown === 'string' && name !== 'url' ? unescaped(shown) : shown;

/** Such as `Long URL: https://a → https://b`, and `Campaign: (not shown) → Newsletter`. */
export const changesOf = (call: RowCall, { shown, hidden }: Comparison): string[] => [
	...Object.entries(shown).flatMap(([name, before]) =>
		changesOfField(call, name, inLine(shownValue(name, before)), call.row.values[name]),
	),
	...changesOfHidden(call, hidden),
];

/** What an update surely empties, because it cannot be sent along. */
export const changesOfEnded = (left: IDataObject): string[] =>
	Object.entries(left).map(([name, before]) => changeInLine(name, inLine(before), NONE));

/** @param changes of a plan: text, so that many rows fit on a screen */
export function resultOf(
	{ isDryRun }: Row,
	{ id, shorturl = '', warning }: IDataObject,
	action: Action,
	changes: string[] = [],
): IDataObject {
	return {
		...(isDryRun
			? { action: PLANNED[action], shorturl, changes: changes.join(' · ') }
			: { shorturl, action }),
		...(id !== undefined && { id }),
		...(warning !== undefined && { warning }),
	};
}

export const notePlannedAs = ({ run, item }: ItemCall, kind: PlannedKind): void =>
	void runNotesOf(run).plan?.set(item, kind);

const unsureRows: Sentence = ({ length }) =>
	`${countedThat(length, 'row', 'is', 'are')} not certain: see "warning".`;

/** A record of a plan with what the plan cannot know, if there is such a thing. */
export function withDoubt({ run }: ItemCall, record: IDataObject, doubt?: string): IDataObject {
	if (doubt !== undefined) runNotesOf(run).add(unsureRows, '', 'needsEye');
	return addWarning(record, doubt);
}

/** What a plan says of a new link where others have its alias and may be on the default domain. */
export async function doubtAboutDomain(call: RowCall): Promise<string | undefined> {
	const { custom, domain } = call.row.body;
	if (!isEmpty(domain)) return undefined;
	const index = linkIndexOf(call.run);
	await index.readFirstPage(call);
	const others = index.withAlias(comparableAlias(custom)).map(({ link }) => link.shorturl);
	if (others.length === 0) return undefined;
	const home = await defaultDomain(call);
	if (!home)
		return `${unclearDomain(textOf(custom), others)}. Set Default Domain in the credential.`;
	const host = hostOf(home.address);
	return home.basis === 'known' && !index.hosts.has(host)
		? `${textOf(others[0])} has this alias, and none of the newest links is on ${host}. Check Default Domain in the credential.`
		: undefined;
}

/** What a plan says of a link that the service shows for an alias in another case. */
export const doubtAboutCase = (call: RowCall, { link, isInAnotherCase }: FoundLink) =>
	isInAnotherCase &&
	`The service shows ${textOf(link.shorturl)} for the alias ${textOf(call.row.body.custom)}. If case counts there, a run creates a new link.`;

export const unlistedDomain = ({ domain }: IDataObject): string =>
	`The list of domains does not show ${textOf(domain)}. Most services then use their default domain, and the row fails. Check the domain.`;

/** What a plan says of an update that the service may refuse. */
export function doubtAboutUpdate({ row, run }: RowCall, link: IDataObject): string | undefined {
	const { custom } = row.values;
	if (isEmpty(custom)) return undefined;
	const alias = comparableAlias(custom);
	const taken = linkIndexOf(run).findAt(linkAddress(link, alias).domain, alias);
	return taken && textOf(taken.id) !== textOf(link.id)
		? `${textOf(taken.shorturl)} has this alias. Unless another row gives it up, the service refuses the update.`
		: undefined;
}

const occurrences = (details: string[], detail: string): number =>
	details.filter((one) => one === detail).length;

export const done: Sentence = (actions) =>
	`${['created', 'updated', 'unchanged']
		.map((action) => `${occurrences(actions, action)} ${action}`)
		.join(', ')}.`;

/** An update that is only repeated is kept apart, because after a restart it may be all rows. */
const plannedFor =
	(reasonToSendAgain: string): Sentence =>
	(kinds) => {
		const [create, update, again, none] = (['create', 'update', 'again', 'none'] as const).map(
			(kind) => occurrences(kinds, kind),
		);
		const repeated = again === 0 ? '' : `, send ${again} again (${reasonToSendAgain})`;
		return `Nothing was changed. The run would create ${create}, update ${update}${repeated}, and leave ${none} as they are.`;
	};

export const planned = plannedFor(
	'this n8n does not remember what it sent for fields that the service does not show',
);
export const plannedToSendAll = plannedFor('Send All Rows Again is on');

export const sentForHidden: Sentence = (details) =>
	`${countedThat(details.length, 'link', 'was', 'were')} updated only because of fields that no reading shows, which are sent once.`;

/** With the column that it was taken for, in characters. */
const MAX_HEADING_LENGTH = 120;
const taken: Sentence = (headings) => `Headings that were taken for columns: ${listed(headings)}.`;
const ignored: Sentence = (headings) => `Not columns of a link, and ignored: ${listed(headings)}.`;

const noMatchColumn: Sentence = ([label]) =>
	`Links are matched on ${label}, and the table has no column for it, so each row counts as a new link.`;

/** What was noted of headings. At most those of the table. */
const notedOf = perRun(() => new Set<string>());

export function noteHeadings({ run, service, given: { columns } }: ItemCall): void {
	const noted = notedOf(run);
	const note = (sentence: Sentence, headings: string[] = []) => {
		for (const heading of headings.filter((one) => !noted.has(one))) {
			noted.add(heading);
			runNotesOf(run).add(sentence, service.plainText(heading, MAX_HEADING_LENGTH));
		}
	};
	note(taken, columns?.taken);
	// The node itself reads it, to name the row
	note(
		ignored,
		columns?.ignored.filter((heading) => heading !== 'row_number'),
	);
}

/** With Map Automatically, a table without the column to match on has only new links. */
export function noteMissingColumn({ run, given: { columns, matchOn } }: ItemCall): void {
	if (matchOn && columns?.values.has(matchOn) === false)
		runNotesOf(run).add(noMatchColumn, matchOn === 'id' ? 'ID' : 'Short URL', 'needsEye');
}

/** What a plan says of a row for which no link was found. */
export async function planCreation(call: RowCall): Promise<IDataObject> {
	const { row } = call;
	warnAboutZeros(call, row.body);
	const body = filledFields(row.body);
	notePlanned(call, Object.values(body));
	notePlannedAs(call, 'create');
	const result = resultOf(row, {}, 'created', changesOfNew(call, body));
	const doubt = (await isUnlisted(call, body.domain))
		? unlistedDomain(body)
		: await doubtAboutDomain(call);
	return withDoubt(call, result, doubt);
}

/** What a plan says of a row whose link differs, or is sent again. @param doubt what the plan cannot know */
export async function planUpdate(
	call: RowCall,
	link: IDataObject,
	comparison: Comparison,
	doubt: string | undefined,
): Promise<IDataObject> {
	const { row } = call;
	const left = await endingBy(call, link);
	const isCertain = call.service.updatesReplace === 'yes';
	const changes = [...changesOf(call, comparison), ...(isCertain ? changesOfEnded(left) : [])];
	const { shown, hidden } = comparison;
	notePlanned(
		call,
		Object.keys({ ...shown, ...hidden }).map((name) => row.values[name]),
	);
	// A link that is remembered has got other values in the table since
	const isChange = Object.keys(shown).length > 0 || (!row.sendsAll && call.sent.knows(link));
	notePlannedAs(call, isChange ? 'update' : 'again');
	const result = withDoubt(call, resultOf(row, link, 'updated', changes), doubt);
	const warned = addWarning(result, isCertain ? undefined : perhapsEndedBy(call, left));
	const isAsSent = call.sent.has(link, row.values);
	return addWarning(warned, noteEmptying({ ...call, isAsSent }, row.values, UNREADABLE_FIELDS));
}

/** What a link shows that an update cannot send along. */
async function endingBy(call: RowCall, link: IDataObject): Promise<IDataObject> {
	if (call.service.updatesReplace === 'no') return {};
	const read = link.expiry === undefined ? await readExisting(call, link) : link;
	return addOtherFields(call.row.values, read).left ?? {};
}

/** Where nobody said what the service does. */
function perhapsEndedBy({ service }: RowCall, left: IDataObject): string | undefined {
	const fields = Object.entries(left).map(([name, value]) =>
		name === 'expiry'
			? `Expiry ${textOf(value)}, so that the link works again`
			: labelOfLinkField(name),
	);
	return fields.length === 0
		? undefined
		: service.plainText(`The update may empty what cannot be sent along: ${fields.join('; ')}.`);
}
