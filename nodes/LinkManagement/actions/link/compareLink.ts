import type { IDataObject } from 'n8n-workflow';

import { isEmpty } from '../../fields/convert';
import { isNoDate } from '../../fields/dateTime';
import { aliasOf, areSimilar, comparableAlias } from '../../text/aliases';
import { unescaped } from '../../text/comparable';
import { inZone, timestampOf } from '../../text/dates';
import { isObject, objectsIn, textOf } from '../../text/json';
import {
	leastLike,
	type Likeness,
	LongUrl,
	withoutOtherParameters,
	withoutParameters,
} from '../../text/longUrl';
import { labelOfLinkField, SHOWN_AS } from './record';

const shownText = (value: unknown): string => unescaped(textOf(value)).replace(/\s+/g, ' ').trim();
const likenessOfText = (shown: unknown, given: unknown): Likeness =>
	shownText(shown) === shownText(given) ? 'same' : 'different';

/** The URLs of targeting rows by what they apply to; services match names without case. */
const targetsIn = (rows: unknown, column: string): Map<string, unknown> =>
	new Map(objectsIn(rows).map((row) => [textOf(row[column]).toLowerCase(), row.link]));

function likenessOfRows(map: unknown, rows: unknown, column: string): Likeness {
	const { value, problem } = targetRowsOf(map, column);
	const shown = targetsIn(value, column);
	const given = targetsIn(rows, column);
	if (problem !== undefined || shown.size !== given.size) return 'different';
	return leastLike([...given].map(([name, link]) => new LongUrl(link).compare(shown.get(name))));
}

/** A day as an expiry is sent as its last second. A service may show the first one, or the last minute. */
const LAST_SECOND = ' 23:59:59';
const DAY_LENGTH = 10;
const isWithinDay = (shown: string, given: string): boolean =>
	given.endsWith(LAST_SECOND) &&
	shown.slice(0, DAY_LENGTH) === given.slice(0, DAY_LENGTH) &&
	/^(?:[ T](?:00:00(?::00)?|23:59(?::\d\d)?))?(?:\.0+)?$/.test(shown.slice(DAY_LENGTH));

function likenessOfExpiry(shown: unknown, given: unknown): Likeness {
	const before = textOf(shown).trim();
	const now = textOf(given);
	const isSame =
		isNoDate(shown) || isNoDate(given)
			? isNoDate(shown) === isNoDate(given)
			: isWithinDay(before, now) || timestampOf(before) === timestampOf(now);
	return isSame ? 'same' : 'different';
}

/** @param shown as `aliasOf` gives it */
function likenessOfAlias(shown: unknown, given: unknown): Likeness {
	const wanted = comparableAlias(given);
	if (shown === wanted) return 'same';
	return areSimilar(textOf(shown), wanted) ? 'alike' : 'different';
}

/** How a field that a link shows compares with the value that a row gives, by its name in the body. */
const COMPARED: Record<string, (shown: unknown, given: unknown, longUrl: LongUrl) => Likeness> = {
	url: (shown, _, longUrl) => longUrl.compare(shown),
	custom: likenessOfAlias,
	metatitle: likenessOfText,
	description: likenessOfText,
	expiry: likenessOfExpiry,
	geotarget: (shown, given) => likenessOfRows(shown, given, 'location'),
	devicetarget: (shown, given) => likenessOfRows(shown, given, 'device'),
};

/** What a link shows of a field, as far as it was read; undefined for nothing. An empty long URL or alias is none. */
function shownOf(link: IDataObject, name: string, given: unknown) {
	if (name === 'custom') return aliasOf(link, comparableAlias(given)) || undefined;
	if (name === 'url') return textOf(link.longurl) || undefined;
	return link[SHOWN_AS[name] ?? ''];
}

/** Whether a row gives a field that a reading of the link shows, and that is not known yet. */
export const needsReading = (link: IDataObject, body: IDataObject): boolean =>
	Object.entries(body).some(
		([name, given]) => name in COMPARED && shownOf(link, name, given) === undefined,
	);

/** How a row and its link differ, by the names of the body. It decides nothing: see `Sent`. */
export interface Comparison {
	/** What the link shows where it differs. */
	shown: IDataObject;
	/** Those of them that differ in more than their form. */
	different: IDataObject;
	/** The values of the row for fields that the link does not show, as far as it was read. */
	hidden: IDataObject;
}

