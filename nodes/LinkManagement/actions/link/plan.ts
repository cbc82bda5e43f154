import type { IDataObject } from 'n8n-workflow';

import { isEmpty, warnTool } from '../../fields/convert';
import { NamedReference } from '../../fields/reference';
import { defaultDomain, isUnlisted } from '../../lookup/defaultDomain';
import { type FoundLink, unclearDomain } from '../../lookup/findLink';
import type { Item } from '../../run/item';
import { comparableAlias } from '../../text/aliases';
import { unescaped } from '../../text/comparable';
import { isObject, objectsIn, textOf } from '../../text/json';
import { addWarning, valueWarning } from '../../text/sentences';
import { addOtherFields, type Comparison } from './compareLink';
import { warnAboutZeros } from './createOrFind';
import { utmFields } from './fields';
import { labelOfLinkField } from './record';
import { filledFields, refuseDefaultAddress, resultOf, type Row } from './row';
import { readExisting } from './rowLink';
import { warnAboutEmptying } from './update';

const NONE = '–';

/** A value in the line of a plan: texts as they are, targeting as `Canada: https://…`, as rows or by name. */
function inLine(value: unknown): string {
	if (isEmpty(value) || value === 0) return NONE;
	if (typeof value !== 'object' || value === null) return textOf(value).replace(/\s+/g, ' ');
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

/** A field that gets a new value. UTM parameters have columns of their own. */
function changesOfField(item: Item, name: string, before: string, value: unknown): string[] {
	if (name !== 'parameters') {
		// A plan is stored and shown
		const isHidden = name === 'password' && !isEmpty(value);
		const now = isHidden ? '••••' : inLine(item.names[name] ?? value);
		return [changeInLine(name, before, now)];
	}
	const rows = objectsIn(value);
	const isUtm = (row: IDataObject) => utmFields.some(({ name }) => name === row.name);
	const others = rows.filter((row) => !isUtm(row));
	return [
		...rows.filter(isUtm).map((row) => changeInLine(textOf(row.name), before, inLine(row.value))),
		...(others.length > 0 || rows.length === 0 ? [changeInLine(name, before, inLine(others))] : []),
	];
}

/** Of a new link only what its row does not show as it stands, such as a converted date or a derived alias. */
function changesOfNew(item: Item, body: IDataObject): string[] {
	const { names, unsent } = item;
	const isAsInRow = ([name, value]: [string, unknown]) =>
		inLine(unsent.columns?.values.get(name)) === inLine(names[name] ?? value);
	return Object.entries(body)
		.filter((field) => !isAsInRow(field))
		.flatMap(([name, value]) => changesOfField(item, name, NONE, value));
}

/** What a link shows of a field. Escapes of a long URL stay, because they may be the difference. */
const shownValue = (name: string, shown: unknown): unknown =>
	typeof shown === 'string' && name !== 'url' ? unescaped(shown) : shown;

/** Such as `Long URL: https://a → https://b`, and `Campaign: (not shown) → Newsletter`. */
const changesOf = ({ item, values }: Row, { shown, hidden }: Comparison): string[] =>
	Object.keys({ ...shown, ...hidden }).flatMap((name) => {
		const before = name in hidden ? NOT_SHOWN : inLine(shownValue(name, shown[name]));
		return changesOfField(item, name, before, values[name]);
	});

const WOULD_BE_CREATED = valueWarning('would be created, because no record is called so');

/** The campaigns and channels among the values of a row that a run would create. */
function notePlannedMissing({ run, service }: Item, values: unknown[]): void {
	const { plannedMissing } = run.summary;
	for (const value of values) {
		if (!(value instanceof NamedReference)) continue;
		(plannedMissing[value.named] ??= []).push(service.plainText(value.text));
		warnTool(value.field, WOULD_BE_CREATED, value.text);
	}
}

/** A record of a plan with what the plan cannot know, if there is such a thing. */
function withDoubt({ run }: Item, record: IDataObject, doubt: string | undefined): IDataObject {
	if (doubt !== undefined) run.summary.uncertainRows++;
	return addWarning(record, doubt);
}

/** What a plan says of a new link on a domain that no list shows, or whose alias links have that may be on the default domain. */
async function doubtAboutDomain({ item, body }: Row): Promise<string | undefined> {
	const { links } = item.run;
	if (await isUnlisted(item, body.domain))
		return `The list of domains does not show ${textOf(body.domain)}. Most services then use their default domain, and the row fails. Check the domain.`;
	if (!isEmpty(body.domain)) return undefined;
	await links.readFirstPage(item);
	const others = links.withAlias(comparableAlias(body.custom));
	if (others.length === 0) return undefined;
	return (await defaultDomain(item))
		? undefined
		: `${unclearDomain(textOf(body.custom), others)}. Set Default Domain in the credential.`;
}

/** What a plan says of a row whose link a run would create. */
export async function planCreation(row: Row): Promise<IDataObject> {
	const { item } = row;
	await refuseDefaultAddress(item, row.body);
	warnAboutZeros(item, row.body);
	const body = filledFields(row.body);
	notePlannedMissing(item, Object.values(body));
	item.run.summary.plan?.set(item.index, 'create');
	const result = resultOf(row, {}, 'created', changesOfNew(item, body));
	return withDoubt(item, result, await doubtAboutDomain(row));
}

/** What a plan says of a row whose link differs, or is sent again. */
export async function planUpdate(
	row: Row,
	{ link, isInAnotherCase }: FoundLink,
	comparison: Comparison,
): Promise<IDataObject> {
	const { item, body, values, sent, sendsAll } = row;
	const { shown, hidden } = comparison;
	const changes = changesOf(row, comparison);
	const { left = {}, warning } = (await emptiedBy(row, link)) ?? {};
	const isCertain = item.service.updatesReplace === 'yes';
	if (isCertain)
		for (const [name, before] of Object.entries(left))
			changes.push(changeInLine(name, inLine(before), NONE));
	// No link shows its campaign or its channel
	notePlannedMissing(item, Object.values(hidden));
	// A link that is remembered has got other values in the table since
	const isChange = Object.keys(shown).length > 0 || (!sendsAll && sent.knows(link));
	item.run.summary.plan?.set(item.index, isChange ? 'update' : 'again');
	const result = resultOf(row, link, 'updated', changes);
	const caseDoubt = `The service shows ${textOf(link.shorturl)} for the alias ${textOf(body.custom)}. If case counts there, a run creates a new link.`;
	const doubtful = withDoubt(item, result, isInAnotherCase ? caseDoubt : undefined);
	const mayEmpty = isCertain || warning === undefined ? undefined : item.service.plainText(warning);
	const isAsSent = sent.has(link, values);
	return addWarning(addWarning(doubtful, mayEmpty), warnAboutEmptying(item, values, isAsSent));
}

/** What an update cannot send along, so that the service may empty it. */
async function emptiedBy({ item, values }: Row, link: IDataObject) {
	if (item.service.updatesReplace === 'no') return undefined;
	const read = link.expiry === undefined ? await readExisting(item, link) : link;
	return addOtherFields(values, read, item.service.timeZone);
}
