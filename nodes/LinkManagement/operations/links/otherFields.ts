import type { IDataObject } from 'n8n-workflow';

import { isEmpty } from '../../fields/convert';
import { createdAt } from '../../recovery/recordAge';
import { aliasOf, isSameAlias, isSpellingOf } from '../../values/aliases';
import { unescaped } from '../../values/comparable';
import { isObject, textOf } from '../../values/json';
import type { UnreadableFields } from '../emptying';
import { showsNewValues } from '../updates';
import { leadsTo } from './target';

/** The fields of `details` that a reading of a link shows (api.md section 2.10). */
export const SHOWN_FIELDS = ['longurl', 'title', 'description', 'expiry', 'location', 'device'];

/** The fields of a link that no reading shows (services.md section 1). */
export const UNREADABLE_FIELDS: UnreadableFields = {
	password: 'Password',
	pixels: 'Pixel Names or IDs',
	parameters: 'URL Parameters',
	languagetarget: 'Language Targeting',
	deeplink: 'Deep Links',
	campaign: 'Campaign',
	channel: 'Channel',
	status: 'Status',
	type: 'Redirect Type',
	metadescription: 'Meta Description',
	metaimage: 'Meta Image',
};

/** The labels of all fields of a link. */
const LABELS = new Map(
	Object.entries({
		...UNREADABLE_FIELDS,
		url: 'Long URL',
		custom: 'Alias',
		domain: 'Domain',
		metatitle: 'Meta Title',
		description: 'Description',
		expiry: 'Expiry',
		geotarget: 'Geo Targeting',
		devicetarget: 'Device Targeting',
	}),
);

/** What a message calls a field of the body; one that only a service has is called by its name. */
export const labelOfLinkField = (name: string): string => LABELS.get(name) ?? name;

/** A field of an update that keeps its value, or the reason why its value can't be sent. */
interface Kept {
	value?: IDataObject[string];
	problem?: string;
}

/**
 * The rows of a targeting field, from the map that the service returns. Some services send a target as `{ "all": url }`
 * (services.md section 3). With other keys beside `all`, such as those of regions, rows can't express it.
 */
export function targetRowsOf(map: unknown, column: string): Kept {
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

/**
 * The long URL. Where each `&` of it is written as `&amp;`, the service may have escaped it or stored it so, and nothing
 * shows which.
 */
function keptLongUrl(stored: unknown): Kept {
	const url = textOf(stored);
	const isAmbiguous = unescaped(url) !== url && !/&(?!#?\w+;)/.test(url);
	return isAmbiguous ? { problem: 'contains "&amp;", which may stand for "&"' } : { value: url };
}

/** A service may refuse a date that has passed. Its time zone is not known, so the last day counts as passed, too. */
const expiryOf = ({ expiry }: IDataObject): Kept =>
	createdAt({ date: expiry }) < Date.now()
		? { problem: `${textOf(expiry)} has passed, and some services refuse a date that has passed` }
		: { value: expiry };

/** The fields of an update, as far as the service returns them. */
const keptFields = (link: IDataObject): Record<string, Kept> => ({
	url: keptLongUrl(link.longurl),
	metatitle: { value: unescaped(textOf(link.title)) },
	description: { value: unescaped(textOf(link.description)) },
	expiry: expiryOf(link),
	geotarget: targetRowsOf(link.location, 'location'),
	devicetarget: targetRowsOf(link.device, 'device'),
});

/**
 * The body of an update with the other fields of the link, as far as the service returns them. The alias is left out if
 * the link already has it, because a service may refuse a link's own alias as taken. A field that can't be sent as it is
 * is left out, too.
 *
 * @returns also a warning that names the fields that were left out
 */
export function addOtherFields(
	{ custom, ...changes }: IDataObject,
	link: IDataObject,
): { body: IDataObject; warning?: string } {
	const others = Object.entries(keptFields(link)).filter(([name]) => !(name in changes));
	const kept = others.filter(([, { value }]) => !isEmpty(value));
	const problems = others.flatMap(([name, { problem }]) =>
		problem === undefined ? [] : [`${labelOfLinkField(name)} (${problem})`],
	);
	const changesAlias = custom !== undefined && !isSameAlias(custom, aliasOf(link, custom));
	return {
		body: {
			...Object.fromEntries(kept.map(([name, { value }]) => [name, value])),
			...changes,
			...(changesAlias && { custom }),
		},
		...(problems.length > 0 && {
			warning: `Not sent along, so that the service may have changed it: ${problems.join(', ')}.`,
		}),
	};
}

/** Whether a stored expiry is the one that was sent; undefined when its form does not show it. */
export function isSameExpiry(stored: unknown, sent: unknown): boolean | undefined {
	if (isEmpty(stored) || isEmpty(sent)) return isEmpty(stored) === isEmpty(sent);
	const [one, other] = [stored, sent].map((date) => createdAt({ date: textOf(date) }));
	if (!Number.isNaN(one)) return one === other;
	return textOf(sent).startsWith(textOf(stored).trim()) ? true : undefined;
}

/**
 * Whether a link has the new values. Its alias may be a slug of the requested one, and the service may have stored the
 * long URL in another form, as for Create or Get.
 */
export function hasNewValues(link: IDataObject, body: IDataObject): boolean | undefined {
	const { custom, url, expiry, ...others } = body;
	const { title, description, location, device } = link;
	const results = [
		showsNewValues(
			{
				...{ metatitle: unescaped(textOf(title)), description: unescaped(textOf(description)) },
				...{ geotarget: location, devicetarget: device },
			},
			others,
		),
		custom === undefined ? undefined : isSpellingOf(aliasOf(link, custom), custom),
		url === undefined || isEmpty(link.longurl) ? undefined : leadsTo(link, body),
		expiry === undefined || !('expiry' in link) ? undefined : isSameExpiry(link.expiry, expiry),
	].filter((result) => result !== undefined);
	return results.length === 0 ? undefined : results.every(Boolean);
}