/** Compares only what the row gives. @param link as far as it was read. @param longUrl that of the body */
export function compareLink(
	link: IDataObject,
	body: IDataObject,
	longUrl = new LongUrl(body.url, body.parameters),
): Comparison {
	const comparison: Comparison = { shown: {}, different: {}, hidden: {} };
	for (const [name, given] of Object.entries(body)) {
		if (name === 'domain') continue;
		const shown = shownOf(link, name, given);
		const how = shown === undefined ? undefined : COMPARED[name]?.(shown, given, longUrl);
		if (how === undefined) comparison.hidden[name] = given;
		else if (how !== 'same') comparison.shown[name] = shown;
		if (how === 'different') comparison.different[name] = shown;
	}
	return comparison;
}

/** The fields that show whether an update was done: a service may write the names of targets in another way. */
const SHOW_UPDATE = ['url', 'custom', 'metatitle', 'description', 'expiry'];

/** However they are stored; undefined if none can be compared. A service may add URL Parameters that the link had before. */
export function hasNewValues(link: IDataObject, body: IDataObject): boolean | undefined {
	const { different, hidden } = compareLink(link, body);
	// In another form, an expiry may be the one that was sent
	const isClear = isNoDate(link.expiry) || !Number.isNaN(timestampOf(link.expiry));
	const compared = SHOW_UPDATE.filter(
		(name) => name in body && !(name in hidden) && (name !== 'expiry' || isClear),
	);
	if (compared.length === 0) return undefined;
	const shownUrl = withoutOtherParameters(textOf(link.longurl), body.url);
	const leadsTo = new LongUrl(body.url, body.parameters).compare(shownUrl) !== 'different';
	return compared.every((name) => !(name in different) || (name === 'url' && leadsTo));
}

/** A field of an update that keeps its value, or the reason why its value can't be sent. */
interface Kept {
	value?: IDataObject[string];
	problem?: string;
}

/** Some services send a target as `{ "all": url }` (services.md section 3). Rows can't express other keys, such as regions. */
function targetRowsOf(map: unknown, column: string): Kept {
	const entries = Object.entries(isObject(map) ? map : {});
	const hasMore = (target: unknown) =>
		isObject(target) && Object.keys(target).some((key) => key !== 'all');
	if (entries.some(([, target]) => hasMore(target)))
		return { problem: 'has rules for regions, which this node cannot send' };
	const value = entries
		.map(([name, target]) => [name, textOf(isObject(target) ? target.all : target)] as const)
		.filter(([, link]) => link !== '')
		.map(([name, link]) => ({ [column]: name, link: unescaped(link) }));
	return { value };
}

/** The long URL. Where each `&` of it is written as `&amp;`, nothing shows whether the service escaped it or stored it so. */
function keptLongUrl(stored: unknown, parameters: unknown): Kept {
	const url = textOf(stored);
	const isAmbiguous = unescaped(url) !== url && !/&(?!#?\w+;)/.test(url);
	return isAmbiguous
		? { problem: 'has each "&" as an HTML escape, which may belong to it' }
		: { value: withoutParameters(url, parameters) };
}

/** A service may refuse a date that has passed by its clock. */
const expiryOf = ({ expiry }: IDataObject, timeZone: string): Kept =>
	isNoDate(expiry)
		? {}
		: timestampOf(expiry) < timestampOf(inZone(new Date(), timeZone))
			? { problem: `${textOf(expiry)} has passed, and some services refuse a date that has passed` }
			: { value: expiry };

/**
 * Without the alias that the link has, which a service may refuse as taken.
 * @returns also what the link shows of fields that cannot be sent along, and the sentence that names them
 */
export function addOtherFields(
	{ custom, ...changes }: IDataObject,
	link: IDataObject,
	timeZone: string,
) {
	const readable: Record<string, Kept> = {
		url: keptLongUrl(link.longurl, changes.parameters),
		metatitle: { value: unescaped(textOf(link.title)) },
		description: { value: unescaped(textOf(link.description)) },
		expiry: expiryOf(link, timeZone),
		geotarget: targetRowsOf(link.location, 'location'),
		devicetarget: targetRowsOf(link.device, 'device'),
	};
	const kept: IDataObject = {};
	const left: IDataObject = {};
	const reasons: string[] = [];
	for (const [name, { value, problem }] of Object.entries(readable)) {
		if (name in changes) continue;
		if (!isEmpty(value)) kept[name] = value;
		if (problem === undefined) continue;
		left[name] = link[SHOWN_AS[name] ?? ''];
		reasons.push(`${labelOfLinkField(name)} (${problem})`);
	}
	const body: IDataObject = { ...kept, ...changes };
	const alias = comparableAlias(custom);
	if (custom !== undefined && alias !== aliasOf(link, alias)) body.custom = custom;
	if (reasons.length === 0) return { body };
	const warning = `Not sent along, so the service may change it: ${reasons.join(', ')}.`;
	return { body, left, warning };
}
