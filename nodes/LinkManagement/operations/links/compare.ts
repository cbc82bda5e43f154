import type { IDataObject } from 'n8n-workflow';

import { isEmpty } from '../../fields/convert';
import { isNoDate } from '../../fields/dateTime';
import { aliasOf, isMadeOf, isSameAlias } from '../../values/aliases';
import { unescaped } from '../../values/comparable';
import { createdAt } from '../../values/dates';
import { isObject, textOf } from '../../values/json';
import { leastLike, type Likeness, likeness, withoutOtherParameters } from '../../values/likeness';
import { showsNewValues } from '../behaviors/updates';
import { targetRowsOf } from './otherFields';

/** How a field of a link is compared with the value that a row gives. */
interface ComparedField {
	/** The name of the field in a link that was read. The list shows fewer fields than a reading of one link. */
	shownAs: string;
	compare: (link: IDataObject, body: IDataObject) => Likeness;
}

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
	return leastLike([...given].map(([name, link]) => likeness(shown.get(name), link)));
}

/** A date in a form that cannot be compared may be the one that was sent. */
function likenessOfExpiry(shown: unknown, given: unknown): Likeness {
	if (isNoDate(shown) || isNoDate(given))
		return isNoDate(shown) === isNoDate(given) ? 'same' : 'different';
	const [one, other] = [shown, given].map((date) => createdAt({ date: textOf(date) }));
	if (!Number.isNaN(one)) return one === other ? 'same' : 'different';
	return textOf(given).startsWith(textOf(shown).trim()) ? 'same' : 'alike';
}

function likenessOfAlias(link: IDataObject, custom: unknown): Likeness {
	const alias = aliasOf(link, custom);
	if (isSameAlias(alias, custom)) return 'same';
	return isMadeOf(alias, custom) ? 'alike' : 'different';
}

/** The fields that a reading of a link shows (api.md section 2.10), by their names in the body. */
const COMPARED: Record<string, ComparedField> = {
	url: {
		shownAs: 'longurl',
		compare: ({ longurl }, { url, parameters }) => likeness(longurl, url, parameters),
	},
	custom: {
		shownAs: 'shorturl',
		compare: (link, { custom }) => likenessOfAlias(link, custom),
	},
	metatitle: {
		shownAs: 'title',
		compare: ({ title }, { metatitle }) => likenessOfText(title, metatitle),
	},
	description: {
		shownAs: 'description',
		compare: (link, { description }) => likenessOfText(link.description, description),
	},
	expiry: {
		shownAs: 'expiry',
		compare: (link, { expiry }) => likenessOfExpiry(link.expiry, expiry),
	},
	geotarget: {
		shownAs: 'location',
		compare: ({ location }, { geotarget }) => likenessOfRows(location, geotarget, 'location'),
	},
	devicetarget: {
		shownAs: 'device',
		compare: ({ device }, { devicetarget }) => likenessOfRows(device, devicetarget, 'device'),
	},
};

/** Whether a field can be compared with what was read of the link so far. An empty long URL is none. */
const isShown = (link: IDataObject, { shownAs }: ComparedField): boolean =>
	shownAs === 'longurl' || shownAs === 'shorturl'
		? !isEmpty(link[shownAs])
		: link[shownAs] !== undefined;

/** Whether a row gives a field that a reading of the link shows, and that is not known yet. */
export const needsReading = (link: IDataObject, body: IDataObject): boolean =>
	Object.entries(COMPARED).some(([name, field]) => name in body && !isShown(link, field));

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
	for (const [name, value] of Object.entries(body)) {
		const field = COMPARED[name];
		if (!field || !isShown(link, field)) {
			if (name !== 'domain') comparison.hidden[name] = value;
			continue;
		}
		const how = field.compare(link, body);
		if (how === 'same') continue;
		comparison.shown[name] = name === 'custom' ? aliasOf(link) : link[field.shownAs];
		if (how === 'different') comparison.different[name] = comparison.shown[name];
	}
	return comparison;
}

/**
 * Whether a link shows the values of an update, however the service stores them; undefined when it shows none of them in a
 * form that can be compared. A service may add URL Parameters that the link had before to the new URL.
 */
export function hasNewValues(link: IDataObject, body: IDataObject): boolean | undefined {
	const { url, custom, expiry, ...others } = body;
	const given = Object.entries({ url, custom, expiry }).filter(([, value]) => value !== undefined);
	const { shown, different, hidden } = compareLink(link, Object.fromEntries(given));
	const longurl = withoutOtherParameters(textOf(link.longurl), url);
	const leadsTo = likeness(longurl, url, body.parameters) !== 'different';
	const isUnclear = (name: string) =>
		name in hidden || (name === 'expiry' && name in shown && !(name in different));
	const isNew = (name: string) => !(name in different) || (name === 'url' && leadsTo);
	const fields = given.filter(([name]) => !isUnclear(name)).map(([name]) => isNew(name));
	const texts = showsNewValues(
		{
			metatitle: unescaped(textOf(link.title)),
			description: unescaped(textOf(link.description)),
		},
		others,
	);
	const all = texts === undefined ? fields : [...fields, texts];
	return all.length === 0 ? undefined : all.every(Boolean);
}
