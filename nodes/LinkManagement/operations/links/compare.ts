import type { IDataObject } from 'n8n-workflow';

import { isNoDate } from '../../fields/dateTime';
import { showsNewValues } from '../../recovery/update';
import { aliasOf, isMadeOf, isSameAlias } from '../../values/aliases';
import { unescaped } from '../../values/comparable';
import { createdAt } from '../../values/dates';
import { isObject, textOf } from '../../values/json';
import { leastLike, type Likeness, LongUrl, withoutOtherParameters } from '../../values/likeness';
import { targetRowsOf } from './otherFields';
import { SHOWN_AS } from './record';

const shownText = (value: unknown): string => unescaped(textOf(value)).trim();
const likenessOfText = (shown: unknown, given: unknown): Likeness =>
	shownText(shown) === shownText(given) ? 'same' : 'different';

/** The URLs of targeting rows by what they apply to; services match names without case. */
const targetsIn = (rows: unknown, column: string): Map<string, unknown> =>
	new Map(
		(Array.isArray(rows) ? rows : [])
			.filter(isObject)
			.map((row) => [textOf(row[column]).toLowerCase(), row.link]),
	);

function likenessOfRows(map: unknown, rows: unknown, column: string): Likeness {
	const { value, problem } = targetRowsOf(map, column);
	const [shown, given] = [targetsIn(value, column), targetsIn(rows, column)];
	if (problem !== undefined || shown.size !== given.size) return 'different';
	return leastLike([...given].map(([name, link]) => new LongUrl(link).compare(shown.get(name))));
}

/** A date in a form that cannot be compared may be the one that was sent. */
function likenessOfExpiry(shown: unknown, given: unknown): Likeness {
	if (isNoDate(shown) || isNoDate(given))
		return isNoDate(shown) === isNoDate(given) ? 'same' : 'different';
	const [one, other] = [shown, given].map((date) => createdAt({ date: textOf(date) }));
	if (!Number.isNaN(one)) return one === other ? 'same' : 'different';
	return textOf(given).startsWith(textOf(shown).trim()) ? 'same' : 'alike';
}

function likenessOfAlias(shown: unknown, given: unknown): Likeness {
	if (isSameAlias(shown, given)) return 'same';
	return isMadeOf(shown, given) ? 'alike' : 'different';
}

/** How a field that a link shows compares with the value that a row gives, by its name in the body. */
const COMPARED: Record<string, (shown: unknown, given: unknown, parameters: unknown) => Likeness> =
	{
		url: (shown, given, parameters) => new LongUrl(given, parameters).compare(shown),
		custom: likenessOfAlias,
		metatitle: likenessOfText,
		description: likenessOfText,
		expiry: likenessOfExpiry,
		geotarget: (shown, given) => likenessOfRows(shown, given, 'location'),
		devicetarget: (shown, given) => likenessOfRows(shown, given, 'device'),
	};

/** What a link shows of a field, as far as it was read; undefined for nothing. An empty long URL or alias is none. */
function shownOf(link: IDataObject, name: string, given: unknown) {
	if (name === 'custom') return aliasOf(link, given) || undefined;
	if (name === 'url') return textOf(link.longurl) || undefined;
	return link[SHOWN_AS[name] ?? ''];
}

/** Whether a row gives a field that a reading of the link shows, and that is not known yet. */
export const needsReading = (link: IDataObject, body: IDataObject): boolean =>
	Object.entries(body).some(
		([name, given]) => name in COMPARED && shownOf(link, name, given) === undefined,
	);

/** How a row and its link differ, by the names of the body. It decides nothing: see `SentRow`. */
export interface Comparison {
	/** What the link shows where it differs. */
	shown: IDataObject;
	/** Those of them that differ in more than their form. */
	different: IDataObject;
	/** The values of the row for fields that the link does not show, as far as it was read. */
	hidden: IDataObject;
}

/** Compares only what the row gives. @param link as far as it was read */
export function compareLink(link: IDataObject, body: IDataObject): Comparison {
	const comparison: Comparison = { shown: {}, different: {}, hidden: {} };
	for (const [name, given] of Object.entries(body)) {
		if (name === 'domain') continue;
		const shown = shownOf(link, name, given);
		const how = shown === undefined ? undefined : COMPARED[name]?.(shown, given, body.parameters);
		if (how === undefined) comparison.hidden[name] = given;
		else if (how !== 'same') comparison.shown[name] = shown;
		if (how === 'different') comparison.different[name] = shown;
	}
	return comparison;
}

/** However they are stored; undefined if none can be compared. A service may add URL Parameters that the link had before. */
export function hasNewValues(link: IDataObject, body: IDataObject): boolean | undefined {
	const { url, custom, expiry, ...others } = body;
	const given = Object.entries({ url, custom, expiry }).filter(([, value]) => value !== undefined);
	const { shown, different, hidden } = compareLink(link, Object.fromEntries(given));
	const longurl = withoutOtherParameters(textOf(link.longurl), url);
	const leadsTo = new LongUrl(url, body.parameters).compare(longurl) !== 'different';
	const isUnclear = (name: string) => name === 'expiry' && name in shown && !(name in different);
	const fields = given
		.filter(([name]) => !(name in hidden) && !isUnclear(name))
		.map(([name]) => !(name in different) || (name === 'url' && leadsTo));
	const [metatitle, description] = [link.title, link.description].map((text) =>
		unescaped(textOf(text)),
	);
	const texts = showsNewValues({ metatitle, description }, others);
	const all = texts === undefined ? fields : [...fields, texts];
	return all.length === 0 ? undefined : all.every(Boolean);
}
