import type { IDataObject } from 'n8n-workflow';

import { isEmpty } from '../../fields/convert';
import { aliasOf, isSameAlias, isSpellingOf } from '../../values/aliases';
import { unescaped } from '../../values/comparable';
import { isObject, textOf } from '../../values/json';
import { showsNewValues } from '../updates';

/** The fields of an update that the service returns when a link is read (api.md section 2.10, services.md section 1). */

/** The URL of a target. Some services send it as `{ "all": url }`. */
const addressOf = (target: unknown): string => textOf(isObject(target) ? target.all : target);

/** The rows of a targeting field, from the map that the service returns. */
const rowsOf = (map: unknown, column: string): IDataObject[] =>
	Object.entries(isObject(map) ? map : {})
		.map(([name, target]) => ({ [column]: name, link: unescaped(addressOf(target)) }))
		.filter(({ link }) => link !== '');

/** The fields of a link that the service returns, in the form of an update. */
const shownFields = (link: IDataObject): IDataObject => ({
	url: unescaped(textOf(link.longurl)),
	metatitle: unescaped(textOf(link.title)),
	description: unescaped(textOf(link.description)),
	expiry: link.expiry,
	geotarget: rowsOf(link.location, 'location'),
	devicetarget: rowsOf(link.device, 'device'),
});

/**
 * The body of an update with the other fields of the link, as far as the service returns them. The alias is left out if
 * the link already has it, because a service may refuse a link's own alias as taken.
 */
export function withOtherFields(
	{ custom, ...changes }: IDataObject,
	link: IDataObject,
): IDataObject {
	const shown = Object.entries(shownFields(link)).filter(([, value]) => !isEmpty(value));
	const changesAlias = custom !== undefined && !isSameAlias(custom, aliasOf(link));
	return { ...Object.fromEntries(shown), ...changes, ...(changesAlias && { custom }) };
}

/** Whether a link has the new values. Its alias may be a slug of the requested one. */
export function hasNewValues(link: IDataObject, body: IDataObject): boolean | undefined {
	const { custom, ...others } = body;
	const hasOthers = showsNewValues(shownFields(link), others);
	if (custom === undefined) return hasOthers;
	return isSpellingOf(aliasOf(link), custom) && hasOthers !== false;
}
