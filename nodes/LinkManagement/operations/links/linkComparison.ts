import type { IDataObject } from 'n8n-workflow';

import { isEmpty } from '../../fields/convert';
import { createdAt } from '../../recovery/recordAge';
import { aliasOf, isMadeOf } from '../../values/aliases';
import { comparableText, isSameAddress, isWholeAddress, unescaped } from '../../values/comparable';
import { isObject, textOf } from '../../values/json';
import { showsNewValues } from '../behaviors/updates';
import { targetRowsOf } from './otherFields';
import { hasSameTarget, hasWholeTarget, leadsTo } from './target';

/** How a field of a link is compared with the value that a row gives. */
interface Comparison {
	/** The name of the field in a link that was read. The list shows fewer fields than a reading of one link. */
	shownAs: string;
	/** Whether they are the same, however the service stores the value; undefined when its form does not show it. */
	isSame: (link: IDataObject, body: IDataObject) => boolean | undefined;
}

const isSameText = (stored: unknown, given: unknown): boolean =>
	comparableText(stored) === comparableText(given);

/** The URLs of targeting rows by what they apply to; services match names without case. */
const targetsIn = (rows: unknown, column: string): Map<string, unknown> =>
	new Map(
		(Array.isArray(rows) ? rows : [])
			.filter(isObject)
			.map((row) => [textOf(row[column]).toLowerCase(), row.link]),
	);

function hasSameRows(map: unknown, rows: unknown, column: string): boolean | undefined {
	const { value, problem } = targetRowsOf(map, column);
	const [stored, given] = [targetsIn(value, column), targetsIn(rows, column)];
	const every = (isSame: typeof isSameAddress) =>
		[...given].every(([name, link]) => isSame(stored.get(name), link));
	return (
		problem === undefined &&
		stored.size === given.size &&
		every(isSameAddress) &&
		(every(isWholeAddress) || undefined)
	);
}

/** Whether a stored expiry is the one that was sent; undefined when its form does not show it. */
function isSameExpiry(stored: unknown, sent: unknown): boolean | undefined {
	if (isEmpty(stored) || isEmpty(sent)) return isEmpty(stored) === isEmpty(sent);
	const [one, other] = [stored, sent].map((date) => createdAt({ date: textOf(date) }));
	if (!Number.isNaN(one)) return one === other;
	return textOf(sent).startsWith(textOf(stored).trim()) ? true : undefined;
}

/** The fields that a reading of a link shows (api.md section 2.10), by their names in the body. */
const COMPARISONS: Record<string, Comparison> = {
	url: {
		shownAs: 'longurl',
		isSame: (link, body) => hasSameTarget(link, body) && (hasWholeTarget(link, body) || undefined),
	},
	custom: {
		shownAs: 'shorturl',
		isSame: (link, { custom }) => isMadeOf(aliasOf(link), custom),
	},
	metatitle: {
		shownAs: 'title',
		isSame: ({ title }, { metatitle }) => isSameText(title, metatitle),
	},
	description: {
		shownAs: 'description',
		isSame: (link, { description }) => isSameText(link.description, description),
	},
	expiry: {
		shownAs: 'expiry',
		isSame: (link, { expiry }) => isSameExpiry(link.expiry, expiry),
	},
	geotarget: {
		shownAs: 'location',
		isSame: ({ location }, { geotarget }) => hasSameRows(location, geotarget, 'location'),
	},
	devicetarget: {
		shownAs: 'device',
		isSame: ({ device }, { devicetarget }) => hasSameRows(device, devicetarget, 'device'),
	},
};

/** The fields of a row that no reading of a link shows. */
export const neverShown = (body: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(body).filter(([name]) => name !== 'domain' && !Object.hasOwn(COMPARISONS, name)),
	);

/** Whether a field can be compared with what was read of the link so far. An empty long URL is none. */
const isShown = (link: IDataObject, { shownAs }: Comparison): boolean =>
	shownAs === 'longurl' || shownAs === 'shorturl'
		? !isEmpty(link[shownAs])
		: link[shownAs] !== undefined;

/** Whether a row gives a field that a reading of the link shows, and that is not known yet. */
export const needsReading = (link: IDataObject, body: IDataObject): boolean =>
	Object.entries(COMPARISONS).some(
		([name, comparison]) => name in body && !isShown(link, comparison),
	);

/** What a row and its link have in common. */
export interface LinkComparison {
	/** The fields whose values differ: what the link has. */
	different: IDataObject;
	/** The fields of the row that the link does not show, with the values of the row. */
	unreadable: IDataObject;
}

/** Compares only what the row gives. @param link as far as it was read */
export function compareLink(link: IDataObject, body: IDataObject): LinkComparison {
	const different: IDataObject = {};
	const unreadable: IDataObject = {};
	for (const [name, value] of Object.entries(body)) {
		if (name === 'domain') continue;
		const comparison = COMPARISONS[name];
		const isSame =
			comparison && isShown(link, comparison) ? comparison.isSame(link, body) : undefined;
		if (isSame === undefined) unreadable[name] = value;
		else if (!isSame)
			different[name] = name === 'custom' ? aliasOf(link) : link[comparison?.shownAs ?? name];
	}
	return { different, unreadable };
}

/**
 * Whether a link has the new values. Its alias may be a slug of the requested one, and the service may have stored the
 * long URL in another form, as for Create or Get.
 */
export function hasNewValues(link: IDataObject, body: IDataObject): boolean | undefined {
	const { custom, url, expiry, ...others } = body;
	const { title, description } = link;
	const results = [
		showsNewValues(
			{ metatitle: unescaped(textOf(title)), description: unescaped(textOf(description)) },
			others,
		),
		custom === undefined ? undefined : isMadeOf(aliasOf(link, custom), custom),
		url === undefined || isEmpty(link.longurl) ? undefined : leadsTo(link, body),
		expiry === undefined || !('expiry' in link) ? undefined : isSameExpiry(link.expiry, expiry),
	].filter((result) => result !== undefined);
	return results.length === 0 ? undefined : results.every(Boolean);
}
