import type { IDataObject } from 'n8n-workflow';

import { perRun } from '../../client/memory';
import { isEmpty } from '../../fields/convert';
import { defaultDomain } from '../../references/links/defaultDomain';
import { type FoundLink, unclearDomain } from '../../references/links/findLink';
import { linkIndexOf } from '../../references/links/index';
import { comparableAlias } from '../../values/aliases';
import { hostOf, unescaped } from '../../values/comparable';
import { isObject, textOf } from '../../values/json';
import { linkAddress } from '../../values/linkAddress';
import { countedThat } from '../../values/numbers';
import { listed, type Sentence } from '../../values/sentences';
import type { ItemCall } from '../operation';
import { addWarning, runNotesOf } from '../output/notes';
import type { Comparison } from './compare';
import { labelOfLinkField } from './record';
import type { Row, RowCall } from './row';

type Action = 'created' | 'unchanged' | 'updated';
const PLANNED: Record<Action, string> = { created: 'create', unchanged: 'none', updated: 'update' };

/** One field of a plan. `from` is left out where the service does not show it. */
interface Change {
	from?: unknown;
	to: unknown;
}
export type Changes = Record<string, Change>;

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

/** `Campaign: – → Newsletter`, and `Password: (not shown) → –` where a field is emptied. */
function changeInLine([name, { from, to }]: [string, Change]): string {
	const now = inLine(to);
	const before = from === undefined && now === NONE ? '(not shown)' : inLine(from);
	return `${labelOfLinkField(name)}: ${before} → ${now}`;
}

/** `Long URL: https://a → https://b · Campaign: – → Newsletter`. */
const changesLine = (changes: Changes): string =>
	Object.entries(changes).map(changeInLine).join(' · ');

export function resultOf(
	{ isDryRun }: Row,
	{ id, shorturl = '', warning }: IDataObject,
	action: Action,
	changes: Changes = {},
): IDataObject {
	const shown = { ...(warning !== undefined && { warning }) };
	const identity = { ...(id !== undefined && { id }) };
	if (!isDryRun) return { ...identity, shorturl, action, ...shown };
	return {
		...{ action: PLANNED[action], shorturl, changes: changesLine(changes) },
		...identity,
		changesDetail: changes,
		...shown,
	};
}

/** A value of a row in a plan, which is stored and shown: names as in the table. */
function plannedValue({ names = {} }: ItemCall, name: string, value: unknown): unknown {
	if (name === 'password' && !isEmpty(value)) return '••••';
	return names[name] ?? value;
}

/** The changes of a plan for fields that the service does not show, or for a new link. */
export const newValues = (call: ItemCall, body: IDataObject): Changes =>
	Object.fromEntries(
		Object.entries(body).map(([name, value]) => [name, { to: plannedValue(call, name, value) }]),
	);

/** What a link shows of a field. Escapes of a long URL stay, because they may be the difference. */
const shownValue = (name: string, shown: unknown): unknown =>
	typeof shown === 'string' && name !== 'url' ? unescaped(shown) : (shown ?? null);

/** The changes of a plan for an existing link. */
export const changesOf = (call: RowCall, { shown, hidden }: Comparison): Changes => ({
	...Object.fromEntries(
		Object.entries(shown).map(([name, from]) => [
			name,
			{ from: shownValue(name, from), to: plannedValue(call, name, call.row.values[name]) },
		]),
	),
	...newValues(call, hidden),
});

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

export const planned: Sentence = (actions) =>
	`Nothing was changed. The run would create ${occurrences(actions, 'create')} and update ${occurrences(actions, 'update')}, and leave ${occurrences(actions, 'none')} as they are.`;

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
